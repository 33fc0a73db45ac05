import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buscar, comoEnLista, edadOf, enLista, exacto, indexOf, personaOf } from './lista.ts';

const INDICE = indexOf({
  lotes: [
    { referencia: 'M07-L03', direccion: 'Roble 3', bloqueo: '' },
    { referencia: 'M07-L30', direccion: 'Roble 30', bloqueo: 'Lote inactivo' },
  ],
  vehiculos: [
    { placa: 'UKM-82-14', descripcion: 'Nissan Versa Gris', referencia: 'M07-L03', bloqueo: '' },
    { placa: 'ABC-82-14', descripcion: 'Ford Ka Rojo', referencia: 'M07-L30', bloqueo: 'Lote inactivo' },
  ],
  tarjetas: [
    { numero: '004418', placa: 'UKM-82-14', referencia: 'M07-L03', bloqueo: 'Tarjeta suspendida' },
    { numero: '005520', placa: 'UKM-82-14', referencia: 'M07-L03', bloqueo: '' },
  ],
  personas: [
    { nombre: 'Íñigo Peña Ruiz', referencia: 'M07-L03', nota: 'Asociado', bloqueo: '' },
    { nombre: 'Ana María Güémez', referencia: 'M07-L03', nota: 'Reserva de hoy: Salón', bloqueo: '' },
    { nombre: 'Luis Peña', referencia: 'M07-L30', nota: 'Asociado', bloqueo: '' },
    { nombre: 'Luis Peña', referencia: 'M07-L03', nota: 'Usuario de la app', bloqueo: 'Cuenta de la app bloqueada' },
  ],
});
const titles = (text: string) => buscar(INDICE, text).hallados.map(({ titulo }) => titulo);

