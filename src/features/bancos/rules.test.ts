import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clabeRange } from '#core/clabe.ts';
import { referenceOf } from '#core/reference.ts';
import { Directorio, type LoteReferido } from '#libro/depositos/rules.ts';
import { type Conocimiento, type Dicho, proponer, situacionDe } from './rules.ts';

const ISO = { verificador: '97-10', prefijo: '' } as const;
const LUHN = { verificador: 'luhn', prefijo: '145' } as const;
const lote = (id: number, referencia: string, changes: Partial<LoteReferido> = {}): LoteReferido => ({
  ...{ id, referencia, status: 'entregado', fusionId: null },
  ...changes,
});
const LOTES = [
  lote(12, 'A-12'),
  lote(13, 'A-13'),
  lote(40, 'M01-L40'),
  lote(50, 'B-50', { status: 'fusionado', fusionId: 12 }),
  lote(60, 'B-60', { status: 'inactivo' }),
];

const [DE_12, DE_13, VIEJA, LIBRE] = clabeRange('6461801104', 1, 4) as [string, string, string, string];
const CLABES = new Map([
  [DE_12, { loteId: 12, liberada: false }],
  [DE_13, { loteId: 13, liberada: false }],
  [VIEJA, { loteId: 12, liberada: true }],
]);

const with_ = (changes: Partial<Conocimiento> = {}): Conocimiento => ({
  directorio: new Directorio(LOTES, { nombreCorto: 'ENCI', codigos: ['417'] }, [ISO, LUHN]),
  ...{ esquemas: [ISO, LUHN], clabes: CLABES, conocida: undefined, conocidasSolas: false },
  ...changes,
});
const dicho = (changes: Partial<Dicho>): Dicho => ({ referencia: '', concepto: '', clabe: '', cuenta: '', ...changes });
const pago = (id: number, scheme: typeof ISO | typeof LUHN = ISO): string => referenceOf(id, scheme) ?? '';

describe('a deposit’s lot', () => {
  it('right check digits in full apply by themselves, in reference or description, with a prefix or without', () => {
    for (const texts of [
      { referencia: pago(12) },
      { concepto: `DEP REF:${pago(12)} SUC 4` },
      { referencia: pago(12, LUHN) },
      { concepto: `PAGO ${pago(12, LUHN)}/MTTO` },
    ]) {
      expect(proponer(dicho(texts), with_())).toMatchObject({ loteId: 12, via: 'referencia', sola: true });
    }
  });

  it('its CLABE goes first and applies by itself, told by a provider or written in a statement', () => {
    for (const texts of [
      { clabe: DE_12 },
      { concepto: `SPEI A ${DE_12} MTTO A-13` },
      { referencia: DE_12, clabe: DE_12 },
    ]) {
      expect(proponer(dicho(texts), with_())).toMatchObject({ loteId: 12, via: 'clabe', clave: DE_12, sola: true });
    }
    const both = proponer(dicho({ clabe: DE_12, referencia: pago(12) }), with_());
    expect(both).toMatchObject({ loteId: 12, via: 'clabe', sola: true });
  });

  it('a CLABE with another lot’s reference or CLABE, a released one, and one of no lot are nobody’s', () => {
    for (const texts of [{ referencia: pago(13) }, { concepto: `Y ${DE_13}` }]) {
      expect(proponer(dicho({ clabe: DE_12, ...texts }), with_())).toMatchObject({ loteId: null, sola: false });
    }
    const released = proponer(dicho({ clabe: VIEJA }), with_());
    expect(released).toMatchObject({ loteId: null, sola: false });
    expect(released.motivo).toMatch(/era del lote A-12 y se liberó/);
    const unknown = proponer(dicho({ clabe: LIBRE }), with_());
    expect(unknown.motivo).toBe(`La CLABE ${LIBRE} no es de ningún lote`);
    expect(situacionDe(unknown)).toBe('por_confirmar');
    const named = proponer(dicho({ clabe: LIBRE, referencia: pago(12) }), with_());
    expect(named).toMatchObject({ loteId: 12, via: 'referencia', sola: false });
    expect(named.motivo).toMatch(/, y se envió a la CLABE \d{18}, que no es de ningún lote$/);
    const gone = proponer(dicho({ clabe: VIEJA, concepto: `A ${DE_13}` }), with_());
    expect(gone).toMatchObject({ loteId: 13, via: 'clabe', sola: false });
    expect(gone.motivo).toMatch(/que se liberó$/);
    const known = { conocida: { loteId: 13, nombre: 'ANA' }, conocidasSolas: true };
    expect(proponer(dicho({ clabe: LIBRE, cuenta: '0121' }), with_(known))).toMatchObject({ loteId: 13, sola: false });
  });

  it('two lots’ references are nobody’s, and wrong digits too, however alike a name is', () => {
    const two = proponer(dicho({ referencia: pago(12), concepto: `Y ${pago(13)}` }), with_());
    expect(two).toMatchObject({ loteId: null, sola: false });
    expect(situacionDe(two)).toBe('por_confirmar');
    const bad = `${pago(12).slice(0, -1)}${(Number(pago(12).at(-1)) + 1) % 10}`;
    expect(proponer(dicho({ referencia: bad }), with_()).motivo).toMatch(/mal el dígito verificador/);
  });

  it('a known account is proposed, applies where it may, and gives way to a reference', () => {
    const conocida = { loteId: 13, nombre: 'ANA' };
    const said = dicho({ cuenta: '0121', concepto: 'PAGO' });
    expect(proponer(said, with_({ conocida }))).toMatchObject({ loteId: 13, via: 'cuenta', sola: false });
    expect(proponer(said, with_({ conocida, conocidasSolas: true }))).toMatchObject({ loteId: 13, sola: true });
    expect(proponer({ ...said, referencia: pago(12) }, with_({ conocida }))).toMatchObject({ loteId: 12 });
  });

  it('a name or what is like one is only proposed; a merged lot leads to where it went, a closed one to nobody', () => {
    expect(proponer(dicho({ concepto: 'MTTO A-12 NOV' }), with_())).toMatchObject({
      loteId: 12,
      via: 'nombre',
      sola: false,
    });
    expect(proponer(dicho({ referencia: 'M01-L4' }), with_())).toMatchObject({
      loteId: 40,
      via: 'parecida',
      sola: false,
    });
    expect(proponer(dicho({ referencia: pago(50) }), with_())).toMatchObject({ loteId: 12, sola: false });
    const closed = proponer(dicho({ referencia: pago(60) }), with_());
    expect(closed).toMatchObject({ loteId: null, sola: false });
    expect(closed.motivo).toMatch(/inactivo/);
  });

  it('property: no text applies to a lot whose reference it does not hold in full', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.integer({ min: 0, max: 99_999_999 }).map(String),
      fc.constantFrom('A-12', 'SPEI', '0012', '12', pago(12).replace(/^0+/, '')),
    );
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 8 }), (referencia, words) => {
        const said = dicho({ referencia, concepto: words.join(' ') });
        const found = proponer(said, with_());
        if (!found.sola || found.loteId === null) return;
        const whole = [pago(found.loteId), pago(found.loteId, LUHN), pago(found.loteId, LUHN).slice(3)];
        expect(whole).toContain(found.clave.replaceAll(/[\s\-‐-―−]/gu, ''));
      }),
      { numRuns: 2_000 },
    );
  });
});
