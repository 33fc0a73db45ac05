import { toCentavos } from '#core/money.ts';
import { shiftsAreRequired } from '#libro/server/shifts.ts';
import { passes } from '#platform/roles.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { Malformed, Refusal } from '#platform/server/errors.ts';
import { provenHash, provenHashOf } from '#platform/server/throttle.ts';
import type { z } from '#platform/zod.ts';
import { cierresContract, type firmarSchema } from '../contract.ts';
import { finDeMesEndpoints, wakeAfter } from './endpoints-month-end.ts';
import type { MonthEnd } from './month-end.ts';
import { closePeriod, listPeriods, toCifra, verifyPeriod } from './periods.ts';
import { figuresOf } from './repository-figures.ts';
import { setShiftsRequired } from './repository-periods.ts';
import { findWitness } from './repository-shifts.ts';
import { countShift, movementsOf, openShift, pageOfShifts, readShift, signShift, type Testigo } from './shifts.ts';

/** Who counted beside whoever signs, by a password of their own; undefined where nobody was named. */
async function provenWitness(
  ctx: Context,
  typed: z.output<typeof firmarSchema>['testigo'],
): Promise<Testigo | undefined> {
  if (!typed?.usuario) return undefined;
  const found = await findWitness(ctx.tx, typed.usuario);
  const witness = found?.enabled && passes(cierresContract.firmarTurno.roles, found.role) ? found : undefined;
  if ((await provenHashOf(ctx, witness, typed.password, 'firmar un turno de caja entre dos')) === undefined) {
    throw new Refusal(
      'El usuario o la contraseña de quien contó con usted no son correctos, o su rol no firma turnos. Revíselos',
      'testigo.usuario',
    );
  }
  return witness;
}

const monthsEndpoints = (monthEnd: MonthEnd) =>
  register(
    cierresContract,
    {
      async periodos({ ctx }) {
        return listPeriods(ctx.tx, ctx.today());
      },
      async cifras({ params: { year, mes }, ctx }) {
        if (mes > 12 || year < 2000 || year > 2199) {
          throw new Malformed([{ path: 'mes', message: 'El mes no es válido' }]);
        }
        return (await figuresOf(ctx.tx, { year, mes })).map(toCifra);
      },
      async cerrarPeriodo({ body, ctx }) {
        const { motivos = {}, ...month } = body;
        return closePeriod(monthEnd, ctx, month, { motivos, usuarioId: ctx.user.id, origen: ctx.origin });
      },
      async verificarPeriodo({ params, ctx }) {
        const result = await verifyPeriod(ctx.tx, params.id);
        if (!result.valido) ctx.log('cierre alterado', { periodo: params.id, diferencias: result.diferencias.length });
        return result;
      },
      async turnos({ query, ctx }) {
        return pageOfShifts(ctx.tx, query.page, query.size);
      },
      async turno({ params, ctx }) {
        return readShift(ctx.tx, params.id);
      },
      async corteDeTurno({ params, ctx }) {
        return movementsOf(ctx, params.id);
      },
      async abrirTurno({ body, ctx }) {
        return openShift(ctx, { cajaId: body.caja.id, fondoInicial: toCentavos(body.fondoInicial) });
      },
      async contarTurno({ body, ctx }) {
        return countShift(
          ctx,
          body.id,
          body.conteo.map(({ metodoPago, monto }) => ({ metodoPagoId: metodoPago.id, monto: toCentavos(monto) })),
        );
      },
      async firmarTurno({ body, ctx }) {
        if ((await provenHash(ctx, body.password, 'firmar un turno de caja')) === undefined) {
          throw new Refusal('La contraseña no es correcta. Escríbala de nuevo');
        }
        return signShift(ctx, {
          ...{ id: body.id, explicacion: body.explicacion ?? '' },
          testigo: await provenWitness(ctx, body.testigo),
        });
      },
      async obligatorios({ ctx }) {
        return shiftsAreRequired(ctx.tx);
      },
      async exigirTurnos({ body: { obligatorios }, ctx }) {
        const antes = await shiftsAreRequired(ctx.tx);
        await setShiftsRequired(ctx.tx, obligatorios);
        const nota = obligatorios ? 'Se cobra solo con un turno abierto' : 'Se cobra también sin un turno abierto';
        await ctx.audit({
          status: 'actualizado',
          entidad: 'configuracion_residencial',
          referencia: 'Turnos de caja',
          nota,
          antes: { obligatorios: antes },
          despues: { obligatorios },
        });
        return nota;
      },
    },
    { cerrarPeriodo: wakeAfter },
  );

/** Months, shifts and the end of a month. */
export const cierresEndpoints = (monthEnd: MonthEnd): readonly Registration[] => [
  monthsEndpoints(monthEnd),
  finDeMesEndpoints(monthEnd),
];
