/** The workbooks of the reports, their rows read in batches while they are written. */
import type { RawBuilder } from 'kysely';
import { type Centavos, toPesos } from '#core/money.ts';
import { CORRECCIONES } from '#documents/reportes.ts';
import { type CorteFilter, corteQuery } from '#libro/server/corte.ts';
import { inBatches } from '#platform/server/cursor.ts';
import type { Tx } from '#platform/server/db.ts';
import {
  writeWorkbook,
  type XlsxColumn,
  type XlsxLine,
  type XlsxSheet,
  type XlsxValue,
} from '#platform/server/xlsx-write.ts';
import { formatFecha } from '#ui/format.ts';
import { entidadOf } from '../rules.ts';
import { carteraCargosQuery, carteraQuery } from './repository.ts';

interface Field<Row> extends XlsxColumn {
  value: (row: Row) => XlsxValue;
  /** Summed under the column; `value` then gives pesos. */
  centavos?: (row: Row) => Centavos;
}

const amount = <Row>(header: string, centavos: (row: Row) => Centavos, width = 15): Field<Row> => ({
  header,
  width,
  kind: 'money',
  centavos,
  value: (row) => toPesos(centavos(row)),
});

/** The last rows of a query as a block of their own. */
interface Block<Row> {
  title: string;
  /** The column that its title and the subtotals are written in. */
  at: number;
  has: (row: Row) => boolean;
}

/**
 * A sheet of a query with 'Total' under its first column and the sums under its amounts. Where a block has rows, what stands
 * before it and the block have their subtotals.
 */
function sheetOf<Row>(
  tx: Tx,
  sheet: Pick<XlsxSheet, 'name' | 'heading'>,
  fields: readonly Field<Row>[],
  query: RawBuilder<Row>,
  block?: Block<Row>,
): XlsxSheet {
  const sums = fields.map(() => 0);
  /** What of the sums the subtotals have told. */
  let told = fields.map(() => 0);
  const strong = (words: string): XlsxLine => ({ strong: fields.map((_, at) => (at === block?.at ? words : null)) });
  const subtotal = (): XlsxLine => {
    const line = fields.map(({ centavos }, at) =>
      centavos ? toPesos((sums[at] ?? 0) - (told[at] ?? 0)) : at === block?.at ? 'Subtotal' : null,
    );
    told = [...sums];
    return { strong: line };
  };
  async function* rows() {
    let isInBlock = false;
    for await (const batch of inBatches(tx, query)) {
      const lines: XlsxLine[] = [];
      for (const row of batch) {
        if (block && !isInBlock && block.has(row)) {
          isInBlock = true;
          lines.push(subtotal(), strong(block.title));
        }
        fields.forEach(({ centavos }, at) => {
          if (centavos) sums[at] = (sums[at] ?? 0) + centavos(row);
        });
        lines.push(fields.map(({ value }) => value(row)));
      }
      yield lines;
    }
    if (isInBlock) yield [subtotal()];
  }
  return {
    ...sheet,
    columns: fields,
    rows: rows(),
    totals: () =>
      fields.map(({ centavos, kind }, at) => {
        if (centavos) return toPesos(sums[at] ?? 0);
        return at === block?.at || (at === 0 && kind !== 'date') ? 'Total' : null;
      }),
  };
}

type Corte = typeof corteQuery extends (filter: CorteFilter) => RawBuilder<infer Row> ? Row : never;

const CORTE: readonly Field<Corte>[] = [
  { header: 'Fecha', width: 12, kind: 'date', value: (row) => row.fecha },
  { header: 'Referencia', width: 14, value: (row) => row.referenciaLote },
  { header: 'Manzana', width: 10, value: (row) => row.manzana },
  { header: 'Lote', width: 10, value: (row) => row.lote },
  { header: 'Asociado', width: 36, value: (row) => row.asociado },
  { header: 'Descripción', width: 40, value: (row) => row.descripcion },
  { header: 'Factura', width: 14, value: (row) => row.folio_factura },
  { header: 'Método de pago', width: 26, value: (row) => row.metodoPago },
  amount('Pago', (row) => row.pago),
];

