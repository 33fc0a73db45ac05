/** A house that is sold while invoices of whoever sells are under way, or are made, mended and fall later: they name who paid. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { moveFund } from '#libro/server/fund.ts';
import { Desk } from '../invoicing-desk.ts';
import { correctMethod, inLedger, refusalOf, SCHEMA } from '../ledger.ts';
import { prepareSale, saleOf } from '../owner-change.ts';
import { envelope } from './support.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterEach(() => desk.pac.calm());
afterAll(() => desk.app.close());

const VENDE = 'RULA800101AB1';
const COMPRA = 'DISL800101AB1';
const GENERICO = 'XAXX010101000';

/** A lot of somebody who has tax data, or none, and who marked an address for invoices. */
async function owned({ conDatos = true } = {}) {
  const owed = await desk.chargedLote();
  await desk.app.query(
    `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ('Ana Ruiz', 'asociado') RETURNING id),
       c AS (INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo, facturar) SELECT id, 'ana@vende.mx', true FROM r)
     INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, desde) SELECT $1, id, true, '2026-01-10' FROM r`,
    [owed.loteId],
  );
  if (conDatos) {
    await desk.giveTaxData(owed.loteId, { nombre: 'ANA RUIZ LARA', rfc: VENDE, regimen: '612', uso: 'G03' });
  }
  return owed;
}

async function sellTo(loteId: number, fiscal: 'quitar' | 'cambiar' | 'conservar') {
  desk.app.clock.advance(60_000);
  const [{ regimen, uso } = { regimen: 0, uso: 0 }] = await desk.app.query<{ regimen: number; uso: number }>(
    `SELECT (SELECT id FROM ${SCHEMA}.regimen_fiscal WHERE clave = '612') AS regimen,
       (SELECT id FROM ${SCHEMA}.uso_cfdi WHERE uso_cfdi = 'G03') AS uso`,
  );
  const body = saleOf(await prepareSale(desk.app, loteId), {
    ...{ fiscal, razonSocial: 'LUZ DÍAZ SOTO', rfc: COMPRA, codigoPostal: '76230' },
    ...{ regimenFiscal: { id: regimen }, usoCFDI: { id: uso } },
    correoElectronicoList: [{ id: null, correo: 'luz@compra.mx', facturar: true, referencia: '' }],
  });
  const sold = envelope(await desk.app.call('POST', '/lote/cambiopropietario', { as: 'director', body }));
  expect(sold).toMatchObject({ success: true });
  desk.app.clock.advance(60_000);
  return (sold.data as { id: number }).id;
}

/** Whom an invoice names, and where it would be sent. */
async function namedBy(facturaId: number) {
  const [row] = await desk.app.query<{ rfc: string; estado: string }>(
    `SELECT receptor_rfc AS rfc, estado FROM ${SCHEMA}.factura WHERE id = $1`,
    [facturaId],
  );
  const correo = (await desk.app.call('GET', `/factura/getemailfacturar/${facturaId}`, { as: 'cobranza' })).body;
  return { ...row, correo };
}
const DE_QUIEN_VENDE = { rfc: VENDE, estado: 'timbrado', correo: 'ana@vende.mx' };

const invoiceOf = async (loteId: number, pagos: number[]) =>
  desk.app.call('POST', '/factura/save', { as: 'cobranza', body: await desk.saveBody(loteId, pagos) });
const madeOf = async (loteId: number, pagos: number[]) => Number(envelope(await invoiceOf(loteId, pagos)).data);
const liveOf = async (pagoId: number) =>
  (
    await desk.app.query<{ id: number }>(
      `SELECT factura_id AS id FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 AND viva`,
      [pagoId],
    )
  )[0]?.id ?? 0;

it.each(['quitar', 'cambiar'] as const)('one that waits while the sale says «%s» names who paid', async (fiscal) => {
  const owed = await owned();
  desk.pac.next('stamp', 'timeout-after');
  const { pagoId } = await desk.pay(owed);
  const facturaId = await liveOf(pagoId);
  expect(await namedBy(facturaId)).not.toMatchObject({ estado: 'timbrado' });
  await sellTo(owed.loteId, fiscal);
  await desk.sweepLater();
  expect(await namedBy(facturaId)).toEqual(DE_QUIEN_VENDE);
});

