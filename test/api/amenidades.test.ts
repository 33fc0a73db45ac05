/** Amenities: types with their images, rules, agendas; what may be booked, by whom, and that no place is booked twice. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Agenda, AgendaReservas, Reserva } from '#features/amenidades/contract.ts';
import { inTx } from '#platform/server/db.ts';
import { emptyForgotten } from '#platform/server/files-kept.ts';
import { purgeUploads } from '../../src/features/archivos/server/purge.ts';
import { appOfFile } from '../app.ts';
import { NOON as NOW } from '../day.ts';
import { createDeliveredLote, insertCharge, refusalOf, SCHEMA } from '../ledger.ts';
import { png } from '../pictures.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

// A Saturday, at noon in the community.
const HOY = '2026-11-21';
const PNG = png();
/** 8,000 × 6,000: below the megapixels of a fine's picture, above these. */
const HUGE = png(8_000, 6_000);

let wakes = 0;
const app = await appOfFile({ now: NOW, connections: 16, onForgottenWake: () => (wakes += 1) });
beforeEach(() => app.clock.set(NOW));

const get = async <T>(path: string): Promise<T> => {
  const reply = await app.call('GET', path, { as: 'administrador' });
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.body as T;
};
const data = async <T>(path: string): Promise<T> => (await get<{ data: T }>(path)).data;
const nested = async <T>(path: string): Promise<T> => (await data<{ data: T }>(path)).data;
const post = (path: string, body: unknown) => app.call('POST', path, { as: 'administrador', body });
const saves = async (path: string, body: unknown) => {
  const reply = await post(path, body);
  expect([path, reply.status, reply.body]).toEqual([path, 200, expect.objectContaining({ success: true })]);
};
const faults = async (path: string, body: unknown) => {
  const reply = await post(path, body);
  return [reply.status, ...(envelope(reply).errors ?? []).map((error) => `${error.path}: ${error.message}`)];
};

interface Tipo {
  id: number;
  name: string;
  active: boolean;
  iconoUrl: string;
  fotoAmenidadUrl: string;
}
const tipoBody = (changes: Partial<Record<keyof Tipo, unknown>> = {}) => ({
  id: '',
  name: freshText('Amenidad '),
  regulation: null,
  active: true,
  iconoUrl: '',
  fotoAmenidadUrl: '',
  ...changes,
});
async function newTipo(changes: Partial<Record<keyof Tipo, unknown>> = {}): Promise<Tipo> {
  const body = tipoBody(changes);
  await saves('/tipoamenidad/save', body);
  const found = (await get<Tipo[]>('/tipoamenidad/all')).find(({ name }) => name === body.name);
  if (!found) throw new Error('the type was not kept');
  return found;
}
const upload = (bytes: Uint8Array, uso = 'amenidad', as: 'administrador' | 'director' = 'administrador') =>
  app.call('POST', `/archivos/${uso}`, { as, file: { name: 'foto.png', bytes } });
const urlOf = async (bytes: Uint8Array, as?: 'director') =>
  (envelope(await upload(bytes, 'amenidad', as)).data as { url: string }).url;

describe('types', () => {
  it('are kept with their images, found by name and offered while they are active', async () => {
    const iconoUrl = await urlOf(PNG);
    const after = await lastAuditId(app);
    const tipo = await newTipo({ iconoUrl });
    expect(tipo).toEqual({ id: tipo.id, name: tipo.name, active: true, iconoUrl, fotoAmenidadUrl: '' });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'tipo_amenidad', nota: `Tipo de amenidad «${tipo.name}»` },
    ]);
    expect(await data(`/tipoamenidad/get/${tipo.id}`)).toEqual(tipo);
    const offered = () => get<Tipo[]>('/tipoamenidad/allactivas').then((all) => all.some(({ id }) => id === tipo.id));
    expect(await offered()).toBe(true);
    await saves('/tipoamenidad/save', { ...tipo, regulation: null, active: false });
    expect(await offered()).toBe(false);
    expect(refusalOf(await post('/tipoamenidad/save', tipoBody({ name: tipo.name.toLowerCase() })))).toMatch(
      /Ya existe/,
    );
    expect(await faults('/tipoamenidad/save', tipoBody({ name: ' ' }))).toEqual([400, 'name: Campo Requerido']);
    expect((await post('/tipoamenidad/save', tipoBody({ id: 999_999 }))).status).toBe(404);
  });

  it('take an image by what it is, of at most 40 megapixels and 5 MB', async () => {
    expect(refusalOf(await upload(new TextEncoder().encode('<svg/>')))).toMatch(/no es una imagen PNG o JPEG/);
    expect(refusalOf(await upload(HUGE))).toMatch(/demasiados pixeles/);
    expect((await upload(new Uint8Array(5 * 1024 * 1024 + 1))).status).toBeGreaterThanOrEqual(400);
    // One of another use, of another person, or none at all.
    const fine = envelope(await upload(PNG, 'sancion')).data as { url: string };
    for (const iconoUrl of [
      fine.url,
      await urlOf(PNG, 'director'),
      '/api/v1/archivos/999999',
      'https://otro.mx/a.png',
    ]) {
      expect(refusalOf(await post('/tipoamenidad/save', tipoBody({ iconoUrl })))).toMatch(/imagen no se encuentra/);
    }
  });

  it('forget an image that is removed or replaced, its bytes after the commit', async () => {
    const [first, second, photo] = [await urlOf(PNG), await urlOf(PNG), await urlOf(PNG)];
    const tipo = await newTipo({ iconoUrl: first, fotoAmenidadUrl: photo });
    const keyOf = async (url: string) =>
      (
        await app.query<{ clave: string }>(`SELECT clave FROM ${SCHEMA}.archivo WHERE id = $1`, [
          Number(url.split('/').at(-1)),
        ])
      )[0]?.clave ?? '';
    const keys = { first: await keyOf(first), photo: await keyOf(photo) };
    const before = wakes;
    await saves('/tipoamenidad/save', { ...tipo, iconoUrl: second, fotoAmenidadUrl: '' });
    expect(wakes).toBe(before + 1);
    expect((await app.call('GET', first.replace('/api/v1', ''), { as: 'administrador' })).status).toBe(404);
    // A refused save lets nothing go.
    expect(refusalOf(await post('/tipoamenidad/save', { ...tipo, iconoUrl: '/api/v1/archivos/1' }))).toMatch(
      /no se encuentra/,
    );
    expect(await app.files.get(keys.first)).toBeDefined();
    expect(await emptyForgotten(app.pools.jobsPool, SCHEMA, app.files)).toBe(2);
    for (const key of Object.values(keys)) expect(await app.files.get(key)).toBeUndefined();
    expect(await app.query(`SELECT FROM ${SCHEMA}.archivo_olvidado`)).toEqual([]);
    expect(await data(`/tipoamenidad/get/${tipo.id}`)).toMatchObject({ iconoUrl: second, fotoAmenidadUrl: '' });
    expect((await app.call('GET', second.replace('/api/v1', ''), { as: 'administrador' })).status).toBe(200);
  });
});

