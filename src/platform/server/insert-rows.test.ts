import { expect, expectTypeOf, it } from 'vitest';
import type { Bitacora, ComplementoDocumento } from './database-types.ts';
import type { NewRow } from './insert-rows.ts';

it('takes JSON as it is: of a text nothing is left to be read', () => {
  expectTypeOf<string>().not.toExtend<NewRow<ComplementoDocumento>['partes']>();
  expectTypeOf<string>().not.toExtend<NewRow<Bitacora>['antes']>();
  expectTypeOf<{ iva16: number }>().toExtend<NewRow<ComplementoDocumento>['partes']>();
  // @ts-expect-error a text of an object is no object
  const row: Pick<NewRow<ComplementoDocumento>, 'partes'> = { partes: '{}' };
  expect(row).toBeDefined();
});
