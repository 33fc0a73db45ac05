import { expect, it } from 'vitest';
import { z } from '#platform/zod.ts';
import { fieldErrorsOf, firstByPath } from './errors.ts';

const schema = z.object({
  name: z.string('Campo Requerido').min(1, 'Campo Requerido').min(3, 'Muy corto!'),
  last_name: z.string().min(1, 'Required'),
  age: z.number(),
  phones: z.array(z.object({ numero: z.string().regex(/^\d{10}$/, 'Número inválido') })),
});
const errorsOf = (values: unknown) => firstByPath(schema.safeParse(values).error?.issues ?? []);

it('keeps the first message of each path, in the words of the schema', () => {
  const phones = [{ numero: '5512345678' }, { numero: '55' }];
  expect(errorsOf({ name: '', last_name: '', age: 3, phones })).toEqual({
    name: 'Campo Requerido',
    last_name: 'Required',
    'phones.1.numero': 'Número inválido',
  });
});

it('finds Spanish words where the schema has none of its own', () => {
  const values = { name: 'Ana', last_name: 'Ruiz', phones: [] };
  expect(errorsOf({ ...values, age: null })).toEqual({ age: 'Campo Requerido' });
  expect(errorsOf({ ...values, age: 'x' })).toEqual({ age: 'Se esperaba un número' });
  const bare = z.object({ total: z.number().refine((value) => value % 2 === 0) });
  expect(firstByPath(bare.safeParse({ total: 3 }).error?.issues ?? [])).toEqual({ total: 'El valor no es válido' });
});

it('finds the field errors of a refusal', () => {
  expect(fieldErrorsOf({ errors: [{ path: 'name', message: 'Ya existe' }, { path: 3 }] })).toEqual([
    { path: 'name', message: 'Ya existe' },
  ]);
  expect(fieldErrorsOf(new Error('x'))).toBeUndefined();
  expect(fieldErrorsOf({ errors: [] })).toBeUndefined();
  expect(fieldErrorsOf(null)).toBeUndefined();
});
