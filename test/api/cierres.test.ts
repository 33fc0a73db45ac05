/** The shifts of the registers and the close of a month, through HTTP: what each write leaves, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoUser, startApp, type TestApp } from '../app.ts';
import { auditRows, envelope, fingerprints, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

interface Turno {
  id: number;
  estado: string;
  conteos: number;
  metodos: { metodoPago: { id: number; name: string }; esperado: number | null; contado: number | null }[];
  firma: { esperado: number; contado: number; explicacion: string; huella: string } | null;
}

const PASSWORD = 'Demo-2026-porton';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: '2026-11-21T18:00:00Z' });
});
afterAll(() => app.close());

const post = (path: string, body: unknown, as: DemoUser = 'cobranza') => app.call('POST', path, { as, body });
const get = (path: string) => app.call('GET', path, { as: 'cobranza' });
const turno = async (id: number) => envelope(await get(`/turno/get/${id}`)).data as Turno;

async function newCaja(): Promise<number> {
  const name = freshText('Caja ');
  const body = { id: '', name, active: true, noCuenta: '1', noConvenio: '1', noCLABE: '1', banco: { id: 1 } };
  expect((await post('/caja/save', body, 'director')).body).toMatchObject({ success: true });
  const [row] = await app.query<{ id: number }>('SELECT id FROM c_encinos.caja WHERE name = $1', [name]);
  return row?.id ?? 0;
}

async function open(fondoInicial = 500): Promise<number> {
  return envelope(await post('/turno/abrir', { caja: { id: await newCaja() }, fondoInicial })).data as number;
}

/** Runs a request that must be refused in these words and change nothing. */
async function refuses(request: () => Promise<{ status: number; body: unknown }>, message: RegExp): Promise<void> {
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  const reply = await request();
  expect([reply.status, reply.body]).toEqual([200, { success: false, message: expect.stringMatching(message) }]);
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
}

describe('a shift', () => {
  it('is opened, counted blind and signed; each leaves its row', async () => {
    const after = await lastAuditId(app);
    const id = await open();
    const opened = await turno(id);
    expect(opened).toMatchObject({ estado: 'abierto', conteos: 0, firma: null });
    expect(opened.metodos.every(({ esperado }) => esperado === null)).toBe(true);
    await refuses(() => get(`/turno/corte/${id}`), /Cuéntelo/);
    const [efectivo] = opened.metodos;
    const conteo = [{ metodoPago: { id: efectivo?.metodoPago.id }, monto: 499.5 }];
    expect(envelope(await post('/turno/contar', { id, conteo })).data).toBe(1);
    expect((await get(`/turno/corte/${id}`)).body).toEqual([]);
    expect((await turno(id)).metodos[0]).toMatchObject({ esperado: 500, contado: 499.5 });
    const sign = (changes = {}) => post('/turno/firmar', { id, explicacion: '', password: PASSWORD, ...changes });
    await refuses(() => sign(), /explicación/);
    await refuses(() => sign({ explicacion: 'Cambio', password: 'no es ésta' }), /contraseña no es correcta/);
    expect((await sign({ explicacion: 'Faltó cambio' })).body).toMatchObject({ success: true });
    const { firma, estado } = await turno(id);
    expect([estado, firma]).toEqual([
      'firmado',
      expect.objectContaining({ esperado: 500, contado: 499.5, explicacion: 'Faltó cambio' }),
    ]);
    await refuses(() => sign({ explicacion: 'Otra vez' }), /ya está firmado/);
    await refuses(() => post('/turno/contar', { id, conteo }), /ya está firmado/);
    const rows = (await auditRows(app, after)).filter(({ entidad }) => entidad === 'turno_caja');
    expect(rows).toMatchObject([
      { usuario: 'cobranza', status: 'creado', entidad_id: String(id) },
      { status: 'actualizado', entidad_id: String(id), despues: { numero: 1 } },
      { status: 'actualizado', entidad_id: String(id) },
    ]);
  });

  it('is one at a time in a register, and of a register that exists', async () => {
    const caja = { id: await newCaja() };
    expect((await post('/turno/abrir', { caja, fondoInicial: 0 })).body).toMatchObject({ success: true });
    await refuses(() => post('/turno/abrir', { caja, fondoInicial: 0 }), /ya tiene el turno/);
    await refuses(() => post('/turno/abrir', { caja: { id: 987_654 }, fondoInicial: 0 }), /no existe/);
    expect((await get('/turno/get/987654')).status).toBe(404);
    expect((await get('/turno/corte/987654')).status).toBe(404);
  });

  it('takes no negative amount', async () => {
    const caja = { id: await newCaja() };
    expect((await post('/turno/abrir', { caja, fondoInicial: -1 })).status).toBe(400);
    const id = await open();
    const [efectivo] = (await turno(id)).metodos;
    const conteo = [{ metodoPago: { id: efectivo?.metodoPago.id }, monto: -1 }];
    expect((await post('/turno/contar', { id, conteo })).status).toBe(400);
  });

  it('is required, or not, as the administrator says', async () => {
    const after = await lastAuditId(app);
    expect((await post('/turno/obligatorios', { obligatorios: true })).status).toBe(403);
    await post('/turno/obligatorios', { obligatorios: true }, 'director');
    expect((await get('/turno/obligatorios')).body).toBe(true);
    await post('/turno/obligatorios', { obligatorios: false }, 'director');
    expect((await get('/turno/obligatorios')).body).toBe(false);
    expect(await auditRows(app, after)).toMatchObject([
      { entidad: 'configuracion_residencial', antes: { obligatorios: false }, despues: { obligatorios: true } },
      { entidad: 'configuracion_residencial', antes: { obligatorios: true }, despues: { obligatorios: false } },
    ]);
  });
});

