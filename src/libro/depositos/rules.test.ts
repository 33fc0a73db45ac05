import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PayableMonth } from '#core/allocation.ts';
import { referenceOf } from '#core/reference.ts';
import type { Owed } from '../mantenimiento/rules.ts';
import { cobroDe, Directorio, isOneSlip, notaDe, preguntasDe } from './rules.ts';

const HOY = '2026-11-21';

const month = (year: number, mes: number, total = 250_000): PayableMonth => ({
  id: year * 12 + mes,
  year,
  mes,
  total,
  corte: `${year}-${String(mes).padStart(2, '0')}-10`,
  pagado: 0,
  pagadoEnTiempo: 0,
  ajustado: 0,
  excluido: false,
});

const owed = (changes: Partial<Owed> = {}): Owed => ({
  pending: [],
  tardios: [],
  interest: [],
  siguiente: null,
  terms: { cuota: 250_000, diaCorte: 10, rules: [10], especial: null },
  reglas: 'Pronto pago 10%',
  ...changes,
});

describe('matching', () => {
  const lotes = ['ENC-00017', 'ENC-00018', 'LC-01'].map((referencia, index) => ({
    id: index + 1,
    referencia,
    status: 'entregado',
    fusionId: null,
  }));
  const directorio = new Directorio(lotes, { nombreCorto: 'ENCI', codigos: ['0417', '417'] });

  it('knows a reference however it is written, and within what the bank writes around it', () => {
    for (const text of ['ENC-00017', 'enc 00017', 'ENC00017', 'ENCIENC000170417', 'enci-enc00017-417']) {
      expect([text, directorio.find(text)?.id]).toEqual([text, 1]);
    }
    expect(directorio.find('ENC-0017')).toBeUndefined();
  });

  describe('by payment references', () => {
    const numbered = [
      ...lotes,
      ...['174', '0090', '185'].map((referencia, n) => ({ ...lotes[0], id: n + 17, referencia })),
    ];
    const marco = { nombreCorto: '', codigos: [] };
    const luhn = { verificador: 'luhn', prefijo: '' } as const;
    const convenio = { verificador: 'ninguno', prefijo: '1450018' } as const;
    const of = (rows: readonly object[]) =>
      new Directorio(rows as ConstructorParameters<typeof Directorio>[0], marco, [luhn, convenio]);
    const said = (text: string, rows: readonly object[] = lotes) => {
      const { lote, dudas, falta } = of(rows).read(text);
      return { lote: lote?.id, dudas: dudas?.map(({ lote: { id }, motivo }) => [id, motivo]), falta };
    };

    it('finds the lot of right check digits, and never that of wrong ones, however alike', () => {
      for (const text of ['0000018', '18', '00-000 18']) expect([text, said(text)]).toEqual([text, { lote: 1 }]);
      expect(said('ENC-00017')).toEqual({ lote: 1 });
      expect(said('0000019')).toEqual({ dudas: [], falta: 'La referencia 0000019 tiene mal el dígito verificador' });
      // Right, and of a lot that does not exist.
      expect(said('0090001')).toEqual({});
    });

    it('asks where a number is of one lot and the name of another, and where nothing guards it', () => {
      const falta = 'La referencia es de más de un lote';
      // 17 is called 174, which is its own reference as well; 19 is called 185, which is the reference of 18 by Luhn.
      expect(said('174', numbered)).toEqual({ lote: 17 });
      expect(said('182', numbered)).toEqual({ lote: 18 });
      const swapped = numbered.map((row) => ({
        ...row,
        referencia: row.referencia === '185' ? '182' : row.referencia,
      }));
      expect(said('182', swapped)).toEqual({
        dudas: [
          [19, 'El lote se llama así'],
          [18, 'Es su referencia de pago'],
        ],
        falta,
      });
      expect(said('185', numbered)).toEqual({
        dudas: [[19, 'El lote se llama así']],
        falta: 'La referencia 185 tiene mal el dígito verificador',
      });
      expect(said('1450018000002')).toEqual({
        dudas: [[2, 'Es su referencia de pago, que no lleva dígito verificador']],
        falta: 'La referencia no lleva dígito verificador',
      });
    });

    it('is as before where no register has them', () => {
      const plain = new Directorio(lotes, marco);
      expect(plain.read('0000018')).toEqual({ lote: undefined, dudas: undefined });
      expect(plain.read('ENC-00017').lote?.id).toBe(1);
    });
  });

  it('proposes what is one slip away, and nothing that is two', () => {
    const near = (text: string) => directorio.near(text).map(({ referencia }) => referencia);
    expect(near('ENC-00071')).toEqual(['ENC-00017']);
    expect(near('ENC-0017')).toEqual(['ENC-00017']);
    expect(near('ENC-00019')).toEqual(['ENC-00017', 'ENC-00018']);
    expect(near('LC-0')).toEqual(['LC-01']);
    expect(near('ENX-0001')).toEqual([]);
  });

  it("knows each lot by each register's whole reference, whatever else its digits might say", () => {
    const many = Array.from({ length: 9_999 }, (_, at) => ({
      ...{ id: at + 1, referencia: `X-${at + 1}`, status: 'entregado', fusionId: null },
    }));
    const schemes = (['luhn', '97-10'] as const).map((verificador) => ({ verificador, prefijo: '' }));
    const both = new Directorio(many, { nombreCorto: '', codigos: [] }, schemes);
    for (const { id } of many) {
      for (const scheme of schemes) expect(both.find(referenceOf(id, scheme) ?? '')?.id).toBe(id);
    }
  });

  it('two references that differ by their dashes alone are nobody, and both proposed', () => {
    const twins = new Directorio(
      [
        { id: 1, referencia: 'A-11', status: 'entregado', fusionId: null },
        { id: 2, referencia: 'A1-1', status: 'entregado', fusionId: null },
      ],
      { nombreCorto: '', codigos: [''] },
    );
    expect(twins.find('A11')).toBeUndefined();
    expect(twins.near('A11')).toHaveLength(2);
  });

  it('a slip goes both ways', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 6 }),
        fc.nat(6),
        fc.string({ minLength: 1, maxLength: 1 }),
        (text, at, letter) => {
          const other = text.slice(0, at) + letter + text.slice(at);
          expect(isOneSlip(text, other)).toBe(true);
          expect(isOneSlip(other, text)).toBe(true);
          expect(isOneSlip(text, text)).toBe(false);
        },
      ),
    );
  });
});

