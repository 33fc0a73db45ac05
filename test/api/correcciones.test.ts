/** Corrections of receipts after something else happened to what they settled, over HTTP. */
import { expect, it } from 'vitest';
import { closing } from '../closing.ts';
import { startFebruary } from '../february.ts';
import { chargeSums, correctMethod, createCode, SCHEMA, successorOf } from '../ledger.ts';
import { envelope } from './support.ts';

const { app, cashier, today, february, pay } = await startFebruary();

async function expectDone(path: string, body: Record<string, unknown>): Promise<void> {
  const reply = await app.call('POST', path, { as: 'superadmin', body: { codigo: await createCode(app, 1), ...body } });
  expect(envelope(reply)).toMatchObject({ success: true });
}

it('another method stands although the rest of the charge was cancelled since', async () => {
  const { lote, cargo } = await february();
  const { id } = await pay(lote, 1000, '2026-02-01');
  await expectDone('/lote/cancelardeudaglobal', { tipo: 'mantenimiento', id: cargo, razon: 'Acuerdo' });
  const before = await chargeSums(app, cargo);
  expect(before).toMatchObject({ pagado: 100_000, ajustado: 150_000, status: 'cancelado' });
  await correctMethod(app, id);
  expect(await chargeSums(app, cargo)).toEqual(before);
});

it('another method keeps the coded discount of a charge whose rest was cancelled, and it falls with the payment', async () => {
  const { lote } = await february();
  const fine = await cashier.fine(lote, 1000);
  await cashier.payFine(fine, 100, '2026-02-01', { descuento: 50 });
  const other = await cashier.fine(lote, 1000);
  await cashier.payFine(other, 100, '2026-02-01', { descuento: 50 });
  await expectDone('/multa/cancelar', { id: fine, razon: 'Acuerdo' });
  for (const [cargo, ajustado] of [
    [fine, 90_000],
    [other, 50_000],
  ] as const) {
    const [pago] = await app.query<{ recibo_id: number }>(`SELECT recibo_id FROM ${SCHEMA}.pago WHERE cargo_id = $1`, [
      cargo,
    ]);
    const corrected = await correctMethod(app, pago?.recibo_id ?? 0);
    expect(await chargeSums(app, cargo)).toMatchObject({ pagado: 10_000, ajustado });
    await cashier.cancelReceipt(corrected);
  }
  expect(await chargeSums(app, fine)).toMatchObject({ saldo: 0, pagado: 0, status: 'cancelado' });
  expect(await chargeSums(app, other)).toMatchObject({ saldo: 100_000, pagado: 0, status: 'vigente' });
});

it('another method of a late payment leaves the discount of those in time as it is', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  const late = await pay(lote, 100, '2026-02-15');
  await pay(lote, 2250, '2026-02-05');
  const before = await chargeSums(app, cargo);
  expect(before).toMatchObject({ saldo: 0, pagado: 235_000, ajustado: 15_000 });
  const corrected = await correctMethod(app, late.id);
  expect(await chargeSums(app, cargo)).toEqual(before);
  // Cancelled for good, what it had left of the discount is granted.
  await cashier.cancelReceipt(corrected);
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, pagado: 225_000, ajustado: 25_000 });
});

it('another method keeps the interest that was paid, although its TIIE was corrected since', async () => {
  const { lote } = await february();
  today('2026-03-05');
  await cashier.generateInterest();
  const { id } = await cashier.payMonths(lote, { meses: ['2026-02'], monto: 2525, fecha: '2026-03-05' });
  await cashier.saveTiie('2026-02', 6);
  await correctMethod(app, id);
  await cashier.saveTiie('2026-02', 12);
  expect(await cashier.header(lote)).toMatchObject({ deuda: 0, fondo: 0 });
  expect(await cashier.received(lote)).toBe(2525);
});

it('another method stands although the excess was spent since', async () => {
  const [wrong, right] = [await february(), await february()];
  const first = await pay(wrong.lote, 1000, '2026-02-01');
  await cashier.moveReceipt(first.id, right.lote);
  await cashier.payMonths(right.lote, { meses: ['2026-02'], monto: 600, fecha: '2026-02-01', conFondo: true });
  expect(await cashier.header(right.lote)).toMatchObject({ deuda: 1500, fondo: 0 });
  const corrected = await correctMethod(app, await successorOf(app, first.id));
  expect(await cashier.header(right.lote)).toMatchObject({ deuda: 1500, fondo: 0 });
  expect(await cashier.received(right.lote)).toBe(1000);
  // Merged meanwhile, its fund is the reference lot's.
  const [reference] = [await february()];
  await cashier.merge(right.lote, reference.lote);
  await correctMethod(app, corrected);
  expect(await cashier.header(reference.lote)).toMatchObject({ deuda: 4000, fondo: 0 });
});

it('a returned payment takes along the discount that left nothing to pay of the interest', async () => {
  const { lote } = await february();
  today('2026-03-05');
  await cashier.generateInterest();
  const payment = { meses: ['2026-02'], monto: 2500, fecha: '2026-03-05', descuento: 100 };
  const { id } = await cashier.payMonths(lote, payment);
  expect(await cashier.header(lote)).toMatchObject({ deuda: 0 });
  await expectDone('/correccion/recibo', { tipo: 'devuelto', reciboId: id, razon: 'Cheque sin fondos' });
  expect(await cashier.header(lote)).toMatchObject({ deuda: 2525, deuda_moratorio: 25 });

  // So it does where its receipt was corrected before.
  const again = await correctMethod(app, (await cashier.payMonths(lote, payment)).id);
  expect(await cashier.header(lote)).toMatchObject({ deuda: 0 });
  await expectDone('/correccion/recibo', { tipo: 'devuelto', reciboId: again, razon: 'Cheque sin fondos' });
  expect(await cashier.header(lote)).toMatchObject({ deuda: 2525, deuda_moratorio: 25 });
});

// The last: from then on nothing is written in February.
it('what came in in time stays so where its method is corrected after the month was closed', async () => {
  const [discounted, half] = [await february(), await february()];
  today('2026-02-08');
  const first = await pay(discounted.lote, 2250, '2026-02-08');
  await pay(half.lote, 1000, '2026-02-08').then(({ id }) => correctMethod(app, id));
  const rest = await pay(half.lote, 1250, '2026-02-08');
  today('2026-03-05');
  await expectDone('/periodo/cerrar', closing({ year: 2026, mes: 2 }));
  const corrected = await correctMethod(app, await correctMethod(app, first.id));
  await correctMethod(app, rest.id);
  await cashier.generateInterest();
  expect(await cashier.header(discounted.lote)).toMatchObject({ deuda: 0 });
  expect(await cashier.header(half.lote)).toMatchObject({ deuda: 0 });
  // Cancelled for good it was never received, and the discount that it earned falls with it.
  await cashier.cancelReceipt(corrected);
  expect(await chargeSums(app, discounted.cargo)).toMatchObject({ saldo: 250_000, ajustado: 0, status: 'vigente' });
  await cashier.generateInterest();
  expect(await cashier.header(discounted.lote)).toMatchObject({ deuda: 2525, deuda_moratorio: 25 });
});
