import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCentavos, toPesos } from '#core/money.ts';
import { practiceName } from '#core/residenciales.ts';
import { sinValorOf } from '#platform/pdf.ts';
import { renderPdf } from '#platform/server/pdf.ts';
import { formatMoney } from '#ui/format.ts';
import { recibo, renglon } from '../../test/recibo.ts';
import { documentoDeRecibo, notaDocument, notaFileName } from './recibo.ts';
import type { ReciboImpreso } from './recibo-impreso.ts';

const CONTEXT = { codigo: 'ENCINOS', residencial: 'Los Encinos', impreso: '22-11-2026 15:47' };

/** Every text of a definition, in order. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(texts);
  if (typeof node !== 'object' || node === null) return [];
  return ['text', 'columns', 'stack', 'table', 'body', 'content'].flatMap((key) =>
    key in node ? texts((node as Record<string, unknown>)[key]) : [],
  );
}
const amountsIn = (said: readonly string[]): string[] => said.flatMap((text) => text.match(/-?\$[\d,.]*\d/g) ?? []);

test('a note is named after the associate and the day, a ticket by its folio before', () => {
  const one = recibo();
  expect(notaFileName([one], 'carta', '2026-05-20')).toBe('Laura_Zúñiga_Colín_20-05-2026.pdf');
  const ticket = notaFileName([one], 'ticket', '2026-05-20');
  expect(ticket).toBe(`ticket_${one.id}_Laura_Zúñiga_Colín_20-05-2026.pdf`);
  expect(notaFileName([{ ...one, id: one.id + 1 }], 'ticket', '2026-05-20')).not.toBe(ticket);
  expect(notaFileName([one, { ...one, id: one.id + 1 }], 'ticket', '2026-05-20')).toMatch(/^ticket_\d+_y_1_más_Laura/);
});

test('what is received, what it went to and what the fund got are told, and who, where and how', () => {
  const documento = documentoDeRecibo(recibo());
  expect(documento.titulo).toBe('Recibido $7,547.00');
  expect(documento.renglones.map(({ concepto, monto }) => [concepto, monto])).toEqual([
    ['Mantenimiento Septiembre - 2026', 7500],
    ['Interés moratorio Septiembre - 2026', 46.67],
    ['A saldo a favor', 0.33],
  ]);
  expect(documento.total).toEqual({ label: 'Recibido', monto: 7547 });
  expect(documento.saldos).toEqual([
    { label: 'Saldo a favor hoy', monto: 2.59 },
    { label: 'Debe hoy', monto: 850 },
  ]);
});

test('each of its dates has one word: when it was paid, the day that it is booked on, when it was captured', () => {
  const labels = (fechaContable: string) =>
    documentoDeRecibo({ ...recibo(), fechaPago: '2026-10-09', fechaContable }).datos.map(([label]) => label);
  expect(labels('2026-11-01')).toEqual(expect.arrayContaining(['Fecha pago', 'Fecha contable', 'Capturado']));
  expect(labels('2026-10-09')).not.toContain('Fecha contable');
  expect(labels('2026-11-01').join()).not.toMatch(/regist/i);
});

test.each(['carta', 'ticket'] as const)('a note (%s) says all that the screen says', async (format) => {
  const documento = documentoDeRecibo(recibo());
  const definition = notaDocument([recibo()], format, CONTEXT);
  const said = texts(definition).join('\n');
  const words = [
    ...documento.datos.map(([, value]) => value),
    ...documento.renglones.flatMap(({ concepto, monto }) => [concepto, formatMoney(monto)]),
    ...documento.saldos.map(({ monto }) => formatMoney(monto)),
    documento.titulo,
    documento.asociado,
    documento.direccion,
    'M07-L03',
    'Ana López',
    CONTEXT.impreso,
  ];
  for (const word of words) expect(said).toContain(word);
  expect(structuredClone(definition)).toEqual(definition);
  const pdf = await renderPdf(definition);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(5_000);
});

test('the letter of an import calls its amounts as the import does', () => {
  const letter = notaDocument([recibo(), recibo()], 'carta', CONTEXT);
  const headings = (letter.content as unknown[]).filter((part) => JSON.stringify(part).includes('<svg'));
  const heading = ['Los Encinos', 'Nota de pago', `Recibo ${recibo().id} del 22-11-2026`];
  expect(headings.map(texts)).toEqual([heading, heading]);
  expect(letter.footer).toEqual({ left: 'Los Encinos', margin: 40 });
  expect(texts(letter)).toContain('Monto');
  const imported = texts(notaDocument([recibo()], 'carta', { ...CONTEXT, amounts: 'Importe' }));
  expect(imported).toContain('Importe');
  expect(imported).not.toContain('Monto');
});

test('what became of a receipt is told first', () => {
  const gone = { status: 'cancelado', razon: 'Cheque sin fondos', fechaCancelado: '2026-11-25' };
  const avisos = (changes: Partial<ReciboImpreso>) => documentoDeRecibo(recibo(changes)).avisos.join('\n');
  expect(avisos({})).toBe('');
  expect(avisos({ fondo: 0, recibido: 7500, renglones: [renglon(gone)] })).toBe(
    'RECIBO CANCELADO el 25-11-2026: Cheque sin fondos',
  );
  expect(avisos({ renglones: [renglon(), renglon({ pagoId: 8, monto: 46.67, ...gone })] })).toBe(
    'CANCELADO EN PARTE: siguen vigentes $7,500.33',
  );
  expect(avisos({ fondoCancelado: true })).toBe('CANCELADO EN PARTE: siguen vigentes $7,546.67');
  expect(avisos({ renglones: [renglon({ status: 'en_cancelacion', monto: 7546.67 })] })).toBe(
    'Su cancelación está en proceso',
  );
  expect(avisos({ sustituyeA: 12 })).toBe('');
  expect(documentoDeRecibo(recibo({ sustituyeA: 12 })).datos).toContainEqual(['Sustituye al recibo', '12']);
  const other = { id: 99, creado: '2026-11-25T18:00:00.000Z', referencia: 'M01-L01' };
  expect(avisos({ sustituidoPor: other, renglones: [renglon(gone)] })).toMatch(
    /^RECIBO SUSTITUIDO por el 99 del lote M01-L01 el \d\d-11-2026 \d\d:\d\d/,
  );
});

test('a receipt that the fund paid, and one whose discount left nothing to pay, say so', () => {
  const byFund = documentoDeRecibo(recibo({ recibido: 0, fondo: -7500, metodo: 'Fondo', renglones: [renglon()] }));
  expect(byFund.titulo).toBe('Pagado con el fondo $7,500.00');
  expect(byFund.renglones).toHaveLength(1);
  const waived = documentoDeRecibo(
    recibo({ recibido: 0, fondo: 0, renglones: [renglon({ pagoId: null, monto: 0, descuento: 250 })] }),
  );
  expect(waived.titulo).toBe('Recibido $0.00');
  expect(waived.renglones[0]).toMatchObject({ identificador: '', detalles: ['Descuento aplicado $250.00'] });
});

test('interests that stand are one row of each lot, with each of them in it; one alone and those cancelled stand by themselves', () => {
  const interes = (mes: string, monto: number, more: Partial<ReciboImpreso['renglones'][number]> = {}) =>
    renglon({
      pagoId: monto,
      tipo: 'interes',
      concepto: `Interés moratorio ${mes} - 2026`,
      monto,
      ...more,
    });
  const gone = { status: 'cancelado', razon: 'Error', fechaCancelado: '2026-11-23' };
  const { renglones } = documentoDeRecibo(
    recibo({
      recibido: 57.33,
      renglones: [
        interes('Septiembre', 14.58, { descuento: 1 }),
        interes('Octubre', 14.59, { queda: 2.5 }),
        interes('Octubre', 7, gone),
        interes('Octubre', 20.83, { referencia: 'M07-L04' }),
      ],
    }),
  );
  expect(renglones.map(({ concepto, monto, partes }) => [concepto, monto, partes.map((parte) => parte.monto)])).toEqual(
    [
      ['Interés moratorio sep y oct 2026', 29.17, [14.58, 14.59]],
      ['Interés moratorio Octubre - 2026', 7, []],
      ['Interés moratorio Octubre - 2026 (lote M07-L04)', 20.83, []],
      ['A saldo a favor', 0.33, []],
    ],
  );
  expect(renglones[0]?.detalles).toEqual(['Descuento aplicado $1.00', 'Quedan por pagar $2.50']);
  const letter = texts(
    notaDocument([recibo({ renglones: [interes('Mayo', 1), interes('Junio', 2)] })], 'carta', CONTEXT),
  );
  expect(letter.join('\n')).toContain('1 Interés moratorio Mayo - 2026 $1.00; 2 Interés moratorio Junio - 2026 $2.00');
});

test('a letter of more interest than a page holds has no row taller than one, which no page would have', () => {
  const months = Array.from({ length: 200 }, (_, n) =>
    renglon({
      pagoId: n,
      tipo: 'interes',
      concepto: 'Interés moratorio Octubre - 2026 (Mantenimiento Octubre - 2025)',
    }),
  );
  const { content } = notaDocument([recibo({ renglones: months })], 'carta', CONTEXT);
  const rows = (content as { table?: { body: unknown[] } }[]).flatMap(({ table }) => table?.body ?? []);
  expect(rows.length).toBeGreaterThan(8);
  // Of the letters of a row a page holds some 4,500.
  expect(Math.max(...rows.map((row) => JSON.stringify(row).length))).toBeLessThan(3_500);
});

test('a difference with the ledger is a row of its own', () => {
  const documento = documentoDeRecibo(recibo({ recibido: 7550 }));
  expect(documento.renglones.at(-1)).toMatchObject({ concepto: 'Diferencia con el libro', monto: 3 });
});

const centavos = fc.integer({ min: 1, max: 90_000_000 });
const anyRecibo = fc
  .record({
    montos: fc.array(
      fc.record({
        monto: centavos,
        tipo: fc.constantFrom('mantenimiento', 'interes'),
        status: fc.constantFrom('recibido', 'cancelado', 'en_cancelacion'),
        descuento: fc.nat(1000),
      }),
      { maxLength: 40 },
    ),
    abono: fc.oneof(fc.constant(0), centavos),
    byFund: fc.boolean(),
    fondoCancelado: fc.boolean(),
    // What the ledger has in excess of its rows: nothing, unless it is broken.
    extra: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 999 }) },
    ),
  })
  .map(({ montos, abono, byFund, fondoCancelado, extra }) => {
    const applied = montos.reduce((sum, { monto }) => sum + monto, 0);
    return recibo({
      renglones: montos.map(({ monto, tipo, status, descuento }, n) =>
        renglon({
          tipo,
          pagoId: n + 1,
          cargoId: n + 1,
          monto: toPesos(monto),
          status,
          descuento: toPesos(descuento),
          ...(status === 'cancelado' && { razon: 'Error', fechaCancelado: '2026-11-23' }),
        }),
      ),
      recibido: byFund ? 0 : toPesos(applied + abono + extra),
      fondo: byFund ? toPesos(-applied) : toPesos(abono),
      fondoCancelado: !byFund && abono > 0 && fondoCancelado,
    });
  });

test('the rows of any receipt add up to the centavo, and screen, note and ticket say the same amounts', () => {
  fc.assert(
    fc.property(anyRecibo, (any) => {
      const documento = documentoDeRecibo(any);
      const sum = documento.renglones.reduce((total, { monto }) => total + toCentavos(monto), 0);
      expect(sum).toBe(toCentavos(documento.total.monto));
      expect(sum).toBe(toCentavos(any.recibido) + toCentavos(Math.max(0, -any.fondo)));
      const shown = [
        ...amountsIn([
          documento.titulo,
          ...documento.avisos,
          ...documento.renglones.flatMap(({ detalles }) => detalles),
        ]),
        ...documento.renglones.flatMap(({ partes }) => partes.map(({ monto }) => formatMoney(monto))),
        ...[...documento.renglones, documento.total, ...documento.saldos].map(({ monto }) => formatMoney(monto)),
      ].toSorted();
      for (const format of ['carta', 'ticket'] as const) {
        expect(amountsIn(texts(notaDocument([any], format, CONTEXT))).toSorted()).toEqual(shown);
      }
    }),
  );
});

test.each(['carta', 'ticket'] as const)('a note (%s) of a practice is known as one by its name', (format) => {
  const of = (residencial: string) => sinValorOf(notaDocument([recibo()], format, { ...CONTEXT, residencial }));
  expect(of('Los Encinos')).toBeUndefined();
  expect(of(practiceName('Los Encinos'))).toMatchObject({ text: 'PRÁCTICA, sin valor' });
});
