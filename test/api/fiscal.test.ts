/** How a community invoices: issuer, control, default receiver, tax data with card and constancia, certificate, provider. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCertificate } from '#cfdi/server/certificate.ts';
import type { Certificado, DatosFiscales, TratamientoFiscal } from '#features/fiscal/contract.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import { emptyForgotten } from '#platform/server/files-kept.ts';
import { type DemoUser, startApp, type TestApp } from '../app.ts';
import { createDeliveredLote, refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId, textOf } from './support.ts';

const PAN = '4111-1111-1111-1111';

let app: TestApp;
let lines: object[];
beforeAll(async () => {
  lines = [];
  app = await startApp({ onLog: (line) => lines.push(line) });
});
afterAll(() => app.close());

const get = async <T>(path: string, as: DemoUser = 'superadmin') => {
  const reply = await app.call('GET', path, { as });
  expect([path, reply.status]).toEqual([path, 200]);
  return envelope(reply).data as T;
};
const post = (path: string, body: unknown, as: DemoUser = 'superadmin') => app.call('POST', path, { as, body });
/** The faults of a 400, as {field: message}. */
const faultsOf = async (path: string, body: unknown) => {
  const reply = await post(path, body);
  expect([path, reply.status]).toEqual([path, 400]);
  return Object.fromEntries((envelope(reply).errors ?? []).map(({ path: field, message }) => [field, message]));
};
const inCommunity = <T>(work: (tx: Tx) => Promise<T>) => inTx(app.pools.pool, { schema: SCHEMA }, work);

/** Rows of the catalogues by the authority's code, read once. */
const codes = new Map<string, { id: number }>();
beforeAll(async () => {
  const rows = await app.query<{ id: number; code: string }>(
    `SELECT id, clave AS code FROM ${SCHEMA}.regimen_fiscal UNION ALL SELECT id, uso_cfdi FROM ${SCHEMA}.uso_cfdi
     UNION ALL SELECT id, metodo_pago FROM ${SCHEMA}.metodo_pago_cfdi
     UNION ALL SELECT id, forma_pago FROM ${SCHEMA}.forma_pago_cfdi`,
  );
  for (const { id, code } of rows) codes.set(code, { id });
});
const codeId = (code: string): { id: number } => codes.get(code) ?? { id: 0 };

describe('the issuer', () => {
  it('is the demo’s, and is saved whole by A and B', async () => {
    const emisor = await get<Record<string, unknown>>('/emisor/get', 'administrador');
    expect(emisor).toMatchObject({ id: 1, compania: 'LOS ENCINOS RESIDENCIAL', regimenFiscal: '603', version: '4.0' });
    const after = await lastAuditId(app);
    const changed = { ...emisor, compania: ' los encinos ', serie: 'enc', contactoNombre: 'Eva Luna' };
    expect((await post('/emisor/save', changed, 'administrador')).body).toEqual({
      success: true,
      data: { id: 1, aviso: '' },
    });
    expect(await get('/emisor/get')).toEqual({ ...changed, compania: 'LOS ENCINOS', serie: 'ENC' });
    expect(await auditRows(app, after)).toMatchObject([
      {
        usuario: 'administrador',
        status: 'actualizado',
        entidad: 'emisor',
        referencia: emisor.rfc,
        antes: { compania: 'LOS ENCINOS RESIDENCIAL' },
        despues: { compania: 'LOS ENCINOS', serie: 'ENC' },
      },
    ]);
    const series = (await app.call('GET', '/seriefolio/all', { as: 'director' })).body;
    expect(series).toEqual([
      { serie: 'A', siguiente: expect.any(Number), libres: [] },
      { serie: 'ENC', siguiente: 1, libres: [] },
    ]);
    await post('/emisor/save', emisor);
  });

  it('needs every field, and what the authority would accept', async () => {
    const emisor = await get<Record<string, unknown>>('/emisor/get');
    const empty = Object.fromEntries(Object.keys(emisor).map((name) => [name, '']));
    const faults = await faultsOf('/emisor/save', empty);
    expect(Object.keys(faults)).toHaveLength(21);
    expect(new Set(Object.values(faults))).toEqual(new Set(['Campo Requerido']));
    const fault = async (changes: Record<string, unknown>) => faultsOf('/emisor/save', { ...emisor, ...changes });
    expect(await fault({ rfc: 'ERE151312KJ4' })).toEqual({ rfc: expect.stringContaining('El RFC no es válido') });
    expect(await fault({ rfc: 'XAXX010101000' })).toMatchObject({ rfc: 'El emisor necesita su propio RFC' });
    expect(await fault({ regimenFiscal: '612' })).toEqual({
      regimenFiscal: 'El régimen 612 es de personas físicas y el RFC es de una moral. Elija otro',
    });
    expect(await fault({ compania: 'LOS ENCINOS, A.C.' })).toEqual({
      compania: expect.stringContaining('sin el régimen de capital'),
    });
    expect(await fault({ codigoPostal: '7600' })).toEqual({ codigoPostal: 'Escriba los 5 dígitos del código postal' });
    expect(await fault({ email: 'x', contactoEmail: 'y' })).toEqual({
      email: 'Email Inválido',
      contactoEmail: 'Email Inválido',
    });
    expect(await fault({ serie: 'A-1' })).toEqual({ serie: 'Use sólo letras sin acento y números' });
  });
});

