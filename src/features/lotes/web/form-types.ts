import type { KitForm } from '#platform/web/kit/form/useKitForm.ts';
import type { z } from '#platform/zod.ts';
import type { loteSchema } from '../contract.ts';

export type LoteKitForm = KitForm<z.input<typeof loteSchema>>;

/** Names of the residents that the form's list refers to by id. */
export type ResidentNames = ReadonlyMap<number, string>;