describe('a month', () => {
  const close = (year: number, mes: number, as: DemoUser = 'superadmin') => post('/periodo/cerrar', { year, mes }, as);
  const periodos = async () =>
    envelope(await app.call('GET', '/periodo/all', { as: 'director' })).data as {
      periodos: { id: number; year: number; mes: number }[];
      siguiente: { year: number; mes: number } | null;
    };

  it('that is over is closed in its order, proves itself, and takes nothing more', async () => {
    await refuses(() => close(2026, 11), /termina el 30-11-2026/);
    expect((await close(2026, 9, 'administrador')).status).toBe(403);
    const after = await lastAuditId(app);
    expect((await close(2026, 9)).body).toMatchObject({ success: true });
    expect(await auditRows(app, after)).toMatchObject([
      { usuario: 'superadmin', status: 'creado', entidad: 'periodo_cierre', referencia: '2026-09' },
    ]);
    await refuses(() => close(2026, 9), /ya está cerrado/);
    const { periodos: closed, siguiente } = await periodos();
    expect([closed, siguiente]).toMatchObject([[{ year: 2026, mes: 9 }], { year: 2026, mes: 10 }]);
    const verify = async () =>
      envelope(await app.call('GET', `/periodo/verificar/${closed[0]?.id}`, { as: 'director' })).data;
    expect(await verify()).toMatchObject({ valido: true, huellaIntacta: true, diferencias: [] });
    await expect(
      app.query(
        `INSERT INTO c_encinos.cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, created_at)
         SELECT id, id, 'cuota', 'Tarde', 100, '2026-09-30', '2026-09-30', now() FROM c_encinos.lote LIMIT 1`,
      ),
    ).rejects.toThrow(/closed|check/i);
  });

  it('has figures, and none where it is none', async () => {
    const cifras = (month: string) => app.call('GET', `/periodo/cifras/${month}`, { as: 'director' });
    expect(((await cifras('2026/10')).body as { grupo: string }[]).map(({ grupo }) => grupo)).toContain('Cargos');
    expect((await cifras('2026/13')).status).toBe(400);
    expect((await app.call('GET', '/periodo/verificar/987654', { as: 'director' })).status).toBe(404);
  });
});
