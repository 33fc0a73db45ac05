import { expect, test } from 'vitest';
import { debtsDocument, debtsFileName, type Statement, statementDocument, statementFileName } from './estado-cuenta.ts';

const LOTE = {
  codigo: 'ENCINOS',
  residencial: 'Los Encinos',
  name: 'José Ñandú / Peña',
  referencia: 'M01-L02',
  direccion: 'Paseo de los Encinos 104',
  tipoLote: 'habitacional',
  unidad: '',
  referenciaPago: 'REF 0000174',
  codigoPago: '0000174',
  impreso: '20-05-2026 10:15',
};
const STATEMENT: Statement = {
  ...LOTE,
  desde: '2024-01-01',
  hasta: '2026-12-31',
  conocido: null,
  ...{ verificacion: '', folio: '' },
  debe: { label: 'Debe hoy', monto: 3200 },
  rows: [
    {
      fecha: '2026-02-10',
      descripcion: 'Mantenimiento Febrero - 2026',
      folio: '',
      cargo: 2500,
      abono: 0,
      saldo: 2500,
      estado: 'vigente',
    },
    {
      fecha: '2026-03-10',
      descripcion: 'Sanción Ruido',
      folio: 'A17',
      cargo: 900,
      abono: 0,
      saldo: 3400,
      estado: 'cancelado',
    },
  ],
  totals: { cargo: 3400, abono: 0, saldo: 3400 },
};

