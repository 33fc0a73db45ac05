/** What is followed up lot by lot: what was said and answered, promises, pauses, letters to hand over and tasks. Amounts in pesos. */
import { amount, fecha, id, idParams, optionalFecha, optionalText, pesosField, ref, text } from '#platform/codecs.ts';
import { data, done, endpointsOf } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { SUCESOS } from './rules.ts';

const endpoint = endpointsOf('gestion');

const optionalPesos = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  pesosField()
    .refine((value) => value > 0, { message: 'El monto debe ser mayor que cero' })
    .nullable(),
) as z.ZodType<number | null, number | string | null | undefined>;

/** The form's schema, which the server checks as well; that a day is not over stands in rules.ts. */
export const sucesoSchema = z
  .object({
    lote: ref,
    tipo: z.enum(SUCESOS),
    fecha: z.preprocess((value) => (value === '' ? undefined : value), fecha) as z.ZodType<string, string>,
    con: optionalText(200),
    texto: text(2_000),
    promesaFecha: optionalFecha,
    promesaMonto: optionalPesos,
  })
  .superRefine(({ tipo, promesaFecha, promesaMonto }, ctx) => {
    if (tipo !== 'promesa') return;
    const missing = { promesaFecha, promesaMonto };
    for (const [path, value] of Object.entries(missing)) {
      if (value === null) ctx.addIssue({ code: 'custom', path: [path], message: REQUIRED });
    }
  });

export const pausaSchema = z.object({
  lote: ref,
  hasta: z.preprocess((value) => (value === '' ? undefined : value), fecha) as z.ZodType<string, string>,
  razon: text(300),
});

export const hechoSchema = z.object({
  id,
  fecha: z.preprocess((value) => (value === '' ? undefined : value), fecha) as z.ZodType<string, string>,
  resultado: text(300),
});

export const HECHOS = [
  ...SUCESOS,
  ...([
    'correo',
    'push',
    'carta',
    'tarea',
    'whatsapp',
    'pausa',
    'amenidades',
    'pago',
    'convenio',
    'solicitud',
  ] as const),
] as const;

const hecho = z.object({
  clave: z.string(),
  tipo: z.enum(HECHOS),
  dia: z.string(),
  titulo: z.string(),
  detalle: z.string(),
  estado: z.string(),
  usuario: z.string(),
  /** Of what was typed by hand, and is not withdrawn. */
  sucesoId: z.number().nullable(),
  /** Of a letter that somebody handed over, or a task that somebody did. */
  hechoId: z.number().nullable(),
  /** Of a text of the ladder; it can be sent by WhatsApp where `enviable`. */
  lineaId: z.number().nullable(),
  enviable: z.boolean(),
});
export type Hecho = z.infer<typeof hecho>;

const seguimiento = z.object({
  vencido: amount,
  /** The cut-off of the oldest overdue debt; null where nothing is overdue. */
  desde: z.string().nullable(),
  ultimo: z.object({ name: z.string(), fecha: z.string() }).nullable(),
  pausa: z.object({ id: z.number(), hasta: z.string(), razon: z.string() }).nullable(),
  /** No reservation of amenities. */
  bloqueo: z.object({ id: z.number(), desde: z.string() }).nullable(),
  hechos: z.array(hecho),
});
export type Seguimiento = z.infer<typeof seguimiento>;

const lote = z.object({ id: z.number(), referencia: z.string() });

const porHacer = z.object({
  id: z.number(),
  lineaId: z.number(),
  lote,
  medio: z.enum(['carta', 'tarea']),
  nombre: z.string(),
  paso: z.string(),
  fecha: z.string(),
  vencido: amount,
});
export type PorHacer = z.infer<typeof porHacer>;

const promesa = z.object({
  id: z.number(),
  lote,
  asociado: z.string(),
  fecha: z.string(),
  monto: amount,
  pagado: amount,
  texto: z.string(),
  estado: z.enum(['vigente', 'rota']),
});
export type Promesa = z.infer<typeof promesa>;

export const seguimientoContract = {
  lote: endpoint({
    method: 'GET',
    path: '/gestion/lote/{id}',
    roles: 'ABC',
    summary: 'Lo que se le ha dicho a un lote y lo que respondió, lo más reciente primero.',
    params: idParams,
    answer: data(seguimiento),
  }),
  porHacer: endpoint({
    method: 'GET',
    path: '/gestion/porhacer',
    roles: 'ABC',
    summary: 'Cartas por entregar, tareas pendientes, y promesas que vencen o no se cumplieron.',
    answer: data(z.object({ envios: z.array(porHacer), promesas: z.array(promesa) })),
  }),
  suceso: endpoint({
    method: 'POST',
    path: '/gestion/suceso/save',
    roles: 'ABC',
    summary: 'Anota una llamada, una visita, una promesa de pago o una respuesta.',
    body: sucesoSchema,
    answer: data(z.object({ id: z.number() })),
  }),
  retirarSuceso: endpoint({
    method: 'POST',
    path: '/gestion/suceso/retirar',
    roles: 'ABC',
    summary: 'Retira lo que se anotó por error: queda a la vista y ya no cuenta.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
  pausar: endpoint({
    method: 'POST',
    path: '/gestion/pausa/save',
    roles: 'AB',
    summary: 'Detiene la gestión de un lote hasta un día, con la razón.',
    body: pausaSchema,
    answer: done(),
  }),
  reanudar: endpoint({
    method: 'POST',
    path: '/gestion/pausa/levantar',
    roles: 'AB',
    summary: 'Levanta la pausa de un lote.',
    body: z.object({ id }),
    answer: done(),
  }),
  desbloquear: endpoint({
    method: 'POST',
    path: '/gestion/bloqueo/levantar',
    roles: 'AB',
    summary: 'Deja que un lote reserve amenidades otra vez, con la razón.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
  deshacer: endpoint({
    method: 'POST',
    path: '/gestion/envio/deshacer',
    roles: 'ABC',
    summary: 'Deja otra vez pendiente una carta o una tarea que se dio por hecha por error, con la razón.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
  hecho: endpoint({
    method: 'POST',
    path: '/gestion/envio/hecho',
    roles: 'ABC',
    summary: 'Da por entregada una carta, o por hecha una tarea, con lo que resultó.',
    body: hechoSchema,
    answer: done(),
  }),
};
