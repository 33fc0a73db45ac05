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
import { CORRECCIONES } from '#documents/reportes.ts';
import { entidadOf } from '#libro/rules.ts';
import { type CorteFilter, corteQuery, sumPorMetodo } from '#libro/server/corte.ts';
import { type MadeReport, madeOf } from '#libro/server/report.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import { inBatches } from '#platform/server/cursor.ts';
import type { Tx } from '#platform/server/db.ts';
import { type ListingSheet, listingWorkbook, sheetOf } from '#platform/server/listing-sheet.ts';
import { formatFecha } from '#ui/format.ts';
import type { CarteraRow } from '../contract.ts';
import { CARTERA } from '../listings.ts';
import { carteraCargosQuery, carteraQuery } from './repository.ts';

export interface CorteMaking {
  residencial: string;
  desde: string;
  hasta: string;
  caja: string;
  metodo: string;
}

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Row by row, and what came in by each method in each register. */
function corteSheets(rows: Batches<CorteLine>, porCaja: MetodosPorCaja, making: CorteMaking): ListingSheet[] {
  const heading = [
    `${making.residencial} · Corte de caja`,
    `Rango de fechas: ${formatFecha(making.desde)} al ${formatFecha(making.hasta)}`,
    `Caja: ${making.caja}`,
    `Método de pago: ${making.metodo}`,
  ];
  return [
    sheetOf(CORTE, { name: 'Corte de caja', heading }, rows, {
      title: CORRECCIONES,
      at: 'descripcion',
      has: (row) => row.correccion,
    }),
    sheetOf(porMetodo(porCaja.cajas), { name: POR_METODO, heading: [POR_METODO, ...heading] }, [porCaja.metodos]),
  ];
}

/** A cut-off whose rows have been read, with its sheets. */
export const madeCorte = (corte: Corte): MadeReport =>
  madeOf(corteReport(corte), {
    titulo: 'Corte de caja',
    sheets: (residencial) =>
      corteSheets([corte.rows], metodosPorCaja(corte.rows.filter(isCobro)), { residencial, ...corte }),
  });

async function* corteLines(tx: Tx, filter: CorteFilter) {
  for await (const batch of inBatches(tx, corteQuery(filter))) {
    yield batch.map((row) => ({ ...row, pago: toPesos(row.pago) }));
  }
}

export async function* corteWorkbook(tx: Tx, filter: CorteFilter, making: CorteMaking): AsyncGenerator<Uint8Array> {
  const sums = (await sumPorMetodo(tx, filter)).map((sum) => ({ ...sum, pago: toPesos(sum.pago) }));
  yield* listingWorkbook(...corteSheets(corteLines(tx, filter), metodosDe(sums), making));
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
  { hoy, residencial }: { hoy: string; residencial: string },
): ListingSheet[] {
  const heading = [`${residencial} · Cartera vencida`, `Al ${formatFecha(hoy)}`];
  return [
    sheetOf(CARTERA, { name: 'Cartera vencida', heading }, lotes),
    sheetOf(POR_CARGO, { name: 'Detalle', heading }, cargos),
  ];
}

async function* carteraLines(tx: Tx, hoy: string) {
  for await (const batch of inBatches(tx, carteraQuery(hoy))) yield batch.map(carteraLine);
}

export function carteraWorkbook(tx: Tx, hoy: string, residencial: string): AsyncIterable<Uint8Array> {
  const cargos = inBatches(tx, carteraCargosQuery(hoy));
  return listingWorkbook(...carteraSheets(carteraLines(tx, hoy), cargos, { hoy, residencial }));
}