it('the control has an address and may have a second', async () => {
  const after = await lastAuditId(app);
  expect((await post('/controlfactura/save', { id: 1, email: 'uno@prueba.mx' })).body).toEqual({
    success: true,
    data: { id: 1 },
  });
  expect(await get('/controlfactura/get', 'administrador')).toEqual({
    id: 1,
    email: 'uno@prueba.mx',
    emailSecondary: '',
  });
  expect(await auditRows(app, after)).toMatchObject([
    { entidad: 'control_factura', status: 'actualizado', despues: { email: 'uno@prueba.mx' } },
  ]);
  expect(await faultsOf('/controlfactura/save', { email: '', emailSecondary: 'x' })).toEqual({
    email: 'Campo Requerido',
    emailSecondary: 'Email Inválido',
  });
});

it("a series' next folio moves forward only, and takes those given back along", async () => {
  const series = async () =>
    (await app.call('GET', '/seriefolio/all', { as: 'administrador' })).body as {
      serie: string;
      siguiente: number;
      libres: number[];
    }[];
  const before = (await series()).find(({ serie }) => serie === 'A')?.siguiente ?? 0;
  await app.query("INSERT INTO c_encinos.folio_libre (serie, folio) VALUES ('A', 1)");
  const after = await lastAuditId(app);
  const save = (siguiente: number, serie = 'A') => post('/seriefolio/save', { serie, siguiente });
  for (const back of [before, before - 1, 1]) {
    if (back < 1) continue;
    expect((await save(back)).body).toEqual({
      success: false,
      message: `El folio que sigue en la serie A es el ${before}. Escriba uno mayor: los folios no se regresan`,
    });
  }
  expect((await save(9, 'NADIE')).body).toMatchObject({ success: false });
  expect((await post('/seriefolio/save', { serie: 'A', siguiente: before + 1 }, 'administrador')).status).toBe(403);
  expect((await save(before + 500)).body).toMatchObject({ success: true });
  expect(await series()).toContainEqual({ serie: 'A', siguiente: before + 500, libres: [] });
  expect(await auditRows(app, after)).toMatchObject([
    {
      entidad: 'serie_folio',
      referencia: 'A',
      antes: { siguiente: before, libres: [1] },
      despues: { siguiente: before + 500 },
    },
  ]);
});

it('the default receiver is the general public, and is checked against its codes', async () => {
  const receptor = await get<Record<string, { id: number }>>('/receptordatosfiscales/get', 'administrador');
  expect(receptor).toMatchObject({
    rfc: 'XAXX010101000',
    regimenFiscal: { clave: '616', name: 'Sin obligaciones fiscales' },
    usoCFDI: { name: 'Sin efectos fiscales' },
  });
  const after = await lastAuditId(app);
  const saved = { ...receptor, rfc: 'pepj800101ab1', regimenFiscal: codeId('605') };
  expect((await post('/receptordatosfiscales/save', saved)).body).toEqual({ success: true, data: { id: 1 } });
  expect(await auditRows(app, after)).toMatchObject([
    { entidad: 'receptor_datos_fiscales', antes: { rfc: 'XAXX010101000' }, despues: { rfc: 'PEPJ800101AB1' } },
  ]);
  expect((await post('/receptordatosfiscales/save', receptor)).body).toMatchObject({ success: true });
  const fault = async (changes: Record<string, unknown>) =>
    faultsOf('/receptordatosfiscales/save', { ...receptor, ...changes });
  expect(await fault({ regimenFiscal: codeId('605') })).toEqual({
    'regimenFiscal.id': 'Con el RFC XAXX010101000 el régimen es 616, Sin obligaciones fiscales',
  });
  expect(await fault({ usoCFDI: codeId('G03') })).toEqual({
    'usoCFDI.id': 'Con el RFC XAXX010101000 el uso es S01, Sin efectos fiscales',
  });
  expect(await fault({ metodoPagoCFDI: codeId('PPD') })).toEqual({
    'formaPagoCFDI.id': 'Con el método PPD la forma es 99, Por definir',
  });
  expect(await fault({ regimenFiscal: { id: 999_999 } })).toEqual({ 'regimenFiscal.id': 'Elija una de las opciones' });
  expect(Object.keys(await fault({ rfc: '', claveUnidadCFDI: { id: '' } })).sort()).toEqual([
    'claveUnidadCFDI.id',
    'rfc',
  ]);
});

