/** A purchase order on paper, as it goes to the supplier: what is ordered, for how much, and whom to invoice. */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { toCentavos, toPesos } from '#core/money.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { importeEnLetras } from '#ui/letras.ts';
import { BASE, breakable, facts, fileName, footer, head, money, type PdfDocument, summedTable } from './definition.ts';
import { headingOf, type ReportMaking } from './reportes.ts';

export interface OrdenImpresa {
  id: number;
  /** 'DD-MM-YYYY' */
  fecha: string;
  cancelada: boolean;
  proveedor: { nombre: string; rfc: string; nombreContacto: string; correo: string; telefono: string };
  facturarA: { rfc: string; nombre: string } | null;
  lineas: readonly {
    articulo: string;
    presentacion: string;
    unidadMedida: string;
    cantidad: number;
    precioUnitario: number;
    importe: number;
  }[];
  /** What the lines come to, and what was agreed on, which may be another amount. Pesos. */
  subtotal: number;
  total: number;
}

/** 'orden_de_compra_36.pdf' */
export function ordenFileName({ id, proveedor }: Pick<OrdenImpresa, 'id' | 'proveedor'>): string {
  return fileName('pdf', 'Orden de compra', id, proveedor.nombre);
}

const SPAN = 5;
const spanned = Array.from({ length: SPAN - 1 }, () => '');

function sums({ subtotal, total }: OrdenImpresa): TableCell[][] {
  const line = (name: string, pesos: number, extra: Record<string, unknown> = {}): TableCell[] => [
    { text: name, colSpan: SPAN, alignment: 'right', ...extra },
    ...spanned,
    money(pesos, extra),
  ];
  const difference = toPesos(toCentavos(total) - toCentavos(subtotal));
  return [
    // Without prices of its own an order has its total alone.
    ...(subtotal > 0 && difference !== 0 ? [line('Subtotal', subtotal), line('Ajuste al precio', difference)] : []),
    line('Total', total, { bold: true, fontSize: 11 }),
  ];
}

function lines(orden: OrdenImpresa): Content {
  if (orden.lineas.length === 0) {
    return { text: `Total ${formatMoney(orden.total)}`, bold: true, fontSize: 11, margin: [0, 0, 0, 4] };
  }
  return summedTable<TableCell>(
    ['*', 92, 48, 52, 68, 72],
    [
      ...[head('Artículo'), head('Presentación'), head('UM')],
      ...[head('Cantidad', 'right'), head('Precio unitario', 'right'), head('Importe', 'right')],
    ],
    orden.lineas.map(({ articulo, presentacion, unidadMedida, cantidad, precioUnitario, importe }) => [
      { text: breakable(articulo) },
      { text: breakable(presentacion) },
      { text: breakable(unidadMedida) },
      { text: formatNumber(cantidad), alignment: 'right', noWrap: true },
      money(precioUnitario),
      money(importe),
    ]),
    sums(orden),
  );
}

export function ordenDocument(orden: OrdenImpresa, making: ReportMaking): PdfDocument {
  const { proveedor, facturarA } = orden;
  const title = 'ORDEN DE COMPRA';
  return {
    ...BASE,
    pageSize: 'LETTER',
    pageMargins: [36, 32, 36, 44],
    info: { title: `Orden de compra ${orden.id}` },
    footer: footer(`Orden de compra ${orden.id} · ${making.residencial} · Impresa el ${making.impreso}`, 36),
    content: [
      headingOf(making, { title, subtitle: `No. ${orden.id} · ${orden.fecha}` }),
      ...(orden.cancelada
        ? [
            {
              text: 'ORDEN CANCELADA: ya no ampara ninguna compra',
              bold: true,
              color: '#a4161a',
              margin: [0, 0, 0, 6] as [number, number, number, number],
            },
          ]
        : []),
      {
        columns: [
          {
            stack: [
              { text: 'PROVEEDOR', style: 'head' },
              facts([
                ['Nombre', proveedor.nombre],
                ['RFC', proveedor.rfc],
                ['Contacto', proveedor.nombreContacto],
                ['Teléfono', proveedor.telefono],
                ['Correo', proveedor.correo],
              ]),
            ],
          },
          {
            stack: [
              { text: 'FACTURAR A', style: 'head' },
              facts([
                ['Nombre', facturarA?.nombre ?? making.residencial],
                ['RFC', facturarA?.rfc ?? ''],
              ]),
            ],
          },
        ],
        columnGap: 16,
        margin: [0, 4, 0, 4],
      },
      lines(orden),
      {
        columns: [
          { text: 'Total con letra', style: 'quiet', width: 'auto' },
          { text: importeEnLetras(toCentavos(orden.total)), bold: true },
        ],
        columnGap: 8,
        margin: [0, 10, 0, 0],
      },
    ],
  };
}
