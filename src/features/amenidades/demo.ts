/**
 * The amenities of the demo community: a pool, padel courts, an events hall and a terrace, with reservations some days
 * back and ahead. Deterministic: the register and the day decide every row. Everything is made up.
 */
import type { Fecha } from '#core/fecha.ts';
import { demoUserId } from '#libro/demo-user.ts';
import type { Tx } from '#platform/server/db.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { keepDrawing } from '#platform/server/files-drawn.ts';
import { drawAmenidad } from './demo-pictures.ts';
import { type Category, dayCodeOf, minutesOf, type Slot, slotsOf } from './rules.ts';

const REGLAS: readonly { name: string; category: Category; active: boolean }[] = [
  { name: 'Lugares por vivienda', category: 'maximo_unidad_privada', active: true },
  { name: 'Reservas de una vivienda al día', category: 'cantidad_horario_dia', active: true },
  { name: 'Descanso entre reservas premium', category: 'secuencia_horario_premium', active: true },
  { name: 'Máximo en temporada alta', category: 'maximo_unidad_privada', active: false },
];

interface DemoAgenda {
  tipo: string;
  /** Of the first condominal lot instead of general. */
  condominal?: boolean;
  variaciones: readonly string[];
  aforo: number;
  ventana: readonly [number, number];
  duracion: number;
  dias: readonly number[];
  horario: readonly [string, string];
  premium?: readonly (readonly [string, string])[];
  visita: boolean;
  reglas?: Readonly<Record<string, number>>;
  /** Of every hundred slots so many are booked, and by at most so many people each time. */
  uso: number;
  personas: number;
}

const TODOS = [1, 2, 3, 4, 5, 6, 7];
const AGENDAS: readonly DemoAgenda[] = [
  {
    tipo: 'Alberca',
    variaciones: ['Alberca principal', 'Chapoteadero', 'Carril de nado'],
    aforo: 20,
    ventana: [168, 1],
    duracion: 120,
    dias: [1, 3, 4, 5, 6, 7],
    horario: ['07:00', '21:00'],
    visita: true,
    reglas: { 'Lugares por vivienda': 6 },
    uso: 24,
    personas: 5,
  },
  {
    tipo: 'Cancha de pádel',
    variaciones: ['Cancha 1', 'Cancha 2'],
    aforo: 4,
    ventana: [72, 1],
    duracion: 60,
    dias: TODOS,
    horario: ['07:00', '22:00'],
    premium: [['18:00', '21:00']],
    visita: true,
    reglas: { 'Reservas de una vivienda al día': 1, 'Descanso entre reservas premium': 2 },
    uso: 22,
    personas: 4,
  },
  {
    tipo: 'Salón de eventos',
    variaciones: ['Salón principal'],
    aforo: 120,
    ventana: [1440, 48],
    duracion: 0,
    dias: [1, 5, 6, 7],
    horario: ['12:00', '23:00'],
    visita: true,
    uso: 40,
    personas: 8,
  },
  {
    tipo: 'Terraza',
    variaciones: ['Terraza con asador', 'Terraza jardín'],
    aforo: 15,
    ventana: [336, 12],
    duracion: 240,
    dias: TODOS,
    horario: ['10:00', '22:00'],
    premium: [['14:00', '18:00']],
    visita: true,
    reglas: { 'Reservas de una vivienda al día': 1 },
    uso: 22,
    personas: 6,
  },
  {
    tipo: 'Terraza',
    condominal: true,
    variaciones: ['Roof garden'],
    aforo: 10,
    ventana: [0, 0],
    duracion: 300,
    dias: [1, 6, 7],
    horario: ['11:00', '21:00'],
    visita: false,
    uso: 30,
    personas: 3,
  },
];
const TIPOS = ['Alberca', 'Cancha de pádel', 'Salón de eventos', 'Terraza'] as const;
const DAYS_BACK = 10;
const DAYS_AHEAD = 9;
const VISITAS = ['Laura Ortiz', 'Rodrigo Salas', 'Natalia Cuéllar', 'Emilio Barrón', 'Paola Trejo', 'Iván Medrano'];

/** A whole number below `count` that a text always has. */
function diceOf(key: string, count: number): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 16_777_619);
  // The low bits of such a hash are the poor ones.
  hash ^= hash >>> 15;
  return (Math.imul(hash, 2_246_822_519) >>> 8) % count;
}

