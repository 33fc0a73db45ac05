import { type Registration, register } from '#platform/server/context.ts';
import { propietariosContract } from '../contract.ts';
import { changeOwner, undoChange } from './cambio.ts';
import { noAdeudoEndpoints } from './no-adeudo.ts';
import type { OwnerChange } from './parts.ts';
import { prepare, propietariosDe } from './read.ts';

/** Owners, their changes, and certificates of no debt. */
export const propietariosEndpoints = (parts: OwnerChange): readonly Registration[] => [
  register(propietariosContract, {
    todos: ({ params, ctx }) => propietariosDe(ctx, params.id),
    preparar: ({ params, query, ctx }) => prepare(parts, ctx, params.id, query.fecha ?? ctx.today()),
    cambiar: ({ body, ctx }) => changeOwner(parts, ctx, body),
    deshacer: ({ body, ctx }) => undoChange(parts, ctx, body),
  }),
  noAdeudoEndpoints,
];
