/** Saved views of reports and their monthly mail: who may, what is refused, and that each month leaves once whatever happens. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EnvioReporte, Vista } from '#libro/reportes/contract.ts';
import { inTx } from '#platform/server/db.ts';
import { deliverMail, MailRejected, type MailSender, MailUnreachable } from '#platform/server/mail.ts';
import { asked } from '#platform/server/outside.ts';
import type { Drawn } from '#platform/server/pdf-thread.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { ReportSending } from '../../src/features/reportes/server/sending.ts';
import { REPORT_SOURCES } from '../../src/features.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { NOON } from '../day.ts';
import { refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const app = await appOfFile();
beforeEach(async () => {
  app.clock.set(NOON);
  app.forgetTokens();
  await app.query(
    `DELETE FROM ${SCHEMA}.correo_adjunto; DELETE FROM ${SCHEMA}.correo_saliente; DELETE FROM ${SCHEMA}.reporte_vista`,
  );
});

const CORTE = { reporte: 'corte-caja', filtros: { caja: 0, metodo: 0, desde: '2026-11-01', hasta: '2026-11-21' } };
const vista = (changes: Record<string, unknown> = {}) => ({
  ...{ id: '', ...CORTE, nombre: 'Cierre del mes', periodo: 'mes-anterior', compartida: true },
  ...changes,
});
const post = (path: string, body: unknown, as: DemoUser = 'director') => app.call('POST', path, { as, body });
async function saved(changes: Record<string, unknown> = {}, as: DemoUser = 'director'): Promise<number> {
  const reply = await post('/reporte/vista/save', vista(changes), as);
  expect(reply.body).toMatchObject({ success: true });
  return (envelope(reply).data as { id: number }).id;
}
const listed = async (as: DemoUser, reporte = 'corte-caja') =>
  (await app.call('GET', `/reporte/vista/all?reporte=${reporte}`, { as })).body as Vista[];

describe('views', () => {
  it('are saved with the days of their period, listed by name, changed and deleted, and each of it is audited', async () => {
    const since = await lastAuditId(app);
    const id = await saved();
    await saved({ nombre: 'Ángeles', periodo: 'fijas' });
    expect((await listed('consultor')).map(({ nombre, filtros }) => [nombre, filtros])).toEqual([
      ['Ángeles', CORTE.filtros],
      ['Cierre del mes', { caja: 0, metodo: 0, desde: '2026-10-01', hasta: '2026-10-31' }],
    ]);
    await saved({ id, nombre: 'Cierre', periodo: 'mes' });
    expect(await listed('director')).toMatchObject([{ nombre: 'Ángeles' }, { nombre: 'Cierre', periodo: 'mes' }]);
    expect((await app.call('DELETE', `/reporte/vista/delete/${id}`, { as: 'director' })).body).toMatchObject({
      success: true,
    });
    expect(await listed('director')).toHaveLength(1);
    expect((await auditRows(app, since)).map(({ status, entidad }) => [status, entidad])).toEqual([
      ['creado', 'reporte_vista'],
      ['creado', 'reporte_vista'],
      ['actualizado', 'reporte_vista'],
      ['eliminado', 'reporte_vista'],
    ]);
  });

  it('of one’s own are nobody else’s, and of the same name as another’s', async () => {
    const mine = await saved({ compartida: false }, 'cobranza');
    expect(await listed('director')).toEqual([]);
    expect(await listed('cobranza')).toMatchObject([{ id: mine, compartida: false, editable: true }]);
    expect((await app.call('DELETE', `/reporte/vista/delete/${mine}`, { as: 'director' })).status).toBe(404);
    expect((await post('/reporte/vista/save', vista({ id: mine }), 'director')).status).toBe(404);
    await saved({ compartida: false }, 'consultor');
    await saved({ compartida: true }, 'consultor');
  });

  it('that are shared are changed by whoever saved them and by the direction alone', async () => {
    const id = await saved({}, 'cobranza');
    expect(await listed('consultor')).toMatchObject([{ id, editable: false }]);
    expect(refusalOf(await post('/reporte/vista/save', vista({ id }), 'consultor'))).toMatch(/es de .+otro nombre/);
    await saved({ id, nombre: 'Otra' }, 'administrador');
    expect(await listed('cobranza')).toMatchObject([{ nombre: 'Otra', editable: true }]);
  });

  it('refuse a name that is taken, a period that is not the report’s, and a report that the role may not open', async () => {
    await saved();
    expect(refusalOf(await post('/reporte/vista/save', vista({ nombre: 'CIÉRRE DEL MES' })))).toMatch(
      /ya hay una vista/i,
    );
    const tipoLote = { reporte: 'tipo-lote', filtros: { estado: 'entregado' } };
    expect(refusalOf(await post('/reporte/vista/save', vista({ ...tipoLote, periodo: 'mes' })))).toMatch(/periodo/);
    const buscar = { reporte: 'buscar-pagos', filtros: { q: 'x' }, periodo: 'fijas' };
    expect(refusalOf(await post('/reporte/vista/save', vista(buscar)))).toMatch(/no se guardan/);
    expect((await post('/reporte/vista/save', vista(), 'tags')).status).toBe(404);
    expect((await app.call('GET', '/reporte/vista/all?reporte=corte-caja', { as: 'tags' })).status).toBe(404);
    expect((await post('/reporte/vista/save', vista({ nombre: ' ' }))).status).toBe(400);
    expect((await post('/reporte/vista/save', vista({ filtros: { caja: 'x' } }))).status).toBe(400);
    expect((await app.call('DELETE', '/reporte/vista/delete/999999', { as: 'director' })).status).toBe(404);
  });
});

const envio = (id: number, changes: Record<string, unknown> = {}) => ({
  ...{ vista: { id }, usuarios: [], correos: 'mesa@correo.example', dia: 5, formato: 'xlsx' },
  ...changes,
});
const envios = async () => (await app.call('GET', '/reporte/envio/all', { as: 'director' })).body as EnvioReporte[];
async function sending(changes: Record<string, unknown> = {}, ofVista: Record<string, unknown> = {}): Promise<number> {
  const reply = await post('/reporte/envio/save', envio(await saved(ofVista), changes));
  expect(reply.body).toMatchObject({ success: true });
  return (envelope(reply).data as { id: number }).id;
}

interface Carta {
  id: number;
  para: string[];
  asunto: string;
  estado: string;
  nombre: string;
  contenido: Buffer;
}
const letters = () =>
  app.query<Carta>(
    `SELECT c.id, c.para, c.asunto, c.estado, a.nombre, a.contenido FROM ${SCHEMA}.correo_saliente c
     JOIN ${SCHEMA}.correo_adjunto a ON a.correo_id = c.id ORDER BY c.id`,
  );

const logged: object[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (line: object) => void logged.push(line) };
/** A process of its own. */
const process = (draw?: () => Promise<Drawn>) =>
  new ReportSending({
    ...{ pool: app.pools.jobsPool, clock: app.clock, sources: REPORT_SOURCES, log, wake: () => undefined },
    ...(draw && { draw }),
  });
