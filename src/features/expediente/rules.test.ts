import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InterestTerms, interestEntries, type Principal } from '#core/interest.ts';
import {
  cumplimientoDe,
  type Hechos,
  impedimentoOf,
  isProved,
  isSimple,
  PRUEBAS,
  type Prueba,
  type Requerido,
} from './rules.ts';

const HECHOS: Hechos = {
  ...{ cuotasVencidas: 3, extraordinariasVencidas: 0, intereses: 6, sinComprobar: 0, porGenerar: 0 },
  ...{ entregas: ['2026-03-01', '2026-04-01'], convenioVigente: '', asociado: 'Ana Ruiz' },
  documentos: new Map([[1, 'acta.pdf']]),
};
const asked = (prueba: Prueba, minimo = 1): Requerido => ({ id: 1, prueba, minimo });
const said = (prueba: Prueba, hechos: Partial<Hechos>, minimo = 1) =>
  cumplimientoDe(asked(prueba, minimo), { ...HECHOS, ...hechos });

describe('a requirement', () => {
  it('is met by what is known of the lot, and says by what', () => {
    for (const prueba of PRUEBAS)
      expect([prueba, cumplimientoDe(asked(prueba), HECHOS).cumple]).toEqual([prueba, true]);
    expect(said('cuotas', {}, 3)).toEqual({ cumple: true, porque: 'Tiene 3 cuotas ordinarias vencidas' });
    expect(said('requerimientos', {}).porque).toBe('2 entregados, el último el 01-04-2026');
    expect(said('comunidad', {}).porque).toBe('acta.pdf');
  });

  it('is not met, and says what is missing', () => {
    expect(said('cuotas', { cuotasVencidas: 2 }, 3)).toMatchObject({ cumple: false, porque: /se piden 3/ });
    expect(said('cuotas', { cuotasVencidas: 0, extraordinariasVencidas: 1 }, 3).cumple).toBe(true);
    expect(said('intereses', { porGenerar: 12_500 })).toMatchObject({ cumple: false, porque: /\$125.00/ });
    expect(said('intereses', { sinComprobar: 1 })).toMatchObject({ cumple: false, porque: /1 asiento da/ });
    expect(said('requerimientos', { entregas: [] })).toMatchObject({ cumple: false });
    expect(said('requerimientos', {}, 3)).toMatchObject({ cumple: false, porque: /se piden 3/ });
    expect(said('sin_convenio', { convenioVigente: 'CV-00007' })).toMatchObject({ cumple: false, porque: /CV-00007/ });
    expect(said('propietario', { asociado: '' })).toMatchObject({ cumple: false });
    for (const prueba of ['comunidad', 'lote'] as const)
      expect(said(prueba, { documentos: new Map() })).toMatchObject({ cumple: false, porque: /No se ha subido/ });
  });
});

it('keeps from issuing where nobody owns it, nothing is new or nothing is owed, and not where something lacks', () => {
  const of = { adeudo: 100, asociado: 'Ana Ruiz', nuevo: true };
  expect(impedimentoOf(of)).toBe('');
  expect(impedimentoOf({ ...of, asociado: '' })).toMatch(/propietario/);
  expect(impedimentoOf({ ...of, nuevo: false })).toMatch(/es idéntico/);
  expect(impedimentoOf({ ...of, adeudo: 0 })).toMatch(/no debe nada/);
});

describe('late interest', () => {
  const terms: InterestTerms = { tiieOf: ({ mes }) => 7 + mes / 4, factor: 1.5, today: '2026-05-20' };
  const principal = fc.record({
    monto: fc.integer({ min: 1, max: 50_000_000 }),
    vence: fc.constantFrom('2016-05-10', '2025-01-10', '2026-03-10'),
    diaCorte: fc.constant(10),
    siempre: fc.constant(0),
    reducciones: fc.array(fc.record({ fecha: fc.constant('2026-02-01'), monto: fc.nat(10_000_000) }), { maxLength: 3 }),
  });

  it('as the books grow it is simple and proved, whatever is owed', () => {
    fc.assert(
      fc.property(principal, (of: Principal) => {
        for (const { base, monto, mes } of interestEntries(of, terms)) {
          const entry = {
            base,
            monto,
            porcentaje: 7 + mes / 4,
            factor: 1.5,
            baseTipo: 'mantenimiento',
            baseMonto: of.monto,
          };
          expect([isSimple(entry), isProved(entry)]).toEqual([true, true]);
        }
      }),
    );
  });

  it('on interest, on more than its charge, or of another amount is found', () => {
    const entry = {
      base: 250_000,
      porcentaje: 12,
      factor: 1,
      monto: 2_500,
      baseTipo: 'mantenimiento',
      baseMonto: 250_000,
    };
    expect([isSimple(entry), isProved(entry)]).toEqual([true, true]);
    expect(isSimple({ ...entry, baseTipo: 'interes' })).toBe(false);
    expect(isSimple({ ...entry, baseMonto: 249_999 })).toBe(false);
    expect(isProved({ ...entry, monto: 2_501 })).toBe(false);
  });
});
