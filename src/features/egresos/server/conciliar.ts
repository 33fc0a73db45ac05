/** An account's month: both balances and what makes them differ. Source: dominio.md#reconciliation. */
import { toCentavos, toPesos } from '#core/money.ts';
import { lastDayOf, type Month, monthTitle } from '#core/period.ts';
import { lockCuenta } from '#libro/server/deposits/repository.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { formatFecha } from '#ui/format.ts';
import type { Conciliacion, marcarSchema, saldoInicialSchema } from '../contract.ts';
import { conciliar } from '../rules.ts';
import {
  findCuenta,
  findSaldoInicial,
  insertConciliacionReverso,
  insertMarca,
  insertSaldoInicial,
  listMarcas,
  listPartidas,
  loadSumas,
} from './repository-conciliacion.ts';

async function load(ctx: Pick<Context, 'tx'>, cuentaId: number, month: Month) {
  const cuenta = await findCuenta(ctx.tx, cuentaId);
  if (!cuenta) throw new NotFound('No existe la cuenta de banco solicitada');
  const inicial = await findSaldoInicial(ctx.tx, cuentaId);
  const hasta = lastDayOf(month);
  if (!inicial || inicial.fecha > hasta) return { cuenta, inicial, conciliada: undefined };
  const rango = { cuentaId, cajaId: cuenta.cajaId, desde: inicial.fecha, hasta };
  const [sumas, partidas] = await Promise.all([loadSumas(ctx.tx, rango, inicial.monto), listPartidas(ctx.tx, rango)]);
  return { cuenta, inicial, conciliada: conciliar(sumas, hasta, partidas) };
}

export async function reconciliationOf(
  ctx: Pick<Context, 'tx'>,
  cuentaId: number,
  month: Month,
): Promise<Conciliacion> {
  const { cuenta, inicial, conciliada } = await load(ctx, cuentaId, month);
  const marcas = await listMarcas(ctx.tx, cuentaId, month);
  return {
    ...{ cuenta: { id: cuenta.id, name: cuenta.name }, year: month.year, mes: month.mes },
    saldoInicial: inicial ? { ...inicial, monto: toPesos(inicial.monto) } : null,
    saldos: conciliada
      ? {
          ...{ banco: toPesos(conciliada.banco), libro: toPesos(conciliada.libro) },
          ...{ diferencia: toPesos(conciliada.diferencia), sinExplicar: toPesos(conciliada.sinExplicar) },
          partidas: conciliada.partidas.map((one) => ({ ...one, importe: toPesos(one.importe) })),
        }
      : null,
    marcas: marcas.map(({ createdAt, banco, libro, ...marca }) => ({
      ...marca,
      ...{ createdAt: createdAt.toISOString(), banco: toPesos(banco), libro: toPesos(libro) },
    })),
  };
}

export async function keepOpening(ctx: Context, body: z.output<typeof saldoInicialSchema>): Promise<string> {
  const cuenta = await findCuenta(ctx.tx, body.cuenta.id);
  if (!cuenta) throw new Refusal('La cuenta no existe. Actualice la página y elija otra', 'cuenta.id');
  // Two who say it at once follow each other.
  await lockCuenta(ctx.tx, cuenta.id);
  if (body.fecha > ctx.today()) throw new Refusal('La fecha es futura. Elija la de hoy o una anterior', 'fecha');
  const antes = await findSaldoInicial(ctx.tx, cuenta.id);
  const shown = body.anterior && { fecha: body.anterior.fecha, monto: toCentavos(body.anterior.monto) };
  if (antes?.fecha !== shown?.fecha || antes?.monto !== shown?.monto) {
    throw new Refusal(
      `El saldo inicial cambió mientras usted lo escribía: ${antes ? `ahora es ${inPesos(antes.monto)} al ${formatFecha(antes.fecha)}` : 'ya no hay'}. Actualice la página y revíselo`,
    );
  }
  const monto = toCentavos(body.monto);
  const id = await insertSaldoInicial(ctx.tx, stampOf(ctx), { cuentaId: cuenta.id, fecha: body.fecha, monto });
  await ctx.audit({
    ...{ status: antes ? 'actualizado' : 'creado', entidad: 'saldo_inicial', entidadId: id, referencia: cuenta.name },
    nota: `Saldo inicial de ${cuenta.name} al ${formatFecha(body.fecha)}: ${inPesos(monto)}`,
    ...{ antes, despues: { fecha: body.fecha, monto } },
  });
  return 'El saldo inicial quedó guardado';
}

export async function markReconciled(ctx: Context, body: z.output<typeof marcarSchema>): Promise<string> {
  const month = { year: body.year, mes: body.mes };
  if (lastDayOf(month) >= ctx.today()) throw new Refusal('El mes no ha terminado. Concílielo cuando termine');
  // What was agreed on is of the statements that stand: whoever takes one, or takes one back, waits.
  await lockCuenta(ctx.tx, body.cuenta.id);
  const { cuenta, conciliada } = await load(ctx, body.cuenta.id, month);
  if (!conciliada) throw new Refusal('Falta el saldo inicial de la cuenta. La dirección lo captura en esta página');
  const { banco, libro, diferencia, partidas } = conciliada;
  if (toCentavos(body.diferencia) !== diferencia) {
    throw new Refusal(
      `La diferencia cambió mientras la revisaba: ahora es ${inPesos(diferencia)}. Actualice la página y revísela de nuevo`,
    );
  }
  if (diferencia !== 0 && body.razon === '') {
    throw new Refusal('Hay una diferencia. Escriba por qué da el mes por conciliado con ella', 'razon');
  }
  const id = await insertMarca(ctx.tx, stampOf(ctx), {
    ...{ ...month, cuentaId: cuenta.id, banco, libro, razon: body.razon, partidas },
  });
  await ctx.audit({
    ...{ status: 'creado', entidad: 'conciliacion', entidadId: id, referencia: cuenta.name },
    nota: `${monthTitle(month)} de ${cuenta.name} conciliado${diferencia === 0 ? '' : ` con una diferencia de ${inPesos(diferencia)}: ${body.razon}`}`,
    despues: { ...month, banco, libro, diferencia },
  });
  return `${monthTitle(month)} quedó conciliado`;
}

/** What somebody found to agree does no longer: the month is to be looked at again. What was frozen with a closing stays. */
export async function undoReconciled(
  ctx: Context,
  { cuenta: { id }, year, mes, razon }: Month & { cuenta: { id: number }; razon: string },
): Promise<string> {
  const month = { year, mes };
  const cuenta = await findCuenta(ctx.tx, id);
  if (!cuenta) throw new Refusal('La cuenta no existe. Actualice la página y elija otra', 'cuenta.id');
  const undone = await insertConciliacionReverso(ctx.tx, stampOf(ctx), { ...month, cuentaId: id, razon });
  if (undone === 0) throw new Refusal('El mes no está conciliado. Actualice la página');
  await ctx.audit({
    ...{ status: 'cancelado', entidad: 'conciliacion', entidadId: id, referencia: cuenta.name },
    nota: `Se deshizo la conciliación de ${monthTitle(month)} de ${cuenta.name}: ${razon}`,
    ...{ antes: { ...month, conciliado: true }, despues: { ...month, conciliado: false } },
  });
  return `${monthTitle(month)} vuelve a estar por conciliar`;
}
