import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folioOf, formaFor } from '#libro/facturas/rules.ts';
import {
  acreditableDe,
  atoroOf,
  avisoDePlazo,
  avisoDeReceptor,
  documentTime,
  esRechazoPropio,
  formaOfLargest,
  impuestosDe,
  isInvoiceable,
  isUnanswered,
  limiteDeNota,
  nombreDeTipo,
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

it('lets somebody tell of what is too old, of what is refused by now, and of a dead account', () => {
  const incierto = { estado: 'incierto', codigo: '', fechaEmision: '2026-11-21T10:00:00' };
  const ahora = '2026-11-21T11:00:00';
  expect(isUnanswered(incierto, ahora, false)).toBe(false);
  expect(isUnanswered(incierto, ahora, true)).toBe(true);
  expect(isUnanswered(incierto, '2026-11-24T10:00:00', false)).toBe(true);
  expect(isUnanswered({ ...incierto, codigo: 'CFDI40145' }, ahora, false)).toBe(true);
  expect(isUnanswered({ ...incierto, codigo: 'CO1000' }, ahora, false)).toBe(false);
  expect(isUnanswered({ ...incierto, estado: 'rechazado', codigo: 'CFDI40145' }, ahora, false)).toBe(false);
});

it('takes a refusal for that of a request once it was in process, or where none was shown and time has passed', () => {
  const createdAt = new Date('2026-11-21T10:00:00Z');
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
  const request = { rechazoPrevio: false, procesoVisto: false, createdAt };
  expect(esRechazoPropio(request, after(5))).toBe(false);
  expect(esRechazoPropio(request, after(30))).toBe(true);
  expect(esRechazoPropio({ ...request, rechazoPrevio: true }, after(10_000))).toBe(false);
  expect(esRechazoPropio({ ...request, rechazoPrevio: true, procesoVisto: true }, after(1))).toBe(true);
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
  const pago = { total: 100_000, descontado: 0, devuelto: 0, debe: null, pagado: 0, dicho: 0 };
  const cargo = { ...pago, debe: 100_000 };
  it.each([
    ['all of a payment', pago, 100_000, 100_000],
    ['what is left of a payment', { ...pago, descontado: 30_000, devuelto: 20_000 }, 50_000, 50_000],
    ['nothing of what is owed', cargo, 0, 0],
    ['what was forgiven', { ...cargo, debe: 80_000 }, 20_000, 0],
    ['once', { ...cargo, debe: 80_000, descontado: 20_000 }, 0, 0],
    ['once, told as given back', { ...cargo, debe: 80_000, devuelto: 20_000 }, 0, 0],
    ['what was paid only as given back', { ...cargo, debe: 0, pagado: 100_000, dicho: 100_000 }, 0, 100_000],
    ['each of both', { ...cargo, debe: 0, pagado: 40_000, dicho: 40_000 }, 60_000, 40_000],
    ['no more once given back', { ...cargo, debe: 0, pagado: 40_000, dicho: 40_000, devuelto: 40_000 }, 60_000, 0],
    ['what its complements tell alone', { ...cargo, debe: 50_000, pagado: 50_000, dicho: 20_000 }, 0, 20_000],
    ['nothing where more is owed than before', { ...cargo, debe: 120_000, descontado: 10_000 }, 0, 0],
  ])('may take back %s', (_what, linea, descuento, devolucion) => {
    expect(acreditableDe(linea)).toEqual({ '01': descuento, '03': devolucion });
  });

  it('never takes back more than a line is, whatever became of it', () => {
    const amount = fc.integer({ min: 0, max: 200_000 });
    const linea = fc.record({
      ...{ total: amount, descontado: amount, devuelto: amount },
      ...{ debe: fc.option(amount), pagado: amount, dicho: amount },
    });
    fc.assert(
      fc.property(linea, (one) => {
        const queda = Math.max(0, one.total - one.descontado - one.devuelto);
        for (const most of Object.values(acreditableDe(one))) expect(most >= 0 && most <= queda).toBe(true);
      }),
    );
  });

  const factura = { folio: 'A-1', faltaComplemento: false, enCancelacion: undefined };
  it.each([
    ['the whole of payments', { lineas: [pago] }, false, ''],
    ['nothing of what is covered', { lineas: [{ ...pago, devuelto: 100_000 }] }, true, 'ya la cubren toda'],
    ['nothing before its complement', { lineas: [pago], faltaComplemento: true }, true, 'Emítalo primero'],
    ['nothing while that falls', { lineas: [pago], enCancelacion: 'A-2' }, true, 'A-2 está en cancelación'],
    ['nothing of what is owed', { lineas: [cargo] }, true, 'se deben todavía $1,000.00'],
    ['what is not owed any more', { lineas: [{ ...cargo, debe: 40_000 }] }, false, 'se deben todavía $400.00'],
    ['of charges each by its relation', { lineas: [{ ...cargo, debe: 0 }] }, false, 'como devolución (03)'],
  ])('says what limits it: %s', (_what, over, nada, words) => {
    const told = limiteDeNota({ ...factura, ...over });
    expect(told).toEqual({ nada, motivo: words === '' ? '' : expect.stringContaining(words) });
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

it.each([
  ['ingreso', 'Factura'],
  ['global', 'Factura global'],
  ['pago', 'Complemento de pago'],
  ['egreso', 'Nota de crédito'],
  [undefined, 'Factura'],
])('calls a document of %s «%s»', (tipo, nombre) => {
  expect(nombreDeTipo(tipo)).toBe(nombre);
});

it('tells of a complement whose receiver no lot has any more what to do', () => {
  expect(avisoDeReceptor({ receptorRfc: 'MUAJ800101AB1', rfcHoy: null })).toBe('');
  expect(avisoDeReceptor({ receptorRfc: 'XAXX010101000', rfcHoy: 'PEGL900202XY1' })).toBe('');
  expect(avisoDeReceptor({ receptorRfc: 'MUAJ800101AB1', rfcHoy: '' })).toContain('no tiene hoy datos fiscales');
  expect(avisoDeReceptor({ receptorRfc: 'MUAJ800101AB1', rfcHoy: 'PEGL900202XY1' })).toMatch(
    /tiene hoy los de PEGL900202XY1: el complemento sale a MUAJ800101AB1 .* emítalo/,
  );
});
