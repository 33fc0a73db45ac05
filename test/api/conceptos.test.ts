/**
 * Names that become the concepts of invoices are refused at their forms where no document could bear them, and written as it can
 * where they are there already. fiscal.md#rules.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../app.ts';
import { Desk } from '../invoicing-desk.ts';
import { SCHEMA } from '../ledger.ts';
import { envelope } from './support.ts';

let desk: Desk;
let app: TestApp;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app } = desk);
});
afterAll(() => app.close());

/** Where each table's names are saved. What a charge is of by another key has to be named here, or why it tells nothing. */
const SAVES: Record<string, [path: string, body: Record<string, unknown>] | 'names no charge'> = {
  tipo_multa: ['/tipomulta/save', { monto: 100, descripcion: '' }],
  tipo_cuota: ['/tipocuota/save', { monto: 100, descripcion: '' }],
  cuota_inicial: [
    '/cuotainicial/save',
    { descripcion: '', cuotaCondominal: 1, cuotaHabitacional: 1, cuotaComercial: 1, activa: true },
  ],
  cuota_extraordinaria: [
    '/cuotaextraordinaria/save',
    { descripcion: '', cuotaCondominal: 1, cuotaHabitacional: 1, cuotaComercial: 1 },
  ],
  // Its charges are called by their month.
  mantenimiento: 'names no charge',
  usuario: 'names no charge',
};

it('every table with a name that a charge is of refuses what no document can bear', async () => {
  const named = await app.query<{ tabla: string }>(
    `SELECT DISTINCT k.confrelid::regclass::text AS tabla FROM pg_constraint k
     JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attname = 'name' AND NOT a.attisdropped
     WHERE k.contype = 'f' AND k.conrelid = '${SCHEMA}.cargo'::regclass`,
  );
  const tables = named.map(({ tabla }) => tabla.replace(`${SCHEMA}.`, '')).sort();
  expect(tables).toEqual(Object.keys(SAVES).sort());
  const saves = [
    ...Object.values(SAVES).filter((save) => typeof save !== 'string'),
    // The name of a unit stands beside the concept.
    ['/claveunidadcfdi/save', { claveUnidad: 'ZZ9' }] as const,
  ];
  for (const [path, body] of saves) {
    for (const name of ['Cuota | agua', 'Cuota \u0007 agua']) {
      const reply = await app.call('POST', path, { as: 'director', body: { id: '', ...body, name } });
      expect([path, reply.status]).toEqual([path, 400]);
      expect(envelope(reply).errors).toMatchObject([{ path: 'name', message: expect.stringContaining('«|»') }]);
    }
    const taken = await app.call('POST', path, { as: 'director', body: { id: '', ...body, name: 'Cuota / agua' } });
    expect([path, envelope(taken).success]).toEqual([path, true]);
  }
});

it('what is there already is invoiced, with what separates values written otherwise', async () => {
  const lote = await desk.chargedLote();
  await app.query(`UPDATE ${SCHEMA}.cargo SET concepto = $2 WHERE id = $1`, [lote.cargoId, 'Cuota | agua']);
  const { result } = await desk.pay(lote);
  expect(result).toMatchObject({ seFacturo: true });
  const xml = (await desk.bytesOf(result.idFactura ?? 0, 'timbrado')).toString('utf8');
  expect(xml).toContain('Descripcion="Cuota / agua"');
});

it('keys are held to their shape at the form, whether or not the authority’s catalogues are loaded', async () => {
  const save = async (path: string, body: object) =>
    (await app.call('POST', path, { as: 'director', body: { id: '', name: 'Prueba', ...body } })).status;
  for (const clave of ['999', '8013180', '801318011', '8013180A', '80131801 x']) {
    expect([clave, await save('/claveproduccionserviciocfdi/save', { claveProduccionServicio: clave })]).toEqual([
      clave,
      400,
    ]);
  }
  for (const clave of ['E4 8', 'e48', 'E480', 'É4']) {
    expect([clave, await save('/claveunidadcfdi/save', { claveUnidad: clave })]).toEqual([clave, 400]);
  }
  expect(await save('/claveproduccionserviciocfdi/save', { claveProduccionServicio: '90121502' })).toBe(200);
  expect(await save('/claveunidadcfdi/save', { claveUnidad: 'ZX1' })).toBe(200);
});
