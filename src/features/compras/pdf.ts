/** Purchase orders on paper: one of them, and their list. */

import { toPesos } from '#core/money.ts';
import { fileName } from '#documents/definition.ts';
import { ordenDocument, ordenFileName } from '#documents/orden-compra.ts';
import { type ReportMaking, reportDocument } from '#documents/reportes.ts';
import { formatFecha, formatFechaHora } from '#ui/format.ts';
import type { DetalleDeOrden, OrdenCompra } from './contract.ts';
import { ORDENES } from './listings.ts';
import { importeDeLinea, totalDeLineas } from './rules.ts';

export function ordenPdf(orden: DetalleDeOrden, making: ReportMaking) {
  const { id, proveedor, facturarA, precio, estatus, createdAt, ordenCompraArticuloList } = orden;
  const paper = {
    ...{ id, proveedor, facturarA, total: precio },
    fecha: formatFechaHora(createdAt).slice(0, 10),
    cancelada: estatus === 'CANCELADA',
    lineas: ordenCompraArticuloList.map(({ articulo, ...linea }) => ({
      ...linea,
      articulo: articulo.nombre,
      importe: toPesos(importeDeLinea(linea)),
    })),
    subtotal: toPesos(totalDeLineas(ordenCompraArticuloList)),
  };
  return { document: ordenDocument(paper, making), name: ordenFileName(paper) };
}

export interface AskedOrdenes {
  /** '' of all. */
  proveedor: string;
  estatus: string;
  pago: string;
  /** Civil dates; '' without a limit. */
  desde: string;
  hasta: string;
}

/** What the list was asked for, in words. */
export function filtroEnPalabras({ proveedor, estatus, pago, desde, hasta }: AskedOrdenes): string {
  return [
    proveedor,
    estatus,
    pago,
    desde && `desde el ${formatFecha(desde)}`,
    hasta && `hasta el ${formatFecha(hasta)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export function ordenesPdf(asked: AskedOrdenes, rows: readonly OrdenCompra[], making: ReportMaking) {
  return {
    document: reportDocument(
      {
        title: 'Órdenes de compra',
        subtitle: filtroEnPalabras(asked) || 'Todas',
        list: ORDENES,
        rows,
        emptyText: 'No hay órdenes de compra',
      },
      making,
    ),
    name: fileName('pdf', 'Órdenes de compra'),
  };
}
