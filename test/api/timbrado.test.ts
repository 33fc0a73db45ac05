/** Invoicing of payments from end to end on the simulator, and what holds when the provider fails. confianza.md#outside. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Simulator, SimulatorMode } from '#cfdi/server/simulator.ts';
import { readTimbre } from '#cfdi/server/timbre.ts';
import { wallClockInZone } from '#core/fecha.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import {
  chargeSums,
  createCode,
  createDeliveredLote,
  inLedger,
  insertCharge,
  refusalOf,
  SCHEMA,
  tenderOf,
} from '../ledger.ts';
import { envelope, freshText } from './support.ts';

const HOUR = 3_600_000;

let app: TestApp;
let pac: Simulator;
let tender: Awaited<ReturnType<typeof tenderOf>>;
let multaId: number;

beforeAll(async () => {
  app = await startApp({
    connections: 60,
    // An answer waits for what becomes of its invoice, however slow the machine; what is left open is answered at once.
    settleMs: 25_000,
    pacTimeoutMs: 150,
    // The clock moves on by days.
    sessionLimits: { idleMinutes: 100_000, maxHours: 10_000 },
  });
  pac = await app.simulator();
  tender = await tenderOf(app);
  const [multa] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.tipo_multa ORDER BY id LIMIT 1`);
  multaId = multa?.id ?? 0;
});
afterEach(() => pac.calm());
afterAll(() => app.close());

interface FacturaRow {
  id: number;
  estado: string;
  status: string;
  serie: string;
  folio: number | null;
  uuid: string | null;
  mensaje: string;
}

async function facturaRow(id: number): Promise<FacturaRow> {
  const [row] = await app.query<FacturaRow>(
    `SELECT id, estado, status, serie, folio, uuid, mensaje FROM ${SCHEMA}.factura WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error(`no invoice ${id}`);
  return row;
}

/** Paid, and stamped by the time of the answer. */
async function payStamped(): Promise<Awaited<ReturnType<typeof pay>> & { id: number }> {
  const paid = await pay();
  expect(paid.result).toMatchObject({ seFacturo: true, idFactura: expect.any(Number) });
  return { ...paid, id: paid.result.idFactura ?? 0 };
}

async function bytesOf(id: number, clase: string): Promise<Buffer> {
  const [row] = await app.query<{ contenido: Buffer }>(
    `SELECT contenido FROM ${SCHEMA}.factura_documento WHERE factura_id = $1 AND clase = $2`,
    [id, clase],
  );
  if (!row) throw new Error(`no ${clase} bytes of ${id}`);
  return row.contenido;
}

async function chargedLote(monto = 100_000): Promise<{ loteId: number; cargoId: number }> {
  const { id: loteId } = await createDeliveredLote(app);
  const cargoId = await insertCharge(app, loteId, {
    tipo: 'sancion',
    concepto: 'Sanción de prueba',
    monto_centavos: monto,
    tipo_multa_id: multaId,
  });
  return { loteId, cargoId };
}

/** Tax data of a lot; what is not told is the default receiver's. */
async function giveTaxData(
  loteId: number,
  { nombre, rfc, regimen, uso }: { nombre: string; rfc: string; regimen: string; uso: string },
): Promise<void> {
  await app.query(
    `INSERT INTO ${SCHEMA}.datos_fiscales (lote_id, razon_social, rfc, cuenta, domicilio, numero_exterior, colonia, ciudad,
       municipio, estado, pais, codigo_postal, metodo_pago_cfdi_id, forma_pago_cfdi_id, uso_cfdi_id, tipo_documento_id,
       clave_unidad_cfdi_id, clave_producto_servicio_id, metodo_pago_id, regimen_fiscal_id)
     SELECT $1, $2, $3, '1', 'd', '1', 'c', 'c', 'm', 'e', 'México', '76230', metodo_pago_cfdi_id, forma_pago_cfdi_id,
       (SELECT id FROM ${SCHEMA}.uso_cfdi WHERE uso_cfdi = $5), tipo_documento_id, clave_unidad_cfdi_id,
       clave_producto_servicio_id, (SELECT min(id) FROM ${SCHEMA}.metodo_pago),
       (SELECT id FROM ${SCHEMA}.regimen_fiscal WHERE clave = $4)
     FROM ${SCHEMA}.receptor_datos_fiscales`,
    [loteId, nombre, rfc, regimen, uso],
  );
}

