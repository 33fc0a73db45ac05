import type { Fecha } from '#core/fecha.ts';
import { archivoOfUrl, urlOfArchivo } from '#features/archivos/contract.ts';
import { type Context, register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { findKeptFile } from '#platform/server/files-kept.ts';
import { formatFecha } from '#ui/format.ts';
import {
  type Agenda,
  type AgendaReservas,
  agendaContract,
  type Reserva,
  reglaAmenidadContract,
  tipoAmenidadContract,
} from '../contract.ts';
import {
  dayCodeOf,
  daysBetween,
  horaOf,
  horarioOf,
  type Interval,
  minutesOf,
  minutesUntil,
  refusalOfMoment,
  refusalOfSchedule,
  type Schedule,
  slotsOf,
} from '../rules.ts';
import type { AgendaRow, ReservaRow } from './repository.ts';
import * as repository from './repository.ts';
import { nowOf, ocupadosOf, reservar, scheduleOf } from './reservar.ts';

const UNKNOWN_TIPO = 'No existe el tipo de amenidad solicitado';
const UNKNOWN_REGLA = 'No existe la regla de amenidad solicitada';
const UNKNOWN_AGENDA = 'No existe la agenda solicitada';
const UNKNOWN_LOTE = 'No existe el lote solicitado';
/** Days of a list of reservations. */
const PERIOD_DAYS_MAX = 366;

const TAKEN = {
  uq_tipo_amenidad_name: 'Ya existe un tipo de amenidad con ese nombre. Escriba otro o edite el existente',
  uq_regla_amenidad_name: 'Ya existe una regla de amenidad con ese nombre. Escriba otro o edite la existente',
};

/* Types */

interface TipoRow {
  id: number;
  name: string;
  active: boolean;
  icono_id: number | null;
  foto_id: number | null;
}

const toTipo = ({ id, name, active, icono_id, foto_id }: TipoRow) => ({
  id,
  name,
  active,
  iconoUrl: icono_id === null ? '' : urlOfArchivo(icono_id),
  fotoAmenidadUrl: foto_id === null ? '' : urlOfArchivo(foto_id),
});

/** The file behind the address of an image: the one that the record has, or one that the user uploaded for it. */
async function imageOf(
  ctx: Context,
  url: string,
  current: readonly (number | null | undefined)[],
): Promise<number | null> {
  if (url === '') return null;
  const id = archivoOfUrl(url);
  if (id !== undefined && current.includes(id)) return id;
  const file = id === undefined ? undefined : await findKeptFile(ctx.tx, id);
  if (file?.uso !== 'amenidad' || file.usuario_id !== ctx.user.id) {
    throw new Refusal('La imagen no se encuentra. Súbala de nuevo');
  }
  return file.id;
}

export const tipoAmenidadEndpoints = register(tipoAmenidadContract, {
  all: async ({ ctx }) => (await repository.listTipos(ctx.tx)).map(toTipo),

  async get({ params, ctx }) {
    const row = await repository.findTipo(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN_TIPO);
    return toTipo(row);
  },

  activas: ({ ctx }) => repository.listTiposActivos(ctx.tx),

  async save({ body, ctx }) {
    const { tx } = ctx;
    const antes = body.id === null ? undefined : await repository.findTipoForUpdate(tx, body.id);
    if (body.id !== null && !antes) throw new NotFound(UNKNOWN_TIPO);
    const had = [antes?.icono_id, antes?.foto_id];
    const icono = await imageOf(ctx, body.iconoUrl, had);
    const foto = await imageOf(ctx, body.fotoAmenidadUrl, had);
    if (icono !== null && icono === foto) throw new Refusal('El icono y la foto son el mismo archivo. Suba cada uno');
    const values = {
      name: body.name,
      active: body.active,
      icono_id: icono,
      foto_id: foto,
      updated_at: ctx.clock.now(),
    };
    const row = await refusing(TAKEN, () =>
      antes ? repository.updateTipo(tx, antes.id, values) : repository.insertTipo(tx, values),
    );
    // What is no longer shown anywhere is forgotten, its bytes once this is committed.
    for (const id of had) if (id != null && id !== icono && id !== foto) await ctx.files.forget(id);
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'tipo_amenidad',
      entidadId: row.id,
      referencia: row.name,
      nota: `Tipo de amenidad «${row.name}»`,
      antes: antes && toTipo(antes),
      despues: toTipo(row),
    });
    return undefined;
  },
});