/** Acceptable tax data, of a lot that has some already. */
const taxData = (changes: Record<string, unknown> = {}) => ({
  id: '' as number | string,
  // As it comes out of a PDF: decomposed, with a space that does not break and a mark that nobody sees.
  razonSocial: '  juan\u00A0 pe\u0301rez \u200Bpeña ',
  rfc: 'pepj800101ab1',
  cuenta: '1234',
  domicilio: 'Encino',
  numeroExterior: '12',
  colonia: 'Centro',
  ciudad: 'Querétaro',
  municipio: 'Querétaro',
  estado: 'Querétaro',
  pais: 'México',
  codigoPostal: '76000',
  loteTransient: { id: 1 },
  metodoPagoCFDI: codeId('PUE'),
  formaPagoCFDI: codeId('03'),
  usoCFDI: codeId('S01'),
  tipoDocumento: { id: 1 },
  claveUnidadCFDI: { id: 1 },
  claveProductoServicio: { id: 1 },
  regimenFiscal: codeId('605'),
  metodoPago: { id: 1 },
  tarjeta: null as Record<string, unknown> | null,
  ...changes,
});

/** Saves new tax data for a lot of their own; gives what was sent, with its id. */
async function saveNew(changes: Record<string, unknown> = {}) {
  const lote = await createDeliveredLote(app);
  const body = taxData({ ...changes, loteTransient: { id: lote.id } });
  const reply = await post('/datosfiscales/save', body, 'cobranza');
  expect(reply.body).toEqual({ success: true, message: 'Acción exitosa' });
  const [row] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.datos_fiscales WHERE lote_id = $1`, [
    lote.id,
  ]);
  return { ...body, id: row?.id ?? 0 };
}
const read = (id: number) => get<DatosFiscales>(`/datosfiscales/get/${id}`, 'cobranza');

const card = (changes: Record<string, unknown> = {}) => ({
  nombre: 'Juan Pérez',
  numero: PAN,
  fechaVencimiento: '12/30',
  cvv: '9876',
  tarjeta: 'visa_mastercard',
  tipo: 'credito',
  banco: { id: 1 },
  active: true,
  ...changes,
});

describe('tax data', () => {
  it('are saved, listed and read with the names behind their references', async () => {
    const after = await lastAuditId(app);
    const body = await saveNew();
    const { id } = body;
    expect(await read(id)).toMatchObject({
      id,
      razonSocial: 'JUAN PÉREZ PEÑA',
      rfc: 'PEPJ800101AB1',
      poblacion: '',
      email: '',
      lote_residente: { id: body.loteTransient.id, name: expect.stringMatching(/^LB /) },
      regimenFiscal: { clave: '605', name: 'Sueldos y Salarios e Ingresos Asimilados a Salarios' },
      metodoPagoCFDI: { name: 'Pago en una sola exhibición' },
      urlFileConstancia: '',
      nameFileConstancia: '',
      tarjeta: null,
    });
    const rows = (await app.call('GET', '/datosfiscales/all', { as: 'cobranza' })).body as { id: number }[];
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      razonSocial: 'JUAN PÉREZ PEÑA',
      rfc: 'PEPJ800101AB1',
      lote_residente: { name: expect.stringMatching(/^LB /) },
    });
    expect(await auditRows(app, after)).toMatchObject([
      { usuario: 'cobranza', status: 'creado', entidad: 'datos_fiscales', entidad_id: String(id), antes: null },
    ]);
    await post('/datosfiscales/save', { ...body, razonSocial: 'Otro Nombre' }, 'cobranza');
    expect((await auditRows(app, after)).at(-1)).toMatchObject({
      status: 'actualizado',
      antes: { razonSocial: 'JUAN PÉREZ PEÑA' },
      despues: { razonSocial: 'OTRO NOMBRE' },
    });
  });

  it('are one of each lot, of a lot that exists', async () => {
    const body = taxData();
    expect(refusalOf(await post('/datosfiscales/save', body))).toMatch(/^El lote .+ ya tiene datos fiscales/);
    expect(refusalOf(await post('/datosfiscales/save', { ...body, loteTransient: { id: 999_999 } }))).toMatch(
      /El lote elegido no existe/,
    );
    expect((await post('/datosfiscales/save', { ...body, id: 999_999 })).status).toBe(404);
    expect((await app.call('GET', '/datosfiscales/get/999999', { as: 'cobranza' })).status).toBe(404);
  });

  it('need all that the specification asks for', async () => {
    const faults = await faultsOf('/datosfiscales/save', {});
    const refs = [
      'metodoPagoCFDI',
      'formaPagoCFDI',
      'usoCFDI',
      'tipoDocumento',
      'claveUnidadCFDI',
      'claveProductoServicio',
    ];
    const texts = ['razonSocial', 'rfc', 'cuenta', 'domicilio', 'numeroExterior', 'codigoPostal', 'colonia', 'ciudad'];
    const more = ['municipio', 'estado', 'pais', 'loteTransient', 'metodoPago', 'regimenFiscal'];
    expect(faults).toEqual(Object.fromEntries([...refs, ...texts, ...more].map((name) => [name, 'Campo Requerido'])));
  });

  it.each([
    ['a regime of the other kind', { regimenFiscal: '601' }, 'regimenFiscal.id', /601 es de personas morales/],
    ['a use that its regime may not claim', { usoCFDI: 'G03' }, 'usoCFDI.id', /El régimen 605 no puede usar G03/],
    ['a use that is none of an invoice', { usoCFDI: 'CN01' }, 'usoCFDI.id', /CN01 no es de una factura/],
    ['a form that was not paid', { formaPagoCFDI: '99' }, 'formaPagoCFDI.id', /Con el método PUE/],
  ] as const)('with %s are stopped at the field', async (_what, wrong, field, words) => {
    const chosen = Object.fromEntries(Object.entries(wrong).map(([name, code]) => [name, codeId(code)]));
    expect(await faultsOf('/datosfiscales/save', taxData(chosen))).toEqual({
      [field]: expect.stringMatching(words),
    });
  });

  it.each([
    [{ rfc: 'PEPJ800101AB' }, 'rfc', /El RFC no es válido/],
    [{ rfc: 'PEPJ800230AB1' }, 'rfc', /El RFC no es válido/],
    [{ rfc: 'ERE150312KJ4', razonSocial: 'Encinos S.A. de C.V.' }, 'razonSocial', /sin el régimen de capital/],
    [{ rfc: 'XAXX010101000' }, 'razonSocial', /el nombre es PUBLICO EN GENERAL/],
    [{ razonSocial: 'A|B' }, 'razonSocial', /el signo \|/],
    [{ razonSocial: '\u200B\u2060' }, 'razonSocial', /Campo Requerido/],
    [{ razonSocial: 'ANA \uFFFE' }, 'razonSocial', /un signo que no se ve \(U\+FFFE\), que el SAT no acepta/],
    [{ razonSocial: 'ANA 😀' }, 'razonSocial', /el signo «😀»/],
    [{ razonSocial: 'ß'.repeat(254) }, 'razonSocial', /como máximo 254/],
    [{ codigoPostal: '00000' }, 'codigoPostal', /5 dígitos/],
    [{ email: 'nadie' }, 'email', /Email Inválido/],
  ] as const)('with %j are refused', async (changes, field, words) => {
    expect(await faultsOf('/datosfiscales/save', taxData(changes))).toEqual({
      [field]: expect.stringMatching(words),
    });
  });
});

describe('a card', () => {
  const sealed = async (id: number) => {
    const [row] = await app.query<{ numero: Buffer; ultimos: string }>(
      `SELECT numero, ultimos FROM ${SCHEMA}.tarjeta WHERE datos_fiscales_id = $1`,
      [id],
    );
    if (!row) throw new Error('no card');
    return row;
  };
  const numberOf = async (id: number) => {
    const { numero } = await sealed(id);
    return (await inCommunity((tx) => app.secrets.open(tx, 'tarjeta', numero))).toString();
  };

  it('is sealed, shown masked, and kept by a save that carries the mask', async () => {
    const body = await saveNew({ tarjeta: card() });
    const { id } = body;
    const { tarjeta } = await read(id);
    expect(tarjeta).toEqual({
      id: expect.any(Number),
      ...card(),
      numero: '****-****-****-1111',
      cvv: '',
      banco: { id: 1, name: expect.any(String) },
    });
    expect(await numberOf(id)).toBe('4111111111111111');
    const before = await sealed(id);
    const edited = { ...tarjeta, nombre: 'Otra Persona' };
    await post('/datosfiscales/save', { ...body, id, tarjeta: edited });
    expect((await sealed(id)).numero.equals(before.numero)).toBe(true);
    expect((await read(id)).tarjeta).toMatchObject({ nombre: 'Otra Persona', numero: '****-****-****-1111' });
    // Left out, it stays; null takes it away.
    const { tarjeta: _none, ...without } = body;
    await post('/datosfiscales/save', { ...without, id });
    expect(await numberOf(id)).toBe('4111111111111111');
    await post('/datosfiscales/save', { ...body, id, tarjeta: card({ numero: '3782-8224-6310-005', cvv: '' }) });
    expect(await sealed(id)).toMatchObject({ ultimos: '005' });
    expect(await numberOf(id)).toBe('378282246310005');
    await post('/datosfiscales/save', { ...body, id, tarjeta: null });
    expect((await read(id)).tarjeta).toBeNull();
    // A mask stands for the number that is kept, and for no other.
    for (const numero of ['****-****-****-1111', '**** 005']) {
      expect(await faultsOf('/datosfiscales/save', { ...body, tarjeta: card({ numero }) })).toEqual({
        'tarjeta.numero': 'Error en el número de tarjeta formato inválido',
      });
    }
  });

  it.each([
    [{ nombre: '' }, 'tarjeta', 'Todos los campos son requeridos'],
    [{ numero: '' }, 'tarjeta', 'Todos los campos son requeridos'],
    [{ banco: { id: '' } }, 'tarjeta', 'Todos los campos son requeridos'],
    [{ tipo: null }, 'tarjeta', 'Todos los campos son requeridos'],
    [{ numero: '4111111111111111' }, 'tarjeta.numero', 'Error en el número de tarjeta formato inválido'],
    [{ numero: '4111-1111-1111-11' }, 'tarjeta.numero', 'Error en el número de tarjeta formato inválido'],
    [{ cvv: '12' }, 'tarjeta.cvv', 'Error en el CVV de tarjeta formato inválido'],
    [{ cvv: '12345' }, 'tarjeta.cvv', 'Error en el CVV de tarjeta formato inválido'],
    [{ fechaVencimiento: '13/30' }, 'tarjeta.fechaVencimiento', /vencimiento formato inválido/],
    [{ tarjeta: 'otra' }, 'tarjeta.tarjeta', 'Elija una de las opciones'],
  ] as const)('with %j is refused', async (changes, field, message) => {
    const faults = await faultsOf('/datosfiscales/save', taxData({ tarjeta: card(changes) }));
    expect(faults).toEqual({ [field]: typeof message === 'string' ? message : expect.stringMatching(message) });
  });

  it('is told nowhere: not in the database, the audit log, the log or an answer', async () => {
    const body = await saveNew({ tarjeta: card() });
    const { id } = body;
    await post('/datosfiscales/save', { ...body, id, tarjeta: card({ cvv: '98765' }) });
    const shown = JSON.stringify([
      await read(id),
      (await app.call('GET', '/datosfiscales/all', { as: 'director' })).body,
    ]);
    const kept = JSON.stringify(await app.query(`SELECT t::text FROM ${SCHEMA}.tarjeta t`));
    for (const text of [textOf(await auditRows(app)), textOf(lines), shown, kept]) {
      expect(text).not.toMatch(/4111-?1111|\b98765?\b/);
    }
  });
});

describe('the constancia', () => {
  const PDF = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
  const upload = (bytes: Uint8Array = PDF, name = 'constancia.pdf', as: DemoUser = 'cobranza') =>
    app.call('POST', '/archivos/constancia', { as, file: { name, bytes } });
  const urlOf = async (name?: string) => (envelope(await upload(PDF, name)).data as { url: string }).url;
  const attach = (id: number, urlFileConstancia: string) =>
    post(
      '/datosfiscales/uploadConstancia',
      { id, urlFileConstancia, nameFileConstancia: 'otro nombre.pdf' },
      'cobranza',
    );

  it('is attached, served to A, B and C alone, and takes the place of the one before', async () => {
    const { id } = await saveNew();
    const first = await urlOf('primera.pdf');
    const [lote] = await app.query<{ referencia: string }>(
      `SELECT l.referencia FROM ${SCHEMA}.datos_fiscales d JOIN ${SCHEMA}.lote l ON l.id = d.lote_id WHERE d.id = $1`,
      [id],
    );
    const after = await lastAuditId(app);
    expect((await attach(id, first)).body).toEqual({
      success: true,
      data: { urlFileConstancia: first, nameFileConstancia: 'primera.pdf' },
      message: 'Acción exitosa',
    });
    expect(await read(id)).toMatchObject({ urlFileConstancia: first, nameFileConstancia: 'primera.pdf' });
    expect(await auditRows(app, after)).toMatchObject([
      {
        entidad: 'datos_fiscales',
        referencia: lote?.referencia,
        despues: { urlFileConstancia: first, nameFileConstancia: 'primera.pdf' },
      },
    ]);
    const path = first.replace('/api/v1', '');
    const served = await app.call('GET', path, { as: 'administrador' });
    expect(served).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-disposition': "attachment; filename*=UTF-8''primera.pdf",
      },
    });
    expect((await app.call('GET', path, { as: 'tags' })).status).toBe(404);

    const [{ clave } = { clave: '' }] = await app.query<{ clave: string }>(
      `SELECT clave FROM ${SCHEMA}.archivo WHERE nombre = 'primera.pdf'`,
    );
    const second = await urlOf('segunda.pdf');
    await attach(id, second);
    expect(await read(id)).toMatchObject({ urlFileConstancia: second });
    expect((await app.call('GET', path, { as: 'administrador' })).status).toBe(404);
    expect(await app.files.get(clave)).toBeDefined();
    expect(await emptyForgotten(app.pools.jobsPool, SCHEMA, app.files)).toBe(1);
    expect(await app.files.get(clave)).toBeUndefined();
    // The same one again deletes nothing.
    await attach(id, second);
    expect((await app.call('GET', second.replace('/api/v1', ''), { as: 'cobranza' })).status).toBe(200);
  });

  it('is a PDF of at most 10 MB', async () => {
    for (const text of ['<html>', 'PK\u0003\u0004', ' %PDF-1.7']) {
      expect(refusalOf(await upload(new TextEncoder().encode(text)))).toBe(
        'Archivo inválido. Solo archivo en formato PDF permitido',
      );
    }
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    large.set(PDF);
    expect((await upload(large)).status).toBe(413);
  });

  it('is refused where it is none, or another’s', async () => {
    const { id } = await saveNew();
    const { id: other } = await saveNew();
    const url = await urlOf();
    await attach(other, url);
    expect(refusalOf(await attach(id, url))).toBe('El archivo no se encuentra. Súbalo de nuevo');
    expect(refusalOf(await attach(id, '/api/v1/archivos/999999'))).toBe('El archivo no se encuentra. Súbalo de nuevo');
    expect((await attach(999_999, url)).status).toBe(404);
    expect((await attach(id, 'https://otra.mx/x.pdf')).status).toBe(400);
    const [image] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.archivo (uso, clave, nombre, mime, bytes, huella, created_at)
       VALUES ('sancion', $1, 'x.png', 'image/png', 1, '\\x00', now()) RETURNING id`,
      [freshText()],
    );
    expect(refusalOf(await attach(id, `/api/v1/archivos/${image?.id}`))).toMatch(/no se encuentra/);
  });
});

