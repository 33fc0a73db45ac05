import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formaFor } from '#libro/facturas/rules.ts';
import {
  atoroOf,
  avisoDePlazo,
  documentTime,
  folioOf,
  formaOfLargest,
  impuestosDe,
  isInvoiceable,
  limiteDeNota,
  repartir,
  statusLabel,
  workbookTitle,
} from './rules.ts';

it('writes series and folio as people read them', () => {
  expect(folioOf('A', 125)).toBe('A-125');
  expect(folioOf('', 125)).toBe('125');
  expect(folioOf('A', null)).toBe('');
});

it('names the states it knows', () => {
  expect(statusLabel('en_cancelacion')).toBe('en cancelación');
  expect(statusLabel('otra')).toBe('no tiene estado');
});

it('shows a time as the document has it', () => {
  expect(documentTime('2026-11-21T10:05:09')).toBe('21-11-2026 10:05:09');
  expect(documentTime('')).toBe('');
});

describe('the title of the workbook', () => {
  const title = (desde: string, hasta: string, referencia: string) =>
    workbookTitle('Los Encinos', { desde, hasta, referencia }, '2026-11-21');
  it.each([
    ['', '', '', 'Reporte de facturas del Los Encinos del periodo 01-11-2026 a 21-11-2026'],
    ['2026-10-03', '2026-10-09', '', 'Reporte de facturas del Los Encinos del periodo 03-10-2026 a 09-10-2026'],
    ['', '', 'M01', 'Reporte de facturas del Los Encinos de la referencia: M01'],
    [
      '2026-10-03',
      '2026-10-09',
      'M01',
      'Reporte de facturas del Los Encinos de la referencia: M01 dentro del periodo 03-10-2026 a 09-10-2026',
    ],
  ])('from %j to %j of %j', (desde, hasta, referencia, said) => {
    expect(title(desde, hasta, referencia)).toBe(said);
  });
});

it('starts from how a payment was made, but leaves the form open with PPD', () => {
  expect(formaFor({ metodoPagoCFDI: 'PUE', formaPagoCFDI: '01' }, '03')).toBe('03');
  expect(formaFor({ metodoPagoCFDI: 'PUE', formaPagoCFDI: '01' }, '')).toBe('01');
  expect(formaFor({ metodoPagoCFDI: 'PPD', formaPagoCFDI: '01' }, '03')).toBe('99');
});

it('offers to invoice what is in force, of a charge, and on no invoice', () => {
  const pago = { amount: 10, status: 'recibido', facturaId: null, isFacturado: false, tipo: 'mantenimiento' };
  expect(isInvoiceable(pago)).toBe(true);
  for (const change of [
    { amount: 0 },
    { status: 'cancelado' },
    { status: 'en_cancelacion' },
    { facturaId: 3 },
    { isFacturado: true },
    { tipo: 'fondo' },
    { tipo: 'condonacion' },
  ])
    expect(isInvoiceable({ ...pago, ...change })).toBe(false);
});

it('takes the form of the largest sum, of what is known', () => {
  const paid = (formaPago: string, monto: number) => ({ formaPago, monto });
  expect(formaOfLargest([paid('01', 60), paid('03', 50), paid('03', 50), paid('', 900)])).toBe('03');
  expect(formaOfLargest([paid('', 900)])).toBe('');
});

it.each([
  [40, /hasta el 31-03-2027: quedan 40 días\. Confirme con su contador$/],
  [1, /: queda 1 día\. /],
  [0, /: hoy es el último día\. /],
  [
    -1,
    /^El plazo legal para cancelarla terminó el 31-03-2027 y el SAT puede rechazarla\. .*egreso.*confirme con su contador$/,
  ],
])('tells the legal limit with %s days left', (dias, words) => {
  expect(avisoDePlazo({ limite: '2027-03-31', dias })).toMatch(words);
});

describe('a cancellation that waits', () => {
  const now = new Date('2026-11-21T18:00:00Z');
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

  it.each([
    [0, null, undefined],
    [4, null, undefined],
    [5, null, 'vigente'],
    [0, 71.99, undefined],
    [0, 72, 'sin_respuesta'],
    // Who stood before the silence may have fallen since.
    [9, 72, 'sin_respuesta'],
    [9, 1, 'vigente'],
  ])('said to stand %s times, untold for %s hours: %s', (vigenteVeces, hours, atoro) => {
    expect(atoroOf({ vigenteVeces, sinRespuestaAt: hours === null ? null : hoursAgo(hours) }, now)).toBe(atoro);
  });
});

describe('a credit note', () => {
  const factura = { folio: 'A-1', queda: 100_000, saldo: 100_000, debe: 0, faltaComplemento: false };
  it.each([
    ['the whole of what is left', {}, 100_000, ''],
    ['nothing of what is covered', { queda: 0 }, 0, 'ya la cubren toda'],
    ['nothing before its complement', { faltaComplemento: true }, 0, 'Emítalo primero'],
    ['nothing of what is owed', { debe: 100_000 }, 0, 'se deben todavía $1,000.00'],
    ['what is not owed any more', { saldo: 60_000, debe: 40_000 }, 20_000, 'se deben todavía $400.00'],
    ['nothing where more is owed than is left', { saldo: 30_000, debe: 40_000 }, 0, 'se deben todavía'],
  ])('may take back %s', (_what, over, limite, words) => {
    const told = limiteDeNota({ ...factura, ...over });
    expect(told).toEqual({ limite, motivo: words === '' ? '' : expect.stringContaining(words) });
  });

  it('is shared out to the centavo, to none more than it has, and the last takes all the rest', () => {
    const left = fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(left, fc.double({ min: 0, max: 1, noNaN: true }), (quedan, part) => {
        const partes = quedan.map((queda, n) => ({ n, queda }));
        const whole = quedan.reduce((sum, queda) => sum + queda, 0);
        const shareOut = (monto: number) => {
          const shares = repartir(monto, partes);
          expect(shares.reduce((sum, { monto: share }) => sum + share, 0)).toBe(monto);
          for (const { n, monto: share } of shares) expect(share > 0 && share <= (quedan[n] ?? 0)).toBe(true);
          return shares;
        };
        shareOut(Math.floor(whole * part));
        expect(shareOut(whole)).toHaveLength(quedan.filter((queda) => queda > 0).length);
        expect(() => repartir(whole + 1, partes)).toThrow(RangeError);
      }),
    );
  });
});

describe('the VAT of an invoice on paper', () => {
  const line = (tratamiento: string, importe: number, iva = 0) => ({ tratamiento, importe, iva });

  it('is told by its rate, and by base where there are several', () => {
    expect(impuestosDe([line('no_objeto', 100_000)])).toMatchObject([{ nombre: 'IVA', importe: 0 }]);
    expect(impuestosDe([line('exento', 100_000)])).toMatchObject([{ nombre: 'IVA exento', importe: 0 }]);
    expect(impuestosDe([line('iva16', 86_207, 13_793), line('iva16', 86_207, 13_793)])).toMatchObject([
      { nombre: 'IVA 16%', importe: 27_586 },
    ]);
    expect(
      impuestosDe([
        line('no_objeto', 5_000),
        line('iva8', 92_593, 7_407),
        line('iva16', 86_207, 13_793),
        line('iva0', 1_000),
      ]),
    ).toMatchObject([
      { nombre: 'IVA 16% sobre $862.07', importe: 13_793 },
      { nombre: 'IVA 8% sobre $925.93', importe: 7_407 },
      { nombre: 'IVA 0% sobre $10.00', importe: 0 },
      { nombre: 'IVA no objeto sobre $50.00', importe: 0 },
    ]);
  });
});
