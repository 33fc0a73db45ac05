/** The gate without network: what it takes along, and what its guards wrote down, kept once and marked where it does not agree. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appOfFile, type DemoUser } from '../app.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

interface Lista {
  lotes: { referencia: string; bloqueo: string }[];
  vehiculos: { placa: string; referencia: string; bloqueo: string }[];
  tarjetas: { numero: string; placa: string; bloqueo: string }[];
  personas: { nombre: string; referencia: string; nota: string; bloqueo: string }[];
}

// 21 November 2026, noon in Mexico City.
const NOW = '2026-11-21T18:00:00Z';
const app = await appOfFile({ now: NOW });

const equipoNuevo = () => randomUUID();
const anotada = (numero: number, changes: Record<string, unknown> = {}) => ({
  ...{ numero, fechaHoraAcceso: '2026-11-21T17:30:00.000Z', tipo: 'entrada', nombre: 'Íñigo Peña' },
  ...changes,
});
const post = (body: Record<string, unknown>, as: DemoUser = 'seguridad') =>
  app.call('POST', '/acceso/registrar-caseta', { as, body: { reloj: NOW, ...body } });
const send = async (equipo: string, ...registros: unknown[]) => envelope(await post({ equipo, registros })).data;
const page = async (query: Record<string, string>) =>
  (await app.call('GET', `/acceso/allpaginable?${new URLSearchParams(query)}`, { as: 'seguridad' })).body as {
    accesoList: { nombre: string; conflictos: string[]; caseta: Record<string, unknown> | null; idLote: string }[];
    total: number;
  };
const lista = async (marca = '') => {
  const reply = await app.call('GET', `/acceso/lista-local?${new URLSearchParams({ marca })}`, { as: 'seguridad' });
  return envelope(reply).data as { marca: string; hechaAt: string; completa: boolean; lista: Lista | null };
};
const one = async <T extends object>(sql: string) => (await app.query<T>(sql))[0] as T;
const conflictosDe = async (equipo: string, registro: unknown, reloj = NOW) => {
  const nombre = freshText('Quien ');
  const reply = await post({ equipo, reloj, registros: [{ ...(registro as object), nombre }] });
  expect(envelope(reply).data).toMatchObject({ nuevos: 1 });
  const found = (await page({ name: nombre })).accesoList;
  expect(found).toHaveLength(1);
  return found[0]?.conflictos;
};

/** A plate with one card, of a lot of its own. */
async function vehiculo(): Promise<{ placa: string; tarjeta: string; lote: number; referencia: string; id: number }> {
  const [placa, tarjeta] = [freshText('PL-').toUpperCase(), freshText('TG')];
  const { id: lote, referencia } = await one<{ id: number; referencia: string }>(
    `SELECT id, referencia FROM c_encinos.lote l WHERE status = 'entregado'
       AND NOT EXISTS (SELECT FROM c_encinos.vehiculo v WHERE v.lote_id = l.id AND v.marca = 'Prueba') ORDER BY id LIMIT 1`,
  );
  const { id } = await one<{ id: number }>(
    `INSERT INTO c_encinos.vehiculo (placa, marca, modelo, color, lote_id) VALUES ('${placa}', 'Prueba', 'X', 'Gris', ${lote}) RETURNING id`,
  );
  await app.query(
    `INSERT INTO c_encinos.tarjeta_acceso (numero, vehiculo_id, status_at) VALUES ('${tarjeta}', ${id}, '2026-01-01')`,
  );
  return { placa, tarjeta, lote, referencia, id };
}

const suspend = (tarjeta: string, at: string) =>
  app.query(
    `UPDATE c_encinos.tarjeta_acceso SET status = 'suspendido', updated_at = '${at}' WHERE numero = '${tarjeta}'`,
  );