it('an upload that nobody attached is let go of after a day, and a photograph of the gate stays', async () => {
  const [loose, kept] = [await urlOf(PNG), await urlOf(PNG)];
  await newTipo({ fotoAmenidadUrl: kept });
  const device = await post('/dispositivoacceso/save', { id: '', nombre: freshText('Caseta '), punto: 'Norte' });
  const { clave } = envelope(device).data as { clave: string };
  const sent = await app.call('POST', '/acceso/foto', { token: clave, file: { name: 'placas.png', bytes: PNG } });
  const gate = `/api/v1/archivos/${(envelope(sent).data as { id: number }).id}`;
  const read = (url: string) => app.call('GET', url.replace('/api/v1', ''), { as: 'administrador' });
  const purge = async (now: string) => {
    app.clock.set(now);
    const community = await app.community();
    return inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, (tx) =>
      purgeUploads.run(tx, community, app.clock),
    );
  };
  await purge('2026-11-22T17:00:00Z');
  app.clock.set(NOW);
  expect((await read(loose)).status).toBe(200);
  expect(await purge('2026-11-22T19:00:00Z')).toMatchObject({ sueltos: expect.any(Number) });
  app.clock.set(NOW);
  const statuses = [loose, kept, gate].map(async (url) => (await read(url)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  expect(await emptyForgotten(app.pools.jobsPool, SCHEMA, app.files)).toBeGreaterThan(0);
});

interface ReglaRow {
  id: number;
  name: string;
  category: string;
  active: boolean;
}
async function newRegla(category: string): Promise<string> {
  const name = freshText('Regla ');
  await saves('/reglaamenidad/save', { id: '', name, category, active: true });
  return name;
}

it('rules are kept by category and offered while they are active', async () => {
  const name = await newRegla('cantidad_horario_dia');
  const found = (await get<ReglaRow[]>('/reglaamenidad/all')).find((row) => row.name === name);
  expect(await data(`/reglaamenidad/get/${found?.id}`)).toEqual({ ...found, category: 'cantidad_horario_dia' });
  const offered = () =>
    get<{ name: string }[]>('/reglaamenidad/allactivas').then((all) => all.filter((row) => row.name === name));
  expect(await offered()).toEqual([{ category: 'cantidad_horario_dia', name }]);
  await saves('/reglaamenidad/save', { ...found, active: false });
  expect(await offered()).toEqual([]);
  expect(await faults('/reglaamenidad/save', { id: '', name: '', category: '', active: true })).toEqual([
    400,
    'name: Campo Requerido',
    'category: Campo Requerido',
  ]);
  expect(
    refusalOf(await post('/reglaamenidad/save', { id: '', name, category: 'cantidad_horario_dia', active: true })),
  ).toMatch(/Ya existe/);
});

const agendaBody = (tipoId: number, changes: Record<string, unknown> = {}) => ({
  id: '',
  tipoAmenidad: { id: tipoId },
  variacionAmenidad: [{ name: 'Uno' }, { name: 'Dos' }],
  loteList: [] as { id: number }[],
  aforoMaximo: 10,
  bookingWindows: [0, 0],
  duracion: 60,
  diasDisponibles: [1, 2, 3, 4, 5, 6, 7],
  horarioGeneral: ['08:00', '12:00'],
  horarioPremium: [] as object[],
  permiteVisita: false,
  active: true,
  reglas: [] as object[],
  general: true,
  ...changes,
});
/** An agenda of a type of its own. */
async function newAgenda(changes: Record<string, unknown> = {}): Promise<Agenda & { tipo: number }> {
  const tipo = await newTipo();
  const body = agendaBody(tipo.id, changes);
  await saves('/amenidadagenda/crearagenda', body);
  const list = await nested<Agenda[]>(`/amenidadagenda/getByLote/${body.loteList[0]?.id ?? 0}/${body.general}`);
  const found = list.find(({ tipoAmenidad }) => tipoAmenidad.id === tipo.id);
  if (!found) throw new Error('the agenda was not kept');
  return { ...found, tipo: tipo.id };
}
const condominio = () => createDeliveredLote(app, { tipo: 'condominal', numero_viviendas: 3 });
const unidadOf = (lote: { id: number }) => createDeliveredLote(app, { parent_id: lote.id });

describe('agendas', () => {
  it('are read as they were saved, with every active rule', async () => {
    const name = await newRegla('maximo_unidad_privada');
    const lote = await condominio();
    const after = await lastAuditId(app);
    const agenda = await newAgenda({
      general: false,
      loteList: [{ id: lote.id }],
      bookingWindows: [48, 2],
      diasDisponibles: ['7', 1],
      horarioPremium: [{ horarioInicia: '10:00', horarioTermina: '11:00' }],
      permiteVisita: true,
      reglas: [{ checked: true, category: 'maximo_unidad_privada', title: name, valor: 4 }],
    });
    expect(agenda).toMatchObject({
      nombre: `${agenda.tipoAmenidad.name} · ${lote.referencia} · 08:00 a 12:00`,
      lote,
      aforoMaximo: 10,
      bookingWindowsDesdeHr: 48,
      bookingWindowsHastaHr: 2,
      duracionActividadMinutos: 60,
      diasDisponible: '1;7',
      horarioIniciaGlobal: '08:00',
      horarioTerminaGlobal: '12:00',
      horarioServicioPremiumList: [{ horarioInicia: '10:00', horarioTermina: '11:00' }],
      permiteVisita: true,
      activa: true,
      general: false,
    });
    expect(agenda.reglasAgendaList).toContainEqual({
      checked: true,
      category: 'maximo_unidad_privada',
      title: name,
      valor: 4,
    });
    expect(agenda.reglasAgendaList).toContainEqual(expect.objectContaining({ checked: false, valor: null }));
    expect((await auditRows(app, after)).at(-1)).toMatchObject({
      status: 'creado',
      entidad: 'amenidad_agenda',
      referencia: lote.referencia,
    });
    expect(await nested(`/amenidadagenda/get/${agenda.id}`)).toMatchObject({ id: agenda.id, nombre: agenda.nombre });

    // What is saved stays; what is new is added once, whatever its case.
    const { tipoAmenidadVariacionesList: variaciones, horarioServicioPremiumList: premium } = agenda;
    await saves('/amenidadagenda/crearagenda', {
      ...agendaBody(agenda.tipo, { general: false, loteList: [{ id: lote.id }] }),
      id: agenda.id,
      variacionAmenidad: [...variaciones, { name: ' dos ' }, { name: 'Tres' }],
      horarioPremium: [...premium, { horarioInicia: '08:00', horarioTermina: '08:30' }],
    });
    const edited = await nested<Agenda>(`/amenidadagenda/get/${agenda.id}`);
    expect(edited.tipoAmenidadVariacionesList.map((row) => row.name)).toEqual(['Uno', 'Dos', 'Tres']);
    expect(edited.horarioServicioPremiumList.map((row) => row.horarioInicia)).toEqual(['08:00', '10:00']);
    expect(edited.reglasAgendaList.filter(({ checked }) => checked)).toEqual([]);
  });

  it('without a variation have the amenity itself as their one, which cannot be deleted', async () => {
    const agenda = await newAgenda({ variacionAmenidad: [] });
    const [only] = agenda.tipoAmenidadVariacionesList;
    expect(only?.name).toBe(agenda.tipoAmenidad.name);
    const gone = await app.call('DELETE', `/amenidadagenda/deletevariacion/${only?.id}`, { as: 'administrador' });
    expect(refusalOf(gone)).toMatch(/al menos una variación/);
  });

  it('are refused with what does not fit', async () => {
    const { id } = await newTipo();
    const refused = async (changes: Record<string, unknown>) =>
      refusalOf(await post('/amenidadagenda/crearagenda', agendaBody(id, changes)));
    const malformed = (changes: Record<string, unknown>) =>
      faults('/amenidadagenda/crearagenda', agendaBody(id, changes));
    const unit = await createDeliveredLote(app);
    expect(await malformed({ general: false })).toEqual([400, 'loteList: Elija un lote o marque General']);
    expect(await malformed({ diasDisponibles: [] })).toEqual([400, 'diasDisponibles: Elija al menos un día']);
    expect(await malformed({ aforoMaximo: 0 })).toEqual([
      400,
      'aforoMaximo: El aforo máximo debe ser un número entero de 1 a 10000',
    ]);
    expect(await malformed({ bookingWindows: [2, 48] })).toEqual([
      400,
      expect.stringContaining('Desde debe ser mayor'),
    ]);
    expect(await malformed({ horarioGeneral: ['8', '12:00'] })).toEqual([
      400,
      expect.stringContaining('horarioGeneral.0'),
    ]);
    expect(
      await malformed({ reglas: [{ checked: true, category: 'cantidad_horario_dia', title: 'X', valor: '' }] }),
    ).toEqual([400, 'reglas.0.valor: Campo Requerido']);
    expect(
      await malformed({ reglas: [{ checked: true, category: 'cantidad_horario_dia', title: 'X', valor: 0 }] }),
    ).toEqual([400, 'reglas.0.valor: Debe ser al menos 1']);
    expect(await malformed({ horarioGeneral: ['12:00', '08:00'] })).toEqual([
      400,
      expect.stringMatching(/^horarioGeneral\.1: .*terminar después de empezar/),
    ]);
    expect(await refused({ duracion: 241 })).toMatch(/no cabe/);
    expect(await refused({ horarioPremium: [{ horarioInicia: '07:00', horarioTermina: '09:00' }] })).toMatch(
      /fuera del horario/,
    );
    expect(await refused({ general: false, loteList: [{ id: unit.id }] })).toMatch(/no es condominal/);
    expect(await refused({ tipoAmenidad: { id: 999_999 } })).toMatch(/amenidad ya no existe/);
    expect(
      await refused({ reglas: [{ checked: true, category: 'cantidad_horario_dia', title: 'No hay tal', valor: 1 }] }),
    ).toMatch(/«No hay tal» ya no existe/);
  });

  it('ask nothing of the number of a rule that they do not apply', async () => {
    const title = await newRegla('cantidad_horario_dia');
    const agenda = await newAgenda({ reglas: [{ checked: false, category: 'cantidad_horario_dia', title, valor: 0 }] });
    expect(agenda.reglasAgendaList.find((regla) => regla.title === title)).toMatchObject({
      checked: false,
      valor: null,
    });
  });

  it('lose a premium slot at once, and a variation unless it is booked', async () => {
    const lote = await createDeliveredLote(app);
    const agenda = await newAgenda({ horarioPremium: [{ horarioInicia: '10:00', horarioTermina: '11:00' }] });
    const [uno, dos] = agenda.tipoAmenidadVariacionesList;
    const gone = (path: string) => app.call('DELETE', path, { as: 'administrador' });
    const after = await lastAuditId(app);
    await gone(`/amenidadagenda/deletehorariop/${agenda.horarioServicioPremiumList[0]?.id}`);
    await book(agenda, [lote.id], { variacion: uno?.id });
    expect(refusalOf(await gone(`/amenidadagenda/deletevariacion/${uno?.id}`))).toMatch(
      /«Uno» tiene una reserva desde el 22-11-2026/,
    );
    expect((await gone(`/amenidadagenda/deletevariacion/${dos?.id}`)).status).toBe(200);
    expect((await auditRows(app, after)).map(({ status, entidad }) => `${status} ${entidad}`)).toEqual([
      'eliminado amenidad_horario_premium',
      'creado reserva',
      'eliminado amenidad_variacion',
    ]);
    const left = await nested<Agenda>(`/amenidadagenda/get/${agenda.id}`);
    expect(left.horarioServicioPremiumList).toEqual([]);
    expect(left.tipoAmenidadVariacionesList).toEqual([uno]);
    expect((await gone('/amenidadagenda/deletevariacion/999999')).status).toBe(404);

    // Booked in the past, it is only offered no more.
    await saves('/amenidadagenda/crearagenda', { ...agendaBody(agenda.tipo), id: agenda.id });
    app.clock.set('2026-11-23T18:00:00Z');
    app.forgetTokens();
    expect((await gone(`/amenidadagenda/deletevariacion/${uno?.id}`)).status).toBe(200);
    const [kept] = await data<Reserva[]>('/amenidadagenda/getByFechas/2026-11-22/2026-11-22').then((all) =>
      all.filter((row) => row.agenda.id === agenda.id),
    );
    expect(kept?.agenda.tipoAmenidadVariacionesList).toContainEqual(uno);
    app.forgetTokens();
  });
});

interface Booking {
  fecha?: string;
  hora?: string;
  variacion?: number | undefined;
  lugares?: number;
  personas?: object[];
}
/** Books one place a lot, tomorrow from 8 to 9 unless told. */
function book(agenda: Agenda, lotes: readonly number[], changes: Booking = {}) {
  const personas = changes.personas ?? lotes.map((lote) => ({ lote, isVisita: false, name: 'Ana Peña' }));
  return post('/amenidadagenda/reservar', {
    fechaReserva: changes.fecha ?? '2026-11-22',
    horaReservada: changes.hora ?? '08:00 - 09:00',
    agenda: agenda.id,
    variacionReservada: changes.variacion ?? agenda.tipoAmenidadVariacionesList[0]?.id,
    lugaresReservados: changes.lugares ?? personas.length,
    reservaResidenteList: personas,
  });
}
const messageOf = async (reply: ReturnType<typeof book>) => envelope(await reply).message;
const DONE = 'Reservado exitosamente';
const available = async ({ tipo }: { tipo: number }, fecha = '22-11-2026', lote = 0, general = true) =>
  (
    await data<{ agendaReservas: AgendaReservas[] }>(
      `/amenidadagenda/getByFechaAmenidadLote/${fecha}/${tipo}/${lote}/${general}`,
    )
  ).agendaReservas;
const deudor = async (vence: string) => {
  const lote = await createDeliveredLote(app);
  await insertCharge(app, lote.id, {
    tipo: 'sancion',
    monto_centavos: 150_050,
    vence,
    tipo_multa_id: await firstFine(),
  });
  return lote;
};
async function firstFine(): Promise<number> {
  const [row] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.tipo_multa`);
  return row?.id ?? 0;
}

describe('availability', () => {
  it('tells the places of each slot, and what keeps one from being booked', async () => {
    const lote = await createDeliveredLote(app);
    const agenda = await newAgenda({ horarioPremium: [{ horarioInicia: '10:00', horarioTermina: '11:00' }] });
    await book(agenda, [lote.id, lote.id, lote.id]);
    const [found] = await available(agenda);
    expect(found).toMatchObject({
      agenda: { id: agenda.id, nombre: agenda.nombre },
      reserva: { permiteVisita: false },
    });
    expect(found?.rerservaList.map(({ horario, premium, motivo }) => [horario, premium, motivo])).toEqual([
      ['08:00 - 09:00', false, null],
      ['09:00 - 10:00', false, null],
      ['10:00 - 11:00', true, null],
      ['11:00 - 12:00', false, null],
    ]);
    expect(found?.rerservaList[0]?.variacionesList).toMatchObject([
      { name: 'Uno', lugarOcupados: 3, lugaresDisponibles: 10 },
      { name: 'Dos', lugarOcupados: 0, lugaresDisponibles: 10 },
    ]);
    // Of today, at noon, all is over.
    const [today] = await available(agenda, '21-11-2026');
    expect(today?.rerservaList.map(({ motivo }) => motivo)).toEqual(Array(4).fill('El horario ya pasó. Elija otro'));
  });

  it('is of the days, the lot and the state that an agenda has', async () => {
    const lote = await condominio();
    const agenda = await newAgenda({ general: false, loteList: [{ id: lote.id }], diasDisponibles: [1] });
    expect(await available(agenda, '22-11-2026', lote.id, false)).toHaveLength(1);
    expect(await available(agenda, '23-11-2026', lote.id, false)).toEqual([]);
    expect(await available(agenda)).toEqual([]);
    await saves('/amenidadagenda/crearagenda', {
      ...agendaBody(agenda.tipo, { general: false, loteList: [{ id: lote.id }], active: false }),
      id: agenda.id,
    });
    expect(await available(agenda, '22-11-2026', lote.id, false)).toEqual([]);
    const path = (fecha: string, tipo: number, id: number) =>
      `/amenidadagenda/getByFechaAmenidadLote/${fecha}/${tipo}/${id}/false`;
    const read = (at: string) => app.call('GET', at, { as: 'administrador' });
    expect(refusalOf(await read(path('20-11-2026', agenda.tipo, lote.id)))).toMatch(/ya pasó/);
    expect((await read(path('31-02-2026', agenda.tipo, lote.id))).status).toBe(400);
    expect((await read(path('22-11-2026', 999_999, lote.id))).status).toBe(404);
    expect((await read(path('22-11-2026', agenda.tipo, 999_999))).status).toBe(404);
  });

  it('of all amenities at once is that of the general agendas, also of a day that is over', async () => {
    const lote = await createDeliveredLote(app);
    const condominal = await condominio();
    const general = await newAgenda();
    const own = await newAgenda({ general: false, loteList: [{ id: condominal.id }] });
    const closed = await newAgenda({ diasDisponibles: [2] });
    await book(general, [lote.id, lote.id]);
    type Ofrecida = AgendaReservas & { amenidad: string };
    const found = await data<Ofrecida[]>('/amenidadagenda/dia/2026-11-22');
    const mine = found.filter(({ agenda }) => [general.id, own.id, closed.id].includes(agenda.id));
    expect(mine).toEqual([{ amenidad: general.tipoAmenidad.name, ...(await available(general))[0] }]);
    expect(mine[0]?.rerservaList[0]?.variacionesList[0]).toMatchObject({ lugarOcupados: 2 });
    const past = await data<Ofrecida[]>('/amenidadagenda/dia/2026-11-20');
    const over = past.find(({ agenda }) => agenda.id === general.id);
    expect(over?.rerservaList.every(({ motivo }) => motivo === 'El horario ya pasó. Elija otro')).toBe(true);
  });

  it('lists the units that may book of a condominal lot', async () => {
    const lote = await condominio();
    const unit = await unidadOf(lote);
    expect(await data(`/lote/getChildrenByLote/${lote.id}`)).toEqual([{ ...unit, residente_name: '' }]);
    expect((await app.call('GET', '/lote/getChildrenByLote/999999', { as: 'administrador' })).status).toBe(404);
  });
});

describe('a reservation', () => {
  it('is refused with the rule that forbids it', async () => {
    const lote = await createDeliveredLote(app);
    const agenda = await newAgenda({ bookingWindows: [48, 1], diasDisponibles: [1, 2, 3], aforoMaximo: 3 });
    const other = await newAgenda();
    const person = { lote: lote.id, isVisita: false, name: 'Ana' };
    const said = (changes: Booking, lotes = [lote.id]) => messageOf(book(agenda, lotes, changes));
    expect(await said({ personas: [], lugares: 1 })).toBe('No se puede crear reservar sin residentes');
    expect(await said({ personas: [{ ...person, lote: '' }] })).toBe('Debe seleccionar al menos un residente');
    expect(await said({ personas: [{ ...person, isVisita: true }] })).toBe('Si selecciona lote no debe ser visita');
    expect(await said({ lugares: 2 })).toBe('Debe ingresar todas las personas según los lugares a reservar');
    expect(await said({ fecha: '2026-11-20' })).toMatch(/fecha ya pasó/);
    expect(await said({ fecha: '2026-11-26' })).toMatch(/no abre el 26-11-2026/);
    expect(await said({ hora: '08:30 - 09:30' })).toMatch(/horario elegido no es de esta agenda/);
    expect(await said({ variacion: other.tipoAmenidadVariacionesList[0]?.id })).toMatch(
      /lugar elegido no es de esta agenda/,
    );
    expect(await said({ fecha: '2026-11-24' })).toMatch(/a partir de 2 días antes/);
    expect(await said({ personas: [person, { lote: '', isVisita: true, name: 'Luis' }] })).toMatch(
      /no permite visitas/,
    );
    expect(await said({}, [999_999])).toMatch(/lotes no existe/);
    expect(await said({}, [lote.id, lote.id, lote.id, lote.id])).toMatch(/sólo quedan 3 lugares/);
    const inactive = await createDeliveredLote(app, { status: 'inactivo', status_anterior: 'entregado' });
    expect(await said({}, [inactive.id])).toMatch(/está inactivo/);
    await saves('/amenidadagenda/crearagenda', { ...agendaBody(other.tipo), id: other.id, active: false });
    expect(await messageOf(book(other, [lote.id]))).toMatch(/agenda ya no existe o no está activa/);
    expect(await app.query(`SELECT FROM ${SCHEMA}.reserva WHERE lote_id = $1`, [lote.id])).toEqual([]);
  });

  it('of a condominal lot’s agenda is its units’ only', async () => {
    const lote = await condominio();
    const unit = await unidadOf(lote);
    const stranger = await createDeliveredLote(app);
    const agenda = await newAgenda({ general: false, loteList: [{ id: lote.id }] });
    expect(await messageOf(book(agenda, [unit.id]))).toBe(DONE);
    expect(await messageOf(book(agenda, [unit.id, stranger.id]))).toMatch(
      new RegExp(`${stranger.referencia} no es de ${lote.referencia}`),
    );
  });

  it('keeps to the rules of its agenda, each named in the refusal', async () => {
    const [max, day, rest] = [
      await newRegla('maximo_unidad_privada'),
      await newRegla('cantidad_horario_dia'),
      await newRegla('secuencia_horario_premium'),
    ];
    const checked = (category: string, title: string, valor: number) => ({ checked: true, category, title, valor });
    const lote = await createDeliveredLote(app);
    const places = await newAgenda({ permiteVisita: true, reglas: [checked('maximo_unidad_privada', max, 3)] });
    const guests = [
      { lote: lote.id, isVisita: false, name: 'Ana' },
      { lote: '', isVisita: true, name: 'Luis' },
    ];
    expect(await messageOf(book(places, [], { personas: guests }))).toBe(DONE);
    const second = places.tipoAmenidadVariacionesList[1]?.id;
    // The guest counts with the lot that brought him, and the slot is one whatever its places.
    expect(await messageOf(book(places, [lote.id, lote.id], { variacion: second }))).toBe(
      `Regla «${max}»: el lote ${lote.referencia} puede ocupar 3 lugares de un mismo horario y ya tiene 2. Quite personas o elija otro horario`,
    );
    expect(await messageOf(book(places, [lote.id], { variacion: second }))).toBe(DONE);
    expect(await messageOf(book(places, [lote.id, lote.id], { hora: '09:00 - 10:00' }))).toBe(DONE);

    const daily = await newAgenda({ reglas: [checked('cantidad_horario_dia', day, 1)] });
    expect(await messageOf(book(daily, [lote.id]))).toBe(DONE);
    expect(await messageOf(book(daily, [lote.id], { hora: '10:00 - 11:00' }))).toMatch(
      new RegExp(`Regla «${day}».*1 reserva por día`),
    );
    expect(await messageOf(book(daily, [lote.id], { fecha: '2026-11-23' }))).toBe(DONE);

    const premium = await newAgenda({
      horarioPremium: [{ horarioInicia: '10:00', horarioTermina: '12:00' }],
      reglas: [checked('secuencia_horario_premium', rest, 3)],
    });
    const at = (fecha: string, hora = '10:00 - 11:00') => messageOf(book(premium, [lote.id], { fecha, hora }));
    expect(await at('2026-11-25')).toBe(DONE);
    expect(await at('2026-11-23', '11:00 - 12:00')).toMatch(new RegExp(`Regla «${rest}».*el 25-11-2026.*3 días`));
    expect(await at('2026-11-27')).toMatch(/el 25-11-2026/);
    expect(await at('2026-11-27', '08:00 - 09:00')).toBe(DONE);
    expect(await at('2026-11-28')).toBe(DONE);
  });

  it('of a lot with an amount overdue is barred by configuration only', async () => {
    const agenda = await newAgenda();
    const [late, dueToday] = [await deudor('2026-11-20'), await deudor(HOY)];
    expect(await messageOf(book(agenda, [late.id]))).toBe(DONE);
    const before = await data<Record<string, unknown>>('/configuracionresidencial/get');
    expect(before.reservaBloqueaAdeudo).toBe(false);
    await saves('/configuracionresidencial/save', { ...before, reservaBloqueaAdeudo: true });
    expect(await messageOf(book(agenda, [late.id], { hora: '09:00 - 10:00' }))).toBe(
      `El lote ${late.referencia} tiene un adeudo vencido de $1,500.50 y no puede reservar. Primero debe pagarlo`,
    );
    expect(await messageOf(book(agenda, [dueToday.id]))).toBe(DONE);
    // A save that knows nothing of it leaves it as it is.
    const { reservaBloqueaAdeudo: _left, ...without } = before;
    await saves('/configuracionresidencial/save', without);
    expect(await data('/configuracionresidencial/get')).toMatchObject({ reservaBloqueaAdeudo: true });
    await saves('/configuracionresidencial/save', before);
    expect(await messageOf(book(agenda, [late.id], { hora: '09:00 - 10:00' }))).toBe(DONE);
  });

  it('of a lot that collection barred is refused while it has something overdue of its own, and until somebody lets it', async () => {
    const agenda = await newAgenda();
    const [late, dueToday, other] = [await deudor('2026-11-20'), await deudor(HOY), await deudor('2026-11-20')];
    const barred = [late.id, dueToday.id];
    await app.query(
      `WITH corrida AS (
         INSERT INTO ${SCHEMA}.gestion_corrida (fecha, estado, created_at, aprobada_at, sale_at)
         VALUES ('2026-11-20', 'aprobada', now(), now(), now()) RETURNING id
       ), linea AS (
         INSERT INTO ${SCHEMA}.gestion_linea (corrida_id, paso_id, lote_id, desde, vencido_centavos, estado, fecha)
         SELECT c.id, (SELECT id FROM ${SCHEMA}.gestion_paso WHERE orden = 3), l, '2026-11-20', 150050, 'enviada', '2026-11-20'
         FROM corrida c, unnest($1::int[]) l RETURNING id, lote_id
       )
       INSERT INTO ${SCHEMA}.gestion_bloqueo (lote_id, linea_id, desde) SELECT lote_id, id, '2026-11-21' FROM linea`,
      [barred],
    );
    const refusal = `El lote ${late.referencia} no puede reservar mientras tenga un adeudo vencido: así lo dispuso la gestión de cobranza. Primero debe pagarlo`;
    expect(await messageOf(book(agenda, [late.id]))).toBe(refusal);
    // Whoever comes along does not let it in.
    expect(await messageOf(book(agenda, [other.id, late.id]))).toBe(refusal);
    expect(await messageOf(book(agenda, [other.id]))).toBe(DONE);
    // What is due today is not overdue: the bar waits for what is.
    expect(await messageOf(book(agenda, [dueToday.id]))).toBe(DONE);
    // An agreement in force stops it, and a broken one no more.
    const agreement = (estado: string) =>
      app.query(
        `INSERT INTO ${SCHEMA}.convenio (folio, lote_id, fecha, estado, estado_desde, interes, tolerancia_dias, firmante,
           observacion, adeudo_centavos, condonado_centavos, created_at)
         VALUES (60606, $1, '2026-11-20', $2, '2026-11-20', 'sigue', 5, 'Ana Ruiz', '', 10000, 0, now())
         ON CONFLICT (folio) DO UPDATE SET estado = excluded.estado`,
        [late.id, estado],
      );
    const shownBar = async () =>
      (envelope(await app.call('GET', `/gestion/lote/${late.id}`, { as: 'director' })).data as { bloqueo: unknown })
        .bloqueo;
    await agreement('vigente');
    expect(await messageOf(book(agenda, [late.id], { hora: '09:00 - 10:00' }))).toBe(DONE);
    expect(await shownBar()).toBeNull();
    await agreement('roto');
    expect(await messageOf(book(agenda, [late.id], { hora: '10:00 - 11:00' }))).toBe(refusal);
    expect(await shownBar()).not.toBeNull();
    const [bar] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.gestion_bloqueo WHERE lote_id = $1`, [
      late.id,
    ]);
    await saves('/gestion/bloqueo/levantar', { id: bar?.id, razon: 'Firmó convenio' });
    expect(await messageOf(book(agenda, [late.id]))).toBe(DONE);
  });

  it('of ten places by a hundred at once is had by exactly ten, and once by an intent that is sent twice', async () => {
    const agenda = await newAgenda();
    const lotes = await Promise.all(Array.from({ length: 100 }, () => createDeliveredLote(app)));
    const replies = await Promise.all(lotes.map(({ id }) => messageOf(book(agenda, [id]))));
    expect(replies.filter((message) => message === DONE)).toHaveLength(10);
    const full = replies.filter((message) => /Ya no quedan lugares en «Uno» de 08:00 a 09:00/.test(message));
    expect(full).toHaveLength(90);
    const [row] = await app.query<{ lugares: number }>(
      `SELECT sum(lugares)::int AS lugares FROM ${SCHEMA}.reserva WHERE agenda_id = $1`,
      [agenda.id],
    );
    expect(row?.lugares).toBe(10);
    const [found] = await available(agenda);
    expect(found?.rerservaList[0]?.variacionesList[0]).toMatchObject({ lugarOcupados: 10, lugaresDisponibles: 10 });

    const body = {
      fechaReserva: '2026-11-22',
      horaReservada: '11:00 - 12:00',
      agenda: agenda.id,
      variacionReservada: agenda.tipoAmenidadVariacionesList[0]?.id,
      lugaresReservados: 1,
      reservaResidenteList: [{ lote: lotes[0]?.id, isVisita: false, name: 'Ana' }],
    };
    const headers = { 'idempotency-key': 'reserva-de-prueba-0001' };
    const twice = await Promise.all(
      [1, 2].map(() => app.call('POST', '/amenidadagenda/reservar', { as: 'administrador', body, headers })),
    );
    expect(twice.map((reply) => envelope(reply).message)).toEqual([DONE, DONE]);
    const [later] = await available(agenda);
    expect(later?.rerservaList[3]?.variacionesList[0]?.lugarOcupados).toBe(1);
  });
});

