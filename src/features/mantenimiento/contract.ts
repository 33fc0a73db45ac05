/** Maintenance: definitions, the months that are charged, and the runs that create them. Amounts in pesos. */
import { loteHeader, pagoEnHistorial } from '#libro/contract.ts';
import { mesCobrado } from '#libro/mantenimiento/contract.ts';
import {
  amount,
  fecha,
  id,
  idOrNew,
  idParams,
  monthAsked,
  monthFields,
  monthParams,
  numberField,
  optionalText,
  pesos,
  ref,
  text,
} from '#platform/codecs.ts';
import { data, done, endpointsOf, list, refusable } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('mantenimiento');

export const TIPOS_LOTE = ['condominal', 'habitacional', 'comercial'] as const;

export const ESTADOS = ['todos', 'vigente', 'incompleto', 'pagado', 'condonado', 'cancelado'] as const;
export type Estado = (typeof ESTADOS)[number];

const cuota = pesos
  .refine((value) => value >= 0, { message: 'No puede poner una cuota negativa', abort: true })
  .refine((value) => value >= 1, { message: 'La cuota mínima no puede ser menor a 1' });

/** A cut-off day, as definitions and screens take it. */
const diaCorte = numberField()
  .refine((value) => value >= 0, { message: 'No puede poner una día negativo', abort: true })
  .refine((value) => value >= 1, { message: 'El día mínimo no puede ser menor a 1', abort: true })
  .refine((value) => value <= 31, { message: 'El día máximo no puede ser mayor a 31', abort: true })
  .refine(Number.isInteger, { message: 'Escriba un día del 1 al 31, sin decimales' });

/** Surface in m² from which a definition applies; '' and null: no limit. */
const validoMetrosVivienda: z.ZodType<number | null, number | string | null | undefined> = z.preprocess(
  (value) => (value === '' || value === undefined || value === null ? null : value),
  numberField()
    .refine((value) => value >= 0, { message: 'Los metros no pueden ser negativos', abort: true })
    .refine((value) => value >= 1, { message: 'Los metros no pueden ser menos de 1', abort: true })
    .refine((value) => value <= 9_999_999_999, { message: 'La superficie es demasiado grande', abort: true })
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
      message: 'Use dos decimales como máximo',
    })
    .nullable(),
) as z.ZodType<number | null, number | string | null | undefined>;

/** Section 5's rules of a definition. */
export const mantenimientoSchema = z.object({
  id: idOrNew,
  name: text(120).refine((value) => value.length >= 3, { message: 'Muy corto' }),
  cuota,
  description: optionalText(500),
  diaCorte,
  tipoLote: z.enum(TIPOS_LOTE, {
    error: ({ input }) => (input === undefined || input === null || input === '' ? REQUIRED : 'Campo inválido'),
  }),
  validoMetrosVivienda,
  reglasList: z.array(ref).max(50, 'Elija como máximo 50 reglas').default([]),
});

