/** Vehicles and access cards: what is kept, found and refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appOfFile, type DemoUser } from '../app.ts';
import { auditRows, envelope, fingerprints, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

let lote: { id: number; referencia: string };

// 23:30 of the 20th in America/Mexico_City.
const app = await appOfFile({ now: '2026-11-21T05:30:00Z' });
beforeAll(async () => {
  lote = await newLote('Íñigo Ibarra Ñúñez');
});

const as: DemoUser = 'tags';
const get = (path: string) => app.call('GET', path, { as });
const post = (path: string, body: unknown) => app.call('POST', path, { as, body });
const dataOf = async (path: string) => envelope(await get(path)).data as Record<string, unknown>;
const idOf = (reply: Awaited<ReturnType<typeof post>>) => (envelope(reply).data as { id: number }).id;

/** A lot on Av. Ñandú with an asociado of that name. */
async function newLote(asociado: string): Promise<{ id: number; referencia: string }> {
  const [row] = await app.query<{ id: number; referencia: string }>(
    `WITH l AS (
       INSERT INTO c_encinos.lote (referencia, tipo, calle, superficie) VALUES ($1, 'habitacional', 'Av. Ñandú', 160)
       RETURNING id, referencia
     ), r AS (
       INSERT INTO c_encinos.residente (name, tipo) VALUES ($2, 'asociado') RETURNING id
     ), t AS (
       INSERT INTO c_encinos.lote_residente (lote_id, residente_id, asociado) SELECT l.id, r.id, true FROM l, r
     )
     SELECT id, referencia FROM l`,
    [freshText('LT'), asociado],
  );
  if (!row) throw new Error('no lot');
  return row;
}

const vehiculo = (more: object = {}) => ({
  id: '',
  placa: freshText('V'),
  marca: 'Nissan',
  modelo: 'Versa 2021',
  color: 'Gris',
  loteTransient: { id: lote.id },
  ...more,
});

const newVehiculo = async (more: object = {}) => idOf(await post('/vehiculo/save', vehiculo(more)));

async function expectRefused(path: string, body: unknown, message: string | RegExp): Promise<void> {
  await app.tokenOf(as);
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  const reply = await post(path, body);
  const words = typeof message === 'string' ? message : expect.stringMatching(message);
  expect([reply.status, reply.body]).toEqual([200, { success: false, message: words }]);
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
}

async function expectMalformed(path: string, body: unknown, errors: Record<string, string>): Promise<void> {
  const reply = await post(path, body);
  expect([reply.status, envelope(reply).errors]).toEqual([
    400,
    Object.entries(errors).map(([field, message]) => ({ path: field, message })),
  ]);
}

