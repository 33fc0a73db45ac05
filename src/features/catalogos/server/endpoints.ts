import { toPesos } from '#core/money.ts';
import { registerCatalogue } from '#platform/server/catalogue-handlers.ts';
import { type Registration, register } from '#platform/server/context.ts';
import { inSpanish } from '#platform/server/db.ts';
import { catalogosContract } from '../contract.ts';
import { CATALOGUES } from '../definitions.ts';

const reads = register(catalogosContract, {
  cajasActivas: ({ ctx }) =>
    ctx.tx
      .selectFrom('caja')
      .select(['id', 'name', 'no_cuenta as noCuenta', 'no_convenio as noConvenio'])
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