/** Pays a whole fine of $1,000.00; its invoice is attempted. */
async function pay(
  lote?: { loteId: number; cargoId: number },
  { pagado = 1000, key }: { pagado?: number; key?: string } = {},
): Promise<{ result: PaymentResult; cargoId: number; loteId: number; pagoId: number }> {
  const { loteId, cargoId } = lote ?? (await chargedLote());
  const reply = await app.call('POST', '/pagosmultas/save', {
    as: 'cobranza',
    body: {
      id: '',
      loteTransient: { id: loteId },
      multaTransient: { id: cargoId },
      pagado,
      ...tender,
      apply_descuento: 0,
      autorizacion: '',
      fecha_pago: '2026-11-20',
    },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
  if (!envelope(reply).success) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  const result = envelope(reply).data as PaymentResult;
  return { result, cargoId, loteId, pagoId: result.cobrosIdentificadoresList[0]?.id ?? 0 };
}

/** The sweep as the jobs run it, an hour later so that everything is due. */
async function sweepLater(): Promise<void> {
  app.clock.advance(HOUR);
  await app.invoicing.sweep(await app.community());
}

const cancellation = async () => {
  const [motivo] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '02'`,
  );
  const [relacion] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.tipo_relacion_factura ORDER BY id LIMIT 1`,
  );
  return {
    codeAutorizacion: await createCode(app),
    motivoCancelacion: 'Se cobró dos veces',
    idMotivoCancelacion: motivo?.id,
    idTipoRelacionFactura: relacion?.id,
  };
};

const cancelPago = async (pagoId: number): Promise<Reply> =>
  app.call('POST', '/factura/cancelarpago', {
    as: 'cobranza',
    body: { id: pagoId, name: 'sancion', ...(await cancellation()) },
  });
const cancelFactura = async (id: number): Promise<Reply> =>
  app.call('POST', '/factura/cancelarfactura', { as: 'cobranza', body: { id, ...(await cancellation()) } });

async function pagoStatus(id: number): Promise<string> {
  const [row] = await app.query<{ status: string }>(`SELECT status FROM ${SCHEMA}.pago WHERE id = $1`, [id]);
  return row?.status ?? '';
}

describe('a payment', () => {
  it('is invoiced: sealed, stamped, kept as the provider gave it', async () => {
    const { result } = await pay();
    expect(result.seFacturo).toBe(true);
    const row = await facturaRow(result.idFactura ?? 0);
    expect(row).toMatchObject({ estado: 'timbrado', status: 'facturada', serie: 'A' });
    const timbre = readTimbre(await bytesOf(row.id, 'timbrado'), await bytesOf(row.id, 'sellado'));
    expect(timbre.uuid.toLowerCase()).toBe(row.uuid);
    expect((await bytesOf(row.id, 'timbrado')).toString('utf8')).toContain('Total="1000.00"');
  });

  it('answers the same again for the same key and stamps once', async () => {
    const lote = await chargedLote();
    const key = freshText('clave-de-prueba-');
    const before = pac.stamped;
    const results = await Promise.all(Array.from({ length: 12 }, () => pay(lote, { key })));
    expect(new Set(results.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]?.result.seFacturo).toBe(true);
    expect(pac.stamped - before).toBe(1);
  });

  it('stays when the authority would refuse the receptor, and says what to correct', async () => {
    const lote = await chargedLote();
    await giveTaxData(lote.loteId, {
      nombre: 'Transportes del Bajío SA DE CV',
      rfc: 'TBA010101AB1',
      regimen: '601',
      uso: 'G03',
    });
    const { result, cargoId } = await pay(lote);
    expect(result).toMatchObject({ seFacturo: false, idFactura: null });
    expect(result.responseFromProveedor).toMatch(/razón social|nombre/i);
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
  });
});

it('bears the keys that were confirmed for its kind of charge, also in its substitute', async () => {
  const keysOf = async (id: number) =>
    app.query(`SELECT clave_producto_servicio, clave_unidad FROM ${SCHEMA}.factura_concepto WHERE factura_id = $1`, [
      id,
    ]);
  const [usual] = await keysOf((await pay()).result.idFactura ?? 0);
  const body = { tipo: 'sancion', tratamiento: 'no_objeto', claveProductoServicio: '84101600', claveUnidad: 'ACT' };
  const [before] = await app.query(`SELECT * FROM ${SCHEMA}.tratamiento_fiscal WHERE tipo = 'sancion'`);
  await app.query(
    `INSERT INTO ${SCHEMA}.clave_producto_servicio (clave_produccion_servicio, name) VALUES ('84101600', 'Multas')
     ON CONFLICT DO NOTHING`,
  );
  const saved = await app.call('POST', '/tratamientofiscal/save', { as: 'director', body });
  expect(saved.body).toMatchObject({ success: true });
  const id = (await pay()).result.idFactura ?? 0;
  const keys = [{ clave_producto_servicio: '84101600', clave_unidad: 'ACT' }];
  expect(await keysOf(id)).toEqual(keys);
  expect(usual).not.toEqual(keys[0]);
  expect((await bytesOf(id, 'timbrado')).toString('utf8')).toContain('ClaveProdServ="84101600"');
  await app.query(
    `UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = $1, clave_producto_servicio = $2, clave_unidad = $3,
       usuario_id = NULL, confirmado_at = NULL WHERE tipo = 'sancion'`,
    [before?.tratamiento, before?.clave_producto_servicio, before?.clave_unidad],
  );
  const substitute = await app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } });
  expect(await keysOf(Number(envelope(substitute).data))).toEqual(keys);
});

