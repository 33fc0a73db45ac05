/** What is read of invoices: lists, one of them, its files by mail. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Before } from '#platform/server/context.ts';
import { envelope, freshText } from '#test/api/support.ts';
import { appOfFile, type Reply } from '#test/app.ts';
import { cancelInserted, insertFactura, insertPago } from '#test/facturas.ts';
import { createDeliveredLote, refusalOf, SCHEMA } from '#test/ledger.ts';
import { prepareMonth } from './month.ts';

const app = await appOfFile();
beforeAll(async () => {
  await app.query(`TRUNCATE ${SCHEMA}.factura CASCADE`);
});

interface Listed {
  id: number;
  folio: string;
  status: string;
  fechaEmision: string;
  conceptosList: string[];
  tipoMotivoCancelacion: { clave: string } | null;
}
interface Page {
  facturaDTOList: Listed[];
  previous: boolean;
  next: boolean;
  total: number;
}

const read = (path: string, as: 'cobranza' | 'tags' = 'cobranza') => app.call('GET', path, { as });
const pageOf = async (query: string) => (await read(`/factura/allpaginable?${query}`, 'tags')).body as Page;
const dataOf = <T>(reply: Reply): T => envelope(reply).data as T;

describe('the list', () => {
  it('pages the latest first, and leaves out what never became an invoice', async () => {
    const name = freshText('LISTA ');
    for (const day of ['18', '19', '20']) {
      await insertFactura(app, [{ importe: 125_050, descripcion: `Mantenimiento ${day}` }], {
        receptor_nombre: name,
        created_at: `2026-11-${day}T18:00:00Z`,
        fecha_emision: `2026-11-${day}T12:00:00`,
      });
    }
    for (const estado of ['rechazado', 'abandonado', 'vencido'])
      await insertFactura(app, [{ importe: 100 }], { receptor_nombre: name, estado });
    await insertFactura(app, [{ importe: 700 }], {
      receptor_nombre: name,
      estado: 'borrador',
      created_at: '2026-11-21T05:30:00Z',
    });

    const query = `name=${encodeURIComponent(name)}&size=2`;
    const first = await pageOf(`${query}&page=0`);
    expect(first).toMatchObject({ previous: false, next: true, total: 4 });
    // Half past eleven at night of the day before, where the community is.
    expect(first.facturaDTOList[0]).toMatchObject({
      status: 'pendiente',
      folio: '',
      fechaEmision: '2026-11-20T23:30:00',
    });
    expect(first.facturaDTOList[1]).toMatchObject({ status: 'facturada', conceptosList: ['Mantenimiento 20'] });
    expect(await pageOf(`${query}&page=1`)).toMatchObject({ previous: true, next: false, total: 4 });
    expect((await pageOf(`${query}&page=9`)).facturaDTOList).toEqual([]);
  });

  it('finds by folio, reference and receptor without accents or case, and by whole days of the community', async () => {
    const { id } = await insertFactura(app, [{ importe: 9900 }], {
      receptor_nombre: 'MARÍA ÑÚÑEZ GÜEMEZ',
      referencia_receptor: 'ZZ%9_X',
      folio: 777_123,
      created_at: '2026-10-01T05:59:00Z',
    });
    const ids = async (query: string) => (await pageOf(query)).facturaDTOList.map((row) => row.id);
    expect(await ids('name=nunez guemez')).toEqual([id]);
    expect(await ids('name=t-777123')).toEqual([id]);
    expect(await ids('name=777123')).toEqual([id]);
    expect(await ids(`name=${encodeURIComponent('z%9_x')}`)).toEqual([id]);
    expect(await ids(`name=${encodeURIComponent('z%9xx')}`)).toEqual([]);
    // One minute before midnight of September's last day.
    const day = (dd: string) => `dateIni=${dd} 01:00:00&dateFin=${dd} 23:59:59`;
    expect(await ids(`name=nunez&${day('30-09-2026')}`)).toEqual([id]);
    expect(await ids(`name=nunez&${day('01-10-2026')}`)).toEqual([]);
    expect((await read('/factura/allpaginable?dateIni=31-02-2026 01:00:00')).status).toBe(400);

    const all = (await read('/factura/allByFilter?name=nunez')).body as Listed[];
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ id, folio: 'T-777123', total: 99 });
  });
});

describe('one invoice', () => {
  it('answers the names behind its codes, its XML and its QR', async () => {
    const { id, uuid } = await insertFactura(app, [{ importe: 125_050 }, { importe: 50 }]);
    const factura = dataOf<Record<string, unknown>>(await read(`/factura/get/${id}`, 'tags'));
    expect(factura).toMatchObject({
      id,
      folioFiscal: uuid.toUpperCase(),
      status: 'facturada',
      version: '4.0',
      usoCFDI: 'S01',
      nombreUsoCFDI: 'Sin efectos fiscales',
      metodoPago: 'PUE',
      nombreMetodoPago: 'Pago en una sola exhibición',
      nombreFormaPago: 'Transferencia electrónica de fondos',
      regimenFiscal: '605',
      nombreRegimenFiscal: 'Sueldos y Salarios e Ingresos Asimilados a Salarios',
      fechaEmision: '2026-11-20T12:00:00',
      rfcProvCertif: 'SPR190613I52',
      total: 1251,
      sinValidez: true,
      faltaComplemento: false,
    });
    expect(factura.regimenFiscalEmisor).toMatch(/^601 - /);
    expect(factura.xml).toContain('Ñandú');
    expect(factura.textoQR).toContain('sin-validez-fiscal');
    expect(Buffer.from(String(factura.imageQR), 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
    expect((await read('/factura/get/999999')).status).toBe(404);
    expect((await read('/factura/estado/999999')).status).toBe(404);
  });

  it('tells the receipt that its payments came with, and what went to the fund; of several, none', async () => {
    const lote = await createDeliveredLote(app);
    const [first, second] = [await insertPago(app, lote.id, { mes: 1 }), await insertPago(app, lote.id, { mes: 2 })];
    await app.query(
      `WITH r AS (
         UPDATE ${SCHEMA}.recibo SET total_centavos = total_centavos + 58
         WHERE id = (SELECT recibo_id FROM ${SCHEMA}.pago WHERE id = $1) RETURNING id, lote_id
       )
       INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, recibo_id, fecha, created_at)
       SELECT lote_id, 'abono', 58, id, '2026-11-10', now() FROM r`,
      [first],
    );
    const reciboOf = async (...pagos: number[]) => {
      const { id } = await insertFactura(
        app,
        pagos.map((pagoId) => ({ importe: 50_000, pagoId })),
      );
      const { recibo } = dataOf<{ recibo: object | null }>(await read(`/factura/get/${id}`, 'tags'));
      await app.query(`UPDATE ${SCHEMA}.factura_concepto SET viva = false WHERE factura_id = $1`, [id]);
      return recibo;
    };
    expect(await reciboOf(first)).toMatchObject({ total: 500.58, fondo: 0.58, fechaPago: '2026-11-10' });
    expect(await reciboOf(second)).toMatchObject({ total: 500, fondo: 0 });
    expect(await reciboOf(first, second)).toBeNull();
  });

  it('tells where it is: pending with the provider’s words, cancelled with its relation', async () => {
    const pending = await insertFactura(app, [{ importe: 100 }], { estado: 'borrador', mensaje: 'Sin respuesta' });
    expect(dataOf(await read(`/factura/estado/${pending.id}`))).toEqual({
      status: 'pendiente',
      mensaje: 'Sin respuesta',
    });
    const cancelled = await insertFactura(app, [{ importe: 100 }]);
    await cancelInserted(app, cancelled);
    expect(dataOf(await read(`/factura/get/${cancelled.id}`))).toMatchObject({
      status: 'cancelada',
      fechaCancelada: '2026-11-21T11:00:00',
      motivoCancelacion: expect.stringMatching(/^02 - .+: Se capturó dos veces$/),
      tipoRelacionFactura: { clave: '04' },
    });
  });

  it('knows a PPD invoice that lacks its complement, and what a complement settles', async () => {
    const ppd = await insertFactura(app, [{ importe: 100_000 }], { metodo_pago: 'PPD', forma_pago: '99' });
    expect(dataOf(await read(`/factura/get/${ppd.id}`))).toMatchObject({ faltaComplemento: true });
    const complement = await insertFactura(app, [{ importe: 0, descripcion: 'Pago', tipo: 'complemento' }], {
      tipo: 'pago',
      metodo_pago: '',
      forma_pago: '',
      total_centavos: 100_000,
    });
    await app.query(
      `INSERT INTO ${SCHEMA}.complemento_documento
         (factura_id, relacionada_id, fecha_pago, forma_pago, parcialidad, saldo_anterior_centavos, pagado_centavos, partes)
       VALUES ($1, $2, '2026-11-19', '01', 1, 100000, 60000, '{"no_objeto": {"base": 60000, "iva": 0}}'),
         ($1, $2, '2026-11-20', '03', 2, 40000, 40000, '{"no_objeto": {"base": 40000, "iva": 0}}')`,
      [complement.id, ppd.id],
    );
    expect(dataOf(await read(`/factura/get/${ppd.id}`))).toMatchObject({ faltaComplemento: false });
    const made = dataOf<{ documentosRelacionados: unknown[]; textoQR: string }>(
      await read(`/factura/get/${complement.id}`),
    );
    expect(made.documentosRelacionados).toMatchObject([
      { folioFiscal: ppd.uuid.toUpperCase(), parcialidad: 1, saldoAnterior: 1000, pagado: 600, saldoInsoluto: 400 },
      { parcialidad: 2, saldoInsoluto: 0, formaPago: '03 - Transferencia electrónica de fondos' },
    ]);
    expect(made.textoQR).toContain('tt=0.0');
  });
});

/** The last row of the audit log. */
async function lastAudit(): Promise<{ status: string; entidad: string; entidad_id: string }> {
  const [row] = await app.query<{ status: string; entidad: string; entidad_id: string }>(
    `SELECT status, entidad, entidad_id FROM ${SCHEMA}.bitacora ORDER BY id DESC LIMIT 1`,
  );
  if (!row) throw new Error('the audit log is empty');
  return row;
}

