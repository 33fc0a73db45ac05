/** 'Corregir' of a receipt, from its lot's payments and from the receipt itself. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Keys } from '#platform/web/kit/keys.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha } from '#ui/format.ts';
import { type LotePago, pagosContract } from '../contract.ts';
import { CorregirReciboModal, type TipoCorreccion } from './CorregirModal.tsx';

const CODECS = { corregir: oneOfParam(['', 'deposito'], '') };

interface DeLoteProps {
  reciboId: number;
  /** All of the lot. */
  pagos: readonly LotePago[];
  /** What is said to be wrong from the beginning. */
  tipo?: TipoCorreccion | undefined;
  onDone: () => void;
  onClose: () => void;
}

export function CorregirDeLote({ reciboId, pagos, tipo, onDone, onClose }: DeLoteProps) {
  const of = pagos.filter((pago) => pago.reciboId === reciboId);
  const inForce = of.filter(({ status }) => status === 'recibido');
  const invoiced = of.find(({ facturaId, status }) => facturaId !== null && status !== 'cancelado');
  const marked = of.find(({ isFacturado, status }) => isFacturado && status !== 'cancelado');
  return (
    <CorregirReciboModal
      reciboId={reciboId}
      pagos={inForce}
      refSistemaAnterior={marked?.refSistemaAnterior ?? ''}
      folioFactura={invoiced ? invoiced.folioFactura || String(invoiced.facturaId) : ''}
      tipo={tipo}
      title={`Corregir recibo ${reciboId} del ${formatFecha(of[0]?.fechaPago ?? '')}`}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Something of it stands: a payment, or what it left to the fund. */
const isInForce = ({ renglones, fondo, fondoCancelado }: ReciboImpreso): boolean =>
  renglones.some(({ status }) => status === 'recibido') || (fondo > 0 && !fondoCancelado);

/** The button of a receipt on a screen of its own; nothing of which there is nothing to correct. */
export function CorregirRecibo({ recibo }: { recibo: ReciboImpreso }) {
  const { id, lote } = recibo;
  const { role } = useSession();
  const [pagos, setPagos] = useState<readonly LotePago[] | null>(null);
  const invalidate = useInvalidate();
  const may = passes(pagosContract.correct.roles, role) && isInForce(recibo);
  const ask = async () => {
    try {
      const { misPagosResponseList } = await withBusy(call(pagosContract.list, { params: { loteId: lote.id } }));
      setPagos(misPagosResponseList);
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 5);
    }
  };
  useShortcut('c', 'Corregir el recibo', () => void ask(), { group: 'Recibo', enabled: may });
  // Whoever comes to undo a deposit is asked at once.
  const [{ corregir }, setUrl] = useUrlState(CODECS);
  const asked = corregir !== '' && may;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, by the address
  useEffect(() => {
    if (asked) void ask();
  }, [asked]);
  if (!may) return null;
  return (
    <>
      <Button
        variant="default"
        aria-keyshortcuts="C"
        rightSection={<Keys combo="c" hidden />}
        onClick={() => void ask()}
      >
        Corregir
      </Button>
      {pagos ? (
        <CorregirDeLote
          reciboId={id}
          pagos={pagos}
          tipo={corregir || undefined}
          onDone={() => {
            setPagos(null);
            void invalidate(pagosContract.list);
          }}
          onClose={() => {
            setPagos(null);
            setUrl({ corregir: '' });
          }}
        />
      ) : null}
    </>
  );
}
