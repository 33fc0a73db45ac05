/** Amenities: types, rules, agendas, availability and reservations. Specification 002, section 2.20. */
import { isFecha } from '#core/fecha.ts';
import { fecha, id, idOrNew, idParams, numberField, optionalFecha, optionalText, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, nested, page, refusable, saved } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import {
  AFORO_MAX,
  CATEGORIES,
  DURACION_MAX,
  GENERAL_ENDS_FIRST,
  minutesOf,
  NOMBRE_MAX,
  nombresOf,
  refusalOfVentana,
  VENTANA_MAX,
} from './rules.ts';

const endpoint = endpointsOf('amenidades');

/** The address of an uploaded image, or '' for none. */
const imageUrl = z.preprocess((value) => value ?? '', z.string().max(200));

export const tipoAmenidadSchema = z.object({
  id: idOrNew,
  name: text(120),
  /** Sent as null, and kept nowhere. */
  regulation: z.null().optional(),
  active: z.boolean(),
  iconoUrl: imageUrl,
  fotoAmenidadUrl: imageUrl,
});

export const reglaAmenidadSchema = z.object({
  id: idOrNew,
  name: text(120),
  category: z.enum(CATEGORIES, {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? REQUIRED : 'Elija una de las opciones',
  }),
  active: z.boolean(),
});

/** 'HH:mm' to minutes since midnight. */
const hora = z
  .string({ error: REQUIRED })
  .min(1, { message: REQUIRED, abort: true })
  .refine((value) => minutesOf(value) !== undefined, { message: 'La hora no es válida. Escríbala como HH:mm' });

const whole = (min: number, max: number, what: string) =>
  numberField().refine((value) => Number.isInteger(value) && value >= min && value <= max, {
    message: `${what} debe ser un número entero de ${min} a ${max}`,
  });

const variacionName = text(80);

const valor = z
  .number({ error: REQUIRED })
  .int('Escriba un número entero')
  .min(1, 'Debe ser al menos 1')
  .max(100_000, 'Debe ser como máximo 100,000');

const reglaAgenda = z
  .object({
    checked: z.boolean(),
    category: z.enum(CATEGORIES),
    title: text(120),
    /** '' and null: none, which only a rule that is not checked may have. */
    valor: z.preprocess(
      (value) => (value === '' || value === undefined ? null : typeof value === 'string' ? Number(value) : value),
      z.number('Se esperaba un número').nullable(),
    ),
  })
  .superRefine((regla, ctx) => {
    const [fault] = regla.checked ? (valor.safeParse(regla.valor).error?.issues ?? []) : [];
    if (fault) ctx.addIssue({ code: 'custom', path: ['valor'], message: fault.message });
  })
  // What stands in a rule that is not checked says nothing, whatever it is.
  .transform((regla) => ({ ...regla, valor: valor.safeParse(regla.valor).data ?? null }));

export const agendaSchema = z
  .object({
    id: idOrNew,
    tipoAmenidad: z.object({ id }),
    variacionAmenidad: z
      .array(z.object({ id: idOrNew.optional(), name: variacionName }))
      .max(100, 'Cree como máximo 100 variaciones'),
    loteList: z.array(z.object({ id })).max(1, 'Elija un solo lote'),
    aforoMaximo: whole(1, AFORO_MAX, 'El aforo máximo'),
    bookingWindows: z.tuple([whole(0, VENTANA_MAX, 'Desde'), whole(0, VENTANA_MAX, 'Hasta')]),
    duracion: whole(0, DURACION_MAX, 'La duración'),
    diasDisponibles: z
      .array(
        z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.number().int().min(1).max(7)),
      )
      .min(1, 'Elija al menos un día')
      .max(7),
    horarioGeneral: z.tuple([hora, hora]).superRefine(([desde, hasta], ctx) => {
      const [inicia = 0, termina = 0] = [minutesOf(desde), minutesOf(hasta)];
      if (termina <= inicia) ctx.addIssue({ code: 'custom', path: [1], message: GENERAL_ENDS_FIRST });
    }),
    horarioPremium: z
      .array(z.object({ id: idOrNew.optional(), horarioInicia: hora, horarioTermina: hora }))
      .max(48, 'Cree como máximo 48 horarios premium'),
    permiteVisita: z.boolean(),
    active: z.boolean(),
    reglas: z.array(reglaAgenda).max(200),
    general: z.boolean(),
  })
  .refine(({ general, loteList }) => general !== false || !Array.isArray(loteList) || loteList.length > 0, {
    path: ['loteList'],
    message: 'Elija un lote o marque General',
    // Told together with the faults of the other fields, not after them.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .superRefine((agenda, ctx) => {
    const fault = (path: (string | number)[], message: string | undefined) => {
      if (message) ctx.addIssue({ code: 'custom', path, message });
    };
    if (agenda.general && agenda.loteList.length > 0)
      fault(['loteList'], 'Una agenda general no es de un lote. Quite uno de los dos');
    fault(['bookingWindows'], refusalOfVentana(agenda.bookingWindows));
  });