describe('a vehicle', () => {
  it('is kept with its plate in upper case, tied to a lot, listed and edited', async () => {
    const reply = await post('/vehiculo/save', vehiculo({ placa: ' xyz-12-ñ ', color: '  Azul ' }));
    expect(reply.body).toEqual({ success: true, data: { id: expect.any(Number) } });
    const id = idOf(reply);
    const row = { id, placa: 'XYZ-12-Ñ', marca: 'Nissan', modelo: 'Versa 2021', color: 'Azul' };
    const of = { referencia: lote.referencia, asociado: 'Íñigo Ibarra Ñúñez' };
    expect((await get('/vehiculo/all')).body).toContainEqual({ ...row, ...of });
    expect(await dataOf(`/vehiculo/get/${id}`)).toEqual({
      vehiculo: row,
      lote: { id: lote.id, name: `${lote.referencia} · Íñigo Ibarra Ñúñez · Av. Ñandú` },
    });

    const other = await newLote('Otra Persona');
    await post('/vehiculo/save', { ...row, color: 'Rojo', loteTransient: { id: other.id } });
    expect(await dataOf(`/vehiculo/get/${id}`)).toMatchObject({ vehiculo: { color: 'Rojo' }, lote: { id: other.id } });
  });

  it('refuses a plate that another has, whatever its letters, and a lot that does not exist', async () => {
    await newVehiculo({ placa: 'DUP-777' });
    const id = await newVehiculo();
    const words = 'Ya existe un vehículo con la placa «DUP-777». Use otra o edite el vehículo existente';
    await expectRefused('/vehiculo/save', vehiculo({ placa: 'dup-777' }), words);
    await expectRefused('/vehiculo/save', vehiculo({ id, placa: 'dup-777' }), words);
    await expectRefused('/vehiculo/save', vehiculo({ loteTransient: { id: 987_654 } }), /lote elegido no existe/);
    expect((await post('/vehiculo/save', vehiculo({ id: 987_654 }))).status).toBe(404);
    expect((await get('/vehiculo/get/987654')).status).toBe(404);
  });

  it('names the fields that are missing', async () => {
    const REQUIRED = 'Campo Requerido';
    await expectMalformed('/vehiculo/save', vehiculo({ placa: ' ', marca: '', modelo: null, color: undefined }), {
      placa: REQUIRED,
      marca: REQUIRED,
      modelo: REQUIRED,
      color: REQUIRED,
    });
    await expectMalformed('/vehiculo/save', vehiculo({ loteTransient: { id: '' } }), { 'loteTransient.id': REQUIRED });
    await expectMalformed('/vehiculo/save', vehiculo({ loteTransient: null }), { loteTransient: REQUIRED });
    await expectMalformed('/vehiculo/save', vehiculo({ placa: 'X'.repeat(21) }), {
      placa: 'Debe tener como máximo 20 caracteres',
    });
  });

  it('saved twice at once with one plate exists once', async () => {
    const body = vehiculo();
    const replies = await Promise.all([1, 2, 3, 4].map(() => post('/vehiculo/save', body)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    const all = (await get('/vehiculo/all')).body as { placa: string }[];
    expect(all.filter(({ placa }) => placa === body.placa)).toHaveLength(1);
  });
});

describe('the search of vehicles', () => {
  const find = async (q: string) =>
    ((await get(`/tarjetaacceso/autocomplete?q=${encodeURIComponent(q)}`)).body as { id: number; name: string }[]).map(
      ({ id }) => id,
    );

  it('finds by parts of the plate, the lot and its asociado, whatever the accents, every word of it', async () => {
    const home = await newLote('Begoña Zúñiga Ávalos');
    const id = await newVehiculo({ placa: 'QWE-901-B', loteTransient: { id: home.id } });
    const second = await newVehiculo({ placa: 'RTY-902-B', loteTransient: { id: home.id } });
    const [row] = (await get('/tarjetaacceso/autocomplete?q=qwe-901')).body as unknown[];
    expect(row).toEqual({ id, name: `QWE-901-B · ${home.referencia} · Begoña Zúñiga Ávalos` });
    expect(await find('901-b')).toEqual([id]);
    expect(await find('zuniga')).toEqual([id, second]);
    expect(await find('ÁVAL  bego')).toEqual([id, second]);
    expect(await find(home.referencia.toLowerCase().slice(1))).toEqual([id, second]);
    expect(await find('zuniga 902')).toEqual([second]);
    expect(await find('zuniga 903')).toEqual([]);
    expect(await find('%')).toEqual([]);
    expect(await find('qwe_901')).toEqual([]);
    expect((await find('')).length).toBeGreaterThan(1);
  });

  it('does not find by who is no longer the asociado, nor by a tenant', async () => {
    const home = await newLote('Anterior Dueño');
    await newVehiculo({ loteTransient: { id: home.id } });
    await app.query('UPDATE c_encinos.lote_residente SET active = false, hasta = now() WHERE lote_id = $1', [home.id]);
    await app.query(
      `WITH r AS (INSERT INTO c_encinos.residente (name, tipo) VALUES ('Temporal Rentero', 'inquilino') RETURNING id)
       INSERT INTO c_encinos.lote_residente (lote_id, residente_id, asociado) SELECT $1, id, false FROM r`,
      [home.id],
    );
    expect(await find('anterior dueno')).toEqual([]);
    expect(await find('rentero')).toEqual([]);
  });
});

describe('an access card', () => {
  const tarjeta = (vehiculoId: number, more: object = {}) => ({
    id: '',
    numero: freshText('T'),
    status: 'activo',
    fechaBaja: '',
    vehiculo: { id: vehiculoId },
    ...more,
  });

  it('is kept for a vehicle, listed and edited; its empty date is an empty text', async () => {
    const placa = freshText('P');
    const vehiculoId = await newVehiculo({ placa });
    const reply = await post('/tarjetaacceso/save', tarjeta(vehiculoId, { numero: ' 000123 ' }));
    expect(reply.body).toEqual({ success: true, data: { id: expect.any(Number) } });
    const id = idOf(reply);
    const card = { id, numero: '000123', status: 'activo', fechaBaja: '' };
    const of = { referencia: lote.referencia, asociado: 'Íñigo Ibarra Ñúñez' };
    expect((await get('/tarjetaacceso/all')).body).toContainEqual({ ...card, ...of, vehiculo: { placa } });
    expect(await dataOf(`/tarjetaacceso/get/${id}`)).toEqual({
      ...card,
      dataTransient: { id: vehiculoId, name: `${placa} · ${lote.referencia} · Íñigo Ibarra Ñúñez` },
    });
    await post('/tarjetaacceso/save', tarjeta(vehiculoId, { id, status: 'suspendido', fechaBaja: '2026-12-01' }));
    expect(await dataOf(`/tarjetaacceso/get/${id}`)).toMatchObject({ status: 'suspendido', fechaBaja: '2026-12-01' });
  });

  it('goes out of use with others today, each in the log; those that cannot are named, and do not keep the others', async () => {
    const vehiculoId = await newVehiculo();
    const kept = async (more: object) => idOf(await post('/tarjetaacceso/save', tarjeta(vehiculoId, more)));
    const active = await kept({});
    const planned = await kept({ status: 'suspendido', fechaBaja: '2026-12-31' });
    const gone = await kept({ status: 'baja', fechaBaja: '2026-01-31' });
    const other = await kept({});
    const after = await lastAuditId(app);
    const reply = await post('/tarjetaacceso/baja', { tarjetas: [gone, planned, active, active, 987_654] });
    const negadas = [
      { id: gone, motivo: 'ya está de baja' },
      { id: 987_654, motivo: 'ya no existe' },
    ];
    expect(reply.body).toEqual({ success: true, data: { negadas } });
    for (const id of [active, planned]) {
      expect(await dataOf(`/tarjetaacceso/get/${id}`)).toMatchObject({ status: 'baja', fechaBaja: '2026-11-20' });
    }
    expect(await dataOf(`/tarjetaacceso/get/${gone}`)).toMatchObject({ fechaBaja: '2026-01-31' });
    expect(await dataOf(`/tarjetaacceso/get/${other}`)).toMatchObject({ status: 'activo' });
    expect(await auditRows(app, after)).toMatchObject([
      { entidad_id: String(active), antes: { status: 'activo' }, despues: { status: 'baja' } },
      { entidad_id: String(planned), antes: { status: 'suspendido' }, despues: { status: 'baja' } },
    ]);
    await expectRefused('/tarjetaacceso/baja', { tarjetas: [gone, active] }, /Ninguna de las tarjetas está en uso/);
    await expectMalformed('/tarjetaacceso/baja', { tarjetas: [] }, { tarjetas: 'Elija al menos una tarjeta' });
  });

  it('is suspended with others, keeping its date; those that cannot are named', async () => {
    const vehiculoId = await newVehiculo();
    const kept = async (more: object) => idOf(await post('/tarjetaacceso/save', tarjeta(vehiculoId, more)));
    const active = await kept({ fechaBaja: '2026-12-31' });
    const suspended = await kept({ status: 'suspendido' });
    const gone = await kept({ status: 'baja' });
    const after = await lastAuditId(app);
    const reply = await post('/tarjetaacceso/suspender', { tarjetas: [active, suspended, gone] });
    const negadas = [
      { id: suspended, motivo: 'ya está suspendida' },
      { id: gone, motivo: 'ya está de baja' },
    ];
    expect(reply.body).toEqual({ success: true, data: { negadas } });
    expect(await dataOf(`/tarjetaacceso/get/${active}`)).toMatchObject({
      status: 'suspendido',
      fechaBaja: '2026-12-31',
    });
    expect(await auditRows(app, after)).toMatchObject([
      { entidad_id: String(active), antes: { status: 'activo' }, despues: { status: 'suspendido' } },
    ]);
    await expectRefused('/tarjetaacceso/suspender', { tarjetas: [gone] }, /Ninguna de las tarjetas está en uso/);
  });

  it('out of use without a date takes the civil date of today', async () => {
    const vehiculoId = await newVehiculo();
    const id = idOf(await post('/tarjetaacceso/save', tarjeta(vehiculoId, { status: 'baja' })));
    expect(await dataOf(`/tarjetaacceso/get/${id}`)).toMatchObject({ status: 'baja', fechaBaja: '2026-11-20' });
    const dated = tarjeta(vehiculoId, { status: 'baja', fechaBaja: '2026-01-31' });
    const other = idOf(await post('/tarjetaacceso/save', dated));
    expect(await dataOf(`/tarjetaacceso/get/${other}`)).toMatchObject({ fechaBaja: '2026-01-31' });
  });

  it('refuses a number that another has and a vehicle that does not exist', async () => {
    const vehiculoId = await newVehiculo();
    await post('/tarjetaacceso/save', tarjeta(vehiculoId, { numero: 'REP-1' }));
    await expectRefused(
      '/tarjetaacceso/save',
      tarjeta(vehiculoId, { numero: 'rep-1' }),
      'Ya existe una tarjeta de acceso con el número «rep-1». Use otro o edite la tarjeta existente',
    );
    await expectRefused('/tarjetaacceso/save', tarjeta(987_654), /vehículo elegido no existe/);
    expect((await post('/tarjetaacceso/save', tarjeta(vehiculoId, { id: 987_654 }))).status).toBe(404);
    expect((await get('/tarjetaacceso/get/987654')).status).toBe(404);
  });

  it('names the fields that are missing or wrong', async () => {
    await expectMalformed('/tarjetaacceso/save', tarjeta(1, { numero: '', status: '' }), {
      numero: 'Campo Requerido',
      status: 'Campo Requerido',
    });
    await expectMalformed('/tarjetaacceso/save', tarjeta(1, { status: 'perdida' }), {
      status: 'Elija una de las opciones',
    });
    await expectMalformed('/tarjetaacceso/save', tarjeta(1, { fechaBaja: '2026-02-30' }), {
      fechaBaja: 'La fecha no es válida',
    });
    await expectMalformed('/tarjetaacceso/save', tarjeta(1, { vehiculo: { id: '' } }), {
      'vehiculo.id': 'Campo Requerido',
    });
  });
});