it('is not guessed how a method without its CFDI form was paid', async () => {
  const [metodo] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.metodo_pago (name, forma_pago_cfdi_id) VALUES ('Vales', NULL) RETURNING id`,
  );
  const usual = tender;
  tender = { ...tender, metodoPago: { id: metodo?.id ?? 0 } };
  const { result, pagoId, cargoId } = await pay().finally(() => {
    tender = usual;
  });
  const words = 'El método «Vales» no tiene forma de pago CFDI. Complétela en Catálogos, Métodos de pago';
  expect(result).toMatchObject({ seFacturo: false, idFactura: null, responseFromProveedor: words });
  expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
  const month = () =>
    app.call('POST', '/factura/global', { as: 'cobranza', body: { year: 2026, mes: 11, pagos: [pagoId] } });
  expect(refusalOf(await month())).toBe(words);
  await app.query(
    `UPDATE ${SCHEMA}.metodo_pago SET forma_pago_cfdi_id = (SELECT id FROM ${SCHEMA}.forma_pago_cfdi WHERE forma_pago = '08')
     WHERE id = $1`,
    [metodo?.id],
  );
  const invoiced = envelope(await month());
  expect(invoiced.success).toBe(true);
  expect((await bytesOf(Number(invoiced.data), 'timbrado')).toString('utf8')).toContain('FormaPago="08"');
});

it('says when the certificate has expired, before anything is sent, and takes the payment', async () => {
  const until = async (text: string) =>
    (
      await app.query<{ antes: string }>(
        `UPDATE ${SCHEMA}.certificado c SET valido_hasta = $1 FROM ${SCHEMA}.certificado antes
         WHERE c.activo AND antes.id = c.id RETURNING antes.valido_hasta::text AS antes`,
        [text],
      )
    )[0]?.antes ?? '';
  const before = pac.stamped;
  const usual = await until('2026-11-05T12:00:00Z');
  const { result, cargoId, pagoId, loteId } = await pay();
  await until(usual);
  expect(result).toMatchObject({
    seFacturo: false,
    idFactura: null,
    responseFromProveedor:
      'El certificado de sello digital venció el 05-11-2026. Cargue uno vigente en Administración, Certificado y timbrado, y facture de nuevo',
  });
  expect(pac.stamped).toBe(before);
  expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
  const again = await app.call('POST', '/factura/save', { as: 'cobranza', body: await saveBody(loteId, [pagoId]) });
  expect(envelope(again).success).toBe(true);
});

describe('a provider that fails', () => {
  const unknown: SimulatorMode[] = ['timeout-before', 'timeout-after', 'error', 'garbage', 'reset', 'altered'];
  it.each(unknown)('%s: the payment stays, the invoice is pending and recovered with one stamp', async (mode) => {
    const before = pac.stamped;
    pac.next('stamp', mode);
    const { result, cargoId } = await pay();
    expect(result).toMatchObject({ seFacturo: false });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    const id = result.idFactura ?? 0;
    const uncertain = await facturaRow(id);
    expect(uncertain).toMatchObject({ estado: 'incierto', status: 'pendiente' });
    // What the screen tells is for whoever reads it.
    expect(uncertain.mensaje).toMatch(/^El (proveedor|simulador) /);
    await sweepLater();
    expect(await facturaRow(id)).toMatchObject({ estado: 'timbrado' });
    expect(pac.stamped - before).toBe(1);
  });

  it.each<SimulatorMode>(['307', '307-empty'])('%s: it was stamped before, and that is the invoice', async (mode) => {
    const before = pac.stamped;
    pac.next('stamp', mode);
    const { result } = await pay();
    expect(result.seFacturo).toBe(true);
    expect(pac.stamped - before).toBe(1);
  });

  it('slow: the cashier waits no longer than told, and the invoice finishes by itself', async () => {
    const patient = app;
    app = await startApp({ settleMs: 0 });
    try {
      (await app.simulator()).next('stamp', { slow: 100 });
      const { result } = await pay();
      expect(result).toMatchObject({ seFacturo: false, idFactura: expect.any(Number) });
      const stamped = async () => expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
      await vi.waitFor(stamped, 20_000);
    } finally {
      await app.close();
      app = patient;
    }
  });

  it('rejects: the folio is the next invoice’s and the payment can be invoiced again', async () => {
    pac.next('stamp', 'reject');
    const { result, pagoId, loteId } = await pay();
    expect(result).toMatchObject({ seFacturo: false, idFactura: null });
    expect(result.responseFromProveedor).not.toBe('');
    const [rejected] = await app.query<{ folio: number }>(
      `SELECT folio FROM ${SCHEMA}.factura WHERE estado = 'rechazado' ORDER BY id DESC LIMIT 1`,
    );
    const reply = await app.call('POST', '/factura/save', { as: 'cobranza', body: await saveBody(loteId, [pagoId]) });
    expect(envelope(reply).success).toBe(true);
    expect((await facturaRow(Number(envelope(reply).data))).folio).toBe(rejected?.folio);
  });

  it('stays away for 72 hours: what it never had may not be stamped any more, and the payment is free', async () => {
    pac.next('stamp', 'timeout-before');
    const { result, pagoId } = await pay();
    app.clock.advance(73 * HOUR);
    await app.invoicing.sweep(await app.community());
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'vencido' });
    const [free] = await app.query<{ viva: boolean }>(
      `SELECT viva FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1`,
      [pagoId],
    );
    expect(free?.viva).toBe(false);
  });

  it('had stamped it and is back after 72 hours: the invoice is recovered', async () => {
    pac.next('stamp', 'timeout-after');
    const { result } = await pay();
    app.clock.advance(73 * HOUR);
    await app.invoicing.sweep(await app.community());
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
  });
});

it('whose work fails by a fault of ours waits its turn, and the sweep goes on to the others', async () => {
  pac.next('stamp', 'timeout-before', 2);
  const [broken, other] = [await pay(), await pay()].map(({ result }) => result.idFactura ?? 0);
  const bytes = await bytesOf(broken ?? 0, 'sellado');
  await app.query(`DELETE FROM ${SCHEMA}.factura_documento WHERE factura_id = $1 AND clase = 'sellado'`, [broken]);
  app.clock.advance(HOUR);
  expect(await app.invoicing.sweep(await app.community())).toMatchObject({ facturas: 2 });
  expect(await facturaRow(other ?? 0)).toMatchObject({ estado: 'timbrado' });
  const [waiting] = await app.query<{ id: number; proximo_intento: Date }>(
    `SELECT id, proximo_intento FROM ${SCHEMA}.factura WHERE id = $1`,
    [broken],
  );
  expect(waiting?.proximo_intento.getTime()).toBeGreaterThan(app.clock.now().getTime());
  await app.query(
    `INSERT INTO ${SCHEMA}.factura_documento (factura_id, clase, contenido, huella, created_at)
     VALUES ($1, 'sellado', $2::bytea, sha256($2::bytea), now())`,
    [broken, bytes],
  );
  await sweepLater();
  expect(await facturaRow(broken ?? 0)).toMatchObject({ estado: 'timbrado' });
});

describe('an invoice that the provider tells nothing of', () => {
  const expire = async (id: number, as: 'director' | 'cobranza' = 'director') =>
    app.call('POST', '/factura/vencida', {
      as,
      body: { id, codeAutorizacion: await createCode(app), razon: 'No está en el portal del proveedor' },
    });

  it('is given up after 72 hours, by whoever directs, with a code and a reason; its payment is free', async () => {
    pac.next('stamp', 'timeout-before');
    const { result, pagoId, loteId } = await pay();
    const id = result.idFactura ?? 0;
    expect(refusalOf(await expire(id))).toMatch(/todavía se puede timbrar/);
    app.clock.advance(73 * HOUR);
    pac.next('recover', 'error');
    await app.invoicing.sweep(await app.community());
    expect(await facturaRow(id)).toMatchObject({ estado: 'incierto' });
    const shown = await app.call('GET', `/factura/get/${id}`, { as: 'director' });
    expect(envelope(shown).data).toMatchObject({ sinRespuesta: true });
    expect((await expire(id, 'cobranza')).status).toBe(403);
    const wrong = await app.call('POST', '/factura/vencida', {
      as: 'director',
      body: { id, codeAutorizacion: 'no existe', razon: 'x' },
    });
    expect(envelope(wrong).success).toBe(false);
    expect(await facturaRow(id)).toMatchObject({ estado: 'incierto' });
    expect(envelope(await expire(id)).success).toBe(true);
    expect(await facturaRow(id)).toMatchObject({ estado: 'vencido', status: 'rechazada' });
    expect(refusalOf(await expire(id))).toMatch(/ya no está pendiente/);
    const again = await app.call('POST', '/factura/save', { as: 'cobranza', body: await saveBody(loteId, [pagoId]) });
    expect(envelope(again).success).toBe(true);
  });
});

async function saveBody(loteId: number, pagos: number[], changes: Record<string, unknown> = {}) {
  const [tipo] = await app.query<{ id: number }>(
    `SELECT d.id FROM ${SCHEMA}.tipo_documento d JOIN ${SCHEMA}.tipo_comprobante c ON c.id = d.tipo_comprobante_id
     WHERE upper(c.tipo_comprobante) = 'I' LIMIT 1`,
  );
  return {
    claveUnidad: 'E48',
    claveProductoUnidad: '80131801',
    tipoDocumentoId: tipo?.id,
    metodoPagoCFDI: 'PUE',
    formaPagoCFDI: '03',
    usoCFDI: 'S01',
    reqFacturaConceptosList: pagos.map((id) => ({ id, tipo: 'sancion', descripcion: 'x', pu: 1, importe: 1 })),
    loteId,
    ...changes,
  };
}

describe('invoicing chosen payments', () => {
  it('refuses what is invoiced already, another lot’s, a cancelled one', async () => {
    const { pagoId, loteId } = await pay();
    const save = async (lote: number) =>
      refusalOf(await app.call('POST', '/factura/save', { as: 'cobranza', body: await saveBody(lote, [pagoId]) }));
    expect(await save(loteId)).toMatch(/ya está facturado/);
    const other = await createDeliveredLote(app);
    expect(await save(other.id)).toMatch(/no es de este lote/);
  });

  it('gives one invoice to two who ask at once', async () => {
    pac.next('stamp', 'reject');
    const { pagoId, loteId } = await pay();
    const body = await saveBody(loteId, [pagoId]);
    const replies = await Promise.all([1, 2, 3].map(() => app.call('POST', '/factura/save', { as: 'cobranza', body })));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
  });

  it('of 30 at once leaves folios without a gap', async () => {
    const lotes = await Promise.all(Array.from({ length: 30 }, () => chargedLote()));
    pac.next('stamp', 'reject', 5);
    await Promise.all(lotes.map((lote) => pay(lote)));
    const [gaps] = await app.query<{ gaps: number }>(
      `SELECT (s.siguiente - 1 - (SELECT count(*) FROM ${SCHEMA}.folio_libre f WHERE f.serie = s.serie)
         - (SELECT count(DISTINCT folio) FROM ${SCHEMA}.factura x WHERE x.serie = s.serie
            AND x.estado IN ('sellado', 'enviando', 'incierto', 'timbrado')))::int AS gaps
       FROM ${SCHEMA}.serie_folio s WHERE s.serie = 'A'`,
    );
    expect(gaps?.gaps).toBe(0);
  });
});

describe('cancelling', () => {
  it('an invoiced payment cancels its invoice and reopens its charge', async () => {
    const { result, loteId, pagoId, cargoId } = await pay();
    const reply = await cancelPago(pagoId);
    expect(envelope(reply)).toMatchObject({ success: true, message: 'El pago ha sido cancelado' });
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await pagoStatus(pagoId)).toBe('cancelado');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000, status: 'vigente' });
    // The list of payments still leads to it.
    const listed = envelope(await app.call('GET', `/residente/get/pagos/${loteId}`, { as: 'cobranza' })).data;
    expect(listed).toMatchObject({
      data: { misPagosResponseList: [{ id: pagoId, status: 'cancelado', facturaId: result.idFactura }] },
    });
  });

  it('waits for a provider that confirms later: payment and invoice are locked until then', async () => {
    const { result, pagoId, cargoId } = await pay();
    const id = result.idFactura ?? 0;
    pac.next('cancel', 'async');
    expect(envelope(await cancelPago(pagoId)).message).toMatch(/en cancelación/);
    expect(await pagoStatus(pagoId)).toBe('en_cancelacion');
    expect(await facturaRow(id)).toMatchObject({ status: 'en_cancelacion' });
    expect(refusalOf(await cancelPago(pagoId))).toMatch(/ya está en cancelación/);
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0 });
    const { uuid } = await facturaRow(id);
    expect(await pac.resolve(uuid ?? '', 'cancelled')).toBe(true);
    await sweepLater();
    expect(await pagoStatus(pagoId)).toBe('cancelado');
    expect(await facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
  });

  it('is asked for by hand before its turn, by whoever may cancel, and says since when it waits', async () => {
    const { result, pagoId } = await pay();
    const id = result.idFactura ?? 0;
    const ask = (as: 'cobranza' | 'tags' = 'cobranza', which = id) =>
      app.call('POST', '/factura/consultarcancelacion', { as, body: { id: which } });
    const shown = async () => envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data;
    expect(refusalOf(await ask())).toMatch(/ya no está en cancelación/);
    expect(await shown()).toMatchObject({ fechaSolicitudCancelacion: '' });
    pac.next('cancel', 'async');
    const asked = wallClockInZone(app.clock.now(), 'America/Mexico_City');
    await cancelPago(pagoId);
    expect(await shown()).toMatchObject({ fechaSolicitudCancelacion: asked });
    expect(envelope(await ask())).toMatchObject({
      success: true,
      message: 'La cancelación sigue en proceso. El SAT recibió la solicitud y todavía no la confirma',
    });
    expect(await pagoStatus(pagoId)).toBe('en_cancelacion');
    expect((await ask('tags')).status).toBe(403);
    expect((await ask('cobranza', 999_999)).status).toBe(404);
    await pac.resolve((await facturaRow(id)).uuid ?? '', 'cancelled');
    expect(envelope(await ask())).toMatchObject({ success: true, message: 'La factura ha sido cancelada' });
    expect(await pagoStatus(pagoId)).toBe('cancelado');
    expect(await facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await shown()).toMatchObject({ fechaSolicitudCancelacion: '' });
    expect(refusalOf(await ask())).toMatch(/ya no está en cancelación/);
  });

  it('refused by the receptor leaves everything as before', async () => {
    const { result, pagoId, cargoId } = await pay();
    const id = result.idFactura ?? 0;
    pac.next('cancel', 'async');
    await cancelPago(pagoId);
    const { uuid } = await facturaRow(id);
    await pac.resolve(uuid ?? '', 'rejected');
    await sweepLater();
    expect(await pagoStatus(pagoId)).toBe('recibido');
    expect(await facturaRow(id)).toMatchObject({ status: 'facturada' });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    expect(envelope(await cancelPago(pagoId))).toMatchObject({ success: true, message: 'El pago ha sido cancelado' });
    // The provider acknowledged each of the two, and both are kept.
    const [kept] = await app.query<{ acuses: number }>(
      `SELECT count(*)::int AS acuses FROM ${SCHEMA}.factura_documento WHERE factura_id = $1 AND clase = 'acuse'`,
      [id],
    );
    expect(kept?.acuses).toBe(2);
  });

  it('with a payment takes a folio as it is pasted, and says what is wrong with another text', async () => {
    const { id, pagoId } = await payStamped();
    const cancel = async (folioSustitucion: string) =>
      app.call('POST', '/factura/cancelarpago', {
        as: 'cobranza',
        body: { id: pagoId, name: 'sancion', ...(await cancellation()), folioSustitucion },
      });
    const wrong = await cancel('1984BFA2');
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({
      errors: [{ path: 'folioSustitucion', message: 'Escriba un folio fiscal de 36 caracteres' }],
    });
    // Motive 02 sends none.
    expect(envelope(await cancel(` ${(await facturaRow(id)).uuid} `)).message).toBe('El pago ha sido cancelado');
  });

  it('that is refused at once says why and gives nothing away', async () => {
    const { result, pagoId } = await pay();
    pac.next('cancel', 'reject');
    expect(refusalOf(await cancelFactura(result.idFactura ?? 0))).toMatch(/El proveedor no canceló la factura/);
    expect(await pagoStatus(pagoId)).toBe('recibido');
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'facturada' });
  });

  it('with no certain answer is asked after, and carried out once', async () => {
    const { result, pagoId, cargoId } = await pay();
    pac.next('cancel', 'timeout-after');
    await cancelPago(pagoId);
    expect(await pagoStatus(pagoId)).toBe('en_cancelacion');
    await sweepLater();
    expect(await pagoStatus(pagoId)).toBe('cancelado');
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
  });

  it('an invoice alone leaves its payment received and free to be invoiced again', async () => {
    const { result, pagoId, loteId } = await pay();
    expect(envelope(await cancelFactura(result.idFactura ?? 0)).message).toBe('La factura ha sido cancelada');
    expect(await pagoStatus(pagoId)).toBe('recibido');
    const again = await app.call('POST', '/factura/save', { as: 'cobranza', body: await saveBody(loteId, [pagoId]) });
    expect(envelope(again).success).toBe(true);
  });

  it('takes a payment whose invoice was not stamped yet without asking anybody', async () => {
    pac.next('stamp', 'reject');
    const { pagoId, cargoId } = await pay();
    expect(envelope(await cancelPago(pagoId))).toMatchObject({ success: true });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
  });

  it('by motive 01 takes the invoice that takes its place, stamped before', async () => {
    const { result, pagoId } = await pay();
    const id = result.idFactura ?? 0;
    const [motivo] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '01'`,
    );
    const body = { id, ...(await cancellation()), idMotivoCancelacion: motivo?.id };
    const cancel = (folioSustitucion: string) =>
      app.call('POST', '/factura/cancelarfactura', { as: 'cobranza', body: { ...body, folioSustitucion } });
    expect(refusalOf(await cancel(''))).toMatch(/pide el folio fiscal/);
    const substitute = await app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } });
    const newId = Number(envelope(substitute).data);
    const { uuid } = await facturaRow(newId);
    expect(envelope(await cancel(uuid ?? ''))).toMatchObject({ success: true });
    const rows = await app.query<{ factura_id: number; viva: boolean }>(
      `SELECT factura_id, viva FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 ORDER BY factura_id`,
      [pagoId],
    );
    expect(rows).toEqual([
      { factura_id: id, viva: false },
      { factura_id: newId, viva: true },
    ]);
  });
});