/* Rules */

export const reglaAmenidadEndpoints = register(reglaAmenidadContract, {
  all: ({ ctx }) => repository.listReglas(ctx.tx),

  async get({ params, ctx }) {
    const row = await repository.findRegla(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN_REGLA);
    return row;
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const antes = body.id === null ? undefined : await repository.findReglaForUpdate(tx, body.id);
    if (body.id !== null && !antes) throw new NotFound(UNKNOWN_REGLA);
    const { name, category, active } = body;
    const values = { name, category, active, updated_at: ctx.clock.now() };
    const row = await refusing(TAKEN, () =>
      antes ? repository.updateRegla(tx, antes.id, values) : repository.insertRegla(tx, values),
    );
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'regla_amenidad',
      entidadId: row.id,
      referencia: name,
      nota: `Regla de amenidad «${name}»`,
      antes,
      despues: row,
    });
    return undefined;
  },

  async activas({ ctx }) {
    const rows = await repository.listReglas(ctx.tx);
    return rows.filter(({ active }) => active);
  },
});

/* Agendas */

/** What tells an agenda from another: its amenity, whose it is, and its hours. */
function nombreOf(row: Pick<AgendaRow, 'tipo_name' | 'lote_referencia' | 'inicia_minuto' | 'termina_minuto'>): string {
  const hours = `${horaOf(row.inicia_minuto)} a ${horaOf(row.termina_minuto)}`;
  return [row.tipo_name, row.lote_referencia ?? 'General', hours].join(' · ');
}

function toAgenda(row: AgendaRow): Agenda {
  return {
    id: row.id,
    nombre: nombreOf(row),
    tipoAmenidad: { id: row.tipo_amenidad_id, name: row.tipo_name },
    tipoAmenidadVariacionesList: row.variaciones,
    lote: row.lote_id === null ? null : { id: row.lote_id, referencia: row.lote_referencia ?? '' },
    aforoMaximo: row.aforo_maximo,
    bookingWindowsDesdeHr: row.ventana_desde_horas,
    bookingWindowsHastaHr: row.ventana_hasta_horas,
    duracionActividadMinutos: row.duracion_minutos,
    diasDisponible: row.dias.join(';'),
    horarioIniciaGlobal: horaOf(row.inicia_minuto),
    horarioTerminaGlobal: horaOf(row.termina_minuto),
    horarioServicioPremiumList: row.premium.map(({ id, inicia, termina }) => ({
      id,
      horarioInicia: horaOf(inicia),
      horarioTermina: horaOf(termina),
    })),
    permiteVisita: row.permite_visita,
    activa: row.activa,
    general: row.lote_id === null,
    reglasAgendaList: row.reglas.map(({ category, title, valor }) => ({
      checked: valor !== null,
      category,
      title,
      valor,
    })),
  };
}

/** A pair that the schema has read as hours. */
function intervalOf(desde: string, hasta: string): Interval {
  return { inicia: minutesOf(desde) ?? 0, termina: minutesOf(hasta) ?? 0 };
}

/** The agenda's lock also keeps a slot or a variation from going while it is booked. */
async function lockedAgenda(ctx: Context, id: number): Promise<AgendaRow> {
  const agenda = await repository.findAgendaForUpdate(ctx.tx, id);
  if (!agenda) throw new NotFound(UNKNOWN_AGENDA);
  return agenda;
}

const sameName = (a: string, b: string): boolean => a.localeCompare(b, 'es', { sensitivity: 'base' }) === 0;

