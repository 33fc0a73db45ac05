import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changed, keepable, restored } from './draft.ts';

test('what is typed is kept, secrets and files are not', () => {
  const values = {
    monto: 7547,
    caja: { id: 3 },
    codigo: 'A1',
    codeAutorizacion: 'A1',
    autorizado: 'A1',
    lista: [{ noTarjeta: '4111', banco: 'X' }],
    cvv: '123',
    password: 'p',
    archivo: new Date(),
  };
  expect(keepable(values)).toEqual({ monto: 7547, caja: { id: 3 }, lista: [{ banco: 'X' }] });
});

test('a form gets back what was kept of the fields that it has, and its first values of the others', () => {
  const initial = { monto: 0, caja: { id: 1 }, codigo: '', nuevo: 'x' };
  expect(restored(initial, { monto: 100.5, caja: { id: 3 }, viejo: 1 })).toEqual({
    ...initial,
    monto: 100.5,
    caja: { id: 3 },
  });
  expect(restored(initial, null)).toBe(initial);
});

test('whatever plain values are kept come back the same', () => {
  const plain = fc.dictionary(fc.constantFrom('monto', 'fecha', 'caja', 'nota'), fc.jsonValue(), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(plain, (values) => {
      const kept = JSON.parse(JSON.stringify(keepable(values))) as unknown;
      expect(keepable(kept)).toEqual(kept);
      const back = restored(values, kept);
      expect(keepable(back)).toEqual(kept);
    }),
  );
});

test('what is kept of a form is what differs from what it offers, at any depth, and gives the same values back', () => {
  const initial = { monto: 0, caja: { id: 1 }, metodo: { id: 2 }, fecha: '2026-11-23' };
  expect(changed(initial, { ...initial, caja: { id: 3 } })).toEqual({ caja: { id: 3 } });
  expect(changed(initial, structuredClone(initial))).toEqual({});
  const form = fc
    .record({ monto: fc.nat(), nota: fc.string(), caja: fc.nat(3) })
    .map(({ caja, ...rest }) => ({ ...rest, caja: { id: caja } }));
  fc.assert(
    fc.property(form, form, (first, typed) => {
      expect(restored(first, changed(first, typed))).toEqual(typed);
    }),
  );
});

test('a field whose name speaks of a code, a card or a key is a secret, or one of those that are known to be none', () => {
  const names = globSync('src/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bname=(?:"([\w.]+)"|\{name\('([\w.]+)'\)\})/g)].map(([, one, other]) =>
      (one ?? other ?? '').split('.').at(-1),
    ),
  );
  const suspect = [...new Set(names)].filter((name) =>
    /cod|autoriza|cvv|tarjeta|password|contrase|clave|llave|secret|token/i.test(name ?? ''),
  );
  const kept = suspect.filter((name) => Object.keys(keepable({ [name ?? '']: 'x' }) as object).length > 0);
  expect(suspect.length).toBeGreaterThan(kept.length);
  expect(kept.toSorted()).toEqual([
    'claveProductoServicio',
    'claveProductoUnidad',
    'claveUnidad',
    'claveUnidadCFDI',
    'codigoPostal',
    'limiteSinCodigo',
  ]);
});