describe('another provider than it was stamped with', () => {
  const configure = (proveedor: string) =>
    app.query(`UPDATE ${SCHEMA}.timbrado SET proveedor = $1, usuario = 'cuenta', contrasena = NULL`, [proveedor]);
  const stampedBy = (id: number, proveedor: string) =>
    app.query(`UPDATE ${SCHEMA}.factura SET proveedor = $2 WHERE id = $1`, [id, proveedor]);
  const toSimulator = () => app.call('POST', '/timbrado/save', { as: 'director', body: { proveedor: 'simulador' } });

  it('cancels nothing: it has no account of the one that did', async () => {
    const { id } = await payStamped();
    await stampedBy(id, 'sw');
    expect(refusalOf(await cancelFactura(id))).toMatch(/se timbró con «SW Sapien, producción»/);
    await stampedBy(id, 'simulador');
    expect(envelope(await cancelFactura(id)).success).toBe(true);
  });

  it('is not chosen while one needs the account for its stamp, or for a cancellation that counts', async () => {
    pac.next('stamp', 'timeout-before');
    const pending = (await pay()).result.idFactura ?? 0;
    const { id: cancelled } = await payStamped();
    pac.next('cancel', 'async');
    await cancelFactura(cancelled);
    await configure('sw_pruebas');
    await stampedBy(pending, 'sw_pruebas');
    await stampedBy(cancelled, 'sw');
    const wait = /^2 facturas esperan la respuesta de «SW Sapien, ambiente de pruebas»/;
    expect(refusalOf(await toSimulator())).toMatch(wait);
    await stampedBy(pending, 'simulador');
    expect(refusalOf(await toSimulator())).toMatch(/^1 factura espera /);
    await stampedBy(cancelled, 'simulador');
    expect(envelope(await toSimulator()).success).toBe(true);
    await pac.resolve((await facturaRow(cancelled)).uuid ?? '', 'cancelled');
    await sweepLater();
  });
});

