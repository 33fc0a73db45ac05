import { expect, it } from 'vitest';
import { idOrNew, optionalFecha, text } from '#platform/codecs.ts';
import { z } from '#platform/zod.ts';
import { asSaved } from './saved.ts';

/** What the form shows after a save of `values`. */
function after<S extends z.ZodType>(schema: S, values: z.input<S>): z.input<S> {
  return asSaved(values, schema.parse(values), (next) => schema.safeParse(next).data);
}

it('shows what the schema made of texts, in lists and records too', () => {
  const schema = z.object({ nombre: text(), telefonos: z.array(z.object({ numero: text() })) });
  expect(after(schema, { nombre: ' Ana ', telefonos: [{ numero: '55 ' }] })).toEqual({
    nombre: 'Ana',
    telefonos: [{ numero: '55' }],
  });
});

it('keeps what came back in another kind, and what the schema does not know', () => {
  const schema = z.object({ id: idOrNew, fecha: optionalFecha, nombre: text(), tags: z.array(z.string()) });
  const values = { id: '', fecha: '', nombre: 'Ana ', tags: ['a'], borrador: 'x' };
  expect(after(schema, values)).toEqual({ ...values, nombre: 'Ana' });
});

it('gives the same object when there is nothing to show', () => {
  const schema = z.object({ id: idOrNew, nombre: text() });
  const values = { id: '', nombre: 'Ana' };
  expect(after(schema, values)).toBe(values);
});

it('leaves values alone that a second save would change again', () => {
  const schema = z.object({ monto: z.number().transform((pesos) => pesos * 100), nota: text() });
  const values = { monto: 12, nota: ' x ' };
  expect(after(schema, values)).toBe(values);
});