it('one that was refused is made later in the name of who paid, never of two owners, and its substitute too', async () => {
  const owed = await owned();
  desk.pac.next('stamp', { code: 'CFDI40147' });
  const { pagoId } = await desk.pay(owed);
  await sellTo(owed.loteId, 'cambiar');
  const { pagoId: suyo } = await desk.pay({ ...owed, cargoId: await desk.chargeOf(owed.loteId, 100_000) });
  expect(await namedBy(await liveOf(suyo))).toMatchObject({ rfc: COMPRA, correo: 'luz@compra.mx' });

  const shown = await desk.app.call('GET', `/factura/pagofacturar/${pagoId}/sancion`, { as: 'cobranza' });
  expect(JSON.stringify(shown.body)).toContain(VENDE);
  desk.pac.next('stamp', { code: 'CFDI40147' });
  const { pagoId: otro } = await desk.pay({ ...owed, cargoId: await desk.chargeOf(owed.loteId, 100_000) });
  expect(refusalOf(await invoiceOf(owed.loteId, [pagoId, otro]))).toMatch(/antes de la venta del lote/);
  const facturaId = await madeOf(owed.loteId, [pagoId]);
  expect(await namedBy(facturaId)).toEqual(DE_QUIEN_VENDE);
  const substitute = await desk.app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id: facturaId } });
  const sustituta = (envelope(substitute).data as number | { id: number }) ?? 0;
  await desk.sweepLater();
  expect(await namedBy(typeof sustituta === 'number' ? sustituta : sustituta.id)).toEqual(DE_QUIEN_VENDE);
});

it('what a receipt was paid with is corrected after the sale, and its invoice is still of who paid', async () => {
  const owed = await owned();
  desk.pac.next('stamp', { code: 'CFDI40147' });
  const { pagoId } = await desk.pay(owed);
  await sellTo(owed.loteId, 'cambiar');
  const reciboOf = async (by: string, id: number) =>
    (
      await desk.app.query<{ id: number; recibo: number }>(
        `SELECT id, recibo_id AS recibo FROM ${SCHEMA}.pago WHERE ${by} = $1`,
        [id],
      )
    )[0];
  const first = await correctMethod(desk.app, (await reciboOf('id', pagoId))?.recibo ?? 0);
  const last = await reciboOf('recibo_id', await correctMethod(desk.app, first));
  await desk.sweepLater();
  const made = (await liveOf(last?.id ?? 0)) || (await madeOf(owed.loteId, [last?.id ?? 0]));
  expect(await namedBy(made)).toEqual(DE_QUIEN_VENDE);
});

it('what is left of one that falls is invoiced anew to who paid', async () => {
  const owed = await owned();
  desk.pac.next('stamp', { code: 'CFDI40147' }, 2);
  const { pagoId: uno } = await desk.pay(owed);
  const { pagoId: dos } = await desk.pay({ ...owed, cargoId: await desk.chargeOf(owed.loteId, 100_000) });
  desk.pac.calm();
  const facturaId = await madeOf(owed.loteId, [uno, dos]);
  await sellTo(owed.loteId, 'cambiar');
  expect(envelope(await desk.cancelPago(uno)).success).toBe(true);
  await desk.sweepLater();
  const anew = await liveOf(dos);
  expect(anew).not.toBe(facturaId);
  expect(await namedBy(anew)).toEqual(DE_QUIEN_VENDE);
});

it('one of the month stays with the month: who bought takes his own payments out of it, and those alone', async () => {
  const sinDatos = (que: string) =>
    desk.app.query(`UPDATE ${SCHEMA}.receptor_datos_fiscales SET sin_datos = $1`, [que]);
  await sinDatos('global');
  const owed = await owned({ conDatos: false });
  const { pagoId: deAntes } = await desk.pay(owed);
  await sellTo(owed.loteId, 'quitar');
  const global = async (pagos: number[]) => {
    const body = { year: 2026, mes: 11, pagos };
    return Number(envelope(await desk.app.call('POST', '/factura/global', { as: 'cobranza', body })).data);
  };
  const leave = async (id: number) => {
    const { codeAutorizacion } = await desk.cancellation();
    const body = { id, loteId: owed.loteId, codeAutorizacion, razon: 'Pide la suya' };
    return desk.app.call('POST', '/factura/salirdeglobal', { as: 'cobranza', body });
  };
  const { pagoId: suyo } = await desk.pay({ ...owed, cargoId: await desk.chargeOf(owed.loteId, 100_000) });
  await desk.giveTaxData(owed.loteId, { nombre: 'LUZ DÍAZ SOTO', rfc: COMPRA, regimen: '612', uso: 'G03' });
  const both = await global([deAntes, suyo]);
  expect(envelope(await leave(both))).toMatchObject({ success: true });
  await desk.sweepLater();
  expect(await namedBy(await liveOf(suyo))).toMatchObject({ rfc: COMPRA });
  const anew = await liveOf(deAntes);
  expect([anew === both, await namedBy(anew)]).toMatchObject([false, { rfc: GENERICO }]);
  expect(refusalOf(await leave(anew))).toMatch(/lo pagó quien lo vendió/);
  await sinDatos('factura');
});