describe('by mail', () => {
  const send = (body: object) => app.call('POST', '/factura/enviarfactura', { as: 'tags', body });

  it('goes with PDF and XML to both addresses, and a copy apart to the community', async () => {
    await app.query(
      `INSERT INTO ${SCHEMA}.control_factura (email, email_secondary) VALUES ('control@encinos.mx', 'ANA@correo.mx')
       ON CONFLICT (id) DO UPDATE SET email = excluded.email, email_secondary = excluded.email_secondary`,
    );
    const { id } = await insertFactura(app, [{ importe: 100 }], { receptor_nombre: 'ANA Ñ' });
    const sent = await send({
      id,
      correoElectronico: 'ana@correo.mx, luis@correo.mx',
      correoAdicional: 'eva@correo.mx',
    });
    expect(sent.body).toMatchObject({ success: true });
    expect(await lastAudit()).toMatchObject({ status: 'creado', entidad: 'correo', entidad_id: String(id) });
    const letters = await app.query<{ para: string[]; adjuntos: string[]; pdf: string }>(
      `SELECT c.para, array_agg(a.nombre ORDER BY a.id) AS adjuntos,
         min(convert_from(substring(a.contenido, 1, 5), 'UTF8')) FILTER (WHERE a.mime = 'application/pdf') AS pdf
       FROM ${SCHEMA}.correo_saliente c JOIN ${SCHEMA}.correo_adjunto a ON a.correo_id = c.id
       GROUP BY c.id ORDER BY c.id DESC LIMIT 2`,
    );
    const adjuntos = ['ANA_Ñ_20-11-2026.pdf', 'ANA_Ñ.xml'];
    expect(letters).toEqual([
      { para: ['control@encinos.mx'], adjuntos, pdf: '%PDF-' },
      { para: ['ana@correo.mx', 'luis@correo.mx', 'eva@correo.mx'], adjuntos, pdf: '%PDF-' },
    ]);
  });

  it('is refused before it is stamped, without an address, and to what is none', async () => {
    const pending = await insertFactura(app, [{ importe: 100 }], { estado: 'borrador' });
    const to = { correoElectronico: 'ana@correo.mx', correoAdicional: '' };
    expect(refusalOf(await send({ id: pending.id, ...to }))).toMatch(/todavía no está timbrada/);
    const { id } = await insertFactura(app, [{ importe: 100 }]);
    expect(refusalOf(await send({ id, correoElectronico: '', correoAdicional: '' }))).toMatch(/no tiene correo/);
    expect(refusalOf(await send({ id, correoElectronico: '', correoAdicional: 'nadie' }))).toMatch(/no es un correo/);
    expect((await send({ id: 999_999, ...to })).status).toBe(404);
  });

  it('knows the associate’s addresses for invoices, else the tax data’s', async () => {
    const lote = await createDeliveredLote(app);
    const { id } = await insertFactura(app, [{ importe: 100 }], { lote_id: lote.id, receptor_email: 'rs@correo.mx' });
    const email = async () => (await read(`/factura/getemailfacturar/${id}`)).body;
    expect(await email()).toBe('rs@correo.mx');
    await app.query(
      `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ($2, 'asociado') RETURNING id),
         l AS (INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, active) SELECT $1, id, true, true FROM r)
       INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo, facturar)
       SELECT r.id, e.correo, e.facturar
       FROM r, (VALUES (1, 'uno@correo.mx', true), (2, 'no@correo.mx', false), (3, 'dos@correo.mx', true)) e (n, correo, facturar)
       ORDER BY e.n`,
      [lote.id, freshText('Asociado ')],
    );
    expect(await email()).toBe('uno@correo.mx, dos@correo.mx');
    const general = await insertFactura(app, [{ importe: 100 }], { tipo: 'global' });
    expect((await read(`/factura/getemailfacturar/${general.id}`)).body).toBe('');
  });
});