describe('the certificate', () => {
  const RFC = 'ERE150312KJ4';
  const certify = (options: Partial<Parameters<typeof makeTestCertificate>[0]> = {}) =>
    makeTestCertificate({ rfc: RFC, nombre: 'LOS ENCINOS', ahora: app.clock.now(), ...options });
  const send = (files: { cer: Buffer; llave: Buffer; contrasena: string }) =>
    post('/certificado/save', {
      cer: files.cer.toString('base64'),
      llave: files.llave.toString('base64'),
      contrasena: files.contrasena,
    });
  const current = () => get<Certificado | null>('/certificado/get');

  it('is kept with its key sealed, and takes the place of the one before', async () => {
    const after = await lastAuditId(app);
    const files = await certify();
    const { data } = envelope(await send(files)) as { data: Certificado };
    expect(data).toEqual(await current());
    expect(data).toMatchObject({ rfc: RFC, nombre: 'LOS ENCINOS', dePrueba: true, aviso: '' });
    expect(data.numero).toMatch(/^\d{20}$/);
    expect(await get('/emisor/get')).toMatchObject({ numeroCertificado: data.numero });
    const [row] = await app.query<{ llave: Buffer }>(`SELECT llave FROM ${SCHEMA}.certificado WHERE activo`);
    const key = await inCommunity((tx) => app.secrets.open(tx, 'certificado', row?.llave ?? Buffer.alloc(0)));
    expect(key.subarray(0, 2)).toEqual(Buffer.from([0x30, 0x82]));
    expect(row?.llave.includes(key.subarray(0, 64))).toBe(false);
    const audited = await auditRows(app, after);
    expect(audited).toMatchObject([{ entidad: 'certificado', status: 'creado', referencia: data.numero }]);
    expect(textOf([audited, lines])).not.toContain(files.contrasena);
  });

  it('is refused where it cannot seal', async () => {
    const [good, fiel, foreign, short] = [
      await certify(),
      await certify({ kind: 'fiel' }),
      await certify({ rfc: 'LOM2001019Z0' }),
      await certify({ vigenciaDias: 20 }),
    ];
    const kept = await current();
    expect(refusalOf(await send({ ...good, contrasena: 'otra' }))).toMatch(/contraseña/);
    expect(refusalOf(await send({ ...good, llave: foreign.llave }))).toMatch(/no corresponde/);
    expect(refusalOf(await send(fiel))).toMatch(/e\.firma/);
    expect(refusalOf(await send(foreign))).toMatch(/es de LOM2001019Z0/);
    expect(refusalOf(await send({ ...good, cer: Buffer.from('nada') }))).toMatch(/no es un certificado/);
    expect(await current()).toEqual(kept);
    expect(await faultsOf('/certificado/save', { cer: '¿?', llave: '', contrasena: '' })).toEqual({
      cer: 'El archivo .cer no llegó completo. Elíjalo de nuevo',
      llave: 'Campo Requerido',
      contrasena: 'Campo Requerido',
    });

    // Twenty days are left: there is a warning; once they are over it is refused.
    await send(short);
    expect(await current()).toMatchObject({ dias: 20, aviso: expect.stringContaining('vence en 20 días') });
    const now = app.clock.now();
    app.clock.set(new Date(now.getTime() + 21 * 86_400_000).toISOString());
    app.forgetTokens();
    expect(await current()).toMatchObject({ dias: -1, aviso: expect.stringContaining('ya venció') });
    expect(refusalOf(await send(short))).toMatch(/venció el/);
    app.clock.set(now.toISOString());
    app.forgetTokens();
  });

  it('goes with its provider: a real one with a real one', async () => {
    const account = { proveedor: 'sw', usuario: 'cuenta', contrasena: 'clave-sw-2026' };
    expect(refusalOf(await post('/timbrado/save', account))).toMatch(/El certificado en uso es de prueba/);
    expect((await post('/certificado/retirar', {})).body).toMatchObject({ success: true });
    expect(await current()).toBeNull();
    expect(refusalOf(await post('/certificado/retirar', {}))).toMatch(/No hay un certificado en uso/);
    expect((await post('/timbrado/save', account)).body).toMatchObject({ success: true });
    expect(refusalOf(await send(await certify()))).toMatch(/timbra con validez fiscal/);
    expect(refusalOf(await post('/certificado/prueba', {}))).toMatch(/sólo sirve con el simulador/);

    // One of the authority's own, as far as the tables tell.
    await app.query(
      `UPDATE ${SCHEMA}.certificado SET activo = true, de_prueba = false WHERE id = (SELECT max(id) FROM ${SCHEMA}.certificado)`,
    );
    expect(refusalOf(await post('/timbrado/save', { proveedor: 'simulador' }))).toMatch(/Retírelo antes/);
    expect(refusalOf(await post('/timbrado/save', { ...account, proveedor: 'sw_pruebas' }))).toMatch(/Retírelo antes/);
    await post('/certificado/retirar', {});
    await post('/timbrado/save', { proveedor: 'simulador' });
    expect((await post('/certificado/prueba', {})).body).toMatchObject({
      success: true,
      data: { dePrueba: true, rfc: RFC },
    });
  });

  it('stays with its RFC when the issuer becomes another, and serves again when that was a slip', async () => {
    const emisor = await get<Record<string, unknown>>('/emisor/get');
    const kept = await current();
    const after = await lastAuditId(app);
    await post('/emisor/save', { ...emisor, rfc: 'LOM200101AB0' });
    expect(await current()).toBeNull();
    expect((await auditRows(app, after))[0]?.nota).toMatch(
      /; el certificado \d{20} es de .* queda para lo que emitió$/,
    );
    await post('/emisor/save', emisor);
    expect(await current()).toEqual(kept);
    expect(refusalOf(await post('/certificado/prueba', { rfc: 'LOM200101AB0' }))).toMatch(/no ha emitido facturas/);
  });
});