describe('a substitute', () => {
  const motivoId = async (clave: string) =>
    (await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = $1`, [clave]))[0]
      ?.id;
  const cancelBy01 = async (id: number, substituteId: number): Promise<Reply> => {
    const { uuid } = await facturaRow(substituteId);
    const body = { id, ...(await cancellation()), idMotivoCancelacion: await motivoId('01'), folioSustitucion: uuid };
    return app.call('POST', '/factura/cancelarfactura', { as: 'cobranza', body });
  };
  const substituteOf = (id: number) => app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } });
  /** An invoice and the one that is to take its place. */
  const substituted = async () => {
    const paid = await payStamped();
    const substitute = envelope(await substituteOf(paid.id));
    expect(substitute.success).toBe(true);
    return { ...paid, substituteId: Number(substitute.data) };
  };

  it('stamped, keeps payment and original from being cancelled beside it', async () => {
    const { id, substituteId, pagoId, result } = await substituted();
    const first = /tiene la sustituta A-\d+: cancélela primero/;
    expect(refusalOf(await cancelPago(pagoId))).toMatch(first);
    expect(refusalOf(await cancelFactura(id))).toMatch(first);
    const { uuid } = await facturaRow(substituteId);
    const withFolio = await app.call('POST', '/factura/cancelarpago', {
      as: 'cobranza',
      body: {
        id: pagoId,
        name: 'sancion',
        ...(await cancellation()),
        idMotivoCancelacion: await motivoId('01'),
        folioSustitucion: uuid,
      },
    });
    expect(refusalOf(withFolio)).toMatch(first);
    const correction = await app.call('POST', '/correccion/recibo', {
      as: 'cobranza',
      body: {
        tipo: 'devuelto',
        reciboId: result.recibo.id,
        codigo: await createCode(app),
        razon: 'Captura equivocada',
        idMotivoCancelacion: await motivoId('02'),
        idTipoRelacionFactura: (await cancellation()).idTipoRelacionFactura,
      },
    });
    expect(refusalOf(correction)).toMatch(first);
    expect(await pagoStatus(pagoId)).toBe('recibido');
    expect(await facturaRow(id)).toMatchObject({ status: 'facturada' });
    // The way that is told: the original by 01, and the payment with the substitute.
    expect(envelope(await cancelBy01(id, substituteId)).success).toBe(true);
    expect(envelope(await cancelPago(pagoId)).success).toBe(true);
    expect(await facturaRow(substituteId)).toMatchObject({ status: 'cancelada' });
    expect(await pagoStatus(pagoId)).toBe('cancelado');
  });

  it('still pending, keeps its original, and is the only one', async () => {
    const { id, pagoId } = await payStamped();
    pac.next('stamp', 'timeout-before');
    expect(envelope(await substituteOf(id)).success).toBe(true);
    expect(refusalOf(await cancelFactura(id))).toMatch(/tiene la sustituta A-\d+, que todavía se está timbrando/);
    expect(refusalOf(await cancelPago(pagoId))).toMatch(/todavía se está timbrando/);
    expect(refusalOf(await substituteOf(id))).toMatch(/ya tiene la sustituta A-\d+\. Espere a que se timbre/);
    const shown = await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' });
    expect(envelope(shown).data).toMatchObject({ sustituta: { status: 'pendiente' }, sustituida: null });
    expect(await facturaRow(id)).toMatchObject({ status: 'facturada' });
  });

  it('is not substituted, and not cancelled, before its original has fallen', async () => {
    const { id, substituteId, pagoId } = await substituted();
    expect(refusalOf(await substituteOf(substituteId))).toMatch(/sustituye a la A-\d+, que aún no está cancelada/);
    pac.next('cancel', 'async');
    expect(envelope(await cancelBy01(id, substituteId)).message).toMatch(/en cancelación/);
    expect(refusalOf(await cancelFactura(substituteId))).toMatch(/sustituye a la A-\d+, que está en cancelación/);
    expect(await pac.resolve((await facturaRow(id)).uuid ?? '', 'cancelled')).toBe(true);
    await sweepLater();
    const third = envelope(await substituteOf(substituteId));
    expect(third.success).toBe(true);
    expect(envelope(await cancelBy01(substituteId, Number(third.data))).message).toBe('La factura ha sido cancelada');
    const live = await app.query<{ factura_id: number }>(
      `SELECT factura_id FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 AND viva`,
      [pagoId],
    );
    expect(live).toEqual([{ factura_id: Number(third.data) }]);
  });

  it('that was cancelled leaves its original to be cancelled, and the payment free', async () => {
    const { id, substituteId, pagoId, loteId } = await substituted();
    const shown = async () => envelope(await app.call('GET', `/factura/get/${substituteId}`, { as: 'cobranza' })).data;
    expect(await shown()).toMatchObject({
      tipoRelacionFactura: { clave: '04' },
      folioFiscalRelacionar: (await facturaRow(id)).uuid,
    });
    expect(envelope(await cancelFactura(substituteId)).success).toBe(true);
    // What it is related with is the cancellation's now, type and folio alike.
    expect(await shown()).toMatchObject({ tipoRelacionFactura: { clave: '01' }, folioFiscalRelacionar: '' });
    expect(envelope(await cancelFactura(id)).success).toBe(true);
    const again = await app.call('POST', '/factura/save', { as: 'cobranza', body: await saveBody(loteId, [pagoId]) });
    expect(envelope(again).success).toBe(true);
  });

  it('that was cancelled leaves its original to be substituted anew, once', async () => {
    const { id, substituteId, pagoId } = await substituted();
    expect(envelope(await cancelFactura(substituteId)).message).toBe('La factura ha sido cancelada');
    const asked = (await Promise.all([substituteOf(id), substituteOf(id)])).map(envelope);
    expect(asked.filter(({ success }) => success)).toHaveLength(1);
    expect(asked.find(({ success }) => !success)?.message).toMatch(/ya tiene la sustituta /);
    const second = Number(asked.find(({ success }) => success)?.data);
    const shown = await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' });
    expect(envelope(shown).data).toMatchObject({
      sustituta: { status: 'facturada' },
      folioSustituto: expect.stringMatching(new RegExp((await facturaRow(second)).uuid ?? 'none', 'i')),
    });
    // The one that fell takes no place any more; the second does.
    expect(refusalOf(await cancelBy01(id, substituteId))).toMatch(/no es de una factura vigente que sustituya a ésta/);
    expect(envelope(await cancelBy01(id, second)).message).toBe('La factura ha sido cancelada');
    const live = await app.query<{ factura_id: number }>(
      `SELECT factura_id FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 AND viva`,
      [pagoId],
    );
    expect(live).toEqual([{ factura_id: second }]);
  });

  it('stands while its cancellation waits, and after it was refused', async () => {
    const { id, substituteId } = await substituted();
    pac.next('cancel', 'async');
    expect(envelope(await cancelFactura(substituteId)).message).toMatch(/en cancelación/);
    expect(refusalOf(await substituteOf(id))).toMatch(/ya tiene la sustituta A-\d+, que está en cancelación/);
    await pac.resolve((await facturaRow(substituteId)).uuid ?? '', 'rejected');
    await sweepLater();
    expect(await facturaRow(substituteId)).toMatchObject({ status: 'facturada' });
    expect(refusalOf(await substituteOf(id))).toMatch(
      /ya tiene la sustituta A-\d+\. Cancele la A-\d+ con el motivo 01/,
    );
  });
});

describe('correcting an invoiced receipt', () => {
  const correct = async (body: Record<string, unknown>, reasons: Record<string, unknown> = {}): Promise<Reply> => {
    const { idMotivoCancelacion, idTipoRelacionFactura } = await cancellation();
    return app.call('POST', '/correccion/recibo', {
      as: 'cobranza',
      body: {
        codigo: await createCode(app),
        razon: 'Captura equivocada',
        idMotivoCancelacion,
        idTipoRelacionFactura,
        ...body,
        ...reasons,
      },
    });
  };
  const otherMethod = async () => {
    const metodos = (await app.call('GET', '/metodopago/all', { as: 'cobranza' })).body as { id: number }[];
    return { metodoPago: { id: metodos[1]?.id }, caja: tender.caja, noCuenta: '9876' };
  };
  const receiptsOf = (loteId: number) =>
    app.query<{ id: number; corrige_id: number | null; total_centavos: number }>(
      `SELECT id, corrige_id, total_centavos FROM ${SCHEMA}.recibo WHERE lote_id = $1 ORDER BY id`,
      [loteId],
    );
  const fundOf = async (loteId: number) => {
    const [row] = await app.query<{ saldo: string }>(
      `SELECT coalesce(sum(monto_centavos), 0) AS saldo FROM ${SCHEMA}.fondo_movimiento WHERE lote_id = $1`,
      [loteId],
    );
    return Number(row?.saldo);
  };

  const lawsBroken = () => inLedger(app, (tx) => checkLaws(tx));

  it('cancels its invoice and books the receipt as it should have been, in one operation', async () => {
    const { result, pagoId, cargoId, loteId } = await pay();
    const reply = await correct({ tipo: 'metodo', reciboId: result.recibo.id, ...(await otherMethod()) });
    expect(envelope(reply)).toMatchObject({
      success: true,
      message: 'La factura se canceló y el recibo quedó corregido',
    });
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await pagoStatus(pagoId)).toBe('cancelado');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    expect(await receiptsOf(loteId)).toMatchObject([{ corrige_id: null }, { corrige_id: result.recibo.id }]);
    expect(await lawsBroken()).toEqual([]);
  });

  it('asks for the reasons, and takes no substitution; nothing is changed', async () => {
    const { result, pagoId } = await pay();
    const body = { tipo: 'devuelto', reciboId: result.recibo.id };
    expect(refusalOf(await correct(body, { idMotivoCancelacion: '', idTipoRelacionFactura: '' }))).toMatch(
      /está en la factura A-\d+. Elija el motivo/,
    );
    const [substituted] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '01'`,
    );
    expect(refusalOf(await correct(body, { idMotivoCancelacion: substituted?.id }))).toMatch(/motivo 02, 03 o 04/);
    expect(await pagoStatus(pagoId)).toBe('recibido');
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'facturada' });
  });

  it('waits for a provider that confirms later; until then nothing else touches the receipt', async () => {
    const { result, pagoId, cargoId, loteId } = await pay();
    const right = await createDeliveredLote(app);
    const body = { tipo: 'lote', reciboId: result.recibo.id, lote: { id: right.id } };
    pac.next('cancel', 'async');
    expect(envelope(await correct(body))).toMatchObject({
      success: true,
      message: expect.stringContaining('queda en cancelación'),
    });
    expect(await pagoStatus(pagoId)).toBe('en_cancelacion');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0 });
    expect(await fundOf(right.id)).toBe(0);
    expect(refusalOf(await correct(body))).toMatch(/en cancelación/);
    expect(refusalOf(await cancelPago(pagoId))).toMatch(/ya está en cancelación/);
    const { uuid } = await facturaRow(result.idFactura ?? 0);
    await pac.resolve(uuid ?? '', 'cancelled');
    await sweepLater();
    expect(await pagoStatus(pagoId)).toBe('cancelado');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000, status: 'vigente' });
    expect(await fundOf(right.id)).toBe(100_000);
    expect(await receiptsOf(loteId)).toHaveLength(1);
    expect(await receiptsOf(right.id)).toMatchObject([{ corrige_id: result.recibo.id, total_centavos: 100_000 }]);
    expect(refusalOf(await correct(body))).toMatch(/ya fue corregido/);
    expect(await lawsBroken()).toEqual([]);
  });

  it('refused by the receptor leaves receipt and invoice as before', async () => {
    const { result, pagoId } = await pay();
    pac.next('cancel', 'async');
    await correct({ tipo: 'devuelto', reciboId: result.recibo.id });
    const { uuid } = await facturaRow(result.idFactura ?? 0);
    await pac.resolve(uuid ?? '', 'rejected');
    await sweepLater();
    expect(await pagoStatus(pagoId)).toBe('recibido');
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'facturada' });
    pac.next('cancel', 'reject');
    expect(refusalOf(await correct({ tipo: 'devuelto', reciboId: result.recibo.id }))).toMatch(/sigue como estaba/);
    expect(await pagoStatus(pagoId)).toBe('recibido');
  });

  it('confirmed when the ledger no longer allows it, leaves the payments received and says why', async () => {
    const { result, pagoId, cargoId } = await pay();
    const right = await createDeliveredLote(app);
    pac.next('cancel', 'async');
    await correct({ tipo: 'lote', reciboId: result.recibo.id, lote: { id: right.id } });
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      right.id,
    ]);
    const { uuid } = await facturaRow(result.idFactura ?? 0);
    await pac.resolve(uuid ?? '', 'cancelled');
    await sweepLater();
    expect(await facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await pagoStatus(pagoId)).toBe('recibido');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    const [told] = await app.query<{ estado: string; mensaje: string }>(
      `SELECT estado, mensaje FROM ${SCHEMA}.correccion_recibo WHERE recibo_id = $1`,
      [result.recibo.id],
    );
    expect(told).toMatchObject({ estado: 'no_aplicada', mensaje: expect.stringContaining('está inactivo') });
    // Without its invoice it is corrected like any other.
    expect(envelope(await correct({ tipo: 'devuelto', reciboId: result.recibo.id })).success).toBe(true);
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
    expect(await lawsBroken()).toEqual([]);
  });
});

