/** What screens of a lot are told of its agreements. Amounts in pesos. Our addition. */
import { INTERESES } from '#core/agreement.ts';
import { amount, idParams, monthFields } from '#platform/codecs.ts';
import { data, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { siguienteParcialidad } from '../contract.ts';
import { ESTADOS } from './rules.ts';

const endpoint = endpointsOf('convenios');

export const convenioRow = z.object({
  id: z.number(),
  /** 'CV-00012'. */
  folio: z.string(),
  lote: z.object({ id: z.number(), referencia: z.string() }),
  asociado: z.string(),
  fecha: z.string(),
  estado: z.enum(ESTADOS),
  /** Since when it is in that state. */
  desde: z.string(),
  interes: z.enum(INTERESES),
  adeudo: amount,
  condonado: amount,
  total: amount,
  /** What of the agreement is paid, and what of its charges is owed still. */
  pagado: amount,
  queda: amount,
  parcialidades: z.number(),
  pagadas: z.number(),
  siguiente: siguienteParcialidad.nullable(),
});
export type Convenio = z.infer<typeof convenioRow>;

const supuestos = z.object({
  /** The last rate that is recorded; null: none. */
  tiie: z.object({ ...monthFields, porcentaje: z.number() }).nullable(),
  factor: z.number(),
  /** Late interest that grew and that no run has made yet. */
  porGenerar: amount,
  /** On which charges no interest grows, since an agreement stops it. */
  detenidos: z.array(z.number()),
  tolerancia: z.number(),
  /** Who would sign: the associate. */
  asociado: z.string(),
  /** The agreement in force. */
  convenio: convenioRow.nullable(),
});
export type Supuestos = z.infer<typeof supuestos>;

export const getSupuestos = endpoint({
  method: 'GET',
  path: '/convenio/supuestos/{id}',
  roles: 'ABC',
  summary: 'Lo que supone una simulación de pago de un lote: tasa, factor, y su convenio vigente si lo hay.',
  params: idParams,
  answer: data(supuestos),
});
