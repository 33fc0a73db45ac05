/**
 * The ladder of collection: its steps, the run that is proposed and approved, and what became of it. Our own addition
 * (dominio.md#ladder). Amounts in pesos.
 */
import { amount, id, idParams, numberField, pesosField, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { DESTINATARIOS, EDADES, faultsOfPaso, MEDIOS } from './rules.ts';

const endpoint = endpointsOf('gestion');

const days = (min: number, max: number) =>
  numberField().refine((value) => Number.isInteger(value) && value >= min && value <= max, {
    message: `Escriba un número entero de ${min} a ${max}`,
  });

/** The form's schema, which the server checks as well. */
export const pasoSchema = z
  .object({
    id,
    name: text(80),
    activo: z.boolean(),
    dias: days(1, 3_650),
    saldo: pesosField().refine((value) => value >= 0, { message: 'El saldo no puede ser negativo' }),
    edad: z.enum(EDADES),
    espera: days(0, 365),
    destinatarios: z.array(z.enum(DESTINATARIOS)).max(DESTINATARIOS.length),
    medios: z.array(z.enum(MEDIOS)).max(MEDIOS.length),
    titulo: text(200).refine((value) => !/\p{Cc}/u.test(value), {
      message: 'Debe ocupar una sola línea, sin saltos ni tabuladores',
    }),
    cuerpo: text(20_000),
    alerta: z.boolean(),
    bloquea: z.boolean(),
    pagoDias: days(0, 365),
  })
  .superRefine((paso, ctx) => {
    for (const { path, message } of faultsOfPaso(paso)) ctx.addIssue({ code: 'custom', path: [path], message });
  });

const paso = z.object({
  id: z.number(),
  orden: z.number(),
  name: z.string(),
  activo: z.boolean(),
  dias: z.number(),
  saldo: amount,
  edad: z.enum(EDADES),
  espera: z.number(),
  destinatarios: z.array(z.enum(DESTINATARIOS)),
  medios: z.array(z.enum(MEDIOS)),
  titulo: z.string(),
  cuerpo: z.string(),
  alerta: z.boolean(),
  bloquea: z.boolean(),
  pagoDias: z.number(),
});
export type PasoGestion = z.infer<typeof paso>;

const lote = z.object({ id: z.number(), referencia: z.string() });
const destinatario = z.enum([...DESTINATARIOS, 'app', 'oficina']);

export const pasosContract = {
  all: endpoint({
    method: 'GET',
    path: '/gestion/paso/all',
    roles: 'ABC',
    summary: 'Los pasos de la gestión de cobranza, en su orden.',
    answer: list(paso),
  }),
  get: endpoint({
    method: 'GET',
    path: '/gestion/paso/get/{id}',
    roles: 'AB',
    summary: 'Un paso de la gestión de cobranza.',
    params: idParams,
    answer: data(paso),
  }),
  save: endpoint({
    method: 'POST',
    path: '/gestion/paso/save',
    roles: 'AB',
    summary: 'Cambia un paso: cuándo, a quién, por qué medio y con qué texto.',
    body: pasoSchema,
    answer: done(),
  }),
  encender: endpoint({
    method: 'POST',
    path: '/gestion/paso/encender',
    roles: 'AB',
    summary: 'Enciende o apaga todos los pasos, y propone lo que toca hoy.',
    body: z.object({ activos: z.boolean() }),
    answer: done(),
  }),
};

const linea = z.object({
  id: z.number(),
  lote,
  asociado: z.string(),
  paso: z.object({ id: z.number(), orden: z.number(), name: z.string() }),
  /** Why this step: days of delay, and the step before. */
  porque: z.string(),
  dias: z.number(),
  vencido: amount,
  /** By what means and to whom; empty where it reaches nobody. */
  envios: z.array(z.object({ medio: z.enum(MEDIOS), destinatario, nombre: z.string() })),
});
export type Linea = z.infer<typeof linea>;

const propuesta = z.object({
  corrida: z.object({ id: z.number(), fecha: z.string(), version: z.number() }).nullable(),
  /** How many steps are switched on. */
  activos: z.number(),
  lineas: z.array(linea),
  quitadas: z.array(z.object({ id: z.number(), lote, paso: z.string(), razon: z.string() })),
  /** Whose turn it is, and what stops them. */
  detenidos: z.array(z.object({ lote, paso: z.string(), vencido: amount, razon: z.string() })),
});
export type Propuesta = z.infer<typeof propuesta>;

const corrida = z.object({
  id: z.number(),
  fecha: z.string(),
  estado: z.enum(['propuesta', 'aprobada', 'retirada']),
  aprobada: z.object({ usuario: z.string(), fecha: z.string() }).nullable(),
  retirada: z.object({ usuario: z.string(), fecha: z.string(), razon: z.string() }).nullable(),
  lotes: z.number(),
  vencido: amount,
  correos: z.number(),
  /** Letters to print and tasks, and how many of them are done. */
  porHacer: z.number(),
  hechos: z.number(),
  /** Until then it can be taken back. */
  saleAt: z.string().nullable(),
  /** Why it cannot be taken back; null where it can. */
  noSeRetira: z.string().nullable(),
});
export type Corrida = z.infer<typeof corrida>;

export const ESTADOS_ENVIO = ['pendiente', 'enviado', 'guardado', 'fallido', 'por_hacer', 'hecho', 'retirado'] as const;

const envio = z.object({
  id: z.number(),
  medio: z.enum(MEDIOS),
  destinatario,
  nombre: z.string(),
  para: z.array(z.string()),
  estado: z.enum(ESTADOS_ENVIO),
  fecha: z.string().nullable(),
  detalle: z.string(),
});
export type EnvioGestion = z.infer<typeof envio>;

const enviada = z.object({
  id: z.number(),
  lote,
  asociado: z.string(),
  paso: z.string(),
  vencido: amount,
  estado: z.enum(['enviada', 'quitada', 'retirada']),
  razon: z.string(),
  envios: z.array(envio),
});
export type Enviada = z.infer<typeof enviada>;

const quitarSchema = z.object({
  corrida: z.object({ id }),
  lineas: z.array(id).min(1, 'Elija al menos un lote').max(20_000),
  razon: text(300),
});

export const corridasContract = {
  propuesta: endpoint({
    method: 'GET',
    path: '/gestion/propuesta',
    work: 'long',
    roles: 'ABC',
    summary: 'A quién se propone escribir, por qué, y a quién no porque algo lo detiene.',
    answer: data(propuesta),
  }),
  proponer: endpoint({
    method: 'POST',
    path: '/gestion/proponer',
    work: 'long',
    roles: 'AB',
    summary: 'Hace de nuevo la propuesta con lo que se debe hoy. Lo que se había quitado sigue fuera.',
    body: z.object({}),
    answer: data(z.object({ lotes: z.number() })),
  }),
  texto: endpoint({
    method: 'GET',
    path: '/gestion/linea/{id}',
    roles: 'ABC',
    summary: 'El texto para un lote: como salió o, si aún no sale, como saldría ahora; y a quién.',
    params: idParams,
    answer: data(z.object({ asunto: z.string(), texto: z.string(), envios: z.array(envio.omit({ id: true })) })),
  }),
  quitar: endpoint({
    method: 'POST',
    path: '/gestion/quitar',
    roles: 'AB',
    summary: 'Quita lotes de la propuesta, con la razón.',
    body: quitarSchema,
    answer: data(z.object({ quitados: z.number(), version: z.number() })),
  }),
  aprobar: endpoint({
    method: 'POST',
    path: '/gestion/aprobar',
    work: 'long',
    roles: 'AB',
    summary: 'Aprueba la propuesta que se vio: pone en camino cada carta una vez. Lo que dejó de proceder queda fuera.',
    body: z.object({ corrida: z.object({ id }), version: z.number().int() }),
    answer: data(z.object({ lotes: z.number(), correos: z.number(), mensajes: z.number(), fuera: z.number() })),
    idempotent: true,
  }),
  all: endpoint({
    method: 'GET',
    path: '/gestion/corrida/all',
    roles: 'ABC',
    summary: 'Las corridas aprobadas, la más reciente primero.',
    answer: list(corrida),
  }),
  get: endpoint({
    method: 'GET',
    path: '/gestion/corrida/get/{id}',
    roles: 'ABC',
    summary: 'Una corrida con sus lotes y qué fue de cada envío.',
    params: idParams,
    answer: data(z.object({ corrida, lineas: z.array(enviada) })),
  }),
  retirar: endpoint({
    method: 'POST',
    path: '/gestion/corrida/retirar',
    roles: 'AB',
    summary: 'Retira una corrida de la que nada ha salido.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
  cartas: endpoint({
    method: 'GET',
    path: '/gestion/corrida/cartas/{id}',
    roles: 'ABC',
    summary: 'El texto de las cartas de una corrida, para imprimirlas.',
    params: idParams,
    answer: list(
      z.object({
        id: z.number(),
        lote: lote.extend({ direccion: z.string() }),
        nombre: z.string(),
        fecha: z.string(),
        asunto: z.string(),
        texto: z.string(),
      }),
    ),
  }),
};
