import { toPesos } from '#core/money.ts';
import { registerCatalogue } from '#platform/server/catalogue-handlers.ts';
import { type Registration, register } from '#platform/server/context.ts';
import { catalogosContract } from '../contract.ts';
import { CATALOGUES } from '../definitions.ts';
import { listCajasActivas, listTiposCuotaActivos } from './repository.ts';

const reads = register(catalogosContract, {
  cajasActivas: ({ ctx }) => listCajasActivas(ctx.tx, ctx.user.id),

  async tiposCuotaActivos({ ctx }) {
    return (await listTiposCuotaActivos(ctx.tx)).map(({ monto, ...row }) => ({ ...row, monto: toPesos(monto) }));
  },
});

export const catalogosEndpoints: readonly Registration[] = [reads, ...CATALOGUES.map(registerCatalogue)];