describe('our additions', () => {
  /** An invoice that is to be paid later, by a complement. */
  const invoicedPpd = async (): Promise<number> => {
    pac.next('stamp', 'reject');
    const lote = await chargedLote();
    await giveTaxData(lote.loteId, { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03' });
    const { pagoId, loteId } = await pay(lote);
    const body = await saveBody(loteId, [pagoId], { metodoPagoCFDI: 'PPD', formaPagoCFDI: '99', usoCFDI: 'G03' });
    const saved = await app.call('POST', '/factura/save', { as: 'cobranza', body });
    expect(saved.body).toMatchObject({ success: true });
    return Number(envelope(saved).data);
  };
  const complementOf = (id: number) => app.call('POST', '/factura/complemento', { as: 'cobranza', body: { id } });

  it('complements a PPD invoice once', async () => {
    const id = await invoicedPpd();
    const complement = () => complementOf(id);
    const reply = await complement();
    expect(reply.body).toMatchObject({ success: true });
    const xml = (await bytesOf(Number(envelope(reply).data), 'timbrado')).toString('utf8');
    expect(xml).toContain('<pago20:DoctoRelacionado');
    expect(refusalOf(await complement())).toMatch(/ya tiene su complemento/);
    expect(refusalOf(await cancelFactura(id))).toMatch(/Cancélelo primero/);
  });

  it('complements the substitute of a PPD invoice once that one has fallen', async () => {
    const id = await invoicedPpd();
    const substituteId = Number(
      envelope(await app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } })).data,
    );
    expect(refusalOf(await complementOf(substituteId))).toMatch(
      /sustituye a la A-\d+, que aún no está cancelada\. Cancele primero la A-\d+/,
    );
    const [motivo] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '01'`,
    );
    const cancelled = await app.call('POST', '/factura/cancelarfactura', {
      as: 'cobranza',
      body: {
        id,
        ...(await cancellation()),
        idMotivoCancelacion: motivo?.id,
        folioSustitucion: (await facturaRow(substituteId)).uuid,
      },
    });
    expect(envelope(cancelled).message).toBe('La factura ha sido cancelada');
    expect(envelope(await complementOf(substituteId)).success).toBe(true);
  });

  it('invoices a month’s remaining payments to the general public', async () => {
    pac.next('stamp', 'reject', 2);
    const [one, two] = [await pay(), await pay()];
    const reply = await app.call('POST', '/factura/global', {
      as: 'cobranza',
      body: { year: 2026, mes: 11, pagos: [one.pagoId, two.pagoId] },
    });
    expect(envelope(reply).success).toBe(true);
    const xml = (await bytesOf(Number(envelope(reply).data), 'timbrado')).toString('utf8');
    expect(xml).toContain('<cfdi:InformacionGlobal Periodicidad="04" Meses="11" Año="2026"/>');
    expect(xml).toContain('Total="2000.00"');
  });
});

it('leaves a row in the audit log for everything that was asked for', async () => {
  const rows = await app.query<{ nota: string; referencia: string }>(
    `SELECT nota, referencia FROM ${SCHEMA}.bitacora WHERE entidad = 'factura' ORDER BY created_at, id`,
  );
  for (const words of [
    /^Factura de \$1,000\.00 a /,
    /^Factura global de 2026-11 por \$2,000\.00: 2 pagos$/,
    /^Complemento de pago de la factura A-\d+ por \$1,000\.00$/,
    /^Factura que sustituye a la A-\d+$/,
    /^Se solicitó cancelar la factura A-\d+ de \$1,000\.00\. /,
    /^Se dio por vencida la factura A-\d+ de \$1,000\.00, que el proveedor no confirmó\. /,
    /^El proveedor confirmó la cancelación de la factura A-\d+$/,
  ]) {
    expect(rows.some(({ nota }) => words.test(nota))).toBe(true);
  }
  // All but a global one's are found by their lot.
  expect(rows.filter(({ nota, referencia }) => referencia === '' && !nota.startsWith('Factura global'))).toEqual([]);
});
