import { expect, it } from 'vitest';
import * as z from 'zod';
import { fieldErrorsOf, firstByPath } from './errors.ts';

const schema = z.object({
  name: z.string('Campo Requerido').min(1, 'Campo Requerido').min(3, 'Muy corto!'),
  age: z.number(),
  phones: z.array(z.object({ numero: z.string().regex(/^\d{10}$/, 'Número inválido') })),
});

it('keeps the first message of each path, in Spanish', () => {
  const values = { name: '', age: null, phones: [{ numero: '5512345678' }, { numero: '55' }] };
  const result = schema.safeParse(values);
  expect(firstByPath(result.error?.issues ?? [], values)).toEqual({
    name: 'Campo Requerido',
    age: 'Campo requerido',
    'phones.1.numero': 'Número inválido',
  });
  const wrong = { name: 'Ana', age: 'x', phones: [] };
  expect(firstByPath(schema.safeParse(wrong).error?.issues ?? [], wrong)).toEqual({ age: 'El valor no es válido' });
});

it('finds the field errors of a refusal', () => {
  expect(fieldErrorsOf({ errors: [{ path: 'name', message: 'Ya existe' }, { path: 3 }] })).toEqual([
    { path: 'name', message: 'Ya existe' },
  ]);
  expect(fieldErrorsOf(new Error('x'))).toBeUndefined();
  expect(fieldErrorsOf({ errors: [] })).toBeUndefined();
  expect(fieldErrorsOf(null)).toBeUndefined();
});
