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
  lote(41, '3-12'),
  lote(50, 'B-50', { status: 'fusionado', fusionId: 12 }),
  lote(60, 'B-60', { status: 'inactivo' }),
];

/** A payer's. */
const CUENTA = '012180001234567895';
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
const dicho = (changes: Partial<Dicho>): Dicho => ({
  referencia: '',
  concepto: '',
  clabe: '',
  cuenta: '',
  nombre: '',
  ...changes,
});
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
      { concepto: `SPEI A ${DE_12} MTTO A-12` },
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
    expect(proponer(dicho({ clabe: LIBRE, cuenta: CUENTA }), with_(known))).toMatchObject({ loteId: 13, sola: false });
  });

  it('two lots’ references are nobody’s, and wrong digits too, however alike a name is', () => {
    const two = proponer(dicho({ referencia: pago(12), concepto: `Y ${pago(13)}` }), with_());
    expect(two).toMatchObject({ loteId: null, sola: false });
    expect(situacionDe(two)).toBe('por_confirmar');
    const bad = `${pago(12).slice(0, -1)}${(Number(pago(12).at(-1)) + 1) % 10}`;
    expect(proponer(dicho({ referencia: bad }), with_()).motivo).toMatch(/mal el dígito verificador/);
  });

  it('a known account is proposed, applies where it may, and is asked about beside another lot’s reference', () => {
    const conocida = { loteId: 13, nombre: 'ANA' };
    const said = dicho({ cuenta: CUENTA, concepto: 'PAGO' });
    expect(proponer(said, with_({ conocida }))).toMatchObject({ loteId: 13, via: 'cuenta', sola: false });
    expect(proponer(said, with_({ conocida, conocidasSolas: true }))).toMatchObject({ loteId: 13, sola: true });
    const other = proponer({ ...said, referencia: pago(12) }, with_({ conocida, conocidasSolas: true }));
    expect(other).toMatchObject({ loteId: 12, via: 'referencia', sola: false });
    expect(other.motivo).toBe(
      `La referencia de pago ${pago(12)} es del lote A-12, y la cuenta de ANA (${CUENTA}) sólo ha pagado el lote A-13`,
    );
    const named = { ...said, concepto: 'PAGO A-13' };
    expect(proponer(named, with_({ conocida, conocidasSolas: true }))).toMatchObject({ loteId: 13, sola: true });
    const another = { ...said, concepto: 'PAGO A-12' };
    expect(proponer(another, with_({ conocida, conocidasSolas: true }))).toMatchObject({ loteId: 12, sola: false });
  });

  it('a known account that is told in part, or by another name than before, is only proposed', () => {
    const solas = with_({ conocida: { loteId: 13, nombre: 'ANA RUIZ SOTO' }, conocidasSolas: true });
    for (const nombre of ['', 'Ana Ruiz Soto', 'ANA RUIZ', 'ANA RUIZ SOTO DE LEON']) {
      expect(proponer(dicho({ cuenta: CUENTA, nombre }), solas)).toMatchObject({ loteId: 13, sola: true });
    }
    const other = proponer(dicho({ cuenta: CUENTA, nombre: 'LUIS PEREZ' }), solas);
    expect(other).toMatchObject({ loteId: 13, sola: false });
    expect(other.motivo).toMatch(/sólo ha pagado el lote A-13, y ahora paga LUIS PEREZ$/);
    for (const cuenta of [
      '7895',
      '**************7895',
      'XXXXXXXXXXXXXX7895',
      '0000000000',
      'VENTANILLA',
      '000000000000000000',
    ]) {
      expect(proponer(dicho({ cuenta }), solas)).toMatchObject({ loteId: 13, sola: false });
    }
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

  it('a name in full beside another lot’s reference or CLABE is asked about, however it is written', () => {
    for (const name of ['M01-L40', 'm01-l40', 'M01L40', 'M01 L40', 'M01/L40', 'M 01 L 40', '3-12']) {
      const lot = name === '3-12' ? '3-12' : 'M01-L40';
      for (const [de, said] of [
        [`La referencia de pago ${pago(12)} es del lote A-12`, { concepto: `SPEI ${pago(12)} PAGO ${name}` }],
        [`La referencia de pago ${pago(12)} es del lote A-12`, { referencia: pago(12), concepto: name }],
        [`La CLABE ${DE_12} es del lote A-12`, { clabe: DE_12, concepto: `MTTO ${name}, NOV` }],
        [`La CLABE ${DE_12} es del lote A-12`, { clabe: DE_12, referencia: name }],
      ] as const) {
        const found = proponer(dicho(said), with_());
        expect(found).toMatchObject({ loteId: null, via: null, sola: false });
        expect(found.motivo).toBe(`${de}, y dice «${name}», como se llama el lote ${lot}. Busque el suyo`);
        expect(situacionDe(found)).toBe('por_confirmar');
      }
    }
  });

  it('what is no name in full, or a name that agrees, changes nothing', () => {
    for (const words of [
      '',
      'A-12',
      'a 3-12-2026',
      '1-3-12',
      '12:3-12',
      'M01',
      'L40',
      'M01-L4',
      '40',
      '3 12',
      '3/12',
      'B-50',
      'NOV',
    ]) {
      const said = dicho({ referencia: pago(12), concepto: `SPEI RECIBIDO ${words}` });
      expect(proponer(said, with_())).toMatchObject({ loteId: 12, via: 'referencia', sola: true });
    }
    // Where lots are called by numbers, one that is another's reference is either's.
    const numbered = new Directorio([...LOTES, lote(70, pago(12))], { nombreCorto: '', codigos: [] }, [ISO]);
    const either = proponer(dicho({ referencia: pago(12) }), with_({ directorio: numbered }));
    expect(either).toMatchObject({ loteId: null, sola: false });
    // A name that two lots go by.
    const twice = new Directorio([lote(1, 'A1-1'), lote(2, 'A-11')], { nombreCorto: '', codigos: [] }, [ISO]);
    const said = (concepto: string) => proponer(dicho({ concepto }), with_({ directorio: twice }));
    expect(said('PAGO A11').motivo).toBe('Dice «A11», como se llaman los lotes A1-1 y A-11. Busque el suyo');
    expect(said(`PAGO A11 ${pago(2)}`)).toMatchObject({ loteId: 2, sola: true });
  });

  it('property: whatever two things name two lots, both are told and nothing applies by itself', () => {
    const CLABE_DE = new Map([
      [12, DE_12],
      [13, DE_13],
    ]);
    const ways = ['iso', 'luhn', 'corta', 'clabe', 'enviada', 'nombre', 'junto', 'cuenta'] as const;
    type Way = (typeof ways)[number];
    const NOMBRE = new Map([
      [12, 'A-12'],
      [13, 'A-13'],
    ]);
    const words: Record<Way, (id: number) => string> = {
      iso: (id) => pago(id),
      luhn: (id) => pago(id, LUHN),
      corta: (id) => pago(id, LUHN).slice(3),
      clabe: (id) => CLABE_DE.get(id) ?? '',
      enviada: () => '',
      nombre: (id) => NOMBRE.get(id) ?? '',
      junto: (id) => (NOMBRE.get(id) ?? '').replace('-', ''),
      cuenta: () => '',
    };
    const lot = fc.constantFrom(12, 13);
    const reading = fc.record({ way: fc.constantFrom(...ways), id: lot, inReference: fc.boolean() });
    const noise = fc.constantFrom('SPEI RECIBIDO', 'PAGO', '20/11/2026', '0012', 'MTTO NOV');
    fc.assert(
      fc.property(
        fc.uniqueArray(reading, { minLength: 1, maxLength: 4, selector: ({ way }) => way }),
        noise,
        (all, filler) => {
          const first = all.find(({ inReference, way }) => inReference && words[way](1 + 11) !== '');
          const account = all.find(({ way }) => way === 'cuenta');
          const sent = all.find(({ way }) => way === 'enviada');
          const said = dicho({
            referencia: first ? words[first.way](first.id) : '',
            concepto: [filler, ...all.filter((one) => one !== first).map(({ way, id }) => words[way](id))].join(' '),
            clabe: sent ? (CLABE_DE.get(sent.id) ?? '') : '',
            cuenta: account ? CUENTA : '',
          });
          const conocida = account && { loteId: account.id, nombre: 'ANA' };
          const found = proponer(said, with_({ conocida, conocidasSolas: true }));
          const lots = new Set(all.map(({ id }) => id));
          if (lots.size === 1) {
            const sure = all.some(({ way }) => way !== 'nombre' && way !== 'junto');
            expect(found).toMatchObject({ loteId: all[0]?.id, sola: sure });
            return;
          }
          expect(found.sola).toBe(false);
          expect(situacionDe(found)).toBe('por_confirmar');
          for (const name of ['A-12', 'A-13']) expect(found.motivo).toContain(`lote ${name}`);
        },
      ),
      { numRuns: 3_000 },
    );
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