const nameAndId = z.object({ id: z.number(), name: z.string() });

const agenda = z.object({
  id: z.number(),
  nombre: z.string(),
  tipoAmenidad: nameAndId,
  tipoAmenidadVariacionesList: z.array(nameAndId),
  lote: z.object({ id: z.number(), referencia: z.string() }).nullable(),
  aforoMaximo: z.number(),
  bookingWindowsDesdeHr: z.number(),
  bookingWindowsHastaHr: z.number(),
  duracionActividadMinutos: z.number(),
  /** Day codes (1 Domingo to 7 Sábado) joined with ';'. */
  diasDisponible: z.string(),
  horarioIniciaGlobal: z.string(),
  horarioTerminaGlobal: z.string(),
  horarioServicioPremiumList: z.array(
    z.object({ id: z.number(), horarioInicia: z.string(), horarioTermina: z.string() }),
  ),
  permiteVisita: z.boolean(),
  activa: z.boolean(),
  general: z.boolean(),
  reglasAgendaList: z.array(
    z.object({ checked: z.boolean(), category: z.enum(CATEGORIES), title: z.string(), valor: z.number().nullable() }),
  ),
});
export type Agenda = z.output<typeof agenda>;

const horario = z.object({
  /** 'HH:mm - HH:mm', as a reservation sends it back. */
  horario: z.string(),
  premium: z.boolean(),
  /** Why it cannot be booked now, whatever places are left; null when it can. Our addition. */
  motivo: z.string().nullable(),
  variacionesList: z.array(
    z.object({ id: z.number(), name: z.string(), lugarOcupados: z.number(), lugaresDisponibles: z.number() }),
  ),
});

const agendaReservas = z.object({
  agenda: z.object({ id: z.number(), nombre: z.string() }),
  reserva: z.object({ permiteVisita: z.boolean() }),
  /** The contract spells it so. */
  rerservaList: z.array(horario),
});
export type AgendaReservas = z.output<typeof agendaReservas>;

const agendaDelDia = agendaReservas.extend({ amenidad: z.string() });
export type AgendaDelDia = z.output<typeof agendaDelDia>;

const reservaSchema = z.object({
  fechaReserva: z.string({ error: REQUIRED }).refine(isFecha, { message: 'La fecha no es válida' }),
  horaReservada: text(13),
  agenda: id,
  variacionReservada: id,
  lugaresReservados: numberField().refine((value) => Number.isInteger(value) && value >= 1 && value <= AFORO_MAX, {
    message: 'Los lugares deben ser un número entero de al menos 1',
  }),
  reservaResidenteList: z
    .array(
      z.object({
        /** '' and null: no lot. */
        lote: idOrNew,
        isVisita: z.boolean(),
        name: text(120),
      }),
    )
    .max(AFORO_MAX, `Registre como máximo ${AFORO_MAX} personas por reserva`),
});

const reserva = z.object({
  idReserva: z.number(),
  status: z.boolean(),
  checked: z.boolean(),
  /** One of the agenda's variations, also one that was deleted since. */
  variacion: z.number(),
  lugares: z.number(),
  fecha: z.string(),
  hora: z.string(),
  direccion: z.string(),
  referencia: z.string(),
  idUserApp: z.number().nullable(),
  agenda: z.object({
    id: z.number(),
    tipoAmenidad: z.object({ name: z.string() }),
    tipoAmenidadVariacionesList: z.array(nameAndId),
  }),
  /** Who comes. Our addition. */
  personas: z.array(z.object({ name: z.string(), referencia: z.string().nullable(), isVisita: z.boolean() })),
});
export type Reserva = z.output<typeof reserva>;

/** A civil date in a path, DD-MM-YYYY or YYYY-MM-DD; read as YYYY-MM-DD. */
const fechaParam = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1') : value),
  z.string().refine(isFecha, { message: 'La fecha no es válida' }),
);

