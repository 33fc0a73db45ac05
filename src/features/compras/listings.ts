/** The columns of the list of purchase orders, on screen, on paper and in the workbook. */
import { listing } from '#platform/listing.ts';
import { fechaOf } from '#ui/format.ts';
import type { OrdenCompra } from './contract.ts';

const articulos = ({ ordenCompraArticuloList }: OrdenCompra, between: string): string =>
  ordenCompraArticuloList.map(({ articulo }) => articulo.nombre).join(between);

export const ORDENES = listing<OrdenCompra>([
  {
    key: 'id',
    header: 'Orden',
    align: 'right',
    paper: { width: 34 },
    sheet: { width: 8 },
  },
  {
    key: 'proveedor',
    header: 'Proveedor',
    grow: 20,
    value: ({ proveedor }) => proveedor.nombre,
    sheet: { width: 40 },
  },
  { key: 'estatus', header: 'Estado', paper: { width: 76 }, sheet: { width: 18 } },
  { key: 'estatusPago', header: 'Estado de pago', paper: { width: 58 }, sheet: { width: 16 } },
  { key: 'createdAt', header: 'Fecha', kind: 'date', room: 'medium', value: ({ createdAt }) => fechaOf(createdAt) },
  {
    key: 'articulos',
    header: 'Artículos',
    grow: 24,
    room: 'medium',
    value: (orden) => articulos(orden, '\n'),
    paper: { value: (orden) => articulos(orden, ', ') },
    sheet: { value: (orden) => articulos(orden, ', '), width: 50 },
  },
  {
    key: 'precio',
    header: 'Precio',
    kind: 'money',
    // What was cancelled is told and not summed, as everywhere.
    total: ({ estatus, precio }) => (estatus === 'CANCELADA' ? 0 : precio),
    paper: { width: 62 },
  },
  { key: 'numFacturas', header: 'No. facturas', kind: 'number', room: 'wide', paper: { header: 'Facturas' } },
]);