describe('the reservations', () => {
  it('are found by period and by lot, and free their places when they are deleted', async () => {
    const lote = await condominio();
    const unit = await unidadOf(lote);
    const friend = await createDeliveredLote(app);
    const agenda = await newAgenda();
    await app.query(
      `INSERT INTO ${SCHEMA}.user_app (name, email, phone, status, lote_id) VALUES ('Ana Peña', $1, '5512345678', 'verificada', $2)`,
      [`${freshText('ana')}@correo.mx`, unit.id],
    );
    expect(await messageOf(book(agenda, [unit.id, friend.id]))).toBe(DONE);
    const of = (list: Reserva[]) => list.filter((row) => row.agenda.id === agenda.id);
    const [found, ...more] = of(await data<Reserva[]>('/amenidadagenda/getByFechas/2026-11-22/2026-11-30'));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      status: true,
      checked: false,
      variacion: agenda.tipoAmenidadVariacionesList[0]?.id,
      lugares: 2,
      fecha: '2026-11-22',
      hora: '08:00 - 09:00',
      referencia: unit.referencia,
      idUserApp: expect.any(Number),
      agenda: { tipoAmenidad: { name: agenda.tipoAmenidad.name } },
      personas: [{ referencia: unit.referencia }, { referencia: friend.referencia }],
    });
    for (const id of [lote.id, unit.id, friend.id]) {
      expect(of(await data(`/amenidadagenda/getByFechaLoteHijoAmenidad/${id}/2026-11-22`))).toHaveLength(1);
      expect(await data(`/amenidadagenda/getByFechaLoteHijoAmenidad/${id}/2026-11-23`)).toEqual([]);
    }
    expect(of(await data('/amenidadagenda/getByFechas/2026-11-23/2026-11-30'))).toEqual([]);
    const read = (path: string) => app.call('GET', `/amenidadagenda/${path}`, { as: 'administrador' });
    expect(refusalOf(await read('getByFechas/2026-11-23/2026-11-22'))).toMatch(/anterior a la inicial/);
    expect(refusalOf(await read('getByFechas/2026-01-01/2027-01-02'))).toMatch(/pasa de un año/);

    const drop = () => app.call('PUT', `/amenidadagenda/deleteagenda/${found?.idReserva}`, { as: 'administrador' });
    await app.query(`UPDATE ${SCHEMA}.reserva SET checked = true WHERE id = $1`, [found?.idReserva]);
    expect(refusalOf(await drop())).toMatch(/ya tiene entrada/);
    await app.query(`UPDATE ${SCHEMA}.reserva SET checked = false WHERE id = $1`, [found?.idReserva]);
    const after = await lastAuditId(app);
    expect(envelope(await drop())).toMatchObject({ success: true, message: 'Reserva Eliminada' });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'eliminado', entidad: 'reserva', referencia: unit.referencia },
    ]);
    expect((await drop()).status).toBe(404);
    expect(of(await data('/amenidadagenda/getByFechas/2026-11-22/2026-11-22'))).toEqual([]);
    const [free] = await available(agenda);
    expect(free?.rerservaList[0]?.variacionesList[0]?.lugarOcupados).toBe(0);
  });
});
