/**
 * What becomes of deposits that went back, told by a provider's notice or by a statement's line: never applied any more, and taken
 * back of the ledger where they were. Source: dominio.md#deposits.
 */
import type { Collector } from '#libro/server/deposits/collector.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { Resultado } from '../rules.ts';
import { lockEntrante, moveEntrantes } from './repository.ts';
import type { EntranteDeAviso } from './repository-avisos.ts';
import { listPorRevertir, lockDevueltos, NOT_REVERTED } from './repository-devueltos.ts';

const DUPLICADO_DEVUELTO =
  'El banco devolvió este depósito, que se dijo duplicado. Si el otro se aplicó, corrija su recibo como devuelto por el banco, o diga en Depósitos que lo devolvió; después diga aquí que es el mismo dinero';

/** What went back: not to be applied any more, or to be taken back of the ledger. */
export async function takeReturn(ctx: Context, entrante: EntranteDeAviso): Promise<Resultado> {
  const { id, version, situacion } = entrante;
  if (situacion === 'devuelto' || situacion === 'conflicto') return 'repetido';
  if (entrante.aplicado > 0) return 'por_revertir';
  if (situacion === 'duplicado') {
    // The money that went back may be what another one was applied with: only a person knows which.
    await moveEntrantes(ctx.tx, [{ id, version, situacion: 'conflicto', motivo: DUPLICADO_DEVUELTO }]);
    return 'conflicto';
  }
  const moved = { id, version, situacion: 'devuelto' as const, motivo: 'El banco lo devolvió a quien lo envió' };
  await moveEntrantes(ctx.tx, [moved]);
  return 'devuelto';
}

/** Takes what lines of statements took back of these deposits, or these lines of any; gives how many deposits there were. */
export async function takeReturnedByLines(
  ctx: Context,
  of: { entrantes: readonly number[]; movimientos: readonly number[] },
): Promise<number> {
  if (of.entrantes.length + of.movimientos.length === 0) return 0;
  const devueltos = await lockDevueltos(ctx.tx, of);
  for (const entrante of devueltos) await takeReturn(ctx, entrante);
  return devueltos.length;
}

/** Takes back what was applied of deposits that went back; what cannot be is told with the deposit, for a person. */
export async function revertReturned(ctx: Context, collector: Collector): Promise<number> {
  let devueltos = 0;
  for (const { id, recibos, importe } of await listPorRevertir(ctx.tx)) {
    try {
      await ctx.piecemeal(async (own) => {
        for (const reciboId of recibos) {
          await collector.giveBack(
            own,
            reciboId,
            `El banco devolvió el depósito de ${inPesos(importe)} a quien lo envió`,
          );
        }
      });
      devueltos += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await ctx.piecemeal(async (own) => {
        const locked = await lockEntrante(own.tx, id);
        // Whoever took it back a moment ago is no reason.
        if (!locked || !(await listPorRevertir(own.tx)).some((one) => one.id === id)) return;
        const motivo = `${NOT_REVERTED}: ${error.message}. Corrija su recibo como devuelto por el banco`;
        await moveEntrantes(own.tx, [{ id, version: locked.version, situacion: 'por_confirmar', motivo }]);
        await own.audit({
          ...{ status: 'actualizado', entidad: 'deposito_entrante', entidadId: id },
          nota: `Depósito de ${inPesos(importe)}: ${motivo}`,
        });
      });
    }
  }
  return devueltos;
}