/** The names of new variations: none twice, and none that the agenda already has. */
function newVariaciones(names: readonly string[], kept: readonly { name: string }[]): string[] {
  const fresh: string[] = [];
  for (const name of names) {
    if (![...kept.map((variacion) => variacion.name), ...fresh].some((known) => sameName(known, name)))
      fresh.push(name);
  }
  return fresh;
}

async function reglasOf(
  ctx: Context,
  reglas: readonly { checked: boolean; category: string; title: string; valor: number | null }[],
) {
  const known = await repository.listReglas(ctx.tx);
  return reglas.flatMap(({ checked, category, title, valor }) => {
    if (!checked || valor === null) return [];
    const rule = known.find((row) => row.active && row.category === category && row.name === title);
    if (!rule)
      throw new Refusal(`La regla «${title}» ya no existe o no está activa. Actualice la página e intente de nuevo`);
    return [{ regla_id: rule.id, valor }];
  });
}

/** The state that a user would see before and after, for the audit log. */
const auditedAgenda = (row: AgendaRow) => {
  const { reglasAgendaList, ...agenda } = toAgenda(row);
  return {
    ...agenda,
    reglas: reglasAgendaList.filter(({ checked }) => checked).map(({ title, valor }) => ({ title, valor })),
  };
};

function toReserva(row: ReservaRow): Reserva {
  return {
    idReserva: row.id,
    status: true,
    checked: row.checked,
    variacion: row.variacion_id,
    lugares: row.lugares,
    fecha: row.fecha,
    hora: horarioOf(row),
    direccion: row.direccion,
    referencia: row.referencia,
    idUserApp: row.user_app_id,
    agenda: { id: row.agenda_id, tipoAmenidad: { name: row.tipo_name }, tipoAmenidadVariacionesList: row.variaciones },
    personas: row.personas,
  };
}

/** The slots of a day in an agenda, with the places that are left of each and why it cannot be booked now. */
export function offerOf(
  ctx: Context,
  agenda: Omit<AgendaRow, 'reglas'>,
  ocupacion: Awaited<ReturnType<typeof repository.listOcupacion>>,
  fecha: Fecha,
): AgendaReservas {
  const { aforo_maximo: aforo } = agenda;
  const faltan = minutesUntil(fecha, nowOf(ctx));
  const ventana = [agenda.ventana_desde_horas, agenda.ventana_hasta_horas] as const;
  return {
    agenda: { id: agenda.id, nombre: nombreOf(agenda) },
    reserva: { permiteVisita: agenda.permite_visita },
    rerservaList: slotsOf(scheduleOf(agenda)).map((slot) => ({
      horario: horarioOf(slot),
      premium: slot.premium,
      motivo: refusalOfMoment(slot, { faltan, ventana }) ?? null,
      variacionesList: agenda.variaciones.map(({ id, name }) => ({
        id,
        name,
        lugarOcupados: Math.min(aforo, ocupadosOf(ocupacion.get(id), slot)),
        lugaresDisponibles: aforo,
      })),
    })),
  };
}

/** Takes a reservation back, which whoever asks was let. */
export async function cancelReserva(ctx: Context, row: ReservaRow): Promise<void> {
  await repository.deleteReserva(ctx.tx, row.id, ctx.clock.now());
  const { status: _status, agenda, ...reserva } = toReserva(row);
  await ctx.audit({
    status: 'eliminado',
    entidad: 'reserva',
    entidadId: row.id,
    referencia: row.referencia,
    nota: `Reserva de «${row.tipo_name}» el ${formatFecha(row.fecha)} de ${horarioOf(row)}`,
    antes: { ...reserva, agenda: agenda.id },
  });
}