/** A lot, or 0 for none. */
const loteOrNone = z.coerce.number('El identificador no es válido').int().min(0).max(2_147_483_647);
const general = z.enum(['true', 'false']).transform((value) => value === 'true');

const tipoAmenidad = z.object({
  id: z.number(),
  name: z.string(),
  active: z.boolean(),
  iconoUrl: z.string(),
  fotoAmenidadUrl: z.string(),
});

const reglaAmenidad = z.object({ id: z.number(), name: z.string(), category: z.enum(CATEGORIES), active: z.boolean() });

const roles = 'AB';

export const tipoAmenidadContract = {
  all: endpoint({
    method: 'GET',
    path: '/tipoamenidad/all',
    roles,
    summary: 'Los tipos de amenidad, por nombre.',
    answer: list(tipoAmenidad),
  }),
  get: endpoint({
    method: 'GET',
    path: '/tipoamenidad/get/{id}',
    roles,
    summary: 'Un tipo de amenidad.',
    params: idParams,
    answer: data(tipoAmenidad),
  }),
  activas: endpoint({
    method: 'GET',
    path: '/tipoamenidad/allactivas',
    roles,
    summary: 'Los tipos de amenidad activos, para elegir uno.',
    answer: list(nameAndId),
  }),
  save: endpoint({
    method: 'POST',
    path: '/tipoamenidad/save',
    roles,
    summary: 'Crea (id vacío) o actualiza un tipo de amenidad. La imagen que deja de usarse se borra.',
    body: tipoAmenidadSchema,
    answer: done(),
  }),
};

export const reglaAmenidadContract = {
  all: endpoint({
    method: 'GET',
    path: '/reglaamenidad/all',
    roles,
    summary: 'Las reglas de amenidad, por nombre.',
    answer: list(reglaAmenidad),
  }),
  get: endpoint({
    method: 'GET',
    path: '/reglaamenidad/get/{id}',
    roles,
    summary: 'Una regla de amenidad.',
    params: idParams,
    answer: data(reglaAmenidad),
  }),
  save: endpoint({
    method: 'POST',
    path: '/reglaamenidad/save',
    roles,
    summary: 'Crea (id vacío) o actualiza una regla de amenidad.',
    body: reglaAmenidadSchema,
    answer: done(),
  }),
  activas: endpoint({
    method: 'GET',
    path: '/reglaamenidad/allactivas',
    roles,
    summary: 'Las reglas activas, que una agenda puede aplicar.',
    answer: list(z.object({ category: z.enum(CATEGORIES), name: z.string() })),
  }),
};