describe('the local list', () => {
  it('has plates, cards, lots and people, with why they are stopped, and neither phones nor debts', async () => {
    const { placa, tarjeta, referencia } = await vehiculo();
    const first = await lista();
    expect(first).toMatchObject({ hechaAt: '2026-11-21T18:00:00.000Z', completa: true });
    expect(first.lista?.vehiculos).toContainEqual({
      ...{ placa, descripcion: 'Prueba X Gris', referencia, bloqueo: '' },
    });
    expect(first.lista?.tarjetas).toContainEqual({ numero: tarjeta, placa, referencia, bloqueo: '' });
    expect(first.lista?.personas.some(({ nota }) => nota === 'Asociado')).toBe(true);
    expect(Object.keys(first.lista ?? {})).toEqual(['lotes', 'vehiculos', 'tarjetas', 'personas']);
    const phones = await app.query<{ numero: string }>('SELECT numero FROM c_encinos.telefono LIMIT 50');
    expect(phones.length).toBeGreaterThan(0);
    const text = JSON.stringify(first.lista);
    expect(phones.filter(({ numero }) => text.includes(numero))).toEqual([]);
    expect(text).not.toMatch(/adeudo|saldo/i);

    await suspend(tarjeta, NOW);
    const second = (await lista(first.marca)).lista;
    expect(second?.tarjetas).toContainEqual({ numero: tarjeta, placa, referencia, bloqueo: 'Tarjeta suspendida' });
    expect(second?.vehiculos.find((found) => found.placa === placa)?.bloqueo).toBe('Tarjetas suspendidas o de baja');
  });

  it('is sent again only when something of it changed', async () => {
    const { marca } = await lista();
    expect(await lista(marca)).toMatchObject({ marca, lista: null });
    await app.query(`UPDATE c_encinos.residente SET name = name || ' X' WHERE id = (SELECT min(residente_id) FROM
      c_encinos.lote_residente WHERE active)`);
    const changed = await lista(marca);
    expect(changed.marca).not.toBe(marca);
    expect(changed.lista?.personas.some(({ nombre }) => nombre.endsWith(' X'))).toBe(true);
  });

  it('expects who comes today or tomorrow for a reservation, and tells blocked accounts without their reason', async () => {
    const { id: lote, referencia } = await one<{ id: number; referencia: string }>(
      `SELECT id, referencia FROM c_encinos.lote WHERE status = 'entregado' ORDER BY id DESC LIMIT 1`,
    );
    const { agenda, variacion } = await one<{ agenda: number; variacion: number }>(
      'SELECT agenda_id AS agenda, id AS variacion FROM c_encinos.amenidad_variacion ORDER BY id LIMIT 1',
    );
    for (const [fecha, nombre] of [
      ['2026-11-20', 'Ayer'],
      ['2026-11-21', 'Hoy'],
      ['2026-11-22', 'Mañana'],
      ['2026-11-23', 'Después'],
    ]) {
      const { id } = await one<{
        id: number;
      }>(`INSERT INTO c_encinos.reserva (agenda_id, variacion_id, fecha, inicia_minuto,
        termina_minuto, premium, lugares, lote_id, created_at) VALUES (${agenda}, ${variacion}, '${fecha}', 0, 60, false, 1, ${lote}, now()) RETURNING id`);
      await app.query(
        `INSERT INTO c_encinos.reserva_persona (reserva_id, name, visita) VALUES (${id}, 'Visita Zz ${nombre}', true)`,
      );
    }
    await app.query(`INSERT INTO c_encinos.user_app (name, email, phone, status, lote_id)
      VALUES ('Cuenta Zz', 'zz@prueba.mx', '5512345678', 'bloqueo_adeudo', ${lote})`);
    const personas = (await lista()).lista?.personas.filter(({ nombre }) => nombre.includes('Zz'));
    expect(personas).toEqual([
      { nombre: 'Cuenta Zz', referencia, nota: 'Usuario de la app', bloqueo: 'Cuenta de la app bloqueada' },
      { nombre: 'Visita Zz Hoy', referencia, nota: expect.stringMatching(/^Reserva de hoy: /), bloqueo: '' },
      { nombre: 'Visita Zz Mañana', referencia, nota: expect.stringMatching(/^Reserva de mañana: /), bloqueo: '' },
    ]);
  });
});

