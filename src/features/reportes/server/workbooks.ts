/** The workbooks of the reports, their rows read in batches while they are written. */
import type { RawBuilder } from 'kysely';
import { type Centavos, toPesos } from '#core/money.ts';
import { CORRECCIONES, CORTE } from '#documents/reportes.ts';
import { type CorteFilter, corteQuery } from '#libro/server/corte.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import { inBatches } from '#platform/server/cursor.ts';
import type { Tx } from '#platform/server/db.ts';
import { listingWorkbook, sheetOf } from '#platform/server/listing-sheet.ts';
import { formatFecha } from '#ui/format.ts';
import { entidadOf } from '../rules.ts';
import { carteraCargosQuery, carteraQuery } from './repository.ts';

export interface CorteMaking {
  residencial: string;
  desde: string;
  hasta: string;
  caja: string;
  metodo: string;
}

async function* corteLines(tx: Tx, filter: CorteFilter) {
  for await (const batch of inBatches(tx, corteQuery(filter))) {
    yield batch.map((row) => ({ ...row, pago: toPesos(row.pago) }));
  }
}

export function corteWorkbook(tx: Tx, filter: CorteFilter, making: CorteMaking): AsyncIterable<Uint8Array> {
  const heading = [
    `${making.residencial} · Corte de caja`,
    `Rango de fechas: ${formatFecha(making.desde)} al ${formatFecha(making.hasta)}`,
    `Caja: ${making.caja}`,
    `Método de pago: ${making.metodo}`,
  ];
  const sheet = sheetOf(CORTE, { name: 'Corte de caja', heading }, corteLines(tx, filter), {
    title: CORRECCIONES,
    at: 'descripcion',
    has: (row) => row.correccion,
  });
  return listingWorkbook(sheet);
}

type Lote = ReturnType<typeof carteraQuery> extends RawBuilder<infer Row> ? Row : never;
type Cargo = ReturnType<typeof carteraCargosQuery> extends RawBuilder<infer Row> ? Row : never;

function amount<Row>(key: string, header: string, centavos: (row: Row) => Centavos, width = 15): ListColumn<Row> {
  return { key, header, kind: 'money', value: (row) => toPesos(centavos(row)), total: true, sheet: { width } };
}

const POR_LOTE = listing<Lote>([
  { key: 'referencia', header: 'Referencia' },
  { key: 'asociado', header: 'Asociado', sheet: { width: 36 } },
  { key: 'direccion', header: 'Dirección', sheet: { width: 40 } },
  { key: 'tipoLote', header: 'Tipo de lote' },
  { key: 'status', header: 'Estado', sheet: { width: 12 } },
  { key: 'telefono', header: 'Teléfono' },
  { key: 'correo', header: 'Correo', sheet: { width: 30 } },
  { key: 'desde', header: 'Vencido desde', kind: 'date', sheet: { width: 14 } },
  { key: 'meses', header: 'Meses', kind: 'number' },
  amount('mantenimiento', 'Mantenimiento', (row) => row.mantenimiento),
  amount('interes', 'Intereses moratorios', (row) => row.interes, 20),
  amount('inicial', 'Cuota inicial', (row) => row.inicial),
  amount('extraordinaria', 'Cuota extraordinaria', (row) => row.extraordinaria, 20),
  amount('proyecto', 'Cuota inicial proyecto', (row) => row.proyecto, 22),
  amount('sancion', 'Sanciones', (row) => row.sancion),
  amount('cuota', 'Otras cuotas', (row) => row.cuota),
  amount('d30', '1 a 30 días', (row) => row.d30),
  amount('d60', '31 a 60 días', (row) => row.d60),
  amount('d90', '61 días o más', (row) => row.d90),
  amount('total', 'Total', (row) => row.d30 + row.d60 + row.d90),
]);

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

export function carteraWorkbook(tx: Tx, hoy: string, residencial: string): AsyncIterable<Uint8Array> {
  const heading = [`${residencial} · Cartera vencida`, `Al ${formatFecha(hoy)}`];
  return listingWorkbook(
    sheetOf(POR_LOTE, { name: 'Cartera vencida', heading }, inBatches(tx, carteraQuery(hoy))),
    sheetOf(POR_CARGO, { name: 'Detalle', heading }, inBatches(tx, carteraCargosQuery(hoy))),
  );
}
