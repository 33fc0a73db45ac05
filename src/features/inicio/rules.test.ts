import { describe, expect, it } from 'vitest';
import { ROLES } from '#platform/roles.ts';
import {
  type Accion,
  accionesOf,
  FORMAS_PAGO,
  partsOfReferencia,
  searchPath,
  slicesByForma,
  slicesByPagado,
  slicesByTipo,
  TIPOS_PAGO,
  typeOfSearch,
} from './rules.ts';

const ROW = { id_lote: 7, id_residente: 3, status: 'entregado', paga_mtto: true, cant_notas: 0 } as const;
const labels = (acciones: readonly Accion[]) => acciones.map(({ label }) => label);

const FULL = [
  'Estado de cuenta',
  'Mantenimiento',
  'Deudas',
  'Generar sanción',
  'Pagos',
  'Datos de contacto',
  'Notas',
  'Alerta',
  'Otras cuotas',
];

describe('accionesOf', () => {
  const CONTACT = ['Datos de contacto'];
  const ACCOUNT = ['Estado de cuenta'];
  /** Specification 000, section 4: the menu of an entregado lot, and of one that is neither that nor disponible. */
  const TABLE: Record<(typeof ROLES)[number]['name'], [string[], string[]]> = {
    ROLE_SUPERADMINISTRADOR: [FULL, ACCOUNT],
    ROLE_DIRECTOR: [FULL, ACCOUNT],
    ROLE_ADMINISTRADOR: [FULL, ACCOUNT],
    ROLE_PAGOS_COBRANZA: [FULL, ACCOUNT],
    ROLE_SEGURIDAD: [FULL, ACCOUNT],
    ROLE_CONSULTOR: [CONTACT, []],
    ROLE_OBRAS: [CONTACT, []],
    ROLE_TAGS: [['Generar sanción', 'Datos de contacto'], []],
  };

  it.each(ROLES.map(({ name }) => name))('is the table of the specification for %s', (role) => {
    const [entregado, other] = TABLE[role];
    expect(labels(accionesOf(ROW, role))).toEqual(entregado);
    expect(labels(accionesOf({ ...ROW, status: 'fusionado' }, role))).toEqual(other);
    expect(labels(accionesOf({ ...ROW, status: 'inactivo' }, role))).toEqual(other);
    expect(accionesOf({ ...ROW, status: 'disponible' }, role)).toEqual([]);
  });

  it('leads where section 2.6 says', () => {
    expect(accionesOf(ROW, 'ROLE_DIRECTOR').map(({ to }) => to)).toEqual([
      '/estado-cuenta/7',
      '/mantenimiento/lote/7',
      '/deudas/7',
      '/generar-sancion/7',
      '/pagos/7',
      '/datos-contacto/3/7',
      '/nota/7',
      '/alerta/7',
      '/generar-cuota/7',
    ]);
  });

  it('offers maintenance only where the lot pays it', () => {
    expect(labels(accionesOf({ ...ROW, paga_mtto: false }, 'ROLE_DIRECTOR'))).toEqual(
      FULL.filter((label) => label !== 'Mantenimiento'),
    );
  });

  it('counts the notes', () => {
    const notas = (cant_notas: number) =>
      accionesOf({ ...ROW, cant_notas }, 'ROLE_DIRECTOR').find(({ label }) => label === 'Notas');
    expect(notas(0)?.badge).toBeUndefined();
    expect(notas(5)?.badge).toBe(5);
  });

  it('leads to the contacts of a lot without an associate too', () => {
    expect(accionesOf({ ...ROW, id_residente: 0 }, 'ROLE_OBRAS')[0]?.to).toBe('/datos-contacto/0/7');
  });
});

it('writes any text into the address of a search', () => {
  const text = 'a/b?c=d&e #ñ%';
  expect(Object.fromEntries(new URL(searchPath(text, 'Calle'), 'http://x').searchParams)).toEqual({
    q: text,
    type: 'Calle',
  });
});

describe('slices', () => {
  it('stand in the order of the categories, summed, without the empty ones', () => {
    expect(
      slicesByForma([
        { name: 'Otro', value: 1 },
        { name: 'Cheque - Banco', value: 3 },
        { name: 'Criptomoneda', value: 2 },
        { name: 'Transferencia', value: 0 },
      ]),
    ).toEqual([
      { name: 'Cheque - Banco', value: 3 },
      { name: 'Otro', value: 3 },
    ]);
    expect(slicesByForma(FORMAS_PAGO.map((name) => ({ name, value: 1 }))).map(({ name }) => name)).toEqual([
      ...FORMAS_PAGO,
    ]);
  });

  it('name the kinds of charge', () => {
    const codes = [
      'cuota',
      'cuota_inicial',
      'sancion',
      'mantenimiento',
      'cuota_extraordinaria',
      'cuota_inicial_proyecto',
      'intereses_moratorios',
    ];
    const named = slicesByTipo(codes.map((name) => ({ name, value: 1 })));
    expect(named.map(({ name }) => name)).toEqual([...TIPOS_PAGO]);
    expect(named.slice(0, 5).map(({ name }) => name)).toEqual([
      'Mantenimiento',
      'Sanción',
      'Cuota inicial',
      'Cuota extraordinaria',
      'Otras cuotas',
    ]);
  });

  it('of paid and unpaid are both there or neither', () => {
    expect(slicesByPagado(0, 0)).toEqual([]);
    expect(slicesByPagado(0, 2)).toEqual([
      { name: 'Pagados', value: 0 },
      { name: 'No pagados', value: 2 },
    ]);
  });
});

describe('a reference that is typed', () => {
  it.each<[string, string[] | undefined]>([
    ['M07-L03', ['m', '7', 'l', '3']],
    ['m7 l3', ['m', '7', 'l', '3']],
    ['  m7l3 ', ['m', '7', 'l', '3']],
    ['C-09-05', ['c', '9', '5']],
    ['ZZ-100', ['zz', '100']],
    ['Zúñiga 3', undefined],
    ['María', undefined],
    ['12', undefined],
    ['Roble 14 B', undefined],
    ['m', undefined],
  ])('%s is %j', (text, parts) => {
    expect(partsOfReferencia(text)).toEqual(parts);
  });

  it('is searched for as one, unless something else was chosen', () => {
    expect(typeOfSearch('m7 l3', 'Asociado')).toBe('Referencia');
    expect(typeOfSearch('m7 l3', 'Calle')).toBe('Calle');
    expect(typeOfSearch('00014745', 'Asociado')).toBe('Referencia');
    expect(typeOfSearch('646180 1104 0000 0133', 'Asociado')).toBe('Referencia');
    expect(typeOfSearch('12345', 'Asociado')).toBe('Asociado');
    expect(typeOfSearch('Zúñiga', 'Asociado')).toBe('Asociado');
  });
});
