/** Moving in from another system: its workbooks are told once and read alike from then on; nothing of one is lost in silence. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibroVisto } from '#features/importacion/contract.ts';
import type { Mapa } from '#features/importacion/mapa.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { bytesOf, type OtroSistema, otrosSistemas } from '../otros-sistemas.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: '2026-10-05T18:00:00Z' });
});
afterAll(() => app.close());

const refusalOf = (reply: Reply) => envelope(reply).message;

const send = (path: string, bytes: Uint8Array, name = 'libro.xlsx') =>
  app.call('POST', `/importacion/${path}`, { as: 'director', file: { name, bytes } });

const lookAt = async (bytes: Uint8Array) => envelope(await send('columnas', bytes)).data as LibroVisto;

const keep = (mapa: Mapa, archivo = 'libro.xlsx') =>
  app.call('POST', '/importacion/mapa/save', { as: 'director', body: { archivo, mapa } });

/** What was found in a workbook, with what is told by hand, is kept. */
async function told(system: OtroSistema): Promise<{ id: number; mapa: Mapa }> {
  const { mapa, plantilla, mapaId } = await lookAt(await bytesOf(system));
  expect([plantilla, mapaId]).toEqual([false, null]);
  if (!mapa) throw new Error('nothing was proposed');
  const partes = mapa.partes.map((parte) => ({
    ...parte,
    fijos: { ...parte.fijos, ...system.aMano?.[parte.destino] },
  }));
  const { id } = envelope(await keep({ ...mapa, partes })).data as { id: number };
  return { id, mapa: { ...mapa, partes } };
}

describe('the workbook of another system', () => {
  it.each(otrosSistemas('OS').map((system, n) => [system.nombre, system, n] as const))(
    '%s: is told once, brought in, and the next one alike is read by itself',
    async (_, system, n) => {
      const after = await lastAuditId(app);
      const { id } = await told(system);
      expect(await auditRows(app, after)).toMatchObject([{ status: 'creado', entidad: 'importacion_mapa' }]);
      const bytes = await bytesOf(system);
      expect(envelope(await send(`revisar?mapa=${id}`, bytes)).data).toMatchObject({
        ...{ fallasTotal: 0, totales: system.espera },
      });
      expect(envelope(await send(`aplicar?mapa=${id}`, bytes)).data).toMatchObject({ totales: system.espera });
      const [next] = otrosSistemas('NX').slice(n);
      if (!next) throw new Error('no such system');
      const again = await bytesOf(next);
      expect(await lookAt(again)).toMatchObject({ mapaId: id });
      expect(envelope(await send('revisar', again)).data).toMatchObject({ fallasTotal: 0, totales: next.espera });
    },
  );

  it('owes here what it owed there, in the months that it says', async () => {
    const rows = await app.query(
      `SELECT l.referencia, c.concepto, c.saldo_centavos::int AS saldo FROM c_encinos.cargo c
       JOIN c_encinos.lote l ON l.id = c.lote_id WHERE l.referencia LIKE 'OS2-%' ORDER BY c.id`,
    );
    expect(rows).toEqual([
      { referencia: 'OS2-101', concepto: expect.stringContaining('Julio'), saldo: 120_000 },
      { referencia: 'OS2-101', concepto: expect.stringContaining('Agosto'), saldo: 120_000 },
      { referencia: 'OS2-102', concepto: expect.stringContaining('Agosto'), saldo: 60_025 },
    ]);
  });

  it('of no layout that is known is refused in a sentence, and so is one that lacks a column', async () => {
    const [system] = otrosSistemas('ZZ') as [OtroSistema];
    const rows = system.hojas.Reporte ?? [];
    const unknown = await bytesOf({
      hojas: {
        Hoja1: [
          ['Uno', 'Dos'],
          ['x', 'y'],
        ],
      },
    });
    expect(await lookAt(unknown)).toMatchObject({ plantilla: false, mapaId: null, mapa: null });
    for (const path of ['revisar', 'aplicar']) {
      expect(refusalOf(await send(path, unknown))).toMatch(/no es la plantilla .* Diga qué columna es cuál/);
    }
    const { mapaId } = await lookAt(await bytesOf(system));
    const lacking = await bytesOf({ hojas: { Reporte: rows.map((row) => row.toSpliced(4, 1)) } });
    expect(await lookAt(lacking)).toMatchObject({ mapaId: null });
    expect(refusalOf(await send(`revisar?mapa=${mapaId}`, lacking))).toMatch(/no tiene los títulos .*«Calle»/);
    expect(refusalOf(await send('revisar?mapa=999999', unknown))).toMatch(/No existe la disposición/);
  });

  it('is kept by its layout: told anew it takes the place of what was told', async () => {
    const [system] = otrosSistemas('ZZ') as [OtroSistema];
    const { mapaId, mapa } = await lookAt(await bytesOf(system));
    if (!mapa) throw new Error('nothing is kept');
    const partes = mapa.partes.filter(({ destino }) => destino !== 'Saldos');
    const others = { ...mapa, partes: [...partes, ...mapa.partes.filter(({ destino }) => destino === 'Saldos')] };
    const after = await lastAuditId(app);
    expect(envelope(await keep(others)).data).toEqual({ id: mapaId });
    expect(await auditRows(app, after)).toMatchObject([{ status: 'actualizado', entidad: 'importacion_mapa' }]);
    expect((await keep({ partes: [], palabras: [] })).status).toBe(400);
    const [first] = mapa.partes;
    if (!first) throw new Error('no part');
    expect((await keep({ partes: [{ ...first, destino: 'Otra' }], palabras: [] })).status).toBe(400);
  });
});
