/** What came, one deposit a row: day and amount, who paid or what the bank wrote, and the lot that it is proposed to. */
import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import type { DepositoEntrante } from '../contract.ts';
import { SITUACION, type Situacion } from '../rules.ts';
import classes from './depositos.module.css';

/** What is normal is grey words. */
export const TONES: Readonly<Record<Situacion, Tone>> = {
  por_confirmar: 'amber',
  desconocido: 'gray',
  aplicado: 'gray',
  por_identificar: 'violet',
  duplicado: 'gray',
  devuelto: 'red',
};

/** The lots that it went to, or the one that it is proposed to. */
function Destino({ deposito: { recibos, lote, situacion } }: { deposito: DepositoEntrante }) {
  const [first, ...others] = recibos.filter(({ enFirme }) => enFirme > 0);
  if (first) {
    return (
      <b className={classes.lot}>
        {first.lote.referencia}
        {others.length > 0 ? ` y ${others.length} más` : ''}
      </b>
    );
  }
  if (lote && situacion === 'por_confirmar') return <span className={classes.lot}>¿{lote.referencia}?</span>;
  return <StatusBadge color={TONES[situacion]} label={SITUACION[situacion]} />;
}

export function Bandeja({
  rows,
  open,
  onOpen,
}: {
  rows: readonly DepositoEntrante[];
  open: number;
  onOpen: (id: number) => void;
}) {
  return (
    <ul className={classes.list} aria-label="Depósitos">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={classes.row}
            aria-current={row.id === open || undefined}
            onClick={() => onOpen(row.id)}
          >
            <span className={classes.day}>{formatFecha(row.fecha)}</span>
            <span className={classes.who} title={row.concepto}>
              {row.pagador || row.concepto}
            </span>
            <b className={classes.amount}>{formatMoney(row.importe)}</b>
            <span className={classes.code}>{row.referencia || row.rastreo || row.cuenta.name}</span>
            <Destino deposito={row} />
          </button>
        </li>
      ))}
    </ul>
  );
}