describe('the provider', () => {
  const account = { proveedor: 'sw_pruebas', usuario: 'cuenta@prueba.mx', contrasena: ' Clave-SW-2026 ' };
  const kept = async () => {
    const [row] = await app.query<{ contrasena: Buffer | null }>(`SELECT contrasena FROM ${SCHEMA}.timbrado`);
    if (!row?.contrasena) return null;
    const { contrasena } = row;
    return (await inCommunity((tx) => app.secrets.open(tx, 'timbrado', contrasena))).toString();
  };

  it('keeps its password sealed and never tells it', async () => {
    const after = await lastAuditId(app);
    expect((await post('/timbrado/save', account, 'director')).body).toMatchObject({ success: true });
    expect(await get('/timbrado/get')).toEqual({
      proveedor: 'sw_pruebas',
      usuario: 'cuenta@prueba.mx',
      conContrasena: true,
      detenido: null,
    });
    expect(await kept()).toBe(account.contrasena);
    await post('/timbrado/save', { ...account, contrasena: '' });
    expect(await kept()).toBe(account.contrasena);
    const audited = JSON.stringify(await auditRows(app, after));
    expect(audited).toContain('con contraseña nueva');
    expect(audited + textOf(lines)).not.toContain('Clave-SW-2026');
    // A password is one account's, of one environment.
    expect(await faultsOf('/timbrado/save', { ...account, usuario: 'otra', contrasena: '' })).toEqual({
      contrasena: 'Escriba la contraseña de esta cuenta',
    });
    expect(await faultsOf('/timbrado/save', { ...account, usuario: '' })).toEqual({ usuario: 'Campo Requerido' });
    expect(await faultsOf('/timbrado/save', { proveedor: 'nadie' })).toEqual({
      proveedor: 'Elija una de las opciones',
    });
    await post('/timbrado/save', { proveedor: 'simulador' });
    expect(await kept()).toBeNull();
    expect(await get('/timbrado/get')).toEqual({
      proveedor: 'simulador',
      usuario: '',
      conContrasena: false,
      detenido: null,
    });
  });

  it('tells its credit where it has one', async () => {
    expect(await get('/timbrado/credito')).toEqual({ creditos: null });
  });

  it('is tried out with account and signature, and says what is missing', async () => {
    const pac = await app.simulator();
    const tried = async () => envelope(await post('/timbrado/prueba', {})).data;
    await post('/certificado/retirar', {});
    expect(await tried()).toEqual({ funciona: false, mensaje: expect.stringMatching(/^Falta el certificado/) });
    await post('/certificado/prueba', {});
    expect(await tried()).toEqual({
      funciona: true,
      mensaje: expect.stringMatching(/^El proveedor aceptó la cuenta y la firma de /),
    });
    pac.next('cancel', { code: '302' });
    expect(await tried()).toEqual({
      funciona: false,
      mensaje: expect.stringMatching(/^302: El sello de la solicitud/),
    });
    pac.next('cancel', { code: 'AU2000' });
    expect(await tried()).toEqual({ funciona: false, mensaje: expect.stringContaining('AU2000') });
    expect((await post('/timbrado/prueba', {}, 'cobranza')).status).toBe(403);
  });
});

