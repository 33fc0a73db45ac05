/** Suppliers, articles and purchase orders. The two catalogues by themselves: catalogos.test.ts has their like. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../app.ts';
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

let app: TestApp;
let proveedor: number;
let articulo: number;
beforeAll(async () => {
  app = await startApp();
  proveedor = await newOf('proveedor', { nombreComercial: 'Viveros', nombreContacto: 'Ana', telefono: '4425550100' });
  articulo = await newOf('articulo', {});
});
afterAll(() => app.close());

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
          ...{ unidadMedida: 'Pza', cantidad: 2, presentacion: 'Caja', precioUnitario: 50.25 },
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
