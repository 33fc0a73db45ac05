import { expect, expectTypeOf, it } from 'vitest';
import type { Bitacora, ComplementoDocumento } from './database-types.ts';
import { type NewRow, sharedAndOwn } from './insert-rows.ts';

it('takes JSON as it is: of a text nothing is left to be read', () => {
  expectTypeOf<string>().not.toExtend<NewRow<ComplementoDocumento>['partes']>();
  expectTypeOf<string>().not.toExtend<NewRow<Bitacora>['antes']>();
  expectTypeOf<{ iva16: number }>().toExtend<NewRow<ComplementoDocumento>['partes']>();
  // @ts-expect-error a text of an object is no object
  const row: Pick<NewRow<ComplementoDocumento>, 'partes'> = { partes: '{}' };
  expect(row).toBeDefined();
});

it('tells what all rows have alike once, and of each only what is its own', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const rows = [
    { lote_id: 1, nota: 'a', created_at: now, antes: null },
    { lote_id: 2, nota: undefined, created_at: now, antes: null },
  ];
  const { shared, own } = sharedAndOwn(rows);
  expect(JSON.parse(shared)).toEqual({ created_at: '2026-11-27T12:00:00.000Z', antes: null });
  expect(JSON.parse(own)).toEqual([{ lote_id: 1, nota: 'a' }, { lote_id: 2 }]);
  expect(JSON.parse(sharedAndOwn(rows.slice(0, 1)).own)).toEqual([{}]);
});

it('has the sign for it in place of what is no character, and leaves a text alone that writes of one', () => {
  const { own } = sharedAndOwn([{ nota: 'cortado \ud83d' }, { nota: 'escrito \\ud83d' }]);
  expect(JSON.parse(own)).toEqual([{ nota: 'cortado \ufffd' }, { nota: 'escrito \\ud83d' }]);
});
