/** The monthly TIIE, the generation of late interest, and its lookup by lot. Amounts in pesos, rates in percent. */
import { amount, id, idOrNew, idParams, monthFields, numberField } from '#platform/codecs.ts';
import { data, done, endpointsOf, list } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('intereses');

const YEAR_MIN = 1995;
const YEAR_MAX = 2199;
export const YEAR_REFUSED = `El año debe estar entre ${YEAR_MIN} y ${YEAR_MAX}`;

const mes = numberField().pipe(z.number().int().min(1, REQUIRED).max(12, REQUIRED));
export const yearTiie = numberField().pipe(z.number().int().min(YEAR_MIN, YEAR_REFUSED).max(YEAR_MAX, YEAR_REFUSED));

export const porcentajeTiie = numberField()
  .refine((value) => value >= 0, { message: 'No puede poner porcentaje negativo', abort: true })
  .refine((value) => value >= 1, { message: 'Campo porcentaje mayor a 0', abort: true })
  .refine((value) => value <= 100, { message: 'Campo porcentaje menor o igual a 100', abort: true })
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
    message: 'Escriba un porcentaje con cuatro decimales como máximo',
  });

const tiie = z.object({ id: z.number(), ...monthFields, porcentaje: z.number() });
export type Tiie = z.infer<typeof tiie>;

const moratorioRow = z.object({
  id: z.number(),
  /** The first day of the charge's month. */
  periodo: z.string(),
  concepto: z.string(),
  /** Our addition: the column 'Fecha corte'. */
  fechaCorte: z.string(),
  /** What was charged, discounts and condonations taken off. */
  costo: amount,
  pagado: amount,
  status: z.string(),
  /** The late interest on it, paid or not. */
  interesMoratorio: amount,
});
export type MoratorioRow = z.infer<typeof moratorioRow>;

export const interesesContract = {
  tiies: endpoint({
    method: 'GET',
    path: '/tiie/all',
    roles: 'AB',
    summary: 'Las tasas TIIE, la más reciente primero.',
    answer: list(tiie),
  }),
  tiie: endpoint({
    method: 'GET',
    path: '/tiie/get/{id}',
    roles: 'AB',
    summary: 'La TIIE de un mes.',
    params: idParams,
    answer: data(tiie),
  }),
  saveTiie: endpoint({
    method: 'POST',
    path: '/tiie/save',
    work: 'long',
    roles: 'AB',
    summary: 'Crea (id vacío) o corrige la TIIE de un mes; la siguiente generación de intereses la toma en cuenta.',
    body: z.object({ id: idOrNew, mes, year: yearTiie, porcentaje: porcentajeTiie }),
    answer: done(),
  }),
  last: endpoint({
    method: 'GET',
    path: '/interesesmoratoriosbitacora/gaslast',
    roles: 'AB',
    summary: 'Cuándo se generaron los intereses moratorios por última vez; null si nunca.',
    answer: data(z.object({ createdAt: z.string().nullable() })),
  }),
  generate: endpoint({
    method: 'POST',
    path: '/lote/generarinteresesmoratorios',
    work: 'long',
    roles: 'AB',
    summary: 'Genera los intereses moratorios que falten hasta hoy; repetirlo no cambia nada.',
    answer: done(),
  }),
  lotes: endpoint({
    method: 'GET',
    path: '/lote/getformoratorios',
    roles: 'AB',
    summary: 'Busca lotes con mantenimientos o cuotas iniciales, por referencia, asociado o calle.',
    query: z.object({ q: z.string().max(200).default('') }),
    answer: list(z.object({ id: z.number(), name: z.string() })),
  }),
  moratorios: endpoint({
    method: 'GET',
    path: '/lote/getmttobylote/{loteId}',
    roles: 'AB',
    summary: 'Los mantenimientos y cuotas iniciales de un lote con su interés moratorio, los más recientes primero.',
    params: z.object({ loteId: id }),
    answer: list(moratorioRow),
  }),
};
