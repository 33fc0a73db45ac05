import { consultedOfLote } from '#libro/server/consultado.ts';
import { type Registration, register } from '#platform/server/context.ts';
import { propietariosContract } from '../contract.ts';
import { changeOwner, undoChange } from './cambio.ts';
import { noAdeudoEndpoints } from './no-adeudo.ts';
import type { OwnerChange } from './parts.ts';
import { prepare, propietariosDe } from './read.ts';

/** Owners, their changes, and certificates of no debt. */
export const propietariosEndpoints = (parts: OwnerChange): readonly Registration[] => [
  register(propietariosContract, {
    todos: ({ params, ctx }) => propietariosDe(parts, ctx, params.id),
    async preparar({ params, query, ctx }) {
      const prepared = await prepare(parts, ctx, params.id, query.fecha ?? ctx.today());
      await consultedOfLote(
        ctx,
        { id: params.id, name: prepared.header.referencia },
        'los datos fiscales, para un cambio de propietario',
      );
      return prepared;
    },
    cambiar: ({ body, ctx }) => changeOwner(parts, ctx, body),
    deshacer: ({ body, ctx }) => undoChange(parts, ctx, body),
  }),
  noAdeudoEndpoints,
];