const plusDays = (fecha: Fecha, days: number): Fecha =>
  new Date(Date.parse(`${fecha}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

interface Unidad {
  id: number;
  parent_id: number | null;
  name: string;
  user_app_id: number | null;
}

/** Delivered homes with their associate, who books. */
function listUnidades(tx: Tx): Promise<Unidad[]> {
  return tx
    .selectFrom('lote')
    .innerJoin('lote_residente as lazo', (join) =>
      join.onRef('lazo.lote_id', '=', 'lote.id').on('lazo.asociado', '=', true).on('lazo.active', '=', true),
    )
    .innerJoin('residente', 'residente.id', 'lazo.residente_id')
    .select((eb) => [
      'lote.id',
      'lote.parent_id',
      'residente.name',
      eb
        .selectFrom('user_app')
        .select((app) => app.fn.min('user_app.id').as('id'))
        .whereRef('user_app.lote_id', '=', 'lote.id')
        .where('user_app.status', '=', 'verificada')
        .as('user_app_id'),
    ])
    .where('lote.tipo', '=', 'habitacional')
    .where('lote.status', '=', 'entregado')
    .orderBy('lote.id')
    .limit(400)
    .execute();
}

interface Booking {
  fecha: Fecha;
  slot: Slot;
  variacion: number;
  unidad: Unidad;
  personas: { name: string; lote_id: number | null; visita: boolean }[];
}

/** The reservations of an agenda: few enough that no slot is ever over its capacity, and each lot at most once a week. */
function bookingsOf(
  agenda: DemoAgenda,
  hoy: Fecha,
  variaciones: readonly number[],
  unidades: readonly Unidad[],
): Booking[] {
  const [desde = '', hasta = ''] = agenda.horario;
  const schedule = {
    inicia: minutesOf(desde) ?? 0,
    termina: minutesOf(hasta) ?? 0,
    duracion: agenda.duracion,
    premium: (agenda.premium ?? []).map(([from, to]) => ({
      inicia: minutesOf(from) ?? 0,
      termina: minutesOf(to) ?? 0,
    })),
  };
  const slots = slotsOf(schedule);
  const bookings: Booking[] = [];
  const lastOf = new Map<number, number>();
  for (let day = -DAYS_BACK; day <= DAYS_AHEAD; day += 1) {
    const fecha = plusDays(hoy, day);
    if (!agenda.dias.includes(dayCodeOf(fecha))) continue;
    for (const [index, slot] of slots.entries()) {
      for (const variacion of variaciones) {
        const key = `${agenda.tipo} ${fecha} ${index} ${variacion}`;
        // Evenings and premium times are what people want.
        if (diceOf(key, 100) >= agenda.uso + (slot.premium ? 30 : 0)) continue;
        const unidad = unidades[diceOf(`${key} unidad`, unidades.length)];
        if (!unidad || day - (lastOf.get(unidad.id) ?? -99) < 7) continue;
        lastOf.set(unidad.id, day);
        const guests = diceOf(`${key} personas`, agenda.personas);
        const personas: Booking['personas'] = [{ name: unidad.name, lote_id: unidad.id, visita: false }];
        for (let guest = 0; guest < guests; guest += 1) {
          const visita = agenda.visita && guest % 2 === 1;
          const surname = unidad.name.split(' ').slice(-2).join(' ');
          const name = visita
            ? (VISITAS[diceOf(`${key} ${guest}`, VISITAS.length)] ?? '')
            : `${['Sofía', 'Mateo', 'Regina', 'Leonardo', 'Valeria'][diceOf(`${key} ${guest}`, 5)]} ${surname}`;
          personas.push({ name, lote_id: visita ? null : unidad.id, visita });
        }
        bookings.push({ fecha, slot, variacion, unidad, personas });
      }
    }
  }
  return bookings;
}

/** Each amenity's picture and icon. */
async function keepPictures(
  tx: Tx,
  files: FileStore,
  tipos: readonly { id: number; name: string }[],
  at: string,
): Promise<void> {
  for (const { id, name } of tipos) {
    const drawn = drawAmenidad(name);
    if (!drawn) continue;
    const { foto, icono } = drawn;
    const keep = async (nombre: string, drawing: typeof foto) =>
      (await keepDrawing(tx, files, { uso: 'amenidad', nombre, drawing, at })).id;
    const icono_id = await keep(`icono ${name}.jpg`, icono);
    const foto_id = await keep(`${name}.jpg`, foto);
    await tx.updateTable('tipo_amenidad').set({ icono_id, foto_id }).where('id', '=', id).execute();
  }
}

/** Without a store for files there are no pictures. */
export async function loadAmenidadesDemo(
  tx: Tx,
  { hoy, files }: { hoy: Fecha; files?: FileStore | undefined },
): Promise<void> {
  const at = `${plusDays(hoy, -400)}T16:00:00Z`;
  const stamps = { created_at: at, updated_at: at };
  const tipos = await tx
    .insertInto('tipo_amenidad')
    .values([...TIPOS, 'Gimnasio'].map((name) => ({ name, active: name !== 'Gimnasio', ...stamps })))
    .returning(['id', 'name'])
    .execute();
  if (files) await keepPictures(tx, files, tipos, at);
  const reglas = await tx
    .insertInto('regla_amenidad')
    .values(REGLAS.map((regla) => ({ ...regla, ...stamps })))
    .returning(['id', 'name'])
    .execute();
  const unidades = await listUnidades(tx);
  // One whose homes are delivered, so that its terrace is used.
  const condominal = unidades.find(({ parent_id }) => parent_id !== null)?.parent_id ?? null;
  const booked: { values: Booking; agenda_id: number }[] = [];
  for (const agenda of AGENDAS) {
    if (agenda.condominal && condominal === null) continue;
    const tipo = tipos.find(({ name }) => name === agenda.tipo);
    if (!tipo) throw new Error(`no such amenity: ${agenda.tipo}`);
    const { id } = await tx
      .insertInto('amenidad_agenda')
      .values({
        tipo_amenidad_id: tipo.id,
        lote_id: agenda.condominal ? condominal : null,
        aforo_maximo: agenda.aforo,
        ventana_desde_horas: agenda.ventana[0],
        ventana_hasta_horas: agenda.ventana[1],
        duracion_minutos: agenda.duracion,
        dias: [...agenda.dias],
        inicia_minuto: minutesOf(agenda.horario[0]) ?? 0,
        termina_minuto: minutesOf(agenda.horario[1]) ?? 0,
        permite_visita: agenda.visita,
        ...stamps,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const variaciones = await tx
      .insertInto('amenidad_variacion')
      .values(agenda.variaciones.map((name) => ({ agenda_id: id, name })))
      .returning('id')
      .execute();
    for (const [from, to] of agenda.premium ?? []) {
      await tx
        .insertInto('amenidad_horario_premium')
        .values({ agenda_id: id, inicia_minuto: minutesOf(from) ?? 0, termina_minuto: minutesOf(to) ?? 0 })
        .execute();
    }
    for (const [name, valor] of Object.entries(agenda.reglas ?? {})) {
      const regla_id = reglas.find((regla) => regla.name === name)?.id;
      if (regla_id === undefined) throw new Error(`no such rule: ${name}`);
      await tx.insertInto('amenidad_agenda_regla').values({ agenda_id: id, regla_id, valor }).execute();
    }
    const own = agenda.condominal ? unidades.filter(({ parent_id }) => parent_id === condominal) : unidades;
    for (const values of bookingsOf(
      agenda,
      hoy,
      variaciones.map((row) => row.id),
      own,
    ))
      booked.push({ values, agenda_id: id });
  }
  await insertBookings(tx, booked, hoy);
}

async function insertBookings(
  tx: Tx,
  booked: readonly { values: Booking; agenda_id: number }[],
  hoy: Fecha,
): Promise<void> {
  if (booked.length === 0) return;
  const usuario_id = await demoUserId(tx, 'administrador');
  const ids = await tx
    .insertInto('reserva')
    .values(
      booked.map(({ agenda_id, values: { fecha, slot, variacion, unidad, personas } }) => ({
        agenda_id,
        variacion_id: variacion,
        fecha,
        inicia_minuto: slot.inicia,
        termina_minuto: slot.termina,
        premium: slot.premium,
        lugares: personas.length,
        lote_id: unidad.id,
        user_app_id: unidad.user_app_id,
        // Some who booked never came.
        checked: fecha < hoy && diceOf(`${fecha} ${slot.inicia} ${unidad.id}`, 10) > 0,
        usuario_id,
        created_at: `${plusDays(fecha < hoy ? fecha : hoy, -2)}T17:00:00Z`,
      })),
    )
    .returning('id')
    .execute();
  await tx
    .insertInto('reserva_persona')
    .values(
      booked.flatMap(({ values }, index) => {
        const reserva_id = ids[index]?.id ?? 0;
        return values.personas.map((persona) => ({ reserva_id, ...persona }));
      }),
    )
    .execute();
}