it('the treatment of a charge is confirmed with name and date', async () => {
  const rows = async () =>
    (await app.call('GET', '/tratamientofiscal/all', { as: 'director' })).body as TratamientoFiscal[];
  expect((await rows()).map(({ tipo }) => tipo)).toEqual([
    'mantenimiento',
    'cuota_inicial',
    'cuota_extraordinaria',
    'cuota_inicial_proyecto',
    'sancion',
    'cuota',
    'interes',
  ]);
  const body = { tipo: 'sancion', tratamiento: 'recibo', claveProductoServicio: '80131801', claveUnidad: 'E48' };
  const after = await lastAuditId(app);
  expect((await post('/tratamientofiscal/save', body, 'director')).body).toMatchObject({ success: true });
  expect((await rows()).find(({ tipo }) => tipo === 'sancion')).toEqual({
    ...body,
    confirmadoPor: expect.any(String),
    confirmadoAt: app.clock.now().toISOString(),
  });
  expect(await auditRows(app, after)).toMatchObject([
    {
      usuario: 'director',
      entidad: 'tratamiento_fiscal',
      entidad_id: 'sancion',
      nota: 'Tratamiento fiscal de «Sanción» confirmado: Sólo recibo, sin factura',
      antes: { tratamiento: 'no_objeto' },
      despues: { tratamiento: 'recibo' },
    },
  ]);
  const wrong = { ...body, tipo: 'otro', tratamiento: 'iva11' };
  expect(await faultsOf('/tratamientofiscal/save', wrong)).toEqual({
    tipo: 'Elija una de las opciones',
    tratamiento: 'Elija una de las opciones',
  });
  expect(await faultsOf('/tratamientofiscal/save', { ...body, claveProductoServicio: '1', claveUnidad: 'X' })).toEqual({
    claveProductoServicio: 'Elija una de las opciones',
    claveUnidad: 'Elija una de las opciones',
  });
});

