/** The fiscal documents of a receipt that pays charges of several rules: one each, and what the screen is told of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { conceptosEnBreve, partesDe } from '#core/conceptos.ts';
import { recibosDeCorte } from '#documents/corte.ts';
import type { FacturaListada } from '#features/facturacion/contract.ts';
import { enBreve } from '#features/facturacion/listings.ts';
import type { LotePago } from '#features/pagos/contract.ts';
import { recibosDeLote } from '#features/pagos/rules.ts';
import type { CorteRow } from '#features/reportes/contract.ts';
import type { PaymentResult } from '#libro/contract.ts';
import type { DocumentoFiscal, ReciboHallado } from '#libro/recibos/contract.ts';
import { Desk } from '../invoicing-desk.ts';
import { insertCharge, insertMonth, SCHEMA } from '../ledger.ts';
import { payAllOf } from '../pay-all.ts';
import { envelope } from './support.ts';

const FECHA = '2026-11-20';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.app.close());

async function paid(loteId: number): Promise<PaymentResult> {
  const reply = await payAllOf(desk.app, loteId, { fechaPago: FECHA });
  expect(envelope(reply)).toMatchObject({ success: true });
  return envelope(reply).data as PaymentResult;
}
const documentsOf = async (reciboId: number) =>
  (await desk.app.call('GET', `/recibo/documentos/${reciboId}`, { as: 'cobranza' })).body as DocumentoFiscal[];
const feeOf = async (loteId: number, monto_centavos: number, concepto = 'Cuota de prueba') => {
  const [tipo] = await desk.app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.tipo_cuota`);
  return insertCharge(desk.app, loteId, {
    tipo: 'cuota',
    concepto,
    monto_centavos,
    tipo_cuota_id: tipo?.id ?? 0,
  });
};

it('is one invoice with a concept of each where all are paid alike', async () => {
  const { loteId } = await desk.chargedLote(85_025);
  await insertMonth(desk.app, loteId, 2026, 10, 250_000);
  await feeOf(loteId, 40_000);
  const { seFacturo, idFactura, recibo } = await paid(loteId);
  expect(seFacturo).toBe(true);
  const xml = (await desk.bytesOf(idFactura ?? 0, 'timbrado')).toString('utf8');
  expect(xml).toContain('Total="3750.25"');
  expect(xml.match(/<cfdi:Concepto /g)).toHaveLength(3);
  const documents = await documentsOf(recibo.id);
  expect(documents).toMatchObject([{ facturaId: idFactura, clase: 'factura', status: 'facturada', monto: 3750.25 }]);
  expect(documents[0]?.conceptos).toEqual(['Mantenimiento 10 - 2026', 'Sanción de prueba', 'Cuota de prueba']);
});

it('is named alike by its largest charge wherever it is told in a line', async () => {
  const { loteId } = await desk.chargedLote(25_000);
  await feeOf(loteId, 1_200_000, 'Cuota inicial de incorporación');
  await feeOf(loteId, 280_000, 'Reposición de tarjeta');
  const { idFactura, recibo } = await paid(loteId);
  const name = 'Cuota inicial de incorporación y 2 más';
  const read = (path: string) => desk.app.call('GET', path, { as: 'cobranza' });

  const pagos = envelope(await read(`/residente/get/pagos/${loteId}`)).data as {
    data: { misPagosResponseList: LotePago[] };
  };
  expect(recibosDeLote(pagos.data.misPagosResponseList).map(({ aplicado }) => aplicado)).toEqual([name]);

  const facturas = (await read('/factura/allpaginable?page=0&size=20')).body as { facturaDTOList: FacturaListada[] };
  const factura = facturas.facturaDTOList.find(({ id }) => id === idFactura);
  expect(factura && enBreve(factura)).toBe(name);

  const day = { fechaInicial: FECHA, fechaFinal: FECHA, metodoPago: '0', caja: { id: '' } };
  const corte = envelope(await desk.app.call('POST', '/operaciones/cortecaja', { as: 'cobranza', body: day })).data;
  const rows = (corte as { data: CorteRow[] }).data.filter((row) => row.recibo === recibo.id);
  expect(recibosDeCorte(rows).map(({ descripcion }) => descripcion)).toEqual([name]);

  const found = (await read(`/recibo/buscar?q=${recibo.id}`)).body as ReciboHallado[];
  expect(found.find(({ id }) => id === recibo.id)?.aplicado).toBe(name);
  const [{ conceptos = [], montos = [] } = {}] = await documentsOf(recibo.id);
  expect(conceptosEnBreve(partesDe(conceptos, montos))).toBe(name);
});

it('is a complement of what was invoiced before, an invoice of the rest, and nothing of what gets a receipt alone', async () => {
  const { loteId, cargoId } = await desk.chargedLote();
  const data = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03' };
  await desk.giveTaxData(loteId, { ...data, metodo: 'PPD' });
  const invoiced = await desk.app.call('POST', '/factura/cargos', { as: 'cobranza', body: { cargos: [cargoId] } });
  expect(envelope(invoiced)).toMatchObject({ success: true });
  await insertMonth(desk.app, loteId, 2026, 10, 250_000);
  await feeOf(loteId, 40_000);
  await desk.app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'recibo' WHERE tipo = 'cuota'`);
  const { idFactura, recibo } = await paid(loteId);
  await desk.sweepLater();
  const documents = await documentsOf(recibo.id);
  const of = (clase: string) => documents.find((documento) => documento.clase === clase);
  expect(of('factura')).toMatchObject({ facturaId: idFactura, status: 'facturada', monto: 2500 });
  expect(of('complemento')).toMatchObject({ status: 'facturada', monto: 1000, conceptos: ['Sanción de prueba'] });
  const xml = (await desk.bytesOf(of('complemento')?.facturaId ?? 0, 'timbrado')).toString('utf8');
  expect(xml).toContain('ImpPagado="1000.00"');
  expect(of('recibo')).toMatchObject({ facturaId: null, monto: 400, conceptos: ['Cuota de prueba'] });
  expect(documents).toHaveLength(3);
  await desk.app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'no_objeto' WHERE tipo = 'cuota'`);
});

it('cancels the invoice of one of its payments, and the others get a new one by themselves', async () => {
  const { loteId } = await desk.chargedLote();
  await feeOf(loteId, 40_000);
  const { idFactura, recibo, cobrosIdentificadoresList } = await paid(loteId);
  const fine = cobrosIdentificadoresList.find(({ name }) => name === 'sancion');
  expect(envelope(await desk.cancelPago(fine?.id ?? 0))).toMatchObject({ success: true });
  expect(await desk.facturaRow(idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
  // The fee was received and stands.
  await desk.sweepLater();
  const [rest, ...more] = await documentsOf(recibo.id);
  expect(rest).toMatchObject({ clase: 'factura', status: 'facturada', monto: 400, conceptos: ['Cuota de prueba'] });
  expect(rest?.facturaId).not.toBe(idFactura);
  expect(more).toEqual([]);
});