it('who had no tax data is not invoiced by those of who bought; a sale that keeps them, or is taken back, changes nothing', async () => {
  const owed = await owned({ conDatos: false });
  desk.pac.next('stamp', { code: 'CFDI40147' });
  const { pagoId } = await desk.pay(owed);
  await sellTo(owed.loteId, 'quitar');
  await desk.giveTaxData(owed.loteId, { nombre: 'LUZ DÍAZ SOTO', rfc: COMPRA, regimen: '612', uso: 'G03' });
  expect(await namedBy(await madeOf(owed.loteId, [pagoId]))).toMatchObject({ rfc: GENERICO });

  for (const fiscal of ['conservar', 'cambiar'] as const) {
    const other = await owned();
    desk.pac.next('stamp', { code: 'CFDI40147' });
    const { pagoId: before } = await desk.pay(other);
    const id = await sellTo(other.loteId, fiscal);
    if (fiscal === 'cambiar') {
      const body = { id, razon: 'Era otro lote' };
      const undone = await desk.app.call('POST', '/lote/cambiopropietario/deshacer', { as: 'director', body });
      expect(envelope(undone).success).toBe(true);
    }
    expect([fiscal, await namedBy(await madeOf(other.loteId, [before]))]).toMatchObject([fiscal, { rfc: VENDE }]);
  }
});

it('a sale is not taken back over an invoice of charges that names who bought, nor over a refund that they got', async () => {
  const owed = await owned();
  await desk.app.query(
    `UPDATE ${SCHEMA}.datos_fiscales SET metodo_pago_cfdi_id = m.id, forma_pago_cfdi_id = f.id
     FROM ${SCHEMA}.metodo_pago_cfdi m, ${SCHEMA}.forma_pago_cfdi f
     WHERE lote_id = $1 AND m.metodo_pago = 'PPD' AND f.forma_pago = '99'`,
    [owed.loteId],
  );
  const undo = (id: number) =>
    desk.app.call('POST', '/lote/cambiopropietario/deshacer', { as: 'director', body: { id, razon: 'Era otro lote' } });
  expect((await prepareSale(desk.app, owed.loteId)).facturas).toEqual([]);
  const venta = await sellTo(owed.loteId, 'cambiar');
  const made = await desk.app.call('POST', '/factura/cargos', { as: 'cobranza', body: { cargos: [owed.cargoId] } });
  const [factura = 0] = envelope(made).data as number[];
  expect(await namedBy(factura)).toMatchObject({ rfc: COMPRA });
  expect(refusalOf(await undo(venta))).toMatch(/La factura .*de cargos por cobrar se hizo después de la venta/);
  expect(envelope(await desk.cancelFactura(factura))).toMatchObject({ success: true });
  await desk.sweepLater();
  expect(envelope(await undo(venta))).toMatchObject({ success: true });

  // One that names who sold, by the tax data that the sale kept, is right as it is.
  const kept = await owned();
  await desk.app.query(
    `UPDATE ${SCHEMA}.datos_fiscales SET updated_at = '2026-01-10', metodo_pago_cfdi_id = m.id, forma_pago_cfdi_id = f.id
     FROM ${SCHEMA}.metodo_pago_cfdi m, ${SCHEMA}.forma_pago_cfdi f
     WHERE lote_id = $1 AND m.metodo_pago = 'PPD' AND f.forma_pago = '99'`,
    [kept.loteId],
  );
  const conservada = await sellTo(kept.loteId, 'conservar');
  const same = await desk.app.call('POST', '/factura/cargos', { as: 'cobranza', body: { cargos: [kept.cargoId] } });
  const [suya = 0] = envelope(same).data as number[];
  expect(await namedBy(suya)).toMatchObject({ rfc: VENDE });
  const changed = (at: string, rfc: string) =>
    desk.app.query(`UPDATE ${SCHEMA}.datos_fiscales SET updated_at = $2, rfc = $3 WHERE lote_id = $1`, [
      ...[kept.loteId, at, rfc],
    ]);
  await changed('2030-01-01', VENDE);
  expect(refusalOf(await undo(conservada))).toMatch(/La factura/);
  await changed('2026-01-10', VENDE);
  expect(envelope(await undo(conservada))).toMatchObject({ success: true });
  // Sold once more, the screen tells before that its complement will be of whom it names.
  expect((await prepareSale(desk.app, kept.loteId)).facturas).toMatchObject([
    { id: suya, receptor: 'ANA RUIZ LARA', saldo: 1_000 },
  ]);

  const other = await owned();
  await inLedger(desk.app, (tx, stamp) =>
    moveFund(tx, stamp, [{ loteId: other.loteId, tipo: 'traslado', monto: 5_000 }]),
  );
  const vendida = await sellTo(other.loteId, 'quitar');
  const { codeAutorizacion: codigo } = await desk.cancellation();
  const body = {
    tipo: 'reembolso',
    lote: { id: other.loteId },
    metodoPago: { id: 2 },
    monto: 50,
    codigo,
    razon: 'Pidió',
  };
  expect(envelope(await desk.app.call('POST', '/correccion/fondo', { as: 'director', body }))).toMatchObject({
    success: true,
  });
  expect(refusalOf(await undo(vendida))).toMatch(/se le reembolsó saldo a favor/);
});
