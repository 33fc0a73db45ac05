import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '#core/workbook-cell.ts';
import { LOTES, RESIDENTES, SALDOS, SHEETS, VINCULOS } from './layout.ts';
import {
  chargeKeyOf,
  FALLAS_MAX,
  type Known,
  monthKeyOf,
  type Revision,
  revisar,
  type WorkbookSheet,
} from './rules.ts';
import { SIN_OTROS } from './rules-otros.ts';

/** All steps of a review in one go. */
function review(...about: Parameters<typeof revisar>): Revision {
  const steps = revisar(...about);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const NOTHING: Known = {
  lotes: new Map(),
  ...{ vinculos: new Set<string>(), personas: new Set<string>() },
  tiposTelefono: new Map([['celular', 1]]),
  nombres: {
    cuota_inicial: new Map([['equipamiento', 4]]),
    cuota_extraordinaria: new Map(),
    sancion: new Map([['ruido', 7]]),
    cuota: new Map([['gimnasio', 9]]),
  },
  conCuota: new Map([['habitacional', 0]]),
  meses: new Set([monthKeyOf('A-1', { year: 2026, mes: 1 })]),
  cargados: new Set(),
  otros: SIN_OTROS,
};

const REGISTRADO = {
  tipo: 'habitacional',
  status: 'entregado',
  superficie: 200,
  numeroViviendas: 1,
  unidades: 0,
  tieneAsociado: true,
};
const LOTE = {
  Referencia: 'A-1',
  Tipo: 'habitacional',
  Estado: 'disponible',
  Calle: 'Roble',
  Manzana: 3,
  Superficie: '1,200.50',
};
const RESIDENTE = { Clave: 'R1', Nombre: 'Ana Peña', Tipo: 'asociado' };

type Rows = Record<string, Cell>[];

function workbook(lotes: Rows, residentes: Rows = [], vinculos: Rows = [], saldos: Rows = []): WorkbookSheet[] {
  const data = new Map([
    [LOTES.name, lotes],
    [RESIDENTES.name, residentes],
    [VINCULOS.name, vinculos],
    [SALDOS.name, saldos],
  ]);
  return SHEETS.map(({ name, columns }) => ({
    name,
    formulas: [],
    rows: [
      columns.map(({ header, required }) => (required ? `${header}*` : header)),
      ...(data.get(name) ?? []).map((row) => columns.map(({ header }) => row[header] ?? null)),
    ],
  }));
}

const faults = (sheets: WorkbookSheet[], known = NOTHING) =>
  review(sheets, known).fallas.map(({ hoja, fila, columna, mensaje }) => `${hoja} ${fila} ${columna}: ${mensaje}`);

describe('an onboarding workbook', () => {
  it('is read whole: numbers as texts, texts as numbers, dates in every usual form', () => {
    const { fallas, lotes, totales } = review(
      workbook(
        [
          { ...LOTE, Estado: 'Entregado', 'Fecha de entrega': new Date('2021-03-15T00:00:00Z') },
          { ...LOTE, Referencia: 'A-2', Estado: 'entregado', 'Fecha de entrega': '5/3/2021' },
        ],
        [RESIDENTE],
        [
          { Referencia: 'a-1', Clave: 'r1' },
          { Referencia: 'A-2', Clave: 'R1', Asociado: 'sí' },
        ],
      ),
      NOTHING,
    );
    expect(fallas).toEqual([]);
    expect(lotes.map((lote) => [lote.manzana, lote.superficie, lote.fechaEntrega, lote.status])).toEqual([
      ['3', 1200.5, '2021-03-15', 'entregado'],
      ['3', 1200.5, '2021-03-05', 'entregado'],
    ]);
    expect(totales).toMatchObject({
      lotes: 2,
      entregados: 2,
      superficie: 2401,
      residentes: 1,
      asociados: 1,
      vinculos: 2,
    });
  });

  it('names every faulty row with its reason', () => {
    expect(
      faults(
        workbook(
          [
            { ...LOTE, Referencia: '' },
            LOTE,
            { ...LOTE, Referencia: 'á-1' },
            { ...LOTE, Referencia: 'A-3', Tipo: 'casa', Superficie: 0 },
            { ...LOTE, Referencia: 'A-4', Construcción: 'construccion', Habitación: 'habitado' },
            { ...LOTE, Referencia: 'A-5', Estado: 'entregado', 'Fecha de entrega': '31-02-2021' },
          ],
          [{ Clave: 'R1', Nombre: 'Al', Tipo: 'dueño', Teléfono: '123', 'Tipo de teléfono': 'Fax', Correo: 'no' }],
          [{ Referencia: 'Z-9', Clave: 'R7' }],
        ),
      ),
    ).toEqual([
      'Lotes 2 Referencia: Campo Requerido',
      'Lotes 4 Referencia: La referencia «á-1» está repetida en el libro (fila 3)',
      'Lotes 5 Tipo: «casa» no es válido; use condominal, habitacional, comercial',
      'Lotes 5 Superficie: Debe ser al menos 1',
      'Lotes 6 Subestado: Subestado es requerido',
      'Lotes 6 Subcategoría: Subcategoría hab es requerido',
      'Lotes 7 Fecha de entrega: «31-02-2021» no es una fecha; escriba DD-MM-AAAA',
      'Lotes 7 Estado: Asociado es requerido: el lote está entregado',
      'Residentes 2 Nombre: Muy corto!',
      'Residentes 2 Teléfono: El teléfono debe tener 10 dígitos',
      'Residentes 2 Tipo de teléfono: «Fax» no está en el catálogo de tipos de teléfono',
      'Residentes 2 Correo: Email Inválido',
      'Residentes 2 Tipo: «dueño» no es válido; use asociado, inquilino',
      'Lotes y residentes 2 Referencia: No existe el lote «Z-9» en el libro ni en el registro',
      'Lotes y residentes 2 Clave: No existe el residente «R7» en la hoja Residentes',
    ]);
  });

  it('holds units to their condominal and its number', () => {
    const units = ['U-1', 'U-2', 'U-3'].map((Referencia) => ({ ...LOTE, Referencia, Condominal: 'C-1' }));
    expect(faults(workbook([{ ...LOTE, Referencia: 'C-1', Tipo: 'condominal', Viviendas: 2 }, ...units]))).toEqual([
      'Lotes 5 Condominal: El condominal «C-1» tiene 2 viviendas y ésta sería la 3',
    ]);
    expect(faults(workbook([LOTE, { ...LOTE, Referencia: 'U-1', Condominal: 'A-1' }]))).toEqual([
      'Lotes 3 Condominal: El lote «A-1» no es condominal',
    ]);
  });

  it('lets a lot have one asociado, whoever brings it', () => {
    const known: Known = {
      ...NOTHING,
      lotes: new Map([['v-1', REGISTRADO]]),
    };
    expect(faults(workbook([], [RESIDENTE], [{ Referencia: 'V-1', Clave: 'R1' }]), known)).toEqual([
      'Lotes y residentes 2 Asociado: El lote «V-1» ya tiene un asociado',
    ]);
    expect(faults(workbook([{ ...LOTE, Referencia: 'V-1' }]), known)).toEqual([
      'Lotes 2 Referencia: El lote «V-1» ya está registrado',
    ]);
  });

  it('tells formulas, missing sheets and missing columns', () => {
    const [lotes, ...others] = workbook([LOTE]);
    if (!lotes) throw new Error('no sheet');
    expect(faults([{ ...lotes, formulas: ['B2'] }, ...others])).toEqual([
      'Lotes 2 B2: La celda tiene una fórmula; pegue el valor',
    ]);
    expect(faults([lotes])).toEqual([
      'Residentes 0 : Falta la hoja «Residentes»; use la plantilla',
      'Lotes y residentes 0 : Falta la hoja «Lotes y residentes»; use la plantilla',
    ]);
    const withoutType = { ...lotes, rows: lotes.rows.map(([referencia, , ...rest]) => [referencia ?? null, ...rest]) };
    expect(faults([withoutType, ...others])[0]).toBe('Lotes 0 Tipo: Falta la columna «Tipo»; use la plantilla');
    const twice = { ...lotes, rows: lotes.rows.map((row) => [...row, row[1] ?? null]) };
    expect(faults([twice, ...others])).toContain('Lotes 0 Tipo: La columna «Tipo» está dos veces; borre la que sobra');
  });

  it('tells sheets and columns that nobody would read', () => {
    const sheets = workbook([LOTE]);
    const saldos = sheets.find(({ name }) => name === SALDOS.name);
    if (!saldos) throw new Error('no sheet');
    expect(faults([...sheets, { ...saldos, name: 'Saldos (2)' }])).toEqual([
      'Saldos (2) 0 : La hoja «Saldos (2)» no se lee: pase sus renglones a «Saldos», o bórrela si sobra',
    ]);
    expect(faults([...sheets, { ...saldos, name: 'SALDOS ' }])).toEqual([
      'SALDOS  0 : La hoja «SALDOS» está dos veces: deje todos los renglones en una y borre la otra',
    ]);
    expect(faults([...sheets, { name: 'Notas', rows: [['Para mí']], formulas: [] }])).toEqual([]);
    const notas = sheets.map((sheet) => ({
      ...sheet,
      rows: sheet.rows.map((row, n) => [...row, n === 0 ? 'Recargos' : 5]),
    }));
    expect(faults(notas)).toEqual([
      'Lotes 0 Recargos: La columna «Recargos» no es de la plantilla y no se lee: póngale el título que lleva ahí, o bórrela',
    ]);
  });

  it('never throws and never lets an invalid row through, whatever the cells hold', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.date({ noInvalidDate: true }),
    );
    const sheet = fc.record({
      name: fc.constantFrom('Lotes', 'Residentes', 'Lotes y residentes', 'x'),
      rows: fc.array(fc.array(cell, { maxLength: 20 }), { maxLength: 6 }),
      formulas: fc.constant<string[]>([]),
    });
    fc.assert(
      fc.property(fc.array(sheet, { maxLength: 4 }), (sheets) => {
        const { fallas, lotes } = review(sheets, NOTHING);
        if (fallas.length > 0) return true;
        return lotes.every((lote) => lote.superficie >= 1 && lote.calle !== '' && lote.tipo !== '');
      }),
    );
  });
});

