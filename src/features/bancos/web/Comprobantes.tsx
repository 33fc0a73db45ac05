/** Proofs of payment that residents sent and that may be of this deposit: whose it is, said by whoever paid. */
import { Button } from '@mantine/core';
import { solicitudesContract } from '#features/solicitudes/contract.ts';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import classes from './depositos.module.css';

export function Comprobantes({
  depositoId,
  chosenId,
  onChoose,
}: {
  depositoId: number;
  chosenId: number;
  onChoose: (lote: Option<number>) => void;
}) {
  const found = useCall(solicitudesContract.deDeposito, { params: { id: depositoId } });
  return (found.data ?? []).map(({ id, lote, remitente, fecha, mismo }) => (
    <p key={id} className={classes.same}>
      <span>
        <KitLink to={`/cobranza/solicitudes?solicitud=${id}`}>Comprobante de {lote.referencia}</KitLink>, {remitente},
        del {formatFecha(fecha)}: {mismo ? 'es esta transferencia' : 'mismo importe'}
      </span>
      {lote.id === chosenId ? null : (
        <Button
          size="xs"
          variant="default"
          onClick={() => onChoose({ value: lote.id, label: `${lote.referencia} · ${remitente}` })}
        >
          Elegir {lote.referencia}
        </Button>
      )}
    </p>
  ));
}
