/** Suppliers, articles and purchase orders. The two catalogues by themselves: catalogos.test.ts has their like. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadThread } from '#platform/server/file-threads.ts';
import { appOfFile } from '../app.ts';
import { RECIBIDA, type Recibida, xmlRecibido } from '../factura-recibida.ts';
import { auditRows, envelope, fingerprints, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

interface Orden {
  id: number;
  estatus: string;
  precio: number;
  numFacturas: number | null;
  proveedor: { id: number; nombre: string };
  createdAt: string;
  ordenCompraArticuloList: { articulo: { id: number; nombre: string }; precioUnitario: number; cantidad: number }[];
}
interface Pagina {
  ordenCompraList: Orden[];
  previous: boolean;
  next: boolean;
  total: number;
}

const app = await appOfFile();
afterAll(async () => {
  uploadThread.end();
});

const get = (path: string) => app.call('GET', path, { as: 'administrador' });
const post = (path: string, body: unknown) => app.call('POST', path, { as: 'administrador', body });
const cancel = (id: number) => app.call('DELETE', `/ordencompra/cancelarOrden/${id}`, { as: 'administrador' });
const page = async (query = '') => (await get(`/ordencompra/allpaginable?size=20${query}`)).body as Pagina;

async function newOf(api: string, values: Record<string, unknown>): Promise<number> {
  const nombre = freshText();
  const reply = await post(`/${api}/save`, { id: '', nombre, rfc: '', correo: '', ...values });
  expect(reply.body).toEqual({ success: true, message: 'Acción exitosa' });
  const rows = (await get(`/${api}/all`)).body as { id: number; nombre: string }[];
  return rows.find((row) => row.nombre === nombre)?.id ?? 0;
}

const proveedor = await newOf('proveedor', {
  nombreComercial: 'Viveros',
  nombreContacto: 'Ana',
  telefono: '4425550100',
});
const articulo = await newOf('articulo', {});

const linea = (changes = {}) => ({
  ...{ articulo: { id: articulo }, presentacion: 'Caja', unidadMedida: 'Pza', precioUnitario: 50.25, cantidad: 2 },
  ...changes,
});
const orden = (changes = {}) => ({
  ...{
    id: '',
    estatus: 'CREADA',
    precio: 100.5,
    estatusPago: 'SIN PAGAR',
    numFacturas: '',
    proveedor: { id: proveedor },
  },
  ordenCompraArticuloList: [linea()],
  ...changes,
});

async function create(changes = {}): Promise<Orden> {
  expect((await post('/ordencompra/save', orden(changes))).body).toEqual({ success: true, message: 'Acción exitosa' });
  const [newest] = (await page()).ordenCompraList;
  if (!newest) throw new Error('no order');
  return newest;
}

it('a supplier needs its names, contact and telephone; RFC and e-mail carry their mark and may be empty', async () => {
  const reply = await post('/proveedor/save', { id: '', rfc: '', correo: '' });
  expect(reply.status).toBe(400);
  expect(envelope(reply).errors).toEqual(
    ['nombre', 'nombreComercial', 'nombreContacto', 'telefono'].map((path) => ({ path, message: 'Campo Requerido' })),
  );
});

it('a supplier has its RFC in capitals, whoever sends it', async () => {
  const id = await newOf('proveedor', {
    ...{ nombreComercial: 'Viveros', nombreContacto: 'Ana', telefono: '4425550100', rfc: 'vnan900213ab1' },
  });
  expect(envelope(await get(`/proveedor/get/${id}`)).data).toMatchObject({ rfc: 'VNAN900213AB1' });
});

describe('an order', () => {
  it('is kept with its lines, read, changed and listed', async () => {
    const created = await create({ numFacturas: '2' });
    expect(created).toEqual({
      ...{ id: created.id, estatus: 'CREADA', precio: 100.5, estatusPago: 'SIN PAGAR', numFacturas: 2 },
      proveedor: { id: proveedor, nombre: created.proveedor.nombre },
      createdAt: '2026-11-21T18:00:00.000Z',
      ordenCompraArticuloList: [
        {
          articulo: { id: articulo, nombre: created.ordenCompraArticuloList[0]?.articulo.nombre },
          ...{ unidadMedida: 'Pza', cantidad: 2, presentacion: 'Caja', precioUnitario: 50.25, numero: 1 },
        },
      ],
    });
    expect(envelope(await get(`/ordencompra/get/${created.id}`)).data).toEqual(created);
    const received = orden({ id: created.id, estatus: 'RECIBIDA PARCIAL', estatusPago: 'PAGO PARCIAL' });
    await post('/ordencompra/save', { ...received, ordenCompraArticuloList: [linea({ cantidad: 1.5 }), linea()] });
    const changed = envelope(await get(`/ordencompra/get/${created.id}`)).data as Orden;
    expect(changed).toMatchObject({ estatus: 'RECIBIDA PARCIAL', numFacturas: null });
    expect(changed.ordenCompraArticuloList.map(({ cantidad }) => cantidad)).toEqual([1.5, 2]);
  });

  it('leaves out a line in which nothing was filled in, with the defaults of quantity and price', async () => {
    const blank = { articulo: { id: '' }, presentacion: '', unidadMedida: '', precioUnitario: '', cantidad: '' };
    expect((await create({ ordenCompraArticuloList: [blank] })).ordenCompraArticuloList).toEqual([]);
    const [line] = (await create({ ordenCompraArticuloList: [{ ...blank, articulo: { id: articulo } }] }))
      .ordenCompraArticuloList;
    expect(line).toMatchObject({ precioUnitario: 0, cantidad: 1 });
  });

  it('asks for the article of a line that says anything else', async () => {
    const ordenCompraArticuloList = [linea(), { articulo: { id: '' }, presentacion: 'x' }];
    const reply = await post('/ordencompra/save', orden({ ordenCompraArticuloList }));
    expect(reply.status).toBe(400);
    expect(envelope(reply).errors).toEqual([
      { path: 'ordenCompraArticuloList.1.articulo.id', message: 'Elija el artículo o deje vacía la línea' },
    ]);
  });

  it('asks for supplier, states and price', async () => {
    const reply = await post('/ordencompra/save', {
      id: '',
      proveedor: { id: '' },
      estatus: '',
      precio: '',
      estatusPago: '',
    });
    expect(reply.status).toBe(400);
    expect(envelope(reply).errors).toEqual(
      ['proveedor.id', 'estatus', 'precio', 'estatusPago'].map((path) => ({ path, message: 'Campo Requerido' })),
    );
  });

  it.each([
    ['of an unknown supplier', { proveedor: { id: 2_000_000_000 } }, /proveedor elegido no existe/],
    [
      'with an unknown article',
      { ordenCompraArticuloList: [{ articulo: { id: 2_000_000_000 } }] },
      /línea 1 no existe/,
    ],
    ['under an unknown id', { id: 2_000_000_000 }, /ya no existe/],
  ])('%s is refused and changes nothing', async (_what, changes, message) => {
    const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
    const reply = await post('/ordencompra/save', orden(changes));
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ success: false, message: expect.stringMatching(message) });
    expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  });

  it('is cancelled once, by its own id, and edited no more', async () => {
    const { id } = await create();
    const after = await lastAuditId(app);
    expect((await cancel(id)).body).toEqual({ success: true, message: 'La orden de compra ha sido cancelada' });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'cancelado', entidad: 'orden_compra', entidad_id: String(id), antes: { estatus: 'CREADA' } },
    ]);
    expect((await cancel(id)).body).toEqual({ success: false, message: 'La orden ya está cancelada' });
    expect((await post('/ordencompra/save', orden({ id }))).body).toMatchObject({ success: false });
    expect((await cancel(2_000_000_000)).status).toBe(404);
  });

  it.each(['CREADA', 'RECIBIDA TOTAL', 'RECIBIDA PARCIAL'])('that is %s can be cancelled', async (estatus) => {
    expect((await cancel((await create({ estatus })).id)).body).toMatchObject({ success: true });
  });

  it('becomes cancelled by its form as well, and the audit log says so', async () => {
    expect(await create({ estatus: 'CANCELADA' })).toMatchObject({ estatus: 'CANCELADA' });
    const { id } = await create({ estatus: 'RECIBIDA TOTAL' });
    const after = await lastAuditId(app);
    expect((await post('/ordencompra/save', orden({ id, estatus: 'CANCELADA' }))).body).toMatchObject({
      success: true,
    });
    expect(await auditRows(app, after)).toMatchObject([{ status: 'cancelado', entidad_id: String(id) }]);
  });
});

it('the list pages the latest first and keeps to its filters', async () => {
  const other = await newOf('proveedor', { nombreComercial: 'Otro', nombreContacto: 'Eva', telefono: '1' });
  for (const estatusPago of ['PAGO TOTAL', 'PAGO PARCIAL', 'PAGO PARCIAL'])
    await create({ proveedor: { id: other }, estatusPago });
  expect(await page(`&proveedorId=${other}`)).toMatchObject({ total: 3, previous: false, next: false });
  expect((await page(`&proveedorId=${other}&estatusPago=PAGO%20PARCIAL`)).total).toBe(2);
  expect((await page(`&proveedorId=${other}&estatus=CANCELADA`)).total).toBe(0);
  expect((await page(`&proveedorId=${other}&dateIni=2026-11-21&dateFin=2026-11-21`)).total).toBe(3);
  expect((await page(`&proveedorId=${other}&dateIni=2026-11-22`)).total).toBe(0);
  const all = await page();
  const ids = all.ordenCompraList.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  const second = (await get(`/ordencompra/allpaginable?size=2&page=1&proveedorId=${other}`)).body;
  expect(second).toMatchObject({ previous: true, next: false, total: 3, ordenCompraList: [{}] });
});

interface Detalle extends Orden {
  usuario: string;
  facturarA: { rfc: string; nombre: string } | null;
  ordenCompraArticuloList: (Orden['ordenCompraArticuloList'][number] & { numero: number; recibido: number })[];
  recepciones: { id: number; recibio: string; articulos: unknown[]; deshecha: { motivo: string } | null }[];
  facturas: {
    id: number;
    uuid: string;
    total: number;
    xml: { id: number; nombre: string } | null;
    pdf: { id: number } | null;
  }[];
}

const detalle = async (id: number) => envelope(await get(`/ordencompra/detalle/${id}`)).data as Detalle;

it('the whole of a filter is read at once, with the lines', async () => {
  const other = await newOf('proveedor', { nombreComercial: 'Otro', nombreContacto: 'Eva', telefono: '1' });
  for (const precio of [1, 2]) await create({ proveedor: { id: other }, precio });
  const found = envelope(await get(`/ordencompra/lista?proveedorId=${other}`)).data as Orden[];
  expect(found.map(({ precio }) => precio)).toEqual([2, 1]);
  expect(found[0]?.ordenCompraArticuloList).toHaveLength(1);
  expect(envelope(await get(`/ordencompra/lista?proveedorId=${other}&estatus=CANCELADA`)).data).toEqual([]);
});

describe('what came of an order', () => {
  const two = () => create({ ordenCompraArticuloList: [linea({ cantidad: 5 }), linea({ cantidad: 1.5 })] });
  const receive = (id: number, cantidades: number[], changes = {}, idempotencyKey?: string) =>
    app.call('POST', '/ordencompra/recibir', {
      as: 'administrador',
      body: {
        ...{ orden: { id }, fecha: '2026-11-20', recibio: 'Rosa', observacion: 'Caja abierta' },
        articulos: cantidades.map((cantidad, index) => ({ numero: index + 1, cantidad })),
        ...changes,
      },
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    });

  it('comes in parts, the state with it, and is taken back by a further row', async () => {
    const { id } = await two();
    const after = await lastAuditId(app);
    const first = await receive(id, [2, 0]);
    expect(first.body).toEqual({
      success: true,
      message: 'Recepción registrada. La orden queda RECIBIDA PARCIAL',
    });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'recepcion_compra', despues: { estatus: 'RECIBIDA PARCIAL', recibio: 'Rosa' } },
    ]);
    expect((await receive(id, [3, 1.5])).body).toMatchObject({ message: expect.stringContaining('RECIBIDA TOTAL') });
    const whole = await detalle(id);
    expect(whole).toMatchObject({
      estatus: 'RECIBIDA TOTAL',
      usuario: 'administrador',
      ordenCompraArticuloList: [
        { numero: 1, recibido: 5 },
        { numero: 2, recibido: 1.5 },
      ],
      recepciones: [{ articulos: [{ cantidad: 3 }, { cantidad: 1.5 }] }, { articulos: [{ cantidad: 2 }] }],
    });
    expect((await receive(id, [1])).body).toEqual({ success: false, message: 'Ya se recibió todo lo que se pidió' });

    const last = whole.recepciones[0]?.id ?? 0;
    const before = await lastAuditId(app);
    const undone = await post('/ordencompra/recepcion/deshacer', { id: last, motivo: 'Era de otra orden' });
    expect(undone.body).toEqual({ success: true, message: 'Recepción deshecha. La orden queda RECIBIDA PARCIAL' });
    expect(await auditRows(app, before)).toMatchObject([
      { status: 'cancelado', entidad: 'recepcion_compra', entidad_id: String(last) },
    ]);
    expect(await detalle(id)).toMatchObject({
      estatus: 'RECIBIDA PARCIAL',
      ordenCompraArticuloList: [{ recibido: 2 }, { recibido: 0 }],
      recepciones: [{ id: last, deshecha: { motivo: 'Era de otra orden' } }, { deshecha: null }],
    });
    const again = await post('/ordencompra/recepcion/deshacer', { id: last, motivo: 'x' });
    expect(again.body).toEqual({ success: false, message: 'La recepción ya está deshecha' });
    expect((await post('/ordencompra/recepcion/deshacer', { id: 2_000_000_000, motivo: 'x' })).status).toBe(404);
  });

  it('is nothing beyond what was ordered, not even by two at once, and the same key receives once', async () => {
    const { id } = await two();
    const over = await receive(id, [5.001]);
    expect(over.body).toMatchObject({
      success: false,
      errors: [{ path: 'articulos.0.cantidad', message: expect.stringContaining('faltan 5 por recibir') }],
    });
    expect(await detalle(id)).toMatchObject({ estatus: 'CREADA', recepciones: [] });
    const both = await Promise.all([receive(id, [4]), receive(id, [4])]);
    expect(both.map(({ body }) => (body as { success: boolean }).success).sort()).toEqual([false, true]);
    const once = await Promise.all([receive(id, [1], {}, 'recepcion-1'), receive(id, [1], {}, 'recepcion-1')]);
    expect(once.every(({ status }) => status === 200)).toBe(true);
    const { ordenCompraArticuloList, recepciones } = await detalle(id);
    expect(ordenCompraArticuloList[0]?.recibido).toBe(5);
    expect(recepciones).toHaveLength(2);
  });

  it('needs a day that has come, who took it in, and something that came', async () => {
    const { id } = await two();
    expect((await receive(id, [1], { fecha: '2026-11-22' })).body).toMatchObject({
      errors: [{ path: 'fecha', message: expect.stringContaining('futura') }],
    });
    expect((await receive(id, [0, 0])).body).toMatchObject({
      message: expect.stringContaining('al menos un artículo'),
    });
    const faulty = await receive(id, [-1, 1], { recibio: ' ' });
    expect(faulty.status).toBe(400);
    expect(envelope(faulty).errors?.map(({ path }) => path)).toEqual(['recibio', 'articulos.0.cantidad']);
    const twice = [
      { numero: 1, cantidad: 1 },
      { numero: 1, cantidad: 1 },
    ];
    expect((await receive(id, [], { articulos: twice })).status).toBe(400);
    expect((await receive(2_000_000_000, [1])).status).toBe(404);
    await cancel(id);
    expect((await receive(id, [1])).body).toMatchObject({
      success: false,
      message: expect.stringContaining('cancelada'),
    });
  });

  it('holds its lines, and the state of the form gives way to it', async () => {
    const { id } = await two();
    await receive(id, [2]);
    const lines = (first: object, second?: object) => ({
      ...orden({ id, estatus: 'CREADA' }),
      ordenCompraArticuloList: [linea(first), ...(second ? [linea(second)] : [])],
    });
    expect((await post('/ordencompra/save', lines({ numero: 1, cantidad: 1 }))).body).toMatchObject({
      success: false,
      message: expect.stringContaining('la cantidad no puede ser menor'),
    });
    // A line without its number is a new one.
    expect((await post('/ordencompra/save', lines({ cantidad: 5 }))).body).toMatchObject({
      success: false,
      message: expect.stringContaining('la línea no se quita'),
    });
    // The second line goes, another comes under a number of its own.
    const kept = await post('/ordencompra/save', lines({ numero: 1, cantidad: 2 }, { cantidad: 7 }));
    expect(kept.body).toMatchObject({ success: true });
    expect(await detalle(id)).toMatchObject({
      estatus: 'RECIBIDA PARCIAL',
      ordenCompraArticuloList: [
        { numero: 1, cantidad: 2, recibido: 2 },
        { numero: 3, cantidad: 7, recibido: 0 },
      ],
    });
    await post('/ordencompra/save', lines({ numero: 1, cantidad: 2 }));
    expect(await detalle(id)).toMatchObject({ estatus: 'RECIBIDA TOTAL' });
  });

  it('cannot be edited or deleted by the product, whatever it does', async () => {
    for (const table of ['recepcion_compra', 'recepcion_compra_articulo', 'recepcion_compra_reverso']) {
      const [rights] = await app.query<{ may: boolean }>(
        `SELECT has_table_privilege('porton_app', 'c_encinos.${table}', 'UPDATE, DELETE') AS may`,
      );
      expect([table, rights?.may]).toEqual([table, false]);
    }
  });
});

describe("a supplier's invoice", () => {
  const PDF = new TextEncoder().encode('%PDF-1.7\n…\n%%EOF\n');
  let rfc = '';
  beforeAll(async () => {
    const [emisor] = await app.query<{ rfc: string }>('SELECT rfc FROM c_encinos.emisor');
    rfc = emisor?.rfc ?? '';
  });
  let last = 0;
  /** One that no other test has. */
  const fresh = (changes: Partial<Recibida> = {}): Partial<Recibida> => {
    last += 1;
    return { uuid: RECIBIDA.uuid.replace(/.{4}$/, String(last).padStart(4, '0')), receptor: rfc, ...changes };
  };
  const attach = (id: number, changes: Partial<Recibida>, query = '') =>
    app.call('POST', `/ordencompra/factura/xml/${id}${query}`, {
      as: 'administrador',
      file: { name: 'factura.xml', bytes: xmlRecibido(changes) },
    });
  const pdf = async (bytes = PDF) =>
    envelope(await app.call('POST', '/archivos/compra', { as: 'administrador', file: { name: 'factura.pdf', bytes } }))
      .data as { id: number };

  it('is read from its XML, kept with its files, and taken off with them', async () => {
    const { id } = await create();
    const after = await lastAuditId(app);
    const invoice = fresh({ total: '99.90' });
    const kept = await attach(id, invoice, `?pdf=${(await pdf()).id}`);
    expect(kept.body).toEqual({ success: true, message: 'La factura quedó adjunta' });
    expect((await auditRows(app, after)).map(({ entidad }) => entidad)).toEqual(['archivo', 'factura_compra']);
    const [factura] = (await detalle(id)).facturas;
    expect(factura).toMatchObject({
      ...{ uuid: invoice.uuid?.toLowerCase(), folio: 'A125', total: 99.9, fecha: '2026-11-18' },
      ...{ rfcEmisor: 'JVB090213AB1', xml: { nombre: 'factura.xml' }, pdf: { nombre: 'factura.pdf' } },
    });
    const bytes = await app.call('GET', `/archivos/${factura?.xml?.id}`, { as: 'director' });
    expect(bytes.status).toBe(200);
    expect((await app.call('GET', `/archivos/${factura?.xml?.id}`, { as: 'cobranza' })).status).toBe(404);

    const before = await lastAuditId(app);
    const gone = await app.call('DELETE', `/ordencompra/factura/quitar/${factura?.id}`, { as: 'administrador' });
    expect(gone.body).toEqual({ success: true, message: 'La factura ya no está adjunta' });
    expect(await auditRows(app, before)).toMatchObject([
      { status: 'eliminado', entidad: 'factura_compra', antes: { total: 99.9 } },
    ]);
    expect((await detalle(id)).facturas).toEqual([]);
    for (const archivo of [factura?.xml?.id, factura?.pdf?.id]) {
      expect((await app.call('GET', `/archivos/${archivo}`, { as: 'director' })).status).toBe(404);
    }
    expect(
      (await app.call('DELETE', `/ordencompra/factura/quitar/${factura?.id}`, { as: 'administrador' })).status,
    ).toBe(404);
  });

  it('is attached once, to whichever order', async () => {
    const [{ id }, other] = [await create(), await create()];
    const invoice = fresh();
    const both = await Promise.all([attach(id, invoice), attach(other.id, invoice)]);
    expect(both.map(({ body }) => (body as { success: boolean }).success).sort()).toEqual([false, true]);
    const again = await attach(id, { ...invoice, uuid: invoice.uuid?.toLowerCase() ?? '' });
    expect(again.body).toEqual({
      success: false,
      message: expect.stringMatching(/ya está adjunta a la orden \d+\. No se adjunta dos veces/),
    });
  });

  it('of somebody else, unreadable, or of a cancelled order is refused and keeps nothing', async () => {
    const { id } = await create();
    const cancelled = await create();
    await cancel(cancelled.id);
    const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
    const messages = [
      await attach(id, fresh({ receptor: 'AAA010101AAA' })),
      await attach(id, fresh({ tipo: 'E' })),
      await attach(id, fresh(), '?pdf=2000000000'),
      await attach(cancelled.id, fresh()),
    ].map((reply) => (reply.body as { success: boolean; message: string }).message);
    expect(messages).toEqual([
      `La factura es para el RFC AAA010101AAA y el de la comunidad es ${rfc}. Pida al proveedor que la corrija`,
      'El XML es de una nota de crédito y no de una factura. Elija otro',
      'El PDF ya no está. Elija el archivo otra vez',
      'La orden está cancelada y ya no recibe facturas',
    ]);
    expect((await attach(2_000_000_000, fresh())).status).toBe(404);
    expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  });

  it('without an XML has what was typed, and a file of its own', async () => {
    const { id } = await create();
    const { id: archivo } = await pdf();
    const body = { orden: { id }, archivo: { id: archivo }, folio: 'F-9', fecha: '2026-11-19', total: 1234.5 };
    const faulty = await post('/ordencompra/factura/pdf', { ...body, folio: '', total: '' });
    expect(envelope(faulty).errors?.map(({ path }) => path)).toEqual(['folio', 'total']);
    expect((await post('/ordencompra/factura/pdf', body)).body).toMatchObject({ success: true });
    expect((await detalle(id)).facturas).toMatchObject([
      { uuid: '', folio: 'F-9', fecha: '2026-11-19', total: 1234.5, xml: null, pdf: { id: archivo } },
    ]);
    expect((await post('/ordencompra/factura/pdf', body)).body).toMatchObject({
      success: false,
      message: 'El PDF ya no está. Elija el archivo otra vez',
    });
    const picture = await app.call('POST', '/archivos/compra', {
      as: 'administrador',
      file: { name: 'factura.pdf', bytes: new TextEncoder().encode('<html>') },
    });
    expect(picture.body).toMatchObject({ success: false, message: expect.stringContaining('PDF') });
  });
});