/** Every text of a definition, in order. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(texts);
  if (typeof node !== 'object' || node === null) return [];
  return ['text', 'columns', 'stack', 'table', 'body', 'content'].flatMap((key) =>
    key in node ? texts((node as Record<string, unknown>)[key]) : [],
  );
}

test('a statement is named after its associate or its lot, its range, and the day it was known at', () => {
  expect(statementFileName(STATEMENT)).toBe('estado_cuenta_José_Ñandú_Peña_01-01-2024_31-12-2026.pdf');
  expect(statementFileName({ ...STATEMENT, conocido: '2026-04-30' })).toBe(
    'estado_cuenta_José_Ñandú_Peña_01-01-2024_31-12-2026_conocido_30-04-2026.pdf',
  );
  expect(statementFileName({ ...STATEMENT, name: '' })).toBe('estado_cuenta_M01-L02_01-01-2024_31-12-2026.pdf');
});

test('a statement has its columns, its states in words and its totals', () => {
  const said = texts(statementDocument(STATEMENT));
  for (const text of [
    'Fecha',
    'Descripción',
    'Factura',
    'Monto',
    'Pagado',
    'Saldo',
    'Total',
    'Vigente',
    'Cancelado',
    'A17',
  ])
    expect(said).toContain(text);
  for (const text of [
    '10-02-2026',
    '$900.00',
    '$2,500.00',
    'Saldo al 31-12-2026: $3,400.00',
    'José Ñandú / Peña',
    'Habitacional',
  ])
    expect(said).toContain(text);
  expect(said).not.toContain('Como se conocía el');
  expect(texts(statementDocument({ ...STATEMENT, conocido: '2026-04-30' }))).toContain('30-04-2026');
});

test('a statement opens with what is owed and the reference to pay by, under the logo and the period', () => {
  const { content } = statementDocument(STATEMENT);
  const [heading, opening] = content as unknown[];
  expect(JSON.stringify(heading)).toContain('<svg');
  expect(texts(heading)).toEqual(['Los Encinos', 'Estado de cuenta', 'Del 01-01-2024 al 31-12-2026']);
  expect(texts(opening)).toEqual(['Debe hoy', '$3,200.00', 'Referencia para pagar', 'REF 0000174']);
  const [, without] = statementDocument({ ...STATEMENT, referenciaPago: '' }).content as unknown[];
  expect(texts(without)).toEqual(['Debe hoy', '$3,200.00', 'Referencia del lote', 'M01-L02']);
});

test('a statement leaves its descriptions what its amounts do not need', () => {
  const widthsFor = (cargo: number) => {
    const { content } = statementDocument({ ...STATEMENT, totals: { cargo, abono: 0, saldo: 0 } });
    const table = (content as { table?: { widths: (number | '*')[] } }[]).find(
      (part) => part.table?.widths.length === 7,
    );
    return (table?.table?.widths ?? []).map((width) => (width === '*' ? 0 : width));
  };
  expect(widthsFor(2500).reduce((sum, width) => sum + width, 0)).toBeLessThan(270);
  expect(widthsFor(9_999_999_999.99)[3]).toBeGreaterThan(76);
});

test.each([
  ['2026-05-20 10:05:09', 'Deudas_Referencia_M01-L02_20-05-2026__10_05_09_am.pdf'],
  ['2026-05-20 12:05:59', 'Deudas_Referencia_M01-L02_20-05-2026__12_05_59_pm.pdf'],
  ['2026-05-21 00:00:00', 'Deudas_Referencia_M01-L02_21-05-2026__12_00_00_am.pdf'],
  ['2026-05-21 15:07:00', 'Deudas_Referencia_M01-L02_21-05-2026__3_07_00_pm.pdf'],
])('debts asked at %s are named %s', (reloj, name) => {
  expect(debtsFileName('M01-L02', reloj)).toBe(name);
});

test('a statement bears what opens its owner’s page, where it is given one', () => {
  const enlace = `https://porton.example/r/${'a'.repeat(43)}`;
  const said = statementDocument({ ...STATEMENT, enlace });
  expect(JSON.stringify(said)).toContain(`"qr":"${enlace}"`);
  expect(texts(said)).toContain('Su página');
  expect(texts(statementDocument(STATEMENT))).not.toContain('Su página');
});

test('both say what the bank is given to pay, where there is such', () => {
  const referenciaPago = '0000174 (BBVA, convenio 1450018)';
  const debts = { ...LOTE, rows: [] };
  for (const said of [
    statementDocument({ ...STATEMENT, referenciaPago }),
    debtsDocument({ ...debts, referenciaPago }),
  ]) {
    expect(texts(said)).toContain('Referencia para pagar');
    expect(texts(said)).toContain(referenciaPago);
    expect(JSON.stringify(said)).toContain('"qr":"0000174"');
  }
  const none = { referenciaPago: '', codigoPago: '' };
  for (const said of [statementDocument({ ...STATEMENT, ...none }), debtsDocument({ ...debts, ...none })]) {
    expect(texts(said)).not.toContain('Referencia para pagar');
    expect(JSON.stringify(said)).not.toContain('"qr"');
  }
});

test('debts say whose they are, when they were asked and what they come to', () => {
  const definition = debtsDocument({
    ...LOTE,
    rows: [{ descripcion: 'Mantenimiento Febrero - 2026', referencia: LOTE.referencia, saldo: 2500 }],
  });
  const said = texts(definition);
  for (const text of ['Asociado', 'Referencia', 'Dirección', 'Tipo de lote', 'Fecha de consulta', '20-05-2026 10:15'])
    expect(said).toContain(text);
  for (const text of ['Descripción', 'Saldo', 'Monto de deuda total', '$2,500.00']) expect(said).toContain(text);
});

test('what was paid in the system before stands apart, marked, and changes no sum', () => {
  const pago = { fecha: '2024-06-03', descripcion: 'Cuota junio · Transferencia', folio: 'R-77', monto: 1200 };
  const said = texts(statementDocument({ ...STATEMENT, anteriores: [pago] }));
  const at = said.indexOf('Pagos en el sistema anterior');
  expect(said.slice(at)).toEqual([
    'Pagos en el sistema anterior',
    'Sólo para consulta: se trajeron de otro sistema y no están en las sumas de arriba.',
    ...['Fecha', 'Descripción', 'Folio', 'Monto', '03-06-2024', 'Cuota junio · Transferencia', 'R-77', '$1,200.00'],
  ]);
  expect(said.slice(0, at)).toEqual(texts(statementDocument(STATEMENT)));
  expect(texts(statementDocument({ ...STATEMENT, anteriores: [] }))).toEqual(texts(statementDocument(STATEMENT)));
});
