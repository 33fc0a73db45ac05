/** What the demo community spent and planned to: lines that are classified and some that wait, a budget, a reconciled month. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#core/period.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import { conciliar, esComision } from './rules.ts';
import { insertEgreso } from './server/repository.ts';
import {
  findCuenta,
  findSaldoInicial,
  insertMarca,
  insertSaldoInicial,
  listPartidas,
  loadSumas,
} from './server/repository-conciliacion.ts';
import { approvePresupuesto, insertPresupuesto, putCelda } from './server/repository-presupuesto.ts';

/** What a line of the demo is, by a word of it. */
const GASTOS: readonly (readonly [RegExp, string])[] = [
  [/SEGURIDAD/, 'Seguridad y vigilancia'],
  [/JARDINERIA/, 'Jardinería'],
  [/CFE/, 'Energía eléctrica'],
  [/AGUA/, 'Agua'],
  [/COMISION/, 'Comisiones bancarias'],
  [/IMPERMEABILIZANTES/, 'Mantenimiento de áreas comunes'],
];

/** In pesos for each month. */
const PLAN: readonly (readonly [string, number])[] = [
  ['Seguridad y vigilancia', 36_000],
  ['Jardinería', 12_500],
  ['Energía eléctrica', 9_000],
  ['Agua', 3_500],
  ['Comisiones bancarias', 400],
  ['Mantenimiento de áreas comunes', 8_000],
  ['Administración', 15_000],
];

const LIMITE_PESOS = 50_000;

async function loadBudget(tx: Tx, stamp: Stamp, year: number, ids: ReadonlyMap<string, number>): Promise<void> {
  const id = await insertPresupuesto(tx, stamp, { year, version: 1, razon: '', copiaDe: null });
  for (const [name, pesos] of PLAN) {
    for (let mes = 1; mes <= 12; mes += 1) {
      await putCelda(tx, { presupuestoId: id, categoriaId: ids.get(name) ?? 0, mes }, pesos * 100);
    }
  }
  await approvePresupuesto(tx, stamp, id);
}

export async function loadEgresosDemo(tx: Tx, { hoy, ahora }: { hoy: Fecha; ahora: Date }): Promise<void> {
  const stamp: Stamp = { usuarioId: null, now: ahora, today: hoy };
  await tx
    .updateTable('configuracion_residencial')
    .set({ limite_egreso_centavos: LIMITE_PESOS * 100 })
    .execute();
  const categorias = await tx.selectFrom('categoria_egreso').select(['id', 'name']).execute();
  const ids = new Map(categorias.map(({ id, name }) => [name, id]));
  await loadBudget(tx, stamp, monthOf(hoy).year, ids);
  const cuentas = await sql<{ id: number; desde: Fecha; saldo: number }>`
    SELECT DISTINCT ON (cuenta_id) cuenta_id AS id, desde, saldo_inicial_centavos AS saldo FROM estado_bancario
    WHERE desde IS NOT NULL AND saldo_inicial_centavos IS NOT NULL ORDER BY cuenta_id, desde`.execute(tx);
  for (const { id, desde, saldo } of cuentas.rows) {
    await insertSaldoInicial(tx, stamp, { cuentaId: id, fecha: desde, monto: saldo });
  }
  // The month that runs is still to be seen to.
  const hasta = lastDayOf(addMonths(monthOf(hoy), -1));
  const salidas = await sql<{ id: number; cuentaId: number; fecha: Fecha; importe: number; concepto: string }>`
    SELECT id, cuenta_id AS "cuentaId", fecha, -importe_centavos AS importe, concepto FROM movimiento_bancario
    WHERE importe_centavos < 0 AND fecha <= ${hasta} ORDER BY fecha, id`.execute(tx);
  for (const { id, fecha, importe, concepto } of salidas.rows) {
    const [, name = ''] = GASTOS.find(([word]) => word.test(concepto)) ?? [];
    const categoriaId = ids.get(name);
    if (categoriaId === undefined) continue;
    const clase = esComision(concepto) ? 'comision' : 'categoria';
    // The last month's fees wait, whatever day it is.
    if (clase === 'comision' && fecha >= firstDayOf(monthOf(hasta))) continue;
    // Above the limit it waits for a second person.
    const porAprobar = importe > LIMITE_PESOS * 100;
    const egreso = { movimientoId: id, importe, contrarioId: null, porAprobar };
    await insertEgreso(tx, stamp, egreso, [{ clase, importe, categoriaId, facturaId: null, ordenId: null }]);
  }
  await reconcile(tx, stamp, salidas.rows[0]?.cuentaId, hasta);
}

/** The last month that is over, of the account that pays. */
async function reconcile(tx: Tx, stamp: Stamp, cuentaId: number | undefined, hasta: Fecha): Promise<void> {
  const cuenta = cuentaId === undefined ? undefined : await findCuenta(tx, cuentaId);
  if (!cuenta) return;
  const inicial = await findSaldoInicial(tx, cuenta.id);
  if (!inicial || inicial.fecha > hasta) return;
  const rango = { cuentaId: cuenta.id, cajaId: cuenta.cajaId, desde: inicial.fecha, hasta };
  const { banco, libro, partidas } = conciliar(
    await loadSumas(tx, rango, inicial.monto),
    hasta,
    await listPartidas(tx, rango),
  );
  const razon = banco === libro ? '' : 'Falta clasificar las comisiones del banco, que no cambian el mes';
  await insertMarca(tx, stamp, { ...monthOf(hasta), cuentaId: cuenta.id, banco, libro, razon, partidas });
}