export const agendaContract = {
  unidades: endpoint({
    method: 'GET',
    path: '/lote/getChildrenByLote/{loteId}',
    roles,
    summary: 'Las viviendas de un lote condominal, para reservar a su nombre.',
    params: z.object({ loteId: id }),
    answer: data(z.array(z.object({ id: z.number(), referencia: z.string(), residente_name: z.string() }))),
  }),
  save: endpoint({
    method: 'POST',
    path: '/amenidadagenda/crearagenda',
    roles,
    summary: 'Crea (id vacío) o actualiza una agenda con sus variaciones, horarios premium y reglas.',
    body: agendaSchema,
    answer: done(),
  }),
  deletePremium: endpoint({
    method: 'DELETE',
    path: '/amenidadagenda/deletehorariop/{id}',
    roles,
    summary: 'Elimina un horario premium de una agenda.',
    params: idParams,
    answer: done(),
  }),
  deleteVariacion: endpoint({
    method: 'DELETE',
    path: '/amenidadagenda/deletevariacion/{id}',
    roles,
    summary: 'Elimina una variación de una agenda, si nadie la tiene reservada.',
    params: idParams,
    answer: done(),
  }),
  byLote: endpoint({
    method: 'GET',
    path: '/amenidadagenda/getByLote/{loteId}/{general}',
    roles,
    summary: 'Las agendas de un lote, o las generales.',
    params: z.object({ loteId: loteOrNone, general }),
    answer: nested(z.array(agenda)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/amenidadagenda/get/{id}',
    roles,
    summary: 'Una agenda, con todas las reglas activas.',
    params: idParams,
    answer: nested(agenda),
  }),
  disponibilidad: endpoint({
    method: 'GET',
    path: '/amenidadagenda/getByFechaAmenidadLote/{fecha}/{tipoAmenidadId}/{loteId}/{general}',
    roles,
    summary: 'Los horarios de un día (DD-MM-YYYY) en las agendas de una amenidad, con sus lugares ocupados y su aforo.',
    params: z.object({ fecha: fechaParam, tipoAmenidadId: id, loteId: loteOrNone, general }),
    answer: refusable(saved(z.object({ agendaReservas: z.array(agendaReservas) }))),
  }),
  /** Our addition, for the calendar: there everything that anybody may book stands beside what is booked. */
  dia: endpoint({
    method: 'GET',
    path: '/amenidadagenda/dia/{fecha}',
    roles,
    summary: 'Los horarios de un día (YYYY-MM-DD) en las agendas generales de todas las amenidades activas.',
    params: z.object({ fecha: fechaParam }),
    answer: data(z.array(agendaDelDia)),
  }),
  reservar: endpoint({
    method: 'POST',
    path: '/amenidadagenda/reservar',
    roles,
    summary: 'Reserva lugares de un horario. El mensaje dice qué regla lo impide.',
    body: reservaSchema,
    // As many people as an amenity may hold.
    bodyLimit: 4 * 1024 * 1024,
    answer: done(),
    idempotent: true,
  }),
  byFechas: endpoint({
    method: 'GET',
    path: '/amenidadagenda/getByFechas/{start}/{end}',
    roles,
    summary: 'Las reservas de un periodo (YYYY-MM-DD) de un año como máximo.',
    params: z.object({ start: fechaParam, end: fechaParam }),
    answer: refusable(saved(z.array(reserva))),
  }),
  byLoteFecha: endpoint({
    method: 'GET',
    path: '/amenidadagenda/getByFechaLoteHijoAmenidad/{loteId}/{fecha}',
    roles,
    summary: 'Las reservas de un día (YYYY-MM-DD) en que participa un lote o alguna de sus viviendas.',
    params: z.object({ loteId: id, fecha: fechaParam }),
    answer: refusable(saved(z.array(reserva))),
  }),
  deleteReserva: endpoint({
    method: 'PUT',
    path: '/amenidadagenda/deleteagenda/{idReserva}',
    roles,
    summary: 'Elimina una reserva que aún no tiene entrada.',
    params: z.object({ idReserva: id }),
    answer: done(),
  }),
};

const nombres = (texto: string) => nombresOf(texto).every((nombre) => nombre.length <= NOMBRE_MAX);
const UNO_POR_RENGLON = {
  message: `Escriba un nombre en cada renglón, de ${NOMBRE_MAX} letras como máximo`,
};

/** What a resident books on their own page, for their own lot. */
const reservaPropiaSchema = z.object({
  agenda: id,
  fecha,
  /** A variation and its hours: '12 10:00 - 12:00'. */
  lugar: z.string({ error: 'Elija el horario' }).regex(/^[1-9]\d{0,8} \d{2}:\d{2} - \d{2}:\d{2}$/, 'Elija el horario'),
  /** One name a line: of the house, and visitors. */
  personas: text(4000).refine(nombres, UNO_POR_RENGLON),
  visitas: optionalText(4000).refine(nombres, UNO_POR_RENGLON),
});

export const reservaPropiaContract = {
  reservar: endpoint({
    method: 'POST',
    path: '/residente/propio/reserva',
    roles: 'RESIDENTE',
    summary: 'Reserva un área común para el propio lote, con las reglas de la comunidad.',
    body: reservaPropiaSchema,
    answer: done(),
  }),
  cancelar: endpoint({
    method: 'POST',
    path: '/residente/propio/reserva/cancelar',
    roles: 'RESIDENTE',
    summary: 'Cancela una reserva del propio lote que no ha empezado.',
    body: z.object({ id }),
    answer: done(),
  }),
};

export const reservaPaginas = {
  reservas: endpoint({
    method: 'GET',
    path: '/r/reservas',
    roles: 'RESIDENTE',
    summary: 'Las reservas del lote que vienen, y las áreas comunes que puede reservar.',
    answer: page(),
  }),
  agenda: endpoint({
    method: 'GET',
    path: '/r/reservas/{id}',
    roles: 'RESIDENTE',
    summary: 'Las reglas de un área común y los horarios libres de un día.',
    params: idParams,
    query: z.object({ fecha: optionalFecha.optional() }),
    answer: page(),
  }),
};