describe('cancelled invoices', () => {
  it('are those of a month of the community, and only their related folio can be corrected', async () => {
    const october = await insertFactura(app, [{ importe: 12_345 }]);
    // Half past eleven at night of 31 October, where the community is.
    await cancelInserted(app, october, { motivo: '01', fecha: '2026-11-01T05:30:00Z' });
    const rows = async (month: string) =>
      ((await app.call('GET', `/factura/canceladas/${month}`, { as: 'consultor' })).body as { id: number }[]).filter(
        ({ id }) => id === october.id,
      );
    expect(await rows('11/2026')).toEqual([]);
    expect(await rows('10/2026')).toMatchObject([
      { fechaCancelada: '2026-10-31T23:30:00', total: 123.45, motivoCancelacion: expect.stringMatching(/^01 - /) },
    ]);

    const name = '5f3a1c1e-7b54-4c7e-9b1a-0d7a2e1f9c33';
    const update = (body: object) => app.call('POST', '/factura/updateFolioReferenciar', { as: 'cobranza', body });
    expect((await update({ id: october.id, name })).body).toMatchObject({ success: true });
    expect(await rows('10/2026')).toMatchObject([{ folioFiscalRelacionar: name }]);
    expect(await lastAudit()).toMatchObject({ status: 'actualizado', entidad_id: String(october.id) });
    // The substitute stands behind it: what was cleared would come back.
    expect(refusalOf(await update({ id: october.id, name: '' }))).toMatch(/la sustituye la de folio fiscal/);
    expect(await rows('10/2026')).toMatchObject([{ folioFiscalRelacionar: name }]);
    const live = await insertFactura(app, [{ importe: 100 }]);
    expect(refusalOf(await update({ id: live.id, name }))).toMatch(/no está cancelada/);
    const malformed = await update({ id: october.id, name: 'ABC' });
    expect(malformed.status).toBe(400);
    expect(malformed.body).toMatchObject({
      errors: [{ path: 'name', message: 'Escriba un folio fiscal de 36 caracteres' }],
    });
    const other = await insertFactura(app, [{ importe: 100 }]);
    await cancelInserted(app, other, { fecha: '2026-10-20T17:00:00Z' });
    for (const cleared of [name, '']) {
      expect((await update({ id: other.id, name: cleared })).body).toMatchObject({ success: true });
      const listed = (await app.call('GET', '/factura/canceladas/10/2026', { as: 'consultor' })).body;
      expect(listed).toContainEqual(expect.objectContaining({ id: other.id, folioFiscalRelacionar: cleared }));
    }
    expect((await update({ id: 999_999, name })).status).toBe(404);
    expect((await app.call('GET', '/factura/canceladas/13/2026', { as: 'consultor' })).status).toBe(400);
  });
});