describe('what a guard wrote down', () => {
  it('is kept once, however often it is sent, also by two at a time, and is audited', async () => {
    const equipo = equipoNuevo();
    const after = await lastAuditId(app);
    const rows = [anotada(1), anotada(2, { tipo: 'salida' })];
    expect(await send(equipo, ...rows)).toEqual({ nuevos: 2, repetidos: 0, conflictos: 0, rechazados: [] });
    expect(await send(equipo, ...rows, anotada(3))).toMatchObject({ nuevos: 1, repetidos: 2 });
    expect(await send(equipo, anotada(4), anotada(4, { nombre: 'Otro' }))).toMatchObject({ nuevos: 1, repetidos: 1 });
    const both = await Promise.all([send(equipo, anotada(5)), send(equipo, anotada(5))]);
    expect(both.map((one) => (one as { nuevos: number }).nuevos).sort()).toEqual([0, 1]);
    // Another device counts by itself.
    expect(await send(equipoNuevo(), anotada(1))).toMatchObject({ nuevos: 1 });
    expect(await auditRows(app, after)).toHaveLength(6);
    expect((await auditRows(app, after))[0]).toMatchObject({ entidad: 'acceso', status: 'creado' });
    const count = await one<{ filas: number; dias: number }>(`SELECT count(*)::int AS filas,
      (SELECT sum(total)::int FROM c_encinos.acceso_dia) AS dias FROM c_encinos.acceso`);
    expect(count.dias).toBe(count.filas);
  });

  it('says who wrote it down, on which device, by which number and clock, and when it came', async () => {
    const equipo = equipoNuevo();
    const nombre = freshText('Visita ');
    await post({
      equipo,
      reloj: '2026-11-21T18:02:00Z',
      registros: [anotada(7, { nombre, placas: 'abc-1', tarjeta: '77' })],
    });
    const [acceso] = (await page({ name: nombre })).accesoList;
    const caseta = `Caseta N${equipo.slice(0, 6).toUpperCase()}`;
    expect(acceso).toMatchObject({
      ...{ placas: 'ABC-1', fechaHoraAcceso: '2026-11-21T11:30', puntoAcceso: caseta, conflictos: [] },
      caseta: {
        ...{ equipo: caseta, numero: 7, tarjeta: '77', desfaseSegundos: 120 },
        ...{ recibidoAt: '2026-11-21T18:00:00.000Z', usuario: expect.stringMatching(/\w+ \w+/) },
      },
    });
    // A browser has no key: it is none of the devices that are given one.
    const devices = await app.call('GET', '/dispositivoacceso/all', { as: 'director' });
    expect(JSON.stringify(devices.body)).not.toContain(caseta);
    const { id } = await one<{ id: number }>(`SELECT id FROM c_encinos.dispositivo_acceso WHERE equipo = '${equipo}'`);
    expect((await app.call('DELETE', `/dispositivoacceso/revocar/${id}`, { as: 'director' })).status).toBe(404);
  });

  it('stays with him where it cannot have happened then, told in Spanish, and the rest is kept', async () => {
    const equipo = equipoNuevo();
    expect(
      await send(
        equipo,
        anotada(1, { fechaHoraAcceso: '2026-11-21T18:09:00Z' }),
        anotada(2, { fechaHoraAcceso: '2026-11-21T18:11:00Z' }),
        anotada(3, { fechaHoraAcceso: '1970-01-01T00:00Z' }),
      ),
    ).toEqual({
      ...{ nuevos: 1, repetidos: 0, conflictos: 0 },
      rechazados: [
        { numero: 2, motivo: expect.stringMatching(/futura/) },
        { numero: 3, motivo: expect.stringMatching(/hace más de 5 años/) },
      ],
    });
  });

  it.each([
    ['a device without a number', { equipo: 'x' }, 'equipo'],
    ['no records', { registros: [] }, 'registros'],
    ['more than a hundred', { registros: Array.from({ length: 101 }, (_, n) => anotada(n + 1)) }, 'registros'],
    ['a kind that only devices know', { registros: [anotada(1, { tipo: 'EntradaConBloqueo' })] }, 'registros.0.tipo'],
    ['nobody', { registros: [anotada(1, { nombre: ' ' })] }, 'registros.0.placas'],
    [
      '30 February',
      { registros: [anotada(1, { fechaHoraAcceso: '2026-02-30T10:00' })] },
      'registros.0.fechaHoraAcceso',
    ],
    ['a number below 1', { registros: [anotada(0)] }, 'registros.0.numero'],
    ['a clock that tells nothing', { reloj: 'ayer' }, 'reloj'],
  ])('with %s is 400', async (_what, changes, path) => {
    const reply = await post({ equipo: equipoNuevo(), registros: [anotada(1)], ...changes });
    expect([reply.status, envelope(reply).errors?.map((fault) => fault.path)]).toEqual([400, [path]]);
  });

  it('is taken of the roles of the gate alone, and stays in its community', async () => {
    const equipo = equipoNuevo();
    for (const as of ['consultor', 'cobranza', 'obras', 'tags'] as const) {
      expect((await post({ equipo, registros: [anotada(1)] }, as)).status).toBe(403);
      expect((await app.call('GET', '/acceso/lista-local', { as })).status).toBe(403);
    }
    expect((await app.call('GET', '/acceso/lista-local')).status).toBe(403);
    expect(await send(equipo, anotada(1))).toMatchObject({ nuevos: 1 });
    const foreign = await app.call('POST', '/acceso/registrar-caseta', {
      token: await app.tokenOf('seguridad'),
      host: 'lagos.test',
      body: { equipo, reloj: NOW, registros: [anotada(1)] },
    });
    expect(foreign.status).toBe(403);
    expect(await app.query('SELECT acceso_id FROM c_lagos.acceso_caseta')).toEqual([]);
  });
});