const mantenimiento = z.object({
  id: z.number(),
  name: z.string(),
  cuota: amount,
  description: z.string(),
  diaCorte: z.number(),
  tipoLote: z.enum(TIPOS_LOTE),
  validoMetrosVivienda: z.number().nullable(),
  reglasList: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type Mantenimiento = z.infer<typeof mantenimiento>;

const loteGenerado = z.object({
  /** The lot that owes it. */
  id: z.number(),
  referencia: z.string(),
  asociado: z.string(),
  direccion: z.string(),
  fecha_corte: z.string(),
  pago_status: z.string(),
  /** Our addition: the month itself. A lot that others were merged into owes several. */
  cargo_id: z.number(),
});
export type LoteGenerado = z.infer<typeof loteGenerado>;

const byStatus = {
  /** todos, vigente, incompleto, pagado, condonado, cancelado. */
  countByStatus: z.array(z.number()).length(ESTADOS.length),
  loteList: z.array(loteGenerado),
};

const preview = z.object({
  tipos: z.array(z.object({ tipo: z.enum(TIPOS_LOTE), nuevos: z.number(), total: amount, existentes: z.number() })),
  nuevos: z.number(),
  total: amount,
  existentes: z.number(),
  /** Lots that would be charged if a definition applied to them. */
  sinCuota: z.number(),
});
export type Preview = z.infer<typeof preview>;

const corrida = z.object({
  id: z.number(),
  tipo: z.enum(['mantenimiento', 'periodos']),
  year: z.number().nullable(),
  mes: z.number().nullable(),
  creados: z.number(),
  existentes: z.number(),
  usuario: z.string(),
  create_at: z.string(),
  /** When it was undone. */
  anulada: z.string().nullable(),
  /** Nothing was paid, condoned, cancelled or adjusted in it yet. */
  anulable: z.boolean(),
  /** The lot of a run over one. */
  referencia: z.string().nullable(),
});
export type Corrida = z.infer<typeof corrida>;

const mesDeLote = mesCobrado.extend({
  cobroMantenimientoList: z.array(pagoEnHistorial),
  /** Our addition: the lot that it was charged to, where that was merged into this one. */
  origen: z.string().nullable(),
});
export type MesDeLote = z.infer<typeof mesDeLote>;

const loteConMeses = loteHeader.extend({ mantenimientoList: z.array(mesDeLote) });

const detalle = mesDeLote.extend({
  /** Our addition: the lot, for the way back. */
  lote: z.object({ id: z.number(), referencia: z.string() }),
});
export type DetalleDeMes = z.infer<typeof detalle>;

const paraGenerar = z.object({
  idLote: z.number(),
  fechaEntrega: z.string(),
  diaCorte: z.number(),
  mantenimientos: z.array(z.object(monthFields)),
  /** Our additions: the day from which the lot pays where that was agreed, and its name. */
  fechaInicioPagos: z.string().nullable(),
  referencia: z.string(),
});
export type ParaGenerar = z.infer<typeof paraGenerar>;

const RANGE_MAX = 240;

const personalizadoSchema = z.object({
  /** The lot. */
  id,
  /** One date per month; of each only year and month count. */
  range: z.array(fecha).min(1, 'Elija al menos un mes').max(RANGE_MAX, 'Elija como máximo 20 años'),
});

export const mantenimientoContract = {
  all: endpoint({
    method: 'GET',
    path: '/mantenimiento/all',
    roles: 'AB',
    summary: 'Las cuotas de mantenimiento ordinario.',
    answer: list(mantenimiento),
  }),
  get: endpoint({
    method: 'GET',
    path: '/mantenimiento/get/{id}',
    roles: 'AB',
    summary: 'Una cuota de mantenimiento con sus reglas de descuento.',
    params: idParams,
    answer: data(mantenimiento),
  }),
  save: endpoint({
    method: 'POST',
    path: '/mantenimiento/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o actualiza una cuota de mantenimiento.',
    body: mantenimientoSchema,
    answer: data(z.object({ id: z.number() })),
  }),
  generated: endpoint({
    method: 'GET',
    path: '/mtto-generado/get/{month}/{year}',
    roles: 'AB',
    summary: 'Los mantenimientos generados de un mes, con sus cuentas por tipo de lote y por estado.',
    params: monthParams,
    answer: data(
      z.object({
        countCondos: z.number(),
        countHabitacion: z.number(),
        countComercio: z.number(),
        ...byStatus,
      }),
    ),
  }),
  generatedByStatus: endpoint({
    method: 'GET',
    path: '/mtto-generado/get/status/{month}/{year}/{status}',
    roles: 'AB',
    summary: 'Los mantenimientos generados de un mes que están en un estado, o todos.',
    params: monthParams.extend({ status: z.enum(ESTADOS) }),
    answer: data(z.object(byStatus)),
  }),
  generate: endpoint({
    method: 'POST',
    path: '/mtto-generado/save',
    work: 'long',
    roles: 'AB',
    summary: 'Genera el mantenimiento de un mes a todos los lotes que aún no lo tienen.',
    body: monthAsked,
    answer: done(),
    idempotent: true,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/mtto-generado/previsualizar',
    roles: 'AB',
    summary: 'Lo que crearía la generación de un mes, sin crear nada.',
    body: monthAsked,
    answer: refusable(data(preview)),
    writes: false,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/mtto-generado/corridas',
    roles: 'AB',
    summary: 'Las últimas generaciones de mantenimiento, la más reciente primero.',
    answer: list(corrida),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/mtto-generado/anular/{id}',
    work: 'long',
    roles: 'AB',
    summary: 'Deshace una generación de la que nada se ha pagado.',
    params: idParams,
    answer: done(),
  }),
  forPeriods: endpoint({
    method: 'GET',
    path: '/lote/getforgenerarperiodo/{loteId}',
    roles: 'A',
    summary: 'Lo necesario para generar períodos de un lote: su entrega, su día de corte y los meses que ya tiene.',
    params: z.object({ loteId: id }),
    answer: refusable(data(paraGenerar)),
  }),
  generatePeriods: endpoint({
    method: 'POST',
    path: '/lote/generarmantenimientospersonalizado',
    roles: 'A',
    summary: 'Genera los meses elegidos de un lote.',
    body: personalizadoSchema,
    answer: done(),
    idempotent: true,
  }),
  lote: endpoint({
    method: 'GET',
    path: '/lote/get-for-mantenimiento/{id}',
    roles: 'ABC',
    summary: 'Un lote con todos sus meses de mantenimiento, el más reciente primero.',
    params: idParams,
    answer: data(loteConMeses),
  }),
  loteMonths: endpoint({
    method: 'GET',
    path: '/lote/get-for-mantenimiento/deuda/{id}/{solo}',
    roles: 'ABC',
    summary: 'Los meses de mantenimiento de un lote: con solo = 1, los que debe.',
    params: z.object({ id, solo: z.enum(['0', '1']) }),
    answer: list(mesDeLote),
  }),
  month: endpoint({
    method: 'GET',
    path: '/cobromantenimiento/get-for-mantenimiento/{id}',
    roles: 'ABC',
    summary: 'Un mes de mantenimiento con sus pagos.',
    params: idParams,
    answer: data(detalle),
  }),
};