const sweep = async (by = process()) => by.sweep(await app.community());
/** On the community's clock, six hours behind. */
function at(day: string, time = '08:00'): void {
  app.clock.set(new Date(Date.parse(`${day}T${time}:00Z`) + 6 * 3_600_000));
  // Sessions do not last for months.
  app.forgetTokens();
}

describe('who gets a view each month', () => {
  it('is said by the direction, checked, and told with what became of it', async () => {
    const id = await saved();
    const users = (await app.call('GET', '/reporte/envio/usuarios', { as: 'director' })).body as { id: number }[];
    expect(users.length).toBeGreaterThan(3);
    const two = users.slice(0, 2).map((user) => user.id);
    const since = await lastAuditId(app);
    expect(
      (await post('/reporte/envio/save', envio(id, { usuarios: two, correos: 'a@x.mx; A@x.mx\nb@x.mx' }))).body,
    ).toMatchObject({ success: true });
    expect(await envios()).toMatchObject([
      { vista: { id, nombre: 'Cierre del mes' }, dia: 5, activo: true, correos: ['A@x.mx', 'b@x.mx'], ultimo: null },
    ]);
    expect((await envios())[0]?.usuarios.map((user) => user.id).toSorted()).toEqual(two.toSorted());
    expect((await auditRows(app, since)).map(({ entidad }) => entidad)).toEqual(['reporte_envio']);
    expect(await listed('director')).toMatchObject([{ enviada: true }]);
    expect(refusalOf(await app.call('DELETE', `/reporte/vista/delete/${id}`, { as: 'director' }))).toMatch(
      /Detenga antes/,
    );
    for (const as of ['cobranza', 'consultor', 'tags'] as const)
      expect((await post('/reporte/envio/save', envio(id), as)).status).toBe(403);
  });

  it('is at least one, at most twenty, and real addresses; the day is there in every month', async () => {
    const id = await saved();
    const fault = async (changes: Record<string, unknown>) => {
      const { status, body } = await post('/reporte/envio/save', envio(id, changes));
      return [status, (body as { errors?: { path: string }[] }).errors?.[0]?.path];
    };
    expect(await fault({ correos: '' })).toEqual([400, 'usuarios']);
    expect(await fault({ correos: 'nadie' })).toEqual([400, 'correos']);
    const many = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@x.mx`).join(', ');
    expect(await fault({ correos: many(21) })).toEqual([400, 'correos']);
    expect(await fault({ correos: many(20) })).toEqual([200, undefined]);
    expect(await fault({ dia: 29 })).toEqual([400, 'dia']);
    expect(await fault({ dia: 0 })).toEqual([400, 'dia']);
    expect(await fault({ formato: 'doc' })).toEqual([400, 'formato']);
    expect(refusalOf(await post('/reporte/envio/save', envio(id, { usuarios: [999_999] })))).toMatch(
      /ya no tiene acceso/,
    );
    const hidden = await saved({ nombre: 'De él', compartida: false }, 'cobranza');
    expect((await post('/reporte/envio/save', envio(hidden))).status).toBe(404);
  });

  it('gets it at once where somebody asks, once for one intent, as a file with the rows', async () => {
    const id = await sending(
      { correos: Array.from({ length: 12 }, (_, i) => `p${i}@x.mx`).join(' ') },
      { periodo: 'fijas' },
    );
    const headers = { 'idempotency-key': 'a'.repeat(32) };
    for (let time = 0; time < 2; time += 1) {
      const reply = await app.call('POST', '/reporte/envio/enviar', { as: 'director', body: { id }, headers });
      expect(envelope(reply).data).toEqual({ correos: 12 });
    }
    const sent = await letters();
    expect(sent.map(({ para }) => para.length)).toEqual([10, 2]);
    const [sheet] = await readWorkbook(new Uint8Array(sent[0]?.contenido ?? []));
    expect(sheet?.rows[1]?.[0]).toBe('Rango de fechas: 01-11-2026 al 21-11-2026');
    expect(sheet?.rows.length).toBeGreaterThan(10);
    expect(await envios()).toMatchObject([{ ultimo: { manual: true, estado: 'en_camino' } }]);
    expect((await post('/reporte/envio/enviar', { id: 999_999 })).status).toBe(404);
  });
});

describe('each month', () => {
  it('it leaves once, in the morning of its day, with the days that the view has then', async () => {
    await sending();
    at('2026-12-04', '23:00');
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
    at('2026-12-05', '06:59');
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
    const sent: string[] = [];
    for (const month of ['2026-12', '2027-01', '2027-02']) {
      at(`${month}-05`, '07:00');
      expect(await sweep()).toEqual({ enviados: 1, fallidos: 0, esperan: 0 });
      // Again with the next turn, and by a process that was started since.
      expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
      at(`${month}-20`);
      expect(await sweep(process())).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
      const [last] = (await letters()).slice(-1);
      const [sheet] = await readWorkbook(new Uint8Array(last?.contenido ?? []));
      sent.push(String(sheet?.rows[1]?.[0]));
    }
    expect(sent).toEqual([
      'Rango de fechas: 01-11-2026 al 30-11-2026',
      'Rango de fechas: 01-12-2026 al 31-12-2026',
      'Rango de fechas: 01-01-2027 al 31-01-2027',
    ]);
    expect(await letters()).toHaveLength(3);
  });

  it('a server that slept over the day makes it up, also in the next month, for the day that it was due on', async () => {
    await sending({ dia: 28 });
    at('2026-12-02');
    expect(await sweep()).toEqual({ enviados: 1, fallidos: 0, esperan: 0 });
    const [only] = await letters();
    const [sheet] = await readWorkbook(new Uint8Array(only?.contenido ?? []));
    // As of the 28th of November.
    expect(sheet?.rows[1]?.[0]).toBe('Rango de fechas: 01-10-2026 al 31-10-2026');
    at('2026-12-28');
    expect(await sweep()).toEqual({ enviados: 1, fallidos: 0, esperan: 0 });
  });

  it('nothing leaves for the days before it was said, nor while it is stopped', async () => {
    const id = await sending({ dia: 10 });
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
    expect((await post('/reporte/envio/detener', { id })).body).toMatchObject({ success: true });
    expect(refusalOf(await post('/reporte/envio/detener', { id }))).toMatch(/ya está detenido/);
    at('2026-12-15');
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
    const [{ vista: of } = { vista: { id: 0 } }] = await envios();
    await post('/reporte/envio/save', envio(of.id, { dia: 10 }));
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
    at('2027-01-10');
    expect(await sweep()).toEqual({ enviados: 1, fallidos: 0, esperan: 0 });
  });

  it('a day that is changed within the month sends it no second time', async () => {
    const id = await sending({ dia: 5 });
    at('2026-12-05');
    expect(await sweep()).toEqual({ enviados: 1, fallidos: 0, esperan: 0 });
    const [{ vista: of } = { vista: { id: 0 } }] = await envios();
    await post('/reporte/envio/save', envio(of.id, { dia: 20 }));
    at('2026-12-20');
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
    expect(id).toBeGreaterThan(0);
  });

  it('two processes at the same time send it once', async () => {
    await sending({ formato: 'pdf' });
    at('2026-12-05');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => sweep(process())));
    expect(outcomes.reduce((sum, { enviados }) => sum + enviados, 0)).toBe(1);
    const sent = await letters();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.contenido.subarray(0, 5).toString()).toBe('%PDF-');
    expect(sent[0]?.nombre).toBe('corte_caja_Todas_01-11-2026_30-11-2026.pdf');
  });

  it('a process that dies while it draws leaves nothing, and the next one sends it', async () => {
    await sending({ formato: 'pdf' });
    at('2026-12-05');
    const { promise, resolve } = Promise.withResolvers<void>();
    void sweep(
      process(() => {
        resolve();
        // It never comes back.
        return new Promise(() => undefined);
      }),
    );
    await promise;
    expect(await letters()).toEqual([]);
    expect(await sweep()).toEqual({ enviados: 1, fallidos: 0, esperan: 0 });
    expect(await letters()).toHaveLength(1);
  });

  it('what cannot be made is told, waits longer each time, and leaves once it can', async () => {
    await sending({ formato: 'pdf' });
    at('2026-12-05', '07:00');
    const since = await lastAuditId(app);
    const broken = () => process(() => Promise.reject(new Error('no memory')));
    expect(await sweep(broken())).toEqual({ enviados: 0, fallidos: 1, esperan: 0 });
    expect(logged.at(-1)).toMatchObject({ evento: 'reporte mensual' });
    at('2026-12-05', '07:09');
    expect(await sweep(broken())).toEqual({ enviados: 0, fallidos: 0, esperan: 1 });
    at('2026-12-05', '07:10');
    expect(await sweep(broken())).toEqual({ enviados: 0, fallidos: 1, esperan: 0 });
    at('2026-12-05', '07:39');
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 1 });
    expect(await envios()).toMatchObject([
      { ultimo: { estado: 'fallido', mensaje: expect.stringMatching(/Avise a quien/), proximo: expect.any(String) } },
    ]);
    expect(await pendientes()).toBe(1);
    // Told once, not with each attempt.
    expect(await auditRows(app, since)).toMatchObject([{ status: 'cancelado', entidad: 'reporte_envio' }]);
    at('2026-12-05', '07:40');
    expect(await sweep()).toEqual({ enviados: 1, fallidos: 0, esperan: 0 });
    expect(await pendientes()).toBe(0);
    expect(await letters()).toHaveLength(1);
  });

  it('a filter that names what is gone is told in its words', async () => {
    const [last] = await app.query<{ id: number }>(`SELECT max(id) + 1 AS id FROM ${SCHEMA}.caja`);
    await sending({}, { filtros: { ...CORTE.filtros, caja: last?.id } });
    at('2026-12-05');
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 1, esperan: 0 });
    expect(await envios()).toMatchObject([{ ultimo: { mensaje: 'La caja elegida no existe. Elija otra' } }]);
  });
});

const pendientes = async () => {
  const { data } = envelope(await app.call('GET', '/inicio/pendientes', { as: 'director' })) as {
    data: { clase: string; cantidad: number }[];
  };
  return data.find(({ clase }) => clase === 'reporte_fallido')?.cantidad ?? 0;
};

describe('a mail server that fails', () => {
  const deliver = (send: () => Promise<never[]>, leaves = true) => {
    const sender: MailSender = { leaves, send };
    return deliverMail(
      (work) => inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, work),
      asked(sender),
      app.clock.now(),
    );
  };

  it('keeps the letter while it is down; the month is not made again', async () => {
    await sending();
    at('2026-12-05');
    await sweep();
    expect(await deliver(() => Promise.reject(new MailUnreachable('no está')))).toBe('unreachable');
    expect(await envios()).toMatchObject([{ ultimo: { estado: 'en_camino', mensaje: 'no está' } }]);
    expect(await pendientes()).toBe(0);
    at('2026-12-06');
    expect(await sweep()).toEqual({ enviados: 0, fallidos: 0, esperan: 0 });
    expect(await deliver(async () => [])).toBe('sent');
    expect(await envios()).toMatchObject([{ ultimo: { estado: 'enviado', mensaje: '' } }]);
    expect(await letters()).toHaveLength(1);
  });

  it('is told where it refuses for good, until it is sent again or stopped', async () => {
    const id = await sending();
    at('2026-12-05');
    await sweep();
    expect(await deliver(() => Promise.reject(new MailRejected('buzón inexistente')))).toBe('failed');
    expect(await envios()).toMatchObject([{ ultimo: { estado: 'rechazado', mensaje: 'buzón inexistente' } }]);
    expect(await pendientes()).toBe(1);
    app.clock.advance(60_000);
    await post('/reporte/envio/enviar', { id });
    expect(await pendientes()).toBe(0);
  });

  it('is none where no mail leaves: it is kept, and says so', async () => {
    await sending();
    at('2026-12-05');
    await sweep();
    expect(await deliver(async () => [], false)).toBe('sent');
    expect(await envios()).toMatchObject([{ ultimo: { estado: 'guardado' } }]);
  });
});
