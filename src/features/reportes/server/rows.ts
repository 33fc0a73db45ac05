/** The rows of the reports as the contract tells them, for their screens and for their files. */
import { toPesos } from '#core/money.ts';
import { type Atraso, type ClaseDescuento, DESCUENTO, type TipoAtrasado } from '#libro/reportes/filtros.ts';
import { AGES, entidadOf } from '#libro/rules.ts';
import { type CorteFilter, listCorte } from '#libro/server/corte.ts';
import type { Reading } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { CarteraRow, CorteRow, DescuentoRow, ESTADOS_SANCION, SancionRow, VencidoRow } from '../contract.ts';
import {
  carteraQuery,
  type DescontadoRow,
  findName,
  listCancelaciones,
  listDescuentos,
  listVencidos,
  type OperacionRow,
  sumSanciones,
} from './repository.ts';
import { carteraLine } from './workbooks.ts';

type Today = Pick<Reading, 'tx' | 'today'>;

/** A cut-off's filter with the names in it; a register or a method that does not exist is refused. */
export async function namedCorte(tx: Tx, filter: CorteFilter) {
  const { cajaId, metodoPagoId } = filter;
  const caja = cajaId ? await findName(tx, 'caja', cajaId) : 'Todas';
  if (caja === undefined) throw new Refusal('La caja elegida no existe. Elija otra');
  const metodo = metodoPagoId ? await findName(tx, 'metodo_pago', metodoPagoId) : 'Todos';
  if (metodo === undefined) throw new Refusal('El método de pago elegido no existe. Elija otro');
  return { filter, caja, metodo };
}

export const corteRows = async (tx: Tx, filter: CorteFilter): Promise<CorteRow[]> =>
  (await listCorte(tx, filter)).map((row) => ({ ...row, pago: toPesos(row.pago) }));

export async function sancionesRows(
  tx: Tx,
  { tipo, desde, hasta }: { tipo: number; desde: string; hasta: string },
): Promise<SancionRow[]> {
  const byMonth = new Map<string, { status: (typeof ESTADOS_SANCION)[number]; monto: number }[]>();
  for (const { periodo, status, monto } of await sumSanciones(tx, tipo, desde, hasta)) {
    const found = byMonth.get(periodo) ?? [];
    // The query leaves out what was undone, and the table's own rule allows no other state.
    found.push({ status: status as (typeof ESTADOS_SANCION)[number], monto: toPesos(monto) });
    byMonth.set(periodo, found);
  }
  return [...byMonth].map(([periodo, statusMonto]) => ({ periodo, statusMonto }));
}

const vencidos = async (...asked: Parameters<typeof listVencidos>): Promise<VencidoRow[]> =>
  (await listVencidos(...asked)).map(({ monto, ...row }) => ({ ...row, monto: toPesos(monto) }));

export const vencidoRows = ({ tx, today }: Today, atrasado: Atraso): Promise<VencidoRow[]> =>
  vencidos(tx, { hoy: today(), tipo: 'mantenimiento', age: AGES[atrasado] });

/** The kind of charge behind each type of the late-payments report; null: all of them. */
const TIPO_DE: Readonly<Record<TipoAtrasado, string | null>> = {
  mantenimiento: 'mantenimiento',
  sancion: 'sancion',
  cuotaextraordinaria: 'cuota_extraordinaria',
  cuotainicial: 'cuota_inicial',
  cuotainicialproyecto: 'cuota_inicial_proyecto',
  cuota: 'cuota',
  todos: null,
};

/** @param masDe days by more than which it is overdue; 0: all of it */
export const atrasadosRows = ({ tx, today }: Today, tipo: TipoAtrasado, masDe = 0): Promise<VencidoRow[]> =>
  vencidos(tx, { hoy: today(), tipo: TIPO_DE[tipo], age: { desde: masDe + 1, hasta: null } });

export const carteraRows = async ({ tx, today }: Today): Promise<CarteraRow[]> =>
  (await carteraQuery(today()).execute(tx)).rows.map(carteraLine);

const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('. ');

const operacion = ({ loteId, referencia, residente, fecha, autorizado }: OperacionRow) => ({
  ...{ loteId, referencia, residente, autorizado },
  fechaOperacion: fecha,
});

const descontado = (row: DescontadoRow): DescuentoRow => ({
  ...operacion(row),
  percentDescuento: row.porcentaje,
  montoCancelado: null,
  montoDescontado: toPesos(row.monto),
  entidad: entidadOf(row.tipo),
  clase: row.clase,
  descripcion: sentences(
    `${row.quita ? 'Se quita: ' : ''}${row.clase === 'condonacion' ? `Condonación de ${row.concepto}` : row.concepto}`,
    row.razon,
  ),
});

type Cancelado = Awaited<ReturnType<typeof listCancelaciones>>[number];

const cancelado = (row: Cancelado): DescuentoRow => ({
  ...operacion(row),
  percentDescuento: null,
  montoCancelado: toPesos(row.monto),
  montoDescontado: null,
  clase: null,
  entidad: row.clase === 'pago' ? `Pago de ${entidadOf(row.tipo).toLowerCase()}` : entidadOf(row.tipo),
  descripcion: sentences(row.razon, row.concepto),
});

export interface DescuentosAsked {
  tipo: string;
  clase?: ClaseDescuento | undefined;
  referencia: string;
  desde: string | undefined;
  hasta: string | undefined;
}

export async function descuentosRows(tx: Tx, { tipo, clase, ...filter }: DescuentosAsked): Promise<DescuentoRow[]> {
  if (tipo === DESCUENTO) return (await listDescuentos(tx, { ...filter, clase })).map(descontado);
  return (await listCancelaciones(tx, filter)).map(cancelado);
}