const DESCRIPCION = CORTE.findIndex(({ header }) => header === 'Descripción');

export interface CorteMaking {
  residencial: string;
  desde: string;
  hasta: string;
  caja: string;
  metodo: string;
}

export function corteWorkbook(tx: Tx, filter: CorteFilter, making: CorteMaking): AsyncIterable<Uint8Array> {
  const heading = [
    `${making.residencial} · Corte de caja`,
    `Rango de fechas: ${formatFecha(making.desde)} al ${formatFecha(making.hasta)}`,
    `Caja: ${making.caja}`,
    `Método de pago: ${making.metodo}`,
  ];
  const corrections = { title: CORRECCIONES, at: DESCRIPCION, has: (row: Corte) => row.correccion };
  return writeWorkbook([sheetOf(tx, { name: 'Corte de caja', heading }, CORTE, corteQuery(filter), corrections)]);
}

type Lote = ReturnType<typeof carteraQuery> extends RawBuilder<infer Row> ? Row : never;
type Cargo = ReturnType<typeof carteraCargosQuery> extends RawBuilder<infer Row> ? Row : never;

const POR_LOTE: readonly Field<Lote>[] = [
  { header: 'Referencia', width: 14, value: (row) => row.referencia },
  { header: 'Asociado', width: 36, value: (row) => row.asociado },
  { header: 'Dirección', width: 40, value: (row) => row.direccion },
  { header: 'Tipo de lote', width: 14, value: (row) => row.tipoLote },
  { header: 'Estado', width: 12, value: (row) => row.status },
  { header: 'Teléfono', width: 14, value: (row) => row.telefono },
  { header: 'Correo', width: 30, value: (row) => row.correo },
  { header: 'Vencido desde', width: 14, kind: 'date', value: (row) => row.desde },
  { header: 'Meses', width: 8, kind: 'number', value: (row) => row.meses },
  amount('Mantenimiento', (row) => row.mantenimiento),
  amount('Intereses moratorios', (row) => row.interes, 20),
  amount('Cuota inicial', (row) => row.inicial),
  amount('Cuota extraordinaria', (row) => row.extraordinaria, 20),
  amount('Cuota inicial proyecto', (row) => row.proyecto, 22),
  amount('Sanciones', (row) => row.sancion),
  amount('Otras cuotas', (row) => row.cuota),
  amount('1 a 30 días', (row) => row.d30),
  amount('31 a 60 días', (row) => row.d60),
  amount('61 días o más', (row) => row.d90),
  amount('Total', (row) => row.d30 + row.d60 + row.d90),
];

const POR_CARGO: readonly Field<Cargo>[] = [
  { header: 'Referencia', width: 14, value: (row) => row.referencia },
  { header: 'Asociado', width: 36, value: (row) => row.asociado },
  { header: 'Tipo', width: 22, value: (row) => entidadOf(row.tipo) },
  { header: 'Concepto', width: 44, value: (row) => row.concepto },
  { header: 'Vence', width: 12, kind: 'date', value: (row) => row.vence },
  { header: 'Días', width: 8, kind: 'number', value: (row) => row.dias },
  amount('Monto', (row) => row.monto),
  amount('Pagado', (row) => row.pagado),
  amount('Descuentos', (row) => row.descuento),
  amount('Saldo', (row) => row.saldo),
];

export function carteraWorkbook(tx: Tx, hoy: string, residencial: string): AsyncIterable<Uint8Array> {
  const heading = [`${residencial} · Cartera vencida`, `Al ${formatFecha(hoy)}`];
  return writeWorkbook([
    sheetOf(tx, { name: 'Cartera vencida', heading }, POR_LOTE, carteraQuery(hoy)),
    sheetOf(tx, { name: 'Detalle', heading }, POR_CARGO, carteraCargosQuery(hoy)),
  ]);
}
