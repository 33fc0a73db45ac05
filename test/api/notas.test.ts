/** Notes and alerts of a lot, and the warnings of the bell. */
import { beforeEach, describe, expect, it } from 'vitest';
import { appOfFile } from '../app.ts';
import { auditRows, envelope, fingerprints, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

interface Nota {
  id: number;
  tipo: string;
  lote: { id: number; referencia: string };
  activa: boolean;
  descripcion: string;
  fechaRecordatorio: string;
}

let lote: number;
let referencia: string;
// 23:30 of the 20th in Mexico City, already the 21st in UTC.
const app = await appOfFile({ now: '2026-11-21T05:30:00Z' });
beforeEach(async () => {
  referencia = freshText('LOTE ');
  const [row] = await app.query<{ id: number }>(
    "INSERT INTO c_encinos.lote (referencia, tipo, superficie) VALUES ($1, 'habitacional', 120) RETURNING id",
    [referencia],
  );
  lote = row?.id ?? 0;
});

const nota = (changes: Record<string, unknown> = {}) => ({
  id: '',
  tipo: 'nota',
  lote: { id: lote },
  activa: true,
  descripcion: 'Dejó las llaves en administración',
  fechaRecordatorio: '2026-11-20',
  ...changes,
});
const save = (body: unknown, as: 'cobranza' | 'director' = 'cobranza') =>
  app.call('POST', '/notaalerta/save', { as, body });
const list = async (tipo: string, id: number = lote) =>
  (await app.call('GET', `/notaalerta/getbytipoandlote/${tipo}/${id}`, { as: 'cobranza' })).body as Nota[];
const warnings = async () => (await app.call('GET', '/notaalerta/getwarning', { as: 'tags' })).body as Nota[];
const mine = (rows: Nota[]) => rows.filter((row) => row.lote.referencia === referencia);

describe('a note', () => {
  it('is saved, answered and listed; an alert of the same lot is in a list of its own', async () => {
    const { body } = await save(nota());
    const saved = envelope({ body } as never).data as Nota;
    expect(body).toEqual({
      success: true,
      data: {
        id: saved.id,
        tipo: 'nota',
        lote: { id: lote, referencia },
        activa: true,
        descripcion: 'Dejó las llaves en administración',
        fechaRecordatorio: '2026-11-20',
      },
    });
    await save(nota({ tipo: 'alerta', descripcion: 'Vence el permiso', fechaRecordatorio: '2026-12-01' }));
    await save(nota({ descripcion: 'Más reciente', fechaRecordatorio: '2026-12-24' }));
    expect((await list('nota')).map(({ descripcion }) => descripcion)).toEqual(['Más reciente', saved.descripcion]);
    expect((await list('alerta')).map(({ descripcion }) => descripcion)).toEqual(['Vence el permiso']);
    expect(mine(await warnings()).map(({ descripcion }) => descripcion)).toEqual(['Vence el permiso']);
    // As the lot's head counts them, for its tabs.
    const head = await app.call('GET', `/lote/get-for-sancion/${lote}`, { as: 'cobranza' });
    expect(envelope(head).data).toMatchObject({ id_residente: 0, cuantos: { deudas: 0, notas: 2, alertas: 1 } });
  });

  it('is active when the body does not say, and leaves one audit row with its lot', async () => {
    const after = await lastAuditId(app);
    const { activa: _left, ...body } = nota({ tipo: 'alerta', fechaRecordatorio: '2026-11-22' });
    expect((await save(body)).body).toMatchObject({ success: true, data: { activa: true } });
    expect(await auditRows(app, after)).toMatchObject([
      {
        usuario: 'cobranza',
        status: 'creado',
        entidad: 'nota_alerta',
        referencia,
        nota: `Alerta del lote ${referencia} para el 22-11-2026`,
        antes: null,
        despues: { activa: true, fecha_recordatorio: '2026-11-22' },
      },
    ]);
  });

  it('is changed under its id; an inactive alert leaves the bell', async () => {
    const alerta = nota({ tipo: 'alerta' });
    const { id } = envelope(await save(alerta)).data as Nota;
    expect(mine(await warnings())).toHaveLength(1);
    const after = await lastAuditId(app);
    expect((await save({ ...alerta, id, activa: false })).body).toMatchObject({ data: { id, activa: false } });
    expect(mine(await warnings())).toEqual([]);
    expect(await list('alerta')).toMatchObject([{ id, activa: false }]);
    expect(await auditRows(app, after)).toMatchObject([
      {
        status: 'actualizado',
        entidad_id: String(id),
        referencia,
        nota: `Alerta retirada del lote ${referencia} para el 20-11-2026`,
        antes: { activa: true },
        despues: { activa: false },
      },
    ]);
  });

  it('of a past day is retired, and comes back to the bell under its own day', async () => {
    const alerta = nota({ tipo: 'alerta' });
    const { id } = envelope(await save(alerta)).data as Nota;
    await app.query("UPDATE c_encinos.nota_alerta SET fecha_recordatorio = '2026-01-05' WHERE id = $1", [id]);
    const past = { ...alerta, id, fechaRecordatorio: '2026-01-05' };
    expect((await save({ ...past, activa: false })).body).toMatchObject({ success: true });
    expect(mine(await warnings())).toEqual([]);
    const after = await lastAuditId(app);
    expect((await save(past)).body).toMatchObject({ success: true });
    expect(mine(await warnings())).toMatchObject([{ id, fechaRecordatorio: '2026-01-05' }]);
    expect(await auditRows(app, after)).toMatchObject([
      { nota: `Alerta reactivada del lote ${referencia} para el 05-01-2026` },
    ]);
  });

  it('of a past day keeps its day when something else changes, and takes no other past day', async () => {
    const { id } = envelope(await save(nota())).data as Nota;
    await app.query("UPDATE c_encinos.nota_alerta SET fecha_recordatorio = '2026-01-05' WHERE id = $1", [id]);
    expect((await save(nota({ id, descripcion: 'Corregida', fechaRecordatorio: '2026-01-05' }))).body).toMatchObject({
      success: true,
      data: { descripcion: 'Corregida', fechaRecordatorio: '2026-01-05' },
    });
    expect((await save(nota({ id, fechaRecordatorio: '2026-01-06' }))).body).toMatchObject({ success: false });
  });

  it.each([
    ['before today', { fechaRecordatorio: '2026-11-19' }, /anterior a hoy/],
    ['for a lot that does not exist', { lote: { id: 2_000_000_000 } }, /lote no existe/],
    ['under an id that does not exist', { id: 2_000_000_000 }, /ya no existe/],
  ])('%s is refused and nothing is kept', async (_what, changes, message) => {
    const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
    const reply = await save(nota(changes));
    expect([reply.status, reply.body]).toEqual([200, { success: false, message: expect.stringMatching(message) }]);
    expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  });

  it('does not become an alert, nor another lot’s', async () => {
    const { id } = envelope(await save(nota())).data as Nota;
    for (const changes of [{ tipo: 'alerta' }, { lote: { id: 1 } }]) {
      expect((await save(nota({ id, ...changes }))).body).toMatchObject({
        success: false,
        message: expect.stringContaining('no cambia de lote'),
      });
    }
  });

  it.each([
    [{ descripcion: '' }, 'descripcion', 'Campo Requerido'],
    [{ descripcion: '   ' }, 'descripcion', 'Campo Requerido'],
    [{ descripcion: 'x'.repeat(2001) }, 'descripcion', 'Debe tener como máximo 2000 caracteres'],
    [{ fechaRecordatorio: null }, 'fechaRecordatorio', 'Campo Requerido'],
    [{ fechaRecordatorio: '' }, 'fechaRecordatorio', 'Campo Requerido'],
    [{ fechaRecordatorio: '2026-02-30' }, 'fechaRecordatorio', 'La fecha no es válida'],
    [{ tipo: 'recado' }, 'tipo', 'Elija una de las opciones'],
    [{ lote: null }, 'lote', 'Campo Requerido'],
  ])('with %o is malformed at %s: %s', async (changes, path, message) => {
    const reply = await save(nota(changes));
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path, message }]]);
  });
});

