/** What random operations beside the model (modelo.test.ts) found, each as a plain example. */
import { expect, it } from 'vitest';
import type { LotePago } from '#features/pagos/contract.ts';
import { startFebruary } from '../february.ts';
import { chargeSums, createCode, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { envelope } from './support.ts';

const { app, cashier, today, february, pay } = await startFebruary();

it('the late interest of a cancelled charge does not depend on whether it was generated before or after', async () => {
  const cancel = async (cargo: number) => {
    const body = { tipo: 'mantenimiento', id: cargo, codigo: await createCode(app), razon: 'Acuerdo' };
    const reply = await app.call('POST', '/lote/cancelardeudaglobal', { as: 'superadmin', body });
    expect(envelope(reply).success).toBe(true);
  };
  const [before, after] = [await february(), await february()];
  today('2026-03-20');
  await cancel(after.cargo);
  await cashier.generateInterest();
  await cancel(before.cargo);
  // It was unpaid at the end of February, 1% of 2,500.00; at the end of March it was no debt any more.
  today('2026-04-02');
  await cashier.generateInterest();
  expect(await cashier.header(before.lote)).toMatchObject({ deuda: 25, deuda_moratorio: 25 });
  expect(await cashier.header(after.lote)).toMatchObject({ deuda: 25, deuda_moratorio: 25 });
});

it('interest that is generated after a merge is the reference lot’s, of months paid before it too', async () => {
  const [merged, reference] = [await february(), await february()];
  today('2026-03-05');
  await cashier.payMonths(merged.lote, { meses: ['2026-02'], monto: 2500, fecha: '2026-03-05' });
  await cashier.payMonths(reference.lote, { meses: ['2026-02'], monto: 2500, fecha: '2026-02-28' });
  await cashier.merge(merged.lote, reference.lote);
  await cashier.generateInterest();
  expect(await cashier.header(merged.lote)).toMatchObject({ deuda: 0 });
  expect(await cashier.header(reference.lote)).toMatchObject({ deuda: 25 });
  // Of which somebody can take the payment.
  expect(await cashier.payMonths(reference.lote, { meses: [], monto: 25, fecha: '2026-03-05' })).toMatchObject({
    total: 25,
    fondo: 0,
  });
});

it('a payment in time takes the discount although something was received late before it was known', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  await pay(lote, 100, '2026-02-15');
  // 2,250.00 deposited on the 5th cover the discounted total; of the 250.00 the 100.00 leave 150.00 to take off.
  await pay(lote, 2250, '2026-02-05');
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, pagado: 235_000, ajustado: 15_000, status: 'pagado' });
});

it('the last centavos of the discounted total, paid in time, take the discount although something came late', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  await pay(lote, 2200, '2026-02-05');
  await pay(lote, 200, '2026-02-15');
  await pay(lote, 50, '2026-02-10');
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, pagado: 245_000, ajustado: 5_000, status: 'pagado' });
});

it('cancelling a payment that was late gives the discount of those in time what the late one had left of it', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  const late = await pay(lote, 100, '2026-02-15');
  await pay(lote, 2250, '2026-02-05');
  await cashier.cancelReceipt(late.id);
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, pagado: 225_000, ajustado: 25_000, status: 'pagado' });
});

it('a correction of a payment in time keeps the discount that another receipt was granted for it', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  const first = await pay(lote, 1000, '2026-02-05');
  await pay(lote, 1250, '2026-02-08');
  const sums = { saldo: 0, pagado: 225_000, ajustado: 25_000, status: 'pagado' };
  expect(await chargeSums(app, cargo)).toMatchObject(sums);
  const { caja } = await tenderOf(app);
  const metodos = (await app.call('GET', '/metodopago/all', { as: 'cobranza' })).body as { id: number }[];
  const reply = await app.call('POST', '/correccion/recibo', {
    as: 'cobranza',
    body: {
      tipo: 'metodo',
      reciboId: first.id,
      metodoPago: { id: metodos[1]?.id },
      caja,
      noCuenta: '9876',
      codigo: await createCode(app),
      razon: 'Otro método',
    },
  });
  expect(reply.body).toMatchObject({ success: true });
  expect(await chargeSums(app, cargo)).toMatchObject(sums);
});

it('the excess of a lot that was merged is cancelled out of the reference lot’s fund, as long as it is there', async () => {
  const [merged, reference, other] = [await february(), await february(), await february()];
  today('2026-03-05');
  const paid = await pay(other.lote, 1000, '2026-03-05');
  await cashier.moveReceipt(paid.id, merged.lote);
  await cashier.merge(merged.lote, reference.lote);
  const excess = async () => {
    const reply = await app.call('GET', `/residente/get/pagos/${merged.lote}`, { as: 'cobranza' });
    const { misPagosResponseList: pagos } = (envelope(reply).data as { data: { misPagosResponseList: LotePago[] } })
      .data;
    return pagos.find(({ tipo }) => tipo === 'fondo');
  };
  const [reasons] = await app.query<{ motivo: number; relacion: number }>(
    `SELECT m.id AS motivo, r.id AS relacion FROM ${SCHEMA}.tipo_motivo_cancelacion m, ${SCHEMA}.tipo_relacion_factura r LIMIT 1`,
  );
  const cancel = async () =>
    app.call('POST', '/factura/cancelarpago', {
      as: 'cobranza',
      body: {
        id: (await excess())?.id,
        name: 'fondo',
        codeAutorizacion: await createCode(app),
        motivoCancelacion: 'De más',
        idMotivoCancelacion: reasons?.motivo,
        idTipoRelacionFactura: reasons?.relacion,
      },
    });
  expect((await cashier.header(reference.lote)).fondo).toBe(1000);
  await cashier.refundFund(reference.lote, 1);
  expect(refusalOf(await cancel())).toContain('quedan $999.00');
  await pay(other.lote, 1, '2026-03-05').then(({ id }) => cashier.moveReceipt(id, reference.lote));
  expect((await cancel()).body).toMatchObject({ success: true });
  expect((await cashier.header(reference.lote)).fondo).toBe(0);
  expect((await excess())?.status).toBe('cancelado');
});

it('the fund is not asked to pay nothing', async () => {
  const { lote } = await february();
  today('2026-02-05');
  await cashier.setSpecial(lote, 100);
  const payment = { meses: ['2026-03'], monto: 1, fecha: '2026-02-05', conFondo: true };
  expect(refusalOf(await cashier.tryPayMonths(lote, payment))).toContain('No hay nada que cobrar');
});
