import { loteTipo } from '#libro/lotes/contract.ts';
import { amount, monthParams } from '#platform/codecs.ts';
import { data, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { loteStatus } from '../lotes/contract.ts';
import { CLASES_PENDIENTES, URGENCIAS } from './pendientes.ts';

const endpoint = endpointsOf('inicio');

/** What a search looks at, as it stands in addresses; the first is the default. */
export const SEARCH_TYPES = ['Asociado', 'Referencia', 'Manzana', 'Calle', 'Lote'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** No stored value is as long; and so many characters, each escaped, still fit into a path. */
export const SEARCH_LENGTH_MAX = 80;

/** How many lots a search shows. */
export const RESULTS_MAX = 100;

const searchRow = z.object({
  id_lote: z.number(),
  /** The active associate, 0 when there is none; `name` is then ''. */
  id_residente: z.number(),
  name: z.string(),
  /** Our addition: whoever sold it, by whose name it was found; '' where it was found otherwise. */
  anterior: z.string(),
  referencia: z.string(),
  direccion: z.string(),
  status: loteStatus,
  tipo_lote: loteTipo,
  /** '' where the lot has none, as in the next three. */
  category_hab: z.string(),
  sub_category_hab: z.string(),
  category_const: z.string(),
  subestado: z.string(),
  is_recurrente: z.boolean(),
  has_representante: z.boolean(),
  paga_mtto: z.boolean(),
  cant_notas: z.number(),
  /** Pesos owed, by kind of charge; `deuda` is all of them. */
  deuda_sancion: amount,
  deuda_mantenimiento: amount,
  deuda_inicial: amount,
  deuda_extraordinaria: amount,
  deuda_moratorio: amount,
  deuda_inicial_proyecto: amount,
  deuda_cuota: amount,
  deuda: amount,
});
export type SearchRow = z.output<typeof searchRow>;

const slices = z.array(z.object({ name: z.string(), value: z.number() }));

const roles = 'ABCDEF';
export const dashboardContract = {
  totales: endpoint({
    method: 'GET',
    path: '/dashboard/totales',
    roles,
    summary:
      'Ocho cuentas: lotes, lotes entregados, disponibles y domiciliados; pagos de hoy, de la semana y del mes (los recibos en que entró dinero, como en el corte de caja); lotes con pagos atrasados.',
    answer: data(z.array(z.number()).length(8)),
  }),
  carteraVencida: endpoint({
    method: 'GET',
    path: '/dashboard/cartera-vencida',
    roles,
    summary:
      'Lotes con cargos vencidos por antigüedad: 30 (1 a 30 días), 60 (31 a 60), 90 (61 o más) y 100 (todos). En `cantidad` un lote cuenta en cada antigüedad de sus cargos; en `masAntigua` sólo en la del más antiguo, y suman todos.',
    answer: data(z.array(z.object({ name: z.string(), cantidad: z.number(), masAntigua: z.number() }))),
  }),
  formaPago: endpoint({
    method: 'GET',
    path: '/dashboard/forma-pago/{month}/{year}',
    roles,
    summary: 'Recibos del mes por forma de pago, como en el corte de caja.',
    params: monthParams,
    answer: data(slices),
  }),
  tipoPago: endpoint({
    method: 'GET',
    path: '/dashboard/tipo-pago/{month}/{year}',
    roles,
    summary: 'Cargos que se pagaron en el mes por su tipo: un recibo puede pagar varios.',
    params: monthParams,
    answer: data(slices),
  }),
  indiceCarteraPagada: endpoint({
    method: 'GET',
    path: '/dashboard/indice-cartera-pagada/{month}/{year}',
    roles,
    summary:
      'Cargos que vencen en el mes: los pagados y los que se deben; de un mes cerrado, como estaban el último día; de los demás, hoy.',
    params: monthParams,
    answer: data(slices),
  }),
};

const pendiente = z.object({
  clase: z.enum(CLASES_PENDIENTES),
  urgencia: z.enum(URGENCIAS),
  cantidad: z.number(),
  /** Pesos; null where no amount belongs to it. */
  monto: amount.nullable(),
  /** What to open first: an invoice, a shift, a lot; null where its list is opened. */
  id: z.number().nullable(),
  /** The day that it counts from or until. */
  fecha: z.string().nullable(),
  /** The register of a single shift; '' otherwise. */
  caja: z.string(),
});
export type Pendiente = z.output<typeof pendiente>;

/** Our own: what waits for somebody, and what was collected and is owed. */
export const pendientesContract = {
  pendientes: endpoint({
    method: 'GET',
    path: '/inicio/pendientes',
    roles,
    summary: 'Lo que espera a quien pregunta, según su rol, lo urgente primero: cuántos, cuánto y cuál abrir.',
    answer: data(z.array(pendiente)),
  }),
  cifras: endpoint({
    method: 'GET',
    path: '/inicio/cifras',
    roles: 'ABCF',
    summary:
      'Lo cobrado hoy y en el mes según el corte de caja, lo vencido, y cuántos lotes entregados están al corriente.',
    answer: data(
      z.object({
        cobradoHoy: amount,
        cobradoMes: amount,
        vencido: amount,
        alCorriente: z.number(),
        entregados: z.number(),
      }),
    ),
  }),
};

export const searchContract = {
  get: endpoint({
    method: 'GET',
    path: '/search/get/{q}/{type}',
    roles,
    summary:
      'Los lotes en los que se encuentran todas las palabras, sin acentos ni mayúsculas y aun en parte; los más parecidos primero.',
    params: z.object({ q: z.string().trim().min(1).max(SEARCH_LENGTH_MAX), type: z.enum(SEARCH_TYPES) }),
    // One more than is shown tells that there are more.
    query: z.object({
      limite: z.coerce
        .number()
        .int()
        .min(1)
        .max(RESULTS_MAX + 1)
        .default(RESULTS_MAX),
    }),
    answer: data(z.array(searchRow)),
  }),
};