describe('the lists', () => {
  it('of what does not exist are 404', async () => {
    for (const path of [`recado/${lote}`, '1/1', 'nota/2000000000']) {
      expect((await app.call('GET', `/notaalerta/getbytipoandlote/${path}`, { as: 'director' })).status).toBe(404);
    }
    expect((await app.call('GET', '/notaalerta/getbytipoandlote/nota/x', { as: 'director' })).status).toBe(400);
  });

  it('the warnings are all active alerts, the earliest first, with their lot’s referencia', async () => {
    for (const day of ['2026-12-05', '2026-11-20', '2027-03-01']) {
      await save(nota({ tipo: 'alerta', descripcion: `Para el ${day}`, fechaRecordatorio: day }));
    }
    const rows = await warnings();
    expect(rows.every(({ tipo }) => tipo === 'alerta')).toBe(true);
    const days = rows.map(({ fechaRecordatorio }) => fechaRecordatorio);
    expect(days).toEqual(days.toSorted());
    expect(mine(rows).map(({ id: _id, ...row }) => row)).toEqual(
      ['2026-11-20', '2026-12-05', '2027-03-01'].map((day) => ({
        tipo: 'alerta',
        lote: { referencia },
        fechaRecordatorio: day,
        descripcion: `Para el ${day}`,
      })),
    );
  });
});