describe('what a deposit pays', () => {
  it('reaches months oldest first, creates those through its own date, and leaves the rest to the fund', () => {
    const cobro = cobroDe(
      owed({ pending: [month(2026, 10)], siguiente: { year: 2026, mes: 11 } }),
      600_000,
      '2026-11-20',
    );
    expect(cobro).toMatchObject({
      periodo: 'Octubre - 2026 a Noviembre - 2026',
      montoPagar: 500_000,
      montoPagarDcto: 500_000,
      excedente: 100_000,
      falta: 0,
      queda: 0,
    });
    expect(notaDe(cobro)).toBe('Sobran $1,000.00: irán al fondo');
  });

  it('leaves of a closed month what it would have left at once: later months take nothing of it', () => {
    const lote = owed({ pending: [month(2026, 10), month(2026, 11)], siguiente: { year: 2026, mes: 12 } });
    const late = cobroDe(lote, 400_000, '2026-10-31', '2026-10-31');
    expect(late).toMatchObject({ periodo: 'Octubre - 2026', excedente: 150_000, posterior: 'Noviembre - 2026' });
    expect(notaDe(late)).toBe('Sobran $1,500.00: irán al fondo. Con el fondo se puede pagar Noviembre - 2026');
    expect(notaDe(cobroDe(owed({ pending: [month(2026, 11)] }), 10_000, '2026-10-31', '2026-10-31'))).toBe(
      'Todo irá al fondo. Con el fondo se puede pagar Noviembre - 2026',
    );
    // While its month is open it pays what is owed by now.
    expect(cobroDe(lote, 400_000, '2026-10-31', '2026-09-30')).toMatchObject({
      periodo: 'Octubre - 2026 a Noviembre - 2026',
      excedente: 0,
      posterior: '',
    });
  });

  it('tells what is lost with a discount that a fee keeps from being earned', () => {
    const cobro = cobroDe(owed({ pending: [month(2026, 11)] }), 224_000, '2026-11-10');
    expect(cobro).toMatchObject({ montoPagarDcto: 225_000, falta: 1_000, queda: 26_000 });
    expect(notaDe(cobro)).toBe('De Noviembre - 2026 quedarán por pagar $260.00');
    const asked = preguntasDe(cobro, { monto: 224_000, fecha: '2026-11-10', hoy: HOY, numero: 1, reciboDeCaja: null });
    expect(asked).toEqual([expect.stringContaining('Faltan $10.00 para cubrir Noviembre - 2026')]);
  });

  it('asks before it loses the discount of a month that later money paid in part', () => {
    const paid = { ...month(2026, 11), pagado: 222_500, pagadoEnTiempo: 0 };
    const asked = (monto: number) =>
      preguntasDe(cobroDe(owed({ pending: [paid] }), monto, '2026-11-08'), {
        ...{ monto, fecha: '2026-11-08', hoy: HOY, numero: 1, reciboDeCaja: null },
      });
    expect(asked(225_000)).toEqual([
      expect.stringContaining('Noviembre - 2026 ya recibió dinero de fecha posterior, y este depósito no gana $250.00'),
    ]);
    expect(asked(100_000)).toEqual([]);
  });

  it('asks so of a month that later money closed too, and of none that the deposit does not reach whole', () => {
    const questions = (lote: Partial<Owed>, monto: number) =>
      preguntasDe(cobroDe(owed(lote), monto, '2026-11-08'), {
        ...{ monto, fecha: '2026-11-08', hoy: HOY, numero: 1, reciboDeCaja: null },
      }).filter((question) => question.includes('fecha posterior'));
    const closed = { ...month(2026, 11), pagado: 250_000 };
    expect(questions({ tardios: [closed] }, 225_000)).toHaveLength(1);
    expect(questions({ tardios: [{ ...closed, excluido: true }] }, 225_000)).toEqual([]);
    expect(questions({ tardios: [{ ...closed, corte: '2026-11-07' }] }, 225_000)).toEqual([]);
    const late = { ...month(2026, 11), pagado: 10_000 };
    expect(questions({ pending: [late] }, 225_000)).toHaveLength(1);
    // Interest, or an older month, takes what would have earned it.
    const interest = [{ id: 1, corte: '2026-09-10', saldo: 2_500 }];
    expect(questions({ pending: [late], interest }, 225_000)).toEqual([]);
    expect(questions({ pending: [month(2026, 10), late] }, 225_000)).toEqual([]);
  });

  it('does not take for a fee what a card is charged: the month without its interest', () => {
    const interest = [{ id: 1, corte: '2026-09-10', saldo: 1_510 }];
    const cobro = cobroDe(owed({ pending: [month(2026, 9)], interest }), 250_000, '2026-11-20');
    expect(cobro).toMatchObject({ moratorio: 1_510, falta: 1_510 });
    expect(
      preguntasDe(cobro, { monto: 250_000, fecha: '2026-11-20', hoy: HOY, numero: 1, reciboDeCaja: null }),
    ).toEqual([]);
  });

  it('loses no centavo, whatever is owed and deposited', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 2_000_000 }),
        (totals, monto) => {
          const pending = totals.map((total, index) => month(2026, index + 1, total));
          const { allocation, excedente } = cobroDe(owed({ pending }), monto, '2026-11-20');
          const paid = allocation.months.reduce((sum, line) => sum + line.pago, 0);
          expect(paid + excedente).toBe(monto);
        },
      ),
    );
  });
});
