import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '#core/workbook-cell.ts';
import { type OtroSistema, otrosSistemas } from '#test/otros-sistemas.ts';
import { encaja, esPlantilla, faltaDe, firmaDe, type Mapa, mapa, porDecir, traducir } from './mapa.ts';
import { proponer } from './proponer.ts';
import { type Known, type Revision, revisar, type WorkbookSheet } from './rules.ts';
import { SIN_OTROS } from './rules-otros.ts';
import { leerSaldos } from './rules-saldos.ts';

function allOf<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const KNOWN: Known = {
  lotes: new Map(),
  ...{ vinculos: new Set<string>(), personas: new Set<string>() },
  tiposTelefono: new Map([['celular', 1]]),
  nombres: { cuota_inicial: new Map(), cuota_extraordinaria: new Map(), sancion: new Map(), cuota: new Map() },
  conCuota: new Map([
    ['habitacional', 0],
    ['comercial', 0],
  ]),
  meses: new Set(),
  cargados: new Set(),
  otros: {
    ...SIN_OTROS,
    regimenes: new Map([['605', 3]]),
    usos: new Map([['S01', 22]]),
    bancos: new Map([['bbva', 1]]),
    porDefecto: {
      ...{ metodoPagoCfdi: 1, formaPagoCfdi: 1, tipoDocumento: 1, claveUnidad: 1, claveProducto: 1, metodoPago: 1 },
    },
  },
};

const sheetsOf = (hojas: Record<string, readonly (readonly Cell[])[]>): WorkbookSheet[] =>
  Object.entries(hojas).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]), formulas: [] }));

/** The proposal, and what is told by hand. */
function mapaDe({ hojas, aMano = {} }: Pick<OtroSistema, 'hojas' | 'aMano'>): Mapa {
  const propuesta = proponer(sheetsOf(hojas));
  if (!propuesta) throw new Error('nothing was proposed');
  const partes = propuesta.partes.map((parte) => ({ ...parte, fijos: { ...parte.fijos, ...aMano[parte.destino] } }));
  return mapa.parse({ ...propuesta, partes });
}

const review = (hojas: OtroSistema['hojas'], mapa: Mapa): Revision =>
  allOf(revisar(allOf(traducir(sheetsOf(hojas), mapa)), KNOWN));

describe('the workbooks of five other systems', () => {
  it.each(otrosSistemas('S').map((system) => [system.nombre, system] as const))('%s', (_, system) => {
    const propuesta = mapaDe(system);
    expect(faltaDe(sheetsOf(system.hojas), propuesta)).toBeUndefined();
    const { fallas, totales } = review(system.hojas, propuesta);
    expect(fallas).toEqual([]);
    expect(totales).toMatchObject(system.espera);
  });

  it('are none of our template, and fit their own map alone', () => {
    const systems = otrosSistemas('S');
    const mapas = systems.map(mapaDe);
    expect(new Set(mapas.map(firmaDe)).size).toBe(systems.length);
    for (const [n, { hojas }] of systems.entries()) {
      expect(esPlantilla(sheetsOf(hojas))).toBe(false);
      expect(mapas.map((una) => encaja(sheetsOf(hojas), una))).toEqual(mapas.map((_, other) => other === n));
    }
  });
});