describe('opening balances', () => {
  const saldo = (changes: Record<string, Cell>) => ({
    Referencia: 'A-1',
    Cargo: 'mantenimiento',
    Monto: 2500,
    ...changes,
  });
  const read = (...saldos: Rows) => review(workbook([LOTE], [], [], saldos), NOTHING);
  const told = (...saldos: Rows) =>
    faults(workbook([LOTE], [], [], saldos)).filter((text) => text.startsWith('Saldos'));

  it('are read by kind, with control totals of debts and funds', () => {
    const { fallas, saldos, totales } = read(
      saldo({ Período: '02/2026' }),
      saldo({ Período: new Date('2026-03-01'), Monto: '$1,250.10' }),
      saldo({ Cargo: 'cuota inicial', Nombre: 'EQUIPAMIENTO', Monto: 0.2 }),
      saldo({ Cargo: 'sancion', Nombre: 'Ruido', Vence: '31-01-2026' }),
      saldo({ Cargo: 'fondo', Monto: 33.33 }),
    );
    expect(fallas).toEqual([]);
    expect(totales).toMatchObject({ saldos: 4, saldosMonto: 6250.3, fondos: 1, fondosMonto: 33.33 });
    expect(totales.saldosPorCargo).toEqual([
      { cargo: 'mantenimiento', saldos: 2, monto: 3750.1 },
      { cargo: 'cuota_inicial', saldos: 1, monto: 0.2 },
      { cargo: 'sancion', saldos: 1, monto: 2500 },
    ]);
    expect(
      saldos.map(({ cargo, periodo, nombreId, vence, monto }) => [cargo, periodo?.mes, nombreId, vence, monto]),
    ).toEqual([
      ['mantenimiento', 2, null, null, 250_000],
      ['mantenimiento', 3, null, null, 125_010],
      ['cuota_inicial', undefined, 4, null, 20],
      ['sancion', undefined, 7, '2026-01-31', 250_000],
      ['fondo', undefined, null, null, 3_333],
    ]);
  });

  it('a book without their sheet is read as before', () => {
    expect(faults(workbook([LOTE]).filter(({ name }) => name !== SALDOS.name))).toEqual([]);
  });

  it('tell what is wrong with them', () => {
    expect(told(saldo({}))).toEqual(['Saldos 2 Período: Período es requerido en mantenimiento']);
    expect(told(saldo({ Período: '13/2026' }))[0]).toContain('no es un período');
    expect(told(saldo({ Período: '01/2026' }))[0]).toContain('Enero - 2026 ya está generado');
    expect(told(saldo({ Período: '02/2026' }), saldo({ Período: '02-2026' }))[0]).toContain(
      'está repetido en el libro',
    );
    expect(told(saldo({ Cargo: 'fondo', Período: '02/2026' }))[0]).toContain('llevan período');
    expect(told(saldo({ Período: '02/2026', Vence: '10-02-2026' }))[0]).toContain('vence en el día de corte');
    expect(told(saldo({ Cargo: 'fondo', Vence: '10-02-2026' }))[0]).toContain('no vence');
    expect(told(saldo({ Cargo: 'sancion' }))[0]).toContain('Nombre es requerido');
    expect(told(saldo({ Cargo: 'sancion', Nombre: 'Otra' }))[0]).toContain('no existe en la comunidad');
    expect(told(saldo({ Cargo: 'fondo', Referencia: 'Z-9' }))[0]).toContain('No existe el lote');
    expect(told(saldo({ Cargo: 'cuota', Nombre: 'Gimnasio' }))).toEqual([]);
    for (const Monto of [0, -5, 1.234, 'mucho', '12,50', '1.200,00', '0x10']) {
      expect(told(saldo({ Cargo: 'fondo', Monto }))[0]).toContain('no es un monto mayor a cero');
    }
    expect(told(saldo({ Cargo: 'fondo', Monto: -5 }))[0]).toContain('lleva el cargo fondo');
  });

  it('are told one fault for what is one mistake', () => {
    const known = { ...NOTHING, cargados: new Set([chargeKeyOf('A-1', 'fondo', null)]) };
    expect(faults(workbook([LOTE], [], [], [{ Referencia: 'A-1', Monto: 5 }]), known)).toEqual([
      'Saldos 2 Cargo: Campo Requerido',
    ]);
    expect(told(saldo({ Cargo: 'mantenimineto', Período: '02/2026' }))).toHaveLength(1);
    expect(told(saldo({ Período: 'feb 2026' }))).toEqual([
      'Saldos 2 Período: «feb 2026» no es un período; escriba MM/AAAA',
    ]);
  });

  it('take what a workbook program reckoned, and only days that a form would take', () => {
    expect(read(saldo({ Cargo: 'fondo', Monto: 0.1 + 0.2 })).saldos[0]?.monto).toBe(30);
    const cuota = { Cargo: 'cuota', Nombre: 'Gimnasio' };
    for (const Vence of [new Date('1899-01-01'), new Date('9999-12-31'), new Date(Number.NaN)])
      expect(told(saldo({ ...cuota, Vence }))[0]).toContain('no es una fecha');
    expect(told(saldo({ Período: new Date(Number.NaN) }))[0]).toContain('no es un período');
  });

  it('are not taken where the community has them, or cannot take them', () => {
    const known: Known = {
      ...NOTHING,
      lotes: new Map([
        ['v-1', REGISTRADO],
        ['f-1', { ...REGISTRADO, status: 'fusionado' }],
        ['i-1', { ...REGISTRADO, status: 'inactivo' }],
      ]),
      conCuota: new Map([['habitacional', 200.01]]),
      cargados: new Set([
        chargeKeyOf('V-1', 'cuota_inicial', 4),
        chargeKeyOf('V-1', 'sancion', 7),
        chargeKeyOf('V-1', 'fondo', null),
      ]),
    };
    const of = (changes: Record<string, Cell>) =>
      faults(workbook([], [], [], [saldo({ Referencia: 'V-1', ...changes })]), known);
    expect(of({ Cargo: 'cuota_inicial', Nombre: 'Equipamiento' })).toEqual([
      'Saldos 2 Nombre: La cuota «Equipamiento» ya está cargada al lote; quite la fila',
    ]);
    expect(of({ Referencia: 'v-1', Cargo: 'sancion', Nombre: 'RUIDO' })[0]).toContain(
      'El lote ya tiene saldo inicial de sancion «RUIDO», de un libro anterior',
    );
    expect(of({ Cargo: 'fondo' })).toEqual([
      'Saldos 2 Cargo: El lote ya tiene saldo inicial de fondo, de un libro anterior; quite la fila',
    ]);
    expect(of({ Cargo: 'cuota', Nombre: 'Gimnasio' })).toEqual([]);
    expect(of({ Período: '02/2026' })).toEqual([
      'Saldos 2 Cargo: No hay mantenimiento definido para habitacional de 200 m²; defínalo antes',
    ]);
    expect(of({ Referencia: 'F-1', Cargo: 'fondo' })[0]).toContain('El lote «F-1» está fusionado');
    expect(of({ Referencia: 'I-1', Cargo: 'fondo' })[0]).toContain('El lote «I-1» está inactivo; actívelo antes');
  });
});

it('keeps as many faults of a sheet as are shown, counts all, and goes through a book step by step', () => {
  const wrong = Array.from({ length: 2_000 }, () => ({ ...LOTE, Tipo: 'x', Estado: 'x', Superficie: 'x' }));
  const sheets = workbook(wrong, [], [], []);
  const { fallas, fallasTotal } = review(sheets, NOTHING);
  expect(fallas).toHaveLength(FALLAS_MAX);
  expect(fallasTotal).toBeGreaterThan(6_000);
  expect([...revisar(sheets, NOTHING)].length).toBeGreaterThan(4_000);
});