it('leaves kinds of charges a receipt alone, once an accountant has said so', async () => {
  const rows = async () => {
    const all = (await app.call('GET', '/tratamientofiscal/all', { as: 'director' })).body as TratamientoFiscal[];
    return all.filter(({ tratamiento }) => tratamiento === 'recibo').map(({ tipo }) => tipo);
  };
  const before = await rows();
  expect(before).not.toContain('cuota');
  expect(await faultsOf('/tratamientofiscal/solorecibo', { tipos: ['cuota'], confirmado: false })).toEqual({
    confirmado: 'Confírmelo con su contador antes de guardar',
  });
  expect(await faultsOf('/tratamientofiscal/solorecibo', { tipos: [], confirmado: true })).toEqual({
    tipos: 'Elija al menos un cargo',
  });
  const body = { tipos: ['cuota', 'cuota_inicial'], confirmado: true };
  expect((await post('/tratamientofiscal/solorecibo', body, 'cobranza')).status).toBe(403);
  const after = await lastAuditId(app);
  expect((await post('/tratamientofiscal/solorecibo', body, 'director')).body).toMatchObject({ success: true });
  expect((await rows()).sort()).toEqual([...new Set([...before, ...body.tipos])].sort());
  expect(await auditRows(app, after)).toMatchObject([
    { nota: 'Tratamiento fiscal de «Otras cuotas» confirmado: Sólo recibo, sin factura' },
    { entidad_id: 'cuota_inicial', usuario: 'director' },
  ]);
  await app.query("UPDATE c_encinos.tratamiento_fiscal SET tratamiento = 'no_objeto' WHERE tipo = ANY($1)", [
    body.tipos,
  ]);
});

it('a community without any of it is asked for nothing it has not', async () => {
  for (const table of ['emisor', 'control_factura', 'receptor_datos_fiscales']) {
    await app.query(`DELETE FROM c_lagos.${table}`);
  }
  const lagos = async (path: string) =>
    envelope(await app.call('GET', path, { as: 'superadmin', host: 'lagos.test' })).data;
  expect(await lagos('/emisor/get')).toMatchObject({ id: null, rfc: '', version: '4.0' });
  expect(await lagos('/controlfactura/get')).toEqual({ id: null, email: '', emailSecondary: '' });
  expect(await lagos('/receptordatosfiscales/get')).toMatchObject({ id: null, rfc: '', regimenFiscal: null });
  const certify = await app.call('POST', '/certificado/prueba', { as: 'superadmin', host: 'lagos.test', body: {} });
  expect(refusalOf(certify)).toMatch(/Guarde antes los datos del emisor/);
});
