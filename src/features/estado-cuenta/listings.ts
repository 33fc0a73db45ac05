/** The running account as a list: its table on screen and its workbook. */
import { described } from '#documents/estado-cuenta.ts';
import { type ListColumn, type Listing, listing } from '#platform/listing.ts';
import type { Movimiento } from './contract.ts';

/** In order of time alone: a balance that runs says nothing in another. Rows of the units of `referencia` say whose they are. */
export function movimientosDe(referencia: string): Listing<Movimiento> {
  const columns: readonly ListColumn<Movimiento>[] = [
    { key: 'fecha', header: 'Fecha', kind: 'date' },
    {
      ...{ key: 'descripcion', header: 'Descripción', grow: 44, sheet: { width: 70 } },
      value: (row) => [described(row, referencia), row.detalle].filter((part) => part !== '').join(' · '),
    },
    { key: 'folio', header: 'Factura' },
    { key: 'cargo', header: 'Monto', kind: 'money', total: true, value: montoDe },
    { key: 'abono', header: 'Pagado', kind: 'money', total: true, value: pagadoDe },
    { key: 'saldo', header: 'Saldo', kind: 'money' },
    { key: 'estado', header: 'Estado', screen: false },
  ];
  return listing(columns.map((column) => ({ ...column, sortable: false })));
}

/** What it adds to what is owed, or takes off; null of what is received. */
export const montoDe = ({ clase, cargo }: Movimiento): number | null =>
  clase === 'pago' || clase === 'anterior' ? null : cargo;

export const pagadoDe = ({ clase, abono }: Movimiento): number | null => (clase === 'pago' ? abono : null);
