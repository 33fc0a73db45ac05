/** The workbooks of the reports, their rows read in batches while they are written. */
import type { RawBuilder } from 'kysely';
import { type Centavos, toPesos } from '#core/money.ts';
import {
  CORTE,
  type Corte,
  type CorteLine,
  corteReport,
  isCobro,
  type MetodosPorCaja,
  metodosDe,
  metodosPorCaja,
  POR_METODO,
  porMetodo,
} from '#documents/corte.ts';
import { CORRECCIONES, type ReportMaking, sheetHeading } from '#documents/reportes.ts';
import { entidadOf } from '#libro/rules.ts';
import { type CorteFilter, corteQuery, sumPorMetodo } from '#libro/server/corte.ts';
import { type MadeReport, madeOf } from '#libro/server/report.ts';
import { listingWorkbook } from '#libro/server/workbook.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import { type ListingSheet, sheetOf } from '#platform/listing-sheet.ts';
import { inBatches } from '#platform/server/cursor.ts';
import type { Tx } from '#platform/server/db.ts';
import { formatFecha } from '#ui/format.ts';
import type { CarteraRow } from '../contract.ts';
import { CARTERA } from '../listings.ts';
import { carteraCargosQuery, carteraQuery } from './repository.ts';

export interface CorteAsked {
  desde: string;
  hasta: string;
  caja: string;
  metodo: string;
}

/** Whose workbook it is. */
type Whose = Pick<ReportMaking, 'codigo' | 'residencial'>;

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Row by row, and what came in by each method in each register. */
function corteSheets(
  rows: Batches<CorteLine>,
  porCaja: MetodosPorCaja,
  { desde, hasta, caja, metodo }: CorteAsked,
  making: Whose,
): ListingSheet[] {
  const of = [
    `Rango de fechas: ${formatFecha(desde)} al ${formatFecha(hasta)}`,
    `Caja: ${caja}`,
    `Método de pago: ${metodo}`,
  ];
  const heading = sheetHeading(making, 'Corte de caja', ...of);
  return [
    sheetOf(CORTE, { name: 'Corte de caja', heading }, rows, {
      title: CORRECCIONES,
      at: 'descripcion',
      has: (row) => row.correccion,
    }),
    sheetOf(
      porMetodo(porCaja.cajas),
      { name: POR_METODO, heading: sheetHeading(making, `Corte de caja · ${POR_METODO}`, ...of) },
      [porCaja.metodos],
    ),
  ];
}

/** A cut-off whose rows have been read, with its sheets. */
export const madeCorte = (corte: Corte): MadeReport => ({
  ...madeOf(corteReport(corte), {
    titulo: 'Corte de caja',
    sheets: (making) => corteSheets([corte.rows], metodosPorCaja(corte.rows.filter(isCobro)), corte, making),
  }),
  // Of charges: what the workbook has, and the paper beneath its receipts.
  rows: corte.rows.length,
});

async function* corteLines(tx: Tx, filter: CorteFilter) {
  for await (const batch of inBatches(tx, corteQuery(filter))) {
    yield batch.map((row) => ({ ...row, pago: toPesos(row.pago) }));
  }
}

export async function* corteWorkbook(
  tx: Tx,
  filter: CorteFilter,
  asked: CorteAsked,
  making: Whose,
): AsyncGenerator<Uint8Array> {
  const sums = (await sumPorMetodo(tx, filter)).map((sum) => ({ ...sum, pago: toPesos(sum.pago) }));
  yield* listingWorkbook(making, ...corteSheets(corteLines(tx, filter), metodosDe(sums), asked, making));
}

type Lote = ReturnType<typeof carteraQuery> extends RawBuilder<infer Row> ? Row : never;
type Cargo = ReturnType<typeof carteraCargosQuery> extends RawBuilder<infer Row> ? Row : never;

/** A lot of the portfolio as the contract tells it: in pesos, with its total. */
export function carteraLine(row: Lote): CarteraRow {
  const { mantenimiento, interes, inicial, extraordinaria, proyecto, sancion, cuota, d30, d60, d90, ...rest } = row;
  const amounts = { mantenimiento, interes, inicial, extraordinaria, proyecto, sancion, cuota, d30, d60, d90 };
  const inPesos = Object.fromEntries(Object.entries(amounts).map(([key, centavos]) => [key, toPesos(centavos)]));
  return { ...rest, ...(inPesos as Record<keyof typeof amounts, number>), total: toPesos(d30 + d60 + d90) };
}

function amount<Row>(key: string, header: string, centavos: (row: Row) => Centavos): ListColumn<Row> {
  return { key, header, kind: 'money', value: (row) => toPesos(centavos(row)), total: true };
}

const POR_CARGO = listing<Cargo>([
  { key: 'referencia', header: 'Referencia' },
  { key: 'asociado', header: 'Asociado', sheet: { width: 36 } },
  { key: 'tipo', header: 'Tipo', value: (row) => entidadOf(row.tipo), sheet: { width: 22 } },
  { key: 'concepto', header: 'Concepto', sheet: { width: 44 } },
  { key: 'vence', header: 'Vence', kind: 'date' },
  { key: 'dias', header: 'Días', kind: 'number' },
  amount('monto', 'Monto', (row) => row.monto),
  amount('pagado', 'Pagado', (row) => row.pagado),
  amount('descuento', 'Descuentos', (row) => row.descuento),
  amount('saldo', 'Saldo', (row) => row.saldo),
]);

/** By lot, and charge by charge. */
export function carteraSheets(
  lotes: Batches<CarteraRow>,
  cargos: Batches<Cargo>,
  hoy: string,
  making: Whose,
): ListingSheet[] {
  const al = `Al ${formatFecha(hoy)}`;
  return [
    sheetOf(CARTERA, { name: 'Cartera vencida', heading: sheetHeading(making, 'Cartera vencida', al) }, lotes),
    sheetOf(
      POR_CARGO,
      { name: 'Detalle', heading: sheetHeading(making, 'Cartera vencida, cargo por cargo', al) },
      cargos,
    ),
  ];
}

async function* carteraLines(tx: Tx, hoy: string) {
  for await (const batch of inBatches(tx, carteraQuery(hoy))) yield batch.map(carteraLine);
}

export function carteraWorkbook(tx: Tx, hoy: string, making: Whose): AsyncIterable<Uint8Array> {
  const cargos = inBatches(tx, carteraCargosQuery(hoy));
  return listingWorkbook(making, ...carteraSheets(carteraLines(tx, hoy), cargos, hoy, making));
}