describe('the local list', () => {
  it.each([
    ['a plate however it is written', 'ukm8214', ['UKM-82-14']],
    ['a part of plates', '8214', ['UKM-82-14', 'ABC-82-14']],
    ['a card without its zeros', '4418', ['Tarjeta 004418']],
    ['a lot as guards say it', 'm7 l3', ['M07-L03', 'M07-L30']],
    ['a lot while its number is typed', 'M0', ['M07-L03', 'M07-L30', 'UKM-82-14']],
    ['a name without its accents', 'pena inigo', ['Íñigo Peña Ruiz']],
    ['a visitor', 'guemez', ['Ana María Güémez']],
    ['nothing for one letter', 'u', []],
    ['nothing for signs', ' - - ', []],
    ['nothing that is not there', 'ZZZ-99', []],
  ])('finds %s', (_what, text, expected) => {
    expect(titles(text)).toEqual(expected);
  });

  it('tells who lives there, why it is stopped, and what of it is written down', () => {
    expect(buscar(INDICE, 'UKM-82-14').hallados[0]).toMatchObject({
      ...{ clase: 'placa', detalle: 'M07-L03 · Íñigo Peña Ruiz · Nissan Versa Gris', bloqueo: '' },
      ...{ placas: 'UKM-82-14', tarjeta: '', referencia: 'M07-L03', nombre: 'Íñigo Peña Ruiz' },
    });
    expect(exacto(INDICE, 'tarjeta', '4418')).toMatchObject({
      ...{ tarjeta: '004418', placas: 'UKM-82-14', bloqueo: 'Tarjeta suspendida' },
    });
    expect(exacto(INDICE, 'placa', 'ukm')).toBeUndefined();
    expect(exacto(INDICE, 'placa', '')).toBeUndefined();
  });

  it('knows a plate that stands in it from one that only resembles it', () => {
    expect(buscar(INDICE, 'UKM 82 14').exacto).toBe(true);
    expect(buscar(INDICE, 'UKM 82').exacto).toBe(false);
  });

  const escrito = { placas: '', tarjeta: '', referencia: '', nombre: '' };

  it.each([
    ['a plate alone that nobody has', { placas: 'RHX667H' }, '', true],
    ['a card alone that nobody has', { tarjeta: '999' }, '', true],
    [
      'a lot that there is none of, under whatever name',
      { referencia: 'NO-EXISTE', nombre: 'Ana María Güémez' },
      '',
      true,
    ],
    ['a lot that there is none of, by a plate of the list', { referencia: 'NO-EXISTE', placas: 'ukm8214' }, '', true],
    ['a visitor’s plate with a name', { placas: 'RHX667H', nombre: 'Gas Express' }, '', false],
    ['a visitor’s plate with a lot', { placas: 'RHX667H', referencia: 'm7 l3' }, '', false],
    ['a plate of the list', { placas: 'ukm8214' }, '', false],
    ['a lot out of use', { referencia: 'm07-l30' }, 'Lote inactivo', false],
    ['a plate of a lot out of use', { placas: 'abc 82 14' }, 'Lote inactivo', false],
    [
      'a card out of use, with a plate that is not',
      { tarjeta: '4418', placas: 'UKM-82-14' },
      'Tarjeta suspendida',
      false,
    ],
  ])('says of %s whether he is stopped, and whether anybody knows him', (_what, written, bloqueo, desconocido) => {
    expect(enLista(INDICE, { ...escrito, ...written })).toMatchObject({ bloqueo, desconocido });
  });

  it.each([
    ['guemez ana', '', 'Reserva de hoy: Salón'],
    ['luis pena', '', 'Usuario de la app'],
    ['Luis Peña', 'M7-L30', 'Asociado'],
    ['Luis', '', undefined],
    ['Luis Peñaloza', '', undefined],
    ['', 'M07-L03', undefined],
  ])('knows who %j is, coming for %j', (nombre, referencia, nota) => {
    const persona = personaOf(INDICE, { ...escrito, nombre, referencia });
    expect(persona?.detalle.split(' · ').at(1)).toBe(nota);
  });

  it('writes down what stands in the list as it stands there, since the server compares letter by letter', () => {
    expect(comoEnLista(INDICE, { ...escrito, placas: 'ukm8214', tarjeta: '4418' })).toEqual({
      ...{ placas: 'UKM-82-14', tarjeta: '004418', referencia: 'M07-L03', nombre: 'Íñigo Peña Ruiz', deLista: true },
    });
    // Whoever says another name is another.
    expect(comoEnLista(INDICE, { ...escrito, placas: 'ukm8214', nombre: 'Luis' })).toMatchObject({ nombre: 'Luis' });
    expect(comoEnLista(INDICE, { ...escrito, referencia: 'm7l30' })).toMatchObject({ referencia: 'M07-L30' });
    // With the card of one lot and the plate of another: the one that is stopped, as the form says of whom it is.
    const stopped = { ...escrito, placas: 'abc8214', tarjeta: '5520' };
    expect(enLista(INDICE, stopped).propio?.titulo).toBe('ABC-82-14');
    expect(comoEnLista(INDICE, stopped)).toMatchObject({ referencia: 'M07-L30', tarjeta: '005520' });
    const other = { ...escrito, placas: 'RHX667H', referencia: 'NO-EXISTE' };
    expect(comoEnLista(INDICE, other)).toEqual({ ...other, deLista: false });
  });

  it('finds every plate by itself, with any sign between and in either case, and stops at so many', () => {
    const placa = fc.stringMatching(/^[A-Z]{3}-[1-9]\d-[1-9]\d$/);
    fc.assert(
      fc.property(fc.uniqueArray(placa, { minLength: 1, maxLength: 30 }), (placas) => {
        const vehiculos = placas.map((one) => ({ placa: one, descripcion: '', referencia: '', bloqueo: '' }));
        const indice = indexOf({ lotes: [], vehiculos, tarjetas: [], personas: [] });
        for (const one of placas)
          expect(buscar(indice, one.toLowerCase().replaceAll('-', ' ')).hallados[0]?.titulo).toBe(one);
        expect(buscar(indice, '-1', 3).hallados.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

it.each([
  [59_000, 'hace menos de 1 min'],
  [12 * 60_000, 'hace 12 min'],
  [60 * 60_000, 'hace 1 h'],
  [47 * 3_600_000, 'hace 47 h'],
  [49 * 3_600_000, 'hace 2 días'],
])('tells an age of %d ms', (ms, words) => {
  expect(edadOf(ms)).toBe(words);
});
