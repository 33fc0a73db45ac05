/** Agreements on what a lot owes: our own addition. Amounts in pesos. */
import { INTERESES } from '#core/agreement.ts';
import { optionalCode, percentFromOne } from '#libro/contract.ts';
import { convenioRow, getSupuestos } from '#libro/convenios/contract.ts';
import { PARCIALIDADES_MAX } from '#libro/convenios/rules.ts';
import { amount, fecha, id, idParams, numberField, optionalText, pesos, ref, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('convenios');

const convenio = convenioRow.extend({
  firmante: z.string(),
  observacion: z.string(),
  tolerancia: z.number(),
  usuario: z.string(),
  createdAt: z.string(),
  /** The first day on which it is broken unless the next instalment is paid. */
  rotoDesde: z.string().nullable(),
  cargos: z.array(
    z.object({
      id: z.number(),
      concepto: z.string(),
      tipo: z.string(),
      vence: z.string(),
      saldo: amount,
      condonado: amount,
      /** What is owed of it now. */
      queda: amount,
    }),
  ),
  calendario: z.array(
    z.object({
      numero: z.number(),
      vence: z.string(),
      monto: amount,
      pagado: amount,
      situacion: z.enum(['pagada', 'pendiente', 'vencida']),
      avisada: z.boolean(),
    }),
  ),
  eventos: z.array(
    z.object({
      ...{ id: z.number(), tipo: z.string(), fecha: z.string(), nota: z.string(), usuario: z.string() },
      /** Of a copy of the signed paper: where it is read. */
      url: z.string().nullable(),
    }),
  ),
});
export type ConvenioDetalle = z.infer<typeof convenio>;

export const convenioSchema = z.object({
  lote: ref,
  /** What is agreed on, with what the screen shows to be owed of it. */
  cargos: z
    .array(z.object({ id, saldo: pesos }))
    .min(1, 'Elija al menos un adeudo')
    .max(2000, 'Un convenio tiene 2,000 adeudos como máximo'),
  condonaIntereses: percentFromOne,
  condonaCargos: percentFromOne,
  autorizacion: optionalCode,
  interes: z.enum(INTERESES),
  firmante: text(200),
  observacion: optionalText(500),
  parcialidades: z
    .array(z.object({ vence: fecha, monto: pesos }))
    .min(1, 'Diga cuántas parcialidades')
    .max(PARCIALIDADES_MAX, `Un convenio tiene ${PARCIALIDADES_MAX} parcialidades como máximo`),
});

const days = (max: number) =>
  numberField().refine((value) => Number.isInteger(value) && value >= 0 && value <= max, {
    message: `Escriba un número entero de días, de 0 a ${max}`,
  });

export const reglasSchema = z.object({
  /** Payments go to the agreement's charges before others. */
  primero: z.boolean(),
  /** By how many days a due date may pass, and how many days before it is warned of. */
  tolerancia: days(60),
  aviso: days(30),
});
const reglas = z.object({ primero: z.boolean(), tolerancia: z.number(), aviso: z.number() });
export type Reglas = z.infer<typeof reglas>;

const cancelarConvenioSchema = z.object({ razon: text(500) });

export const conveniosContract = {
  all: endpoint({
    method: 'GET',
    path: '/convenio/all',
    roles: 'ABCF',
    summary: 'Los convenios de pago con su estado y lo que va de cada uno, el más reciente primero.',
    answer: list(convenioRow),
  }),
  deLote: endpoint({
    method: 'GET',
    path: '/convenio/lote/{id}',
    roles: 'ABC',
    summary: 'Los convenios de un lote, el más reciente primero.',
    params: idParams,
    answer: list(convenioRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/convenio/get/{id}',
    roles: 'ABC',
    summary: 'Un convenio con sus adeudos, sus parcialidades y lo que pasó con él.',
    params: idParams,
    answer: data(convenio),
  }),
  supuestos: getSupuestos,
  save: endpoint({
    method: 'POST',
    path: '/convenio/save',
    roles: 'AB',
    summary: 'Firma un convenio sobre lo que un lote debe. Lo que perdona lleva código.',
    body: convenioSchema,
    answer: data(z.object({ id: z.number() })),
    idempotent: true,
  }),
  cancelar: endpoint({
    method: 'POST',
    path: '/convenio/cancelar',
    roles: 'AB',
    summary: 'Deja sin efecto un convenio vigente, con su razón: lo condonado se debe de nuevo.',
    body: cancelarConvenioSchema.extend({ id }),
    answer: done(),
  }),
  copia: endpoint({
    method: 'POST',
    path: '/convenio/copia',
    roles: 'AB',
    summary: 'Guarda con un convenio el PDF de su papel ya firmado, que se subió antes.',
    body: z.object({ id, archivo: ref }),
    answer: done(),
  }),
  reglas: endpoint({
    method: 'GET',
    path: '/convenio/reglas',
    roles: 'ABC',
    summary: 'Cómo se pagan, se avisan y se rompen los convenios.',
    answer: data(reglas),
  }),
  saveReglas: endpoint({
    method: 'POST',
    path: '/convenio/reglas/save',
    roles: 'AB',
    summary:
      'Cambia cómo se pagan, se avisan y se rompen los convenios. La tolerancia vale para los que se firmen después.',
    body: reglasSchema,
    answer: done(),
  }),
};