it('shows the invoice of a charge on its statement', async () => {
  const lote = await createDeliveredLote(app);
  const pago = await insertPago(app, lote.id, { monto: 250_000 });
  const factura = await insertFactura(app, [{ importe: 250_000, pagoId: pago }], { lote_id: lote.id });
  const statement = async (conocido: string) =>
    (
      await app.call('POST', '/residente/get/estadocuenta/detail', {
        as: 'cobranza',
        body: {
          id: lote.id,
          variante: 0,
          fechaInicial: '2026-11-01',
          fechaFinal: '2026-11-30 23:59:59',
          conocido,
        },
      })
    ).body;
  expect(JSON.stringify(await statement(''))).toContain(`"facturaId":${factura.id}`);
  await cancelInserted(app, factura);
  expect(JSON.stringify(await statement(''))).toContain('"facturaId":null');
});

it('a ZIP of whoever went before it began keeps nobody from the next', async () => {
  const asked = (controller: AbortController) =>
    prepareMonth({
      params: { mes: 11, year: 2026 },
      before: {
        asker: { key: 'somebody', closed: controller.signal },
        read: async () => {
          controller.abort();
          return { ids: [1], residencial: { codigo: 'X', residencial: 'X' } };
        },
      } as unknown as Before,
    });
  // Each goes while it is read which invoices there are: after them, and before there is anything to end.
  for (let time = 0; time < 3; time += 1) await expect(asked(new AbortController())).resolves.toHaveProperty('content');
});
