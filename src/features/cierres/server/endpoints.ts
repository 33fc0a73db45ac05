import { toCentavos } from '#core/money.ts';
import { shiftsAreRequired } from '#libro/server/shifts.ts';
import { type Registration, register } from '#platform/server/context.ts';
import { Malformed, Refusal } from '#platform/server/errors.ts';
import { provenHash } from '#platform/server/throttle.ts';
import { cierresContract } from '../contract.ts';
import { finDeMesEndpoints, wakeAfter } from './endpoints-month-end.ts';
import type { MonthEnd } from './month-end.ts';
import { closePeriod, listPeriods, toCifra, verifyPeriod } from './periods.ts';
import { figuresOf } from './repository-figures.ts';
import { setShiftsRequired } from './repository-periods.ts';
import { countShift, movementsOf, openShift, pageOfShifts, readShift, signShift } from './shifts.ts';

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
        return signShift(ctx, body.id, body.explicacion ?? '');
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
