import { toPesos } from '#core/money.ts';
import { CLOSED_UNTIL } from '#libro/server/periods.ts';
import { registerCatalogue } from '#platform/server/catalogue-handlers.ts';
import { type Registration, register } from '#platform/server/context.ts';
import { inSpanish } from '#platform/server/db.ts';
import { catalogosContract } from '../contract.ts';
import { CATALOGUES } from '../definitions.ts';

const reads = register(catalogosContract, {
  cajasActivas: ({ ctx }) =>
    ctx.tx
      .selectFrom('caja')
      .select(({ selectFrom }) => [
        'id',
        'name',
        'no_cuenta as noCuenta',
        'no_convenio as noConvenio',
        selectFrom('turno_caja')
          .select('fecha')
          .whereRef('caja_id', '=', 'caja.id')
          .where('contado_at', 'is', null)
          .as('turnoDesde'),
        CLOSED_UNTIL.as('cerradoHasta'),
      ])
      .where('active', '=', true)
      .orderBy(inSpanish('name'))
      .execute(),

  async tiposCuotaActivos({ ctx }) {
    const rows = await ctx.tx
      .selectFrom('tipo_cuota')
      .select(['id', 'name', 'monto_centavos'])
      .where('active', '=', true)
      .orderBy(inSpanish('name'))
      .execute();
    return rows.map(({ monto_centavos, ...row }) => ({ ...row, monto: toPesos(monto_centavos) }));
  },
});

export const catalogosEndpoints: readonly Registration[] = [reads, ...CATALOGUES.map(registerCatalogue)];