export const agendaEndpoints = register(agendaContract, {
  async unidades({ params, ctx }) {
    if (!(await repository.loteExists(ctx.tx, params.loteId))) throw new NotFound(UNKNOWN_LOTE);
    return repository.listUnidades(ctx.tx, params.loteId);
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const antes = body.id === null ? undefined : await lockedAgenda(ctx, body.id);
    const tipo = await repository.findTipo(tx, body.tipoAmenidad.id);
    if (!tipo || (!tipo.active && antes?.tipo_amenidad_id !== tipo.id)) {
      throw new Refusal('La amenidad ya no existe o no está activa. Elija otra');
    }
    const [chosen] = body.loteList;
    const lote = chosen && (await repository.findCondominal(tx, chosen.id));
    if (chosen && !lote) throw new Refusal('El lote no existe o no es condominal. Elija otro o marque General');

    // Saved slots are deleted by their own call: those that the form does not know of stay.
    const fresh = body.horarioPremium
      .filter(({ id = null }) => id === null || !antes?.premium.some((time) => time.id === id))
      .map(({ horarioInicia, horarioTermina }) => intervalOf(horarioInicia, horarioTermina));
    const schedule: Schedule = {
      ...intervalOf(...body.horarioGeneral),
      duracion: body.duracion,
      premium: [...(antes?.premium ?? []), ...fresh],
    };
    const refusal = refusalOfSchedule(schedule);
    if (refusal) throw new Refusal(refusal);

    const kept = antes?.variaciones ?? [];
    const named = newVariaciones(
      body.variacionAmenidad
        .filter(({ id = null }) => id === null || !kept.some((known) => known.id === id))
        .map(({ name }) => name),
      kept,
    );
    const values = {
      tipo_amenidad_id: tipo.id,
      lote_id: lote?.id ?? null,
      aforo_maximo: body.aforoMaximo,
      ventana_desde_horas: body.bookingWindows[0],
      ventana_hasta_horas: body.bookingWindows[1],
      duracion_minutos: body.duracion,
      dias: [...new Set(body.diasDisponibles)].sort((a, b) => a - b),
      inicia_minuto: schedule.inicia,
      termina_minuto: schedule.termina,
      permite_visita: body.permiteVisita,
      activa: body.active,
      updated_at: ctx.clock.now(),
    };
    const reglas = await reglasOf(ctx, body.reglas);
    const id = antes?.id ?? (await repository.insertAgenda(tx, values));
    if (antes) await repository.updateAgenda(tx, id, values);
    // What is booked is a variation: an agenda without any has the amenity itself as its one.
    await repository.insertVariaciones(tx, id, kept.length + named.length === 0 ? [tipo.name] : named);
    await repository.insertPremium(tx, id, fresh);
    await repository.replaceReglas(tx, id, reglas);
    const despues = await lockedAgenda(ctx, id);
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'amenidad_agenda',
      entidadId: id,
      referencia: despues.lote_referencia ?? '',
      nota: `Agenda «${nombreOf(despues)}»`,
      antes: antes && auditedAgenda(antes),
      despues: auditedAgenda(despues),
    });
    return undefined;
  },

  async deletePremium({ params, ctx }) {
    const found = await repository.findPremium(ctx.tx, params.id);
    if (!found) throw new NotFound('No existe el horario premium solicitado');
    const antes = await lockedAgenda(ctx, found.agenda_id);
    await repository.deletePremium(ctx.tx, [found.id]);
    await ctx.audit({
      status: 'eliminado',
      entidad: 'amenidad_horario_premium',
      entidadId: found.id,
      referencia: antes.lote_referencia ?? '',
      nota: `Horario premium ${horarioOf(found)} de la agenda «${nombreOf(antes)}»`,
      antes: { agenda: found.agenda_id, inicia: horaOf(found.inicia), termina: horaOf(found.termina) },
    });
    return undefined;
  },

  async deleteVariacion({ params, ctx }) {
    const { tx } = ctx;
    const found = await repository.findVariacion(tx, params.id);
    if (!found) throw new NotFound('No existe la variación solicitada');
    const agenda = await lockedAgenda(ctx, found.agenda_id);
    if (agenda.variaciones.every(({ id }) => id === found.id)) {
      throw new Refusal('La agenda necesita al menos una variación. Cree y guarde otra antes de eliminar ésta');
    }
    const { count, first } = await repository.pendingReservas(tx, found.id, ctx.today());
    if (count > 0) {
      throw new Refusal(
        `«${found.name}» tiene ${count === 1 ? 'una reserva' : `${count} reservas`} desde el ${formatFecha(first)}. Elimine primero esas reservas`,
      );
    }
    await repository.deleteVariacion(tx, found.id);
    await ctx.audit({
      status: 'eliminado',
      entidad: 'amenidad_variacion',
      entidadId: found.id,
      referencia: agenda.lote_referencia ?? '',
      nota: `Variación «${found.name}» de la agenda «${nombreOf(agenda)}»`,
      antes: { agenda: found.agenda_id, name: found.name },
    });
    return undefined;
  },

  async byLote({ params: { loteId, general }, ctx }) {
    if (!general && !(await repository.loteExists(ctx.tx, loteId))) throw new NotFound(UNKNOWN_LOTE);
    return (await repository.listAgendas(ctx.tx, general ? null : loteId)).map(toAgenda);
  },

  async get({ params, ctx }) {
    const row = await repository.findAgenda(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN_AGENDA);
    return toAgenda(row);
  },

  async disponibilidad({ params: { fecha, tipoAmenidadId, loteId, general }, ctx }) {
    const { tx } = ctx;
    if (fecha < ctx.today()) throw new Refusal('La fecha ya pasó. Elija la de hoy o una posterior');
    const wanted = { tipoId: tipoAmenidadId, loteId: general ? null : loteId, day: dayCodeOf(fecha) };
    const [agendas, ocupacion] = await Promise.all([
      repository.listOpenAgendas(tx, wanted),
      repository.listOcupacion(tx, { tipoId: tipoAmenidadId }, fecha),
    ]);
    if (agendas.length === 0) {
      // Only now is it worth asking whether there is such an amenity and such a lot at all.
      if (!(await repository.findTipo(tx, tipoAmenidadId))) throw new NotFound(UNKNOWN_TIPO);
      if (!general && !(await repository.loteExists(tx, loteId))) throw new NotFound(UNKNOWN_LOTE);
      return { agendaReservas: [] };
    }
    return { agendaReservas: agendas.map((agenda) => offerOf(ctx, agenda, ocupacion, fecha)) };
  },

  async dia({ params: { fecha }, ctx }) {
    const [agendas, ocupacion] = await Promise.all([
      repository.listOpenAgendas(ctx.tx, { tipoId: null, loteId: null, day: dayCodeOf(fecha) }),
      repository.listOcupacion(ctx.tx, 'general', fecha),
    ]);
    return agendas.map((agenda) => ({ amenidad: agenda.tipo_name, ...offerOf(ctx, agenda, ocupacion, fecha) }));
  },

  reservar: ({ body, ctx }) => reservar(ctx, body),

  async byFechas({ params: { start, end }, ctx }) {
    if (end < start) throw new Refusal('La fecha final es anterior a la inicial. Corrija una de las dos');
    if (daysBetween(start, end) >= PERIOD_DAYS_MAX) throw new Refusal('El periodo pasa de un año. Elija uno más corto');
    return (await repository.listReservasBetween(ctx.tx, start, end)).map(toReserva);
  },

  async byLoteFecha({ params: { loteId, fecha }, ctx }) {
    if (!(await repository.loteExists(ctx.tx, loteId))) throw new NotFound(UNKNOWN_LOTE);
    return (await repository.listReservasOfLote(ctx.tx, loteId, fecha)).map(toReserva);
  },

  async deleteReserva({ params, ctx }) {
    const row = await repository.findReservaForUpdate(ctx.tx, params.idReserva);
    if (!row) throw new NotFound('No existe la reserva solicitada');
    if (row.checked) throw new Refusal('La reserva ya tiene entrada y no se puede eliminar. Actualice la página');
    await cancelReserva(ctx, row);
    return 'Reserva Eliminada';
  },
});
