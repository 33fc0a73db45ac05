import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archivoContpaqi, limpio, REGISTROS, type Registro, sinMascara } from './contpaqi.ts';
import type { Partida, Poliza } from './rules.ts';

const cuenta = { id: 1, codigo: '105-01', name: 'Clientes', agrupador: '105.01' };
const partida = (changes: Partial<Partida>): Partida => ({
  ...{ cuenta, concepto: 'Recibo 7: Mantenimiento', referencia: 'A-12', uuid: '', debe: 0, haber: 0 },
  ...changes,
});
const UUID = '0b6f7a1e-8a4b-4c5d-9e6f-112233445566';
const POLIZA: Poliza = {
  ...{ fecha: '2026-10-05', tipo: 'ingresos', numero: 5, concepto: 'Ingresos del 05-10-2026' },
  ...{ debe: 250_050, haber: 250_050 },
  partidas: [
    partida({
      cuenta: { ...cuenta, codigo: '102-01' },
      concepto: 'Cobros: SPEI en BBVA',
      referencia: '',
      debe: 250_050,
    }),
    partida({ haber: 250_050, uuid: UUID }),
  ],
};

const textOf = (polizas: readonly Poliza[]) => new TextDecoder('windows-1252').decode(archivoContpaqi(polizas));
const lines = (polizas: readonly Poliza[]) => textOf(polizas).split('\r\n').slice(0, -1);

/** Reads a file back by its widths. */
function read(polizas: readonly Poliza[]): { registro: Registro; valores: Record<string, string> }[] {
  return lines(polizas).map((line) => {
    const registro = line.slice(0, 2).trim() as Registro;
    let at = 3;
    const valores: Record<string, string> = {};
    for (const { name, width } of REGISTROS[registro]) {
      valores[name] = line.slice(at, at + width).trim();
      at += width + 1;
    }
    expect(line.length).toBe(at);
    return { registro, valores };
  });
}

describe('a file for CONTPAQi', () => {
  it('has its records and fields where public programs put them', () => {
    const [head = '', first = '', second = '', ...rest] = lines([POLIZA]);
    expect(head).toBe(`P  20261005    1         5 1 0          ${'Ingresos del 05-10-2026'.padEnd(100)} 11 0 0 `);
    expect(head.length).toBe(148);
    expect(first).toBe(
      `M1 ${'10201'.padEnd(30)} ${''.padEnd(20)} 0 ${'2500.50'.padEnd(20)} ${'0'.padEnd(10)} ${'0.0'.padEnd(20)} ${'Cobros: SPEI en BBVA'.padEnd(100)}      `,
    );
    expect(second.slice(0, 78)).toBe(`M1 ${'10501'.padEnd(30)} ${'A-12'.padEnd(20)} 1 ${'2500.50'.padEnd(20)} `);
    expect(rest).toEqual([`AM ${UUID.toUpperCase()} `, `AD ${UUID.toUpperCase()} `]);
  });

  it('tells a document once for the entry, and once for each line of it', () => {
    const twice = { ...POLIZA, partidas: [...POLIZA.partidas, partida({ haber: 1, uuid: UUID.toUpperCase() })] };
    expect(lines([twice]).map((line) => line.slice(0, 2))).toEqual(['P ', 'M1', 'M1', 'AM', 'M1', 'AM', 'AD']);
  });

  it('keeps accents in Windows-1252, and cuts and cleans what is hostile', () => {
    expect(limpio('Jardinería ñ – “€”')).toBe('Jardinería ñ – “€”');
    expect(limpio('a\r\nM1 999\tb\u0000\u2028c')).toBe('a M1 999 b c');
    expect(limpio('Łódź 🏠 ĉ')).toBe('?ódz ? c');
    expect(sinMascara('105-01.002 B')).toBe('10501002B');
    const long = {
      ...POLIZA,
      partidas: [partida({ debe: 1, concepto: `Señal${'x'.repeat(300)}`, referencia: 'ñ'.repeat(50) })],
    };
    const [, line = ''] = lines([long]);
    expect(line.length).toBe(216);
    expect(archivoContpaqi([long]).length).toBe(textOf([long]).length);
  });

  it('is read back as it was, whatever stands in its texts', () => {
    const hostile = fc.constantFrom(
      '\r',
      '\n',
      '\t',
      '\u0000',
      '\u2028',
      '\ud800',
      'ñ',
      'Ú',
      '—',
      '€',
      '🏠',
      'ĉ',
      '  ',
    );
    const text = fc.string({ unit: fc.oneof(hostile, fc.string({ minLength: 1, maxLength: 1 })), maxLength: 150 });
    const any = fc.record({
      ...{ concepto: text, referencia: text, uuid: fc.constantFrom('', UUID) },
      importe: fc.integer({ min: 1, max: 999_999_999_999 }),
      side: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 10 }), (all) => {
        const partidas = all.map(({ importe, side, ...rest }) =>
          partida({ ...rest, debe: side ? importe : 0, haber: side ? 0 : importe }),
        );
        const moves = read([{ ...POLIZA, partidas }]).filter(({ registro }) => registro === 'M1');
        expect(moves.map(({ valores: { tipo, importe, concepto } }) => [tipo, importe, concepto])).toEqual(
          partidas.map(({ debe, haber, concepto }) => [
            ...[debe > 0 ? '0' : '1', ((debe + haber) / 100).toFixed(2), limpio(concepto).slice(0, 100).trim()],
          ]),
        );
      }),
    );
  });
});