describe('a map', () => {
  const [una] = otrosSistemas('S') as [OtroSistema];
  const hoja = una.hojas.Reporte ?? [];

  it('finds its titles where they have moved, and columns in another order', () => {
    const propuesta = mapaDe(una);
    const moved = [['Otra línea'], ...hoja.map((row) => [...row].reverse())];
    expect(review({ Reporte: moved }, propuesta).totales).toMatchObject(una.espera);
  });

  it('names the rows of faults as the workbook does', () => {
    const wrong = hoja.map((row) => row.map((cell) => (cell === '198' ? 'mucho' : cell)));
    expect(review({ Reporte: wrong }, mapaDe(una)).fallas).toEqual([
      {
        ...{ hoja: 'Reporte', fila: 6, columna: 'Superficie (m2)' },
        mensaje: '«mucho» no es un número; escríbalo como 1,250.50',
      },
    ]);
  });

  it('says in a sentence what a workbook of another layout lacks', () => {
    const propuesta = mapaDe(una);
    expect(faltaDe(sheetsOf({ Otra: hoja }), propuesta)).toMatch(/^El libro no tiene la hoja «Reporte»/);
    const sin = hoja.map((row) => row.filter((_, at) => at !== 4));
    expect(faltaDe(sheetsOf({ Reporte: sin }), propuesta)).toMatch(/no tiene los títulos .*«Calle»/);
    const [lotes] = propuesta.partes;
    if (!lotes) throw new Error('no part');
    const { calle: _, ...columnas } = lotes.columnas;
    expect(porDecir({ ...lotes, columnas }).map(({ header }) => header)).toEqual(['Calle']);
    expect(faltaDe(sheetsOf(una.hojas), { ...propuesta, partes: [{ ...lotes, columnas }] })).toMatch(/«Calle»/);
  });

  it('takes a date that is none for a blank', () => {
    const wrong = hoja.map((row) => row.map((cell) => (cell === 'jul-26' ? new Date(Number.NaN) : cell)));
    expect(review({ Reporte: wrong }, mapaDe(una)).totales).toMatchObject({ meses: 2 });
  });

  it('leaves out the rows whose word stands for nothing', () => {
    const [, dos] = otrosSistemas('S') as [OtroSistema, OtroSistema];
    const propuesta = mapaDe(dos);
    const palabras = [...propuesta.palabras.filter(({ campo }) => campo !== 'cargo')];
    const without = { ...propuesta, palabras: [...palabras, { campo: 'cargo', de: 'MANTTO ORDINARIO', a: '' }] };
    expect(review(dos.hojas, without).totales).toMatchObject({ saldos: 0, fondosMonto: 700 });
  });

  it('reads any sheet without throwing, and brings in no amount that it does not have', () => {
    const cell = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.date());
    const propuesta = mapaDe(una);
    const titles = hoja[3] ?? [];
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 14 }), { maxLength: 8 }), (rows) => {
        const { totales } = review({ Reporte: [titles, ...rows] as OtroSistema['hojas'][string] }, propuesta);
        expect(totales.lotes).toBeLessThanOrEqual(rows.length);
        const all = rows.flat().length;
        expect(totales.saldos + totales.fondos).toBeLessThanOrEqual(all);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 8 }), (rows) => {
        const found = proponer(sheetsOf({ x: rows as Cell[][] }));
        expect(found === null || mapa.safeParse(found).success).toBe(true);
      }),
    );
  });
});

it('an amount that two systems would read differently is a fault of its cell, and none is taken for it', () => {
  const hojas = {
    Saldos: [
      ['Unidad', 'Saldo total'],
      ['A-1', '1.500'],
      ['A-2', '$ 2.100'],
      ['A-3', '-1.250.000'],
      ['A-4', '1.5'],
    ],
  };
  const [system] = otrosSistemas('DL') as [OtroSistema];
  const rows = system.hojas.Reporte ?? [];
  const two = { ...system.hojas, Reporte: rows.map((row) => row.map((cell) => (cell === 900.5 ? '1.500' : cell))) };
  const { fallas } = review(two, mapaDe(system));
  expect(fallas.map(({ mensaje }) => mensaje)).toContainEqual(
    expect.stringMatching(/^«1\.500» no es un monto .* 1,250\.50/),
  );
  const dicho = allOf(leerSaldos(allOf(traducir(sheetsOf(hojas), mapaDe({ hojas })))));
  expect(dicho.fallas.map(({ fila }) => fila)).toEqual([2, 3, 4]);
  const twice = { Saldos: [...hojas.Saldos.slice(0, 1), ['A-1', 100], ['a-1', 250]] };
  const [falla] = allOf(leerSaldos(allOf(traducir(sheetsOf(twice), mapaDe({ hojas: twice }))))).fallas;
  expect(falla).toMatchObject({ fila: 3, mensaje: expect.stringMatching(/está dos veces/) });
});
