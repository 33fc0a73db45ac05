/** Authorization codes: each one's own, checked without being spent, spent with a trace. */
import { describe, expect, it } from 'vitest';
import { appOfFile } from '../app.ts';
import { createCode, createDeliveredLote, insertCharge, refusalOf } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

interface Code {
  id: number;
  codigo: string;
  cantidad: number;
  active: boolean;
}

const app = await appOfFile();

const save = (body: unknown, as: 'director' | 'superadmin' = 'director') =>
  app.call('POST', '/codigoautorizacion/save', { as, body });
const mine = async (as: 'director' | 'superadmin' | 'tags' = 'director') =>
  (await app.call('GET', '/codigoautorizacion/getbyuser', { as })).body as Code[];
const idOf = async (codigo: string) => (await mine()).find((code) => code.codigo === codigo)?.id ?? 0;
const check = async (codigo: string) =>
  (await app.call('GET', `/codigoautorizacion/checkcodigo/${encodeURIComponent(codigo)}`, { as: 'cobranza' })).body;

describe('a code', () => {
  it('is saved for its author, listed to nobody else, and edited', async () => {
    const codigo = freshText('Gerencia ');
    expect((await save({ id: '', codigo: `  ${codigo} `, cantidad: '3' })).body).toEqual({
      success: true,
      message: 'Acción exitosa',
    });
    const [code] = (await mine()).filter((row) => row.codigo === codigo);
    expect(code).toEqual({ id: expect.any(Number), codigo, cantidad: 3, active: true });
    expect((await mine('superadmin')).map((row) => row.codigo)).not.toContain(codigo);
    expect((await mine('tags')).map((row) => row.codigo)).not.toContain(codigo);
    await save({ id: code?.id, codigo: `${codigo}b`, cantidad: 7 });
    expect((await app.call('GET', `/codigoautorizacion/get/${code?.id}`, { as: 'director' })).body).toEqual({
      success: true,
      data: { id: code?.id, codigo: `${codigo}b`, cantidad: 7, active: true, usos: [] },
    });
  });

  it('of somebody else does not exist: not to read, save or switch', async () => {
    const id = await idOf(await createCode(app));
    expect((await app.call('GET', `/codigoautorizacion/get/${id}`, { as: 'superadmin' })).status).toBe(404);
    expect((await save({ id, codigo: freshText(), cantidad: 1 }, 'superadmin')).status).toBe(404);
    const body = { id, active: false };
    expect((await app.call('POST', '/codigoautorizacion/changeactive', { as: 'superadmin', body })).status).toBe(404);
  });

  it('that somebody has already is refused', async () => {
    const codigo = await createCode(app);
    expect(refusalOf(await save({ id: '', codigo, cantidad: 1 }, 'superadmin'))).toMatch(/no está disponible/);
  });

  it.each([
    [{ codigo: '' }, 'codigo', 'Campo Requerido'],
    [{ cantidad: '' }, 'cantidad', 'Campo Requerido'],
    [{ cantidad: 0 }, 'cantidad', 'La cantidad de usos mínimos es 1'],
    [{ cantidad: -2 }, 'cantidad', 'La cantidad de usos mínimos es 1'],
    [{ cantidad: 1.5 }, 'cantidad', 'Escriba un número entero'],
  ])('with %o is malformed at %s: %s', async (changes, path, message) => {
    const reply = await save({ id: '', codigo: freshText(), cantidad: 1, ...changes });
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path, message }]]);
  });

  it('is checked without being spent; switched off it is none, and on again it is', async () => {
    const codigo = await createCode(app, 1);
    for (let round = 0; round < 3; round += 1) expect(await check(codigo)).toBe(true);
    const body = { id: await idOf(codigo), active: false };
    expect((await app.call('POST', '/codigoautorizacion/changeactive', { as: 'director', body })).body).toBe(true);
    expect(await check(codigo)).toBe(false);
    await app.call('POST', '/codigoautorizacion/changeactive', { as: 'director', body: { ...body, active: true } });
    expect(await check(codigo)).toBe(true);
    expect(await check(`${codigo}x`)).toBe(false);
    expect(await check(' ')).toBe(false);
  });

  it('of a disabled account authorizes nothing, to be checked or spent', async () => {
    const codigo = await createCode(app, 2);
    await app.query(
      `UPDATE c_encinos.codigo_autorizacion SET usuario_id = (SELECT id FROM c_encinos.usuario WHERE username = 'consultor')
       WHERE codigo = $1`,
      [codigo],
    );
    expect(await check(codigo)).toBe(true);
    await app.query(`UPDATE c_encinos.usuario SET enabled = false WHERE username = 'consultor'`);
    expect(await check(codigo)).toBe(false);
    const lote = await createDeliveredLote(app);
    const [tipo] = await app.query<{ id: number }>('SELECT id FROM c_encinos.tipo_multa LIMIT 1');
    const id = await insertCharge(app, lote.id, {
      tipo: 'sancion',
      monto_centavos: 50_000,
      tipo_multa_id: tipo?.id ?? 0,
    });
    const cancel = () => app.call('POST', '/multa/cancelar', { as: 'cobranza', body: { id, codigo, razon: 'Error' } });
    refusalOf(await cancel());
    await app.query(`UPDATE c_encinos.usuario SET enabled = true WHERE username = 'consultor'`);
    expect((await cancel()).body).toMatchObject({ success: true });
  });

  it('spent, it leaves its trace with its author: who, what, how much and when; at 0 it works no more', async () => {
    const lote = await createDeliveredLote(app);
    const [tipo] = await app.query<{ id: number }>('SELECT id FROM c_encinos.tipo_multa LIMIT 1');
    const charge = () =>
      insertCharge(app, lote.id, {
        tipo: 'sancion',
        concepto: 'Sanción X',
        monto_centavos: 50_000,
        tipo_multa_id: tipo?.id ?? 0,
      });
    const codigo = await createCode(app, 1);
    const cancel = async () =>
      app.call('POST', '/multa/cancelar', { as: 'cobranza', body: { id: await charge(), codigo, razon: 'Error' } });
    expect((await cancel()).body).toMatchObject({ success: true });
    expect(await check(codigo)).toBe(false);
    expect(refusalOf(await cancel())).toBe(
      'Código de autorización es incorrecto o no se puede usar más. Intente de nuevo por favor',
    );
    const id = await idOf(codigo);
    expect(envelope(await app.call('GET', `/codigoautorizacion/get/${id}`, { as: 'director' })).data).toMatchObject({
      cantidad: 0,
      usos: [
        {
          usuario: 'cobranza',
          operacion: 'Cancelación de sanción',
          detalle: 'Sanción X. Error',
          referencia: lote.referencia,
          monto: 500,
          created_at: '2026-11-21T18:00:00.000Z',
        },
      ],
    });
  });

  it('is never written to the audit log', async () => {
    const after = await lastAuditId(app);
    const codigo = await createCode(app, 2);
    const id = await idOf(codigo);
    await save({ id, codigo: `${codigo}z`, cantidad: 4 });
    await app.call('POST', '/codigoautorizacion/changeactive', { as: 'director', body: { id, active: false } });
    const rows = await auditRows(app, after);
    const common = { entidad: 'codigo_autorizacion', entidad_id: String(id), usuario: 'director' };
    expect(rows).toMatchObject([
      { ...common, status: 'creado', despues: { cantidad: 2, active: true } },
      { ...common, status: 'actualizado', antes: { cantidad: 2 }, despues: { cantidad: 4 } },
      { ...common, status: 'actualizado', antes: { active: true }, despues: { active: false } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(codigo);
  });
});