describe('what does not agree is kept and marked', () => {
  it('a card, and the vehicle of it, that was out of use before, but not one that is since', async () => {
    const equipo = equipoNuevo();
    const before = await vehiculo();
    await suspend(before.tarjeta, '2026-11-21T17:00:00Z');
    expect(await conflictosDe(equipo, anotada(1, { tarjeta: before.tarjeta }))).toEqual(['tarjeta']);
    expect(await conflictosDe(equipo, anotada(2, { placas: before.placa.toLowerCase() }))).toEqual(['vehiculo']);
    const since = await vehiculo();
    await suspend(since.tarjeta, '2026-11-21T17:45:00Z');
    expect(await conflictosDe(equipo, anotada(3, { tarjeta: since.tarjeta, placas: since.placa }))).toEqual([]);
    // Edited later without becoming another: it is what it was.
    await app.query(`UPDATE c_encinos.tarjeta_acceso SET fecha_baja = '2026-11-21', updated_at = '2026-11-21T17:50:00Z'
      WHERE numero = '${before.tarjeta}'`);
    expect(await conflictosDe(equipo, anotada(4, { tarjeta: before.tarjeta }))).toEqual(['tarjeta']);
  });

  it('a lot that was inactive before, named itself or by its plate', async () => {
    const equipo = equipoNuevo();
    const { placa, lote, referencia } = await vehiculo();
    app.clock.set('2026-11-21T17:00:00Z');
    const inactive = await app.call('GET', `/lote/inactivarlote/${lote}`, { as: 'superadmin' });
    app.clock.set(NOW);
    expect(envelope(inactive).success).toBe(true);
    expect(await conflictosDe(equipo, anotada(1, { referencia: referencia.toLowerCase() }))).toEqual(['lote']);
    expect(await conflictosDe(equipo, anotada(2, { placas: placa }))).toEqual(['lote']);
    const earlier = anotada(3, { referencia, fechaHoraAcceso: '2026-11-21T16:00:00Z' });
    expect(await conflictosDe(equipo, earlier)).toEqual([]);
  });

  it('what stood in the list and is registered no longer; a visitor was never', async () => {
    const equipo = equipoNuevo();
    expect(await conflictosDe(equipo, anotada(1, { placas: 'NO-HAY-1', deLista: true }))).toEqual(['quitado']);
    expect(await conflictosDe(equipo, anotada(2, { tarjeta: 'NO-HAY', deLista: true }))).toEqual(['quitado']);
    expect(await conflictosDe(equipo, anotada(3, { placas: 'NO-HAY-2' }))).toEqual([]);
  });

  it('of whom nobody knows anything: for no lot that there is, or by a plate alone that nobody has', async () => {
    const equipo = equipoNuevo();
    const placas = freshText('ZZ').toUpperCase();
    const after = await one<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM c_encinos.acceso');
    expect(
      await send(equipo, anotada(1, { nombre: '', placas }), anotada(2, { nombre: '', referencia: 'NO-EXISTE' })),
    ).toMatchObject({ nuevos: 2, conflictos: 2 });
    expect(
      await app.query(
        `SELECT conflictos FROM c_encinos.acceso_caseta WHERE acceso_id > ${after.id} ORDER BY acceso_id`,
      ),
    ).toEqual([{ conflictos: ['desconocido'] }, { conflictos: ['desconocido'] }]);
    expect((await page({ conflicto: 'si', placas })).accesoList).toMatchObject([{ conflictos: ['desconocido'] }]);
    // With a lot, or under a name, he is a visitor as any.
    const { referencia } = await vehiculo();
    expect(await conflictosDe(equipo, anotada(3, { placas }))).toEqual([]);
    expect(await send(equipo, anotada(4, { nombre: '', placas, referencia }))).toMatchObject({ conflictos: 0 });
  });

  it('a plate that a device has inside', async () => {
    const equipo = equipoNuevo();
    const placas = freshText('IN').toUpperCase();
    const device = await app.call('POST', '/dispositivoacceso/save', {
      as: 'director',
      body: { id: '', nombre: freshText('Pluma '), punto: 'Norte' },
    });
    const token = (envelope(device).data as { clave: string }).clave;
    const seen = (hora: string, tipo: string) =>
      app.call('POST', '/acceso/registrar', {
        token,
        body: { registros: [{ idRegistro: freshText('R'), fechaHoraAcceso: `2026-11-21T${hora}Z`, tipo, placas }] },
      });
    await seen('16:00', 'EntradaConBloqueo');
    expect(await conflictosDe(equipo, anotada(1, { placas }))).toEqual([]);
    await seen('16:30', 'entrada');
    expect(await conflictosDe(equipo, anotada(2, { placas }))).toEqual(['dentro']);
    expect(await conflictosDe(equipo, anotada(3, { placas, tipo: 'salida' }))).toEqual([]);
    await seen('17:00', 'salida');
    expect(await conflictosDe(equipo, anotada(4, { placas }))).toEqual([]);
  });

  it('a clock of more than five minutes, and is found by what does not agree', async () => {
    const equipo = equipoNuevo();
    const { total } = await page({ conflicto: 'si' });
    expect(await conflictosDe(equipo, anotada(1), '2026-11-21T18:05:00Z')).toEqual([]);
    expect(await conflictosDe(equipo, anotada(2), '2026-11-21T18:05:01Z')).toEqual(['reloj']);
    expect(await conflictosDe(equipo, anotada(3), '2026-11-21T17:54:00Z')).toEqual(['reloj']);
    const found = await page({ conflicto: 'si' });
    expect(found.total).toBe(total + 2);
    expect(found.accesoList.every(({ conflictos }) => conflictos.length > 0)).toBe(true);
    const more = { conflicto: 'si', tipo: 'entrada', sortBy: 'nombre', dateIni: '2026-11-21', dateFin: '2026-11-21' };
    expect((await page(more)).total).toBe(found.total);
    expect((await page({ ...more, tipo: 'salida' })).total).toBe(0);
  });
});
