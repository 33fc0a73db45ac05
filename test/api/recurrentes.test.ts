/** Recurring charges to cards through HTTP: masked on screen, whole in the workbook alone, each making of it written down. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTx } from '#platform/server/db.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { createDefinition, createDeliveredLote, insertMonth, refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, lastAuditId, textOf } from './support.ts';

const SURFACE = 9_100;
const PAN = '5555555555554444';

const log: string[] = [];
const app = await appOfFile({ now: '2026-11-05T18:00:00Z', onLog: (line) => log.push(JSON.stringify(line)) });
beforeAll(async () => {
  await createDefinition(app, { desde: SURFACE });
});

interface Row {
  id: number;
  referencia: string;
  noTarjeta: string;
  cvv: string;
  periodo: string;
  montoMtto: number;
  vencida: boolean;
}

const list = async (fecha: string, marca = 'visa_mastercard') => {
  const reply = await app.call('GET', `/lote/all/recurrentes/${marca}/${fecha}`, { as: 'cobranza' });
  expect(reply.status).toBe(200);
  return envelope(reply).data as { loteTipoTarjetaDTOS: Row[]; configuracionResidencial: Record<string, string> };
};

/** A delivered lot that is charged to this card. */
async function chargedLote({ numero = PAN, vence = '12/30', marca = 'visa_mastercard' } = {}) {
  const lote = await createDeliveredLote(app, { superficie: SURFACE, is_recurrente: 'true' });
  const [copied] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.datos_fiscales (lote_id, razon_social, rfc, poblacion, cuenta, email, domicilio, numero_exterior, colonia,
       ciudad, municipio, estado, pais, codigo_postal, metodo_pago_cfdi_id, forma_pago_cfdi_id, uso_cfdi_id, tipo_documento_id,
       clave_unidad_cfdi_id, clave_producto_servicio_id, regimen_fiscal_id, metodo_pago_id)
     SELECT $1, razon_social, rfc, poblacion, cuenta, email, domicilio, numero_exterior, colonia, ciudad, municipio, estado, pais,
       codigo_postal, metodo_pago_cfdi_id, forma_pago_cfdi_id, uso_cfdi_id, tipo_documento_id, clave_unidad_cfdi_id,
       clave_producto_servicio_id, regimen_fiscal_id, metodo_pago_id
     FROM ${SCHEMA}.datos_fiscales ORDER BY id LIMIT 1 RETURNING id`,
    [lote.id],
  );
  const sealed = await inTx(app.pools.pool, { schema: SCHEMA }, (tx) => app.secrets.seal(tx, 'tarjeta', numero));
  await app.query(
    `INSERT INTO ${SCHEMA}.tarjeta (datos_fiscales_id, nombre, numero, ultimos, fecha_vencimiento, tarjeta, tipo, banco_id)
     VALUES ($1, 'Íñigo Güemes', $2, $3, $4, $5, 'credito', 1)`,
    [copied?.id, sealed, numero.slice(12), vence, marca],
  );
  return lote;
}

async function workbook(body: Record<string, unknown>, as: DemoUser = 'cobranza') {
  const token = await app.tokenOf(as);
  const reply = await app.server.inject({
    method: 'POST',
    url: '/api/v1/lote/recurrentes/libro',
    headers: { host: 'encinos.test', authorization: `Bearer ${token}` },
    payload: body,
  });
  expect(reply.statusCode).toBe(200);
  return reply;
}

describe('the list', () => {
  it('charges the net of the month of the date, rounded up to a peso, and shows no more of a card than its end', async () => {
    const lote = await chargedLote();
    await insertMonth(app, lote.id, 2026, 10, 250_000);
    await insertMonth(app, lote.id, 2026, 11, 250_050);
    const rowOn = async (fecha: string) => (await list(fecha)).loteTipoTarjetaDTOS.find(({ id }) => id === lote.id);
    // In time the 10% rule takes 250.05 off: 2,250.45, charged as 2,251.
    expect(await rowOn('2026-11-10')).toMatchObject({
      referencia: lote.referencia,
      noTarjeta: '****-****-****-4444',
      cvv: '',
      periodo: 'Noviembre - 2026',
      montoMtto: 2251,
      vencida: false,
    });
    expect(await rowOn('2026-11-11')).toMatchObject({ montoMtto: 2501 });
    // A month that nobody has generated yet is charged too.
    expect(await rowOn('2026-12-01')).toMatchObject({ periodo: 'Diciembre - 2026', montoMtto: 2250 });
    const { loteTipoTarjetaDTOS } = await list('2026-11-05', 'american_express');
    expect(loteTipoTarjetaDTOS.map(({ id }) => id)).not.toContain(lote.id);
  });

  it('leaves out what is paid, not charged to a card, or pays with its condominal lot', async () => {
    const paid = await chargedLote();
    const month = await insertMonth(app, paid.id, 2026, 11, 250_000);
    await app.query(
      `WITH r AS (INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
         VALUES ($1, '2026-11-01', 1, 1, 250000, now()) RETURNING id)
       INSERT INTO ${SCHEMA}.pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at) SELECT id, $2, 250000, '2026-11-01', now() FROM r`,
      [paid.id, month],
    );
    const off = await chargedLote();
    await app.query(`UPDATE ${SCHEMA}.lote SET is_recurrente = false WHERE id = $1`, [off.id]);
    const ids = (await list('2026-11-05')).loteTipoTarjetaDTOS.map(({ id }) => id);
    expect(ids).not.toContain(paid.id);
    expect(ids).not.toContain(off.id);
  });

  it('tells an expired card, and refuses what is no brand or no date', async () => {
    const lote = await chargedLote({ vence: '10/26' });
    const row = (await list('2026-11-05')).loteTipoTarjetaDTOS.find(({ id }) => id === lote.id);
    expect(row?.vencida).toBe(true);
    for (const path of ['diners/2026-11-05', 'visa_mastercard/05-11-2026']) {
      expect((await app.call('GET', `/lote/all/recurrentes/${path}`, { as: 'cobranza' })).status).toBe(400);
    }
    const refused = await app.call('POST', '/lote/recurrentes/libro', {
      as: 'cobranza',
      body: { tarjeta: 'visa_mastercard', fecha: '2026-11-05', lotes: [lote.id] },
    });
    expect(refusalOf(refused)).toContain(`vencida: ${lote.referencia}`);
  });
});

describe('the workbook', () => {
  it('has the four sheets with the whole numbers, and is written down without them', async () => {
    const lote = await chargedLote();
    await insertMonth(app, lote.id, 2026, 11, 250_000);
    const before = await lastAuditId(app);
    const reply = await workbook({ tarjeta: 'visa_mastercard', fecha: '2026-11-09', lotes: [lote.id] });
    expect(reply.headers['content-disposition']).toContain('05-11-2026.xlsx');
    expect(reply.headers['cache-control']).toContain('no-store');
    const sheets = await readWorkbook(new Uint8Array(reply.rawPayload));
    expect(sheets.map(({ name }) => name)).toEqual(['Datos', 'Mes', 'WEB TRANSFER', 'IMPORTACION DE PAGOS']);
    const [datos, mes, web, importacion] = sheets.map(({ rows }) => rows);
    const compact = lote.referencia.replaceAll('-', '');
    expect(datos?.[1]?.slice(4, 9)).toEqual([
      'ÍÑIGO GÜEMES',
      '5555-5555-5555-4444',
      expect.any(String),
      2250,
      'CRÉDITO',
    ]);
    expect(datos?.[2]?.[7]).toBe(2250);
    expect(mes?.[0]?.slice(0, 5)).toEqual(['H', 'WEBFT2.00', 'ENT', '00017', 'LOSENCINOS']);
    expect(mes?.[0]?.[6]).toBe('11052026');
    expect(mes?.[1]).toEqual(['D5', PAN, '000000225000', '484', `ENCI${compact}0417`, '000', '.']);
    // The reader trims; in the file the spaces stand, and are told to be kept.
    const texts = strFromU8(unzipSync(new Uint8Array(reply.rawPayload))['xl/sharedStrings.xml'] ?? new Uint8Array());
    expect(texts).toContain('<t xml:space="preserve">         .</t>');
    expect(mes?.[2]?.slice(0, 3)).toEqual(['T', '000001', '000000000225000']);
    expect(web?.map(([line]) => line)).toEqual([
      `H004170011052026${' '.repeat(48)}.`,
      `D5${PAN}000000225000484ENCI${compact}417         .`,
      `T000001000000000225000${'0'.repeat(42)}.`,
    ]);
    expect(importacion?.[1]?.slice(0, 4)).toEqual([1, lote.referencia.toUpperCase(), 2250, '11/09/2026']);
    const rows = (await auditRows(app)).filter(({ id }) => Number(id) > before);
    expect(rows).toMatchObject([
      { entidad: 'tarjeta', usuario: 'cobranza', despues: { lotes: [lote.id], fechaPago: '2026-11-09' } },
    ]);
    expect(textOf(rows)).not.toMatch(/5555|4444/);
    expect(log.join('\n')).not.toContain(PAN);
  });

  it('is refused when the configuration lacks a code, a lot was paid meanwhile, or nothing is chosen', async () => {
    const lote = await chargedLote();
    const ask = (lotes: number[]) =>
      app.call('POST', '/lote/recurrentes/libro', {
        as: 'cobranza',
        body: { tarjeta: 'visa_mastercard', fecha: '2026-11-09', lotes },
      });
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET codigo_residencial_entidad_cr = ''`);
    const before = await lastAuditId(app);
    expect(refusalOf(await ask([lote.id]))).toBe(
      'Faltan datos para los cargos recurrentes: Código entidad. Captúrelos en Administración, Configuración residencial',
    );
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET codigo_residencial_entidad_cr = '00017'`);
    expect(refusalOf(await ask([lote.id, 2_000_000]))).toContain('Cambió lo que se cobra a 1 de los lotes');
    expect((await ask([])).status).toBe(400);
    expect(await lastAuditId(app)).toBe(before);
  });
});
