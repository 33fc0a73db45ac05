/** What came, one deposit a row: day and amount, who paid or what the bank wrote, and the lot that it is proposed to. */
import { elMayorYMas } from '#core/conceptos.ts';
import type { InboxRow } from '#platform/web/kit/inbox.tsx';
import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { DepositoEntrante } from '../contract.ts';
import { SITUACION, type Situacion } from '../rules.ts';
import classes from './depositos.module.css';

/** What is normal is grey words. */
export const TONES: Readonly<Record<Situacion, Tone>> = {
  por_confirmar: 'amber',
  desconocido: 'gray',
  conflicto: 'red',
  aplicado: 'gray',
  por_identificar: 'violet',
  duplicado: 'gray',
  devuelto: 'red',
  traspaso: 'gray',
  retirado: 'gray',
};

/** The lots that it went to, or the one that it is proposed to. */
function Destino({ deposito: { recibos, lote, situacion } }: { deposito: DepositoEntrante }) {
  const given = recibos.filter(({ enFirme }) => enFirme > 0);
  if (given.length > 0) {
    const parts = given.map(({ lote: { referencia }, enFirme }) => ({ concepto: referencia, monto: enFirme }));
    return <b className={classes.lot}>{elMayorYMas(parts)}</b>;
  }
  if (lote && situacion === 'por_confirmar') return <span className={classes.lot}>¿{lote.referencia}?</span>;
  return <StatusBadge color={TONES[situacion]} label={SITUACION[situacion]} />;
}

export const listed = (row: DepositoEntrante): InboxRow => ({
  ...{ id: row.id, fecha: row.fecha, importe: row.importe, titulo: row.concepto },
  texto: row.pagador || row.concepto,
  clave: row.referencia || row.rastreo || row.cuenta.name,
  fin: <Destino deposito={row} />,
});
