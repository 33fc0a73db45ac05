/** Packets for the court: the checklist, its documents, and what was issued. Our own addition. Amounts in pesos. */
import { amount, id, idOrNew, idParams, numberField, optionalText, ref, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { PRUEBAS } from './rules.ts';

const endpoint = endpointsOf('expediente');

const expediente = z.object({
  id: z.number(),
  /** 'EJ-00012'. */
  folio: z.string(),
  /** Of a supplement the folio of the packet that it is of; '' of a packet. */
  suplementoDe: z.string(),
  lote: z.object({ id: z.number(), referencia: z.string() }),
  asociado: z.string(),
  fecha: z.string(),
  adeudo: amount,
  /** Of the checklist, as it was then. */
  faltan: z.number(),
  porConfirmar: z.number(),
  usuario: z.string(),
  createdAt: z.string(),
  /** SHA-256 of what it says, as it is printed on it. */
  huella: z.string(),
});
export type Expediente = z.infer<typeof expediente>;

const documento = z.object({ id: z.number(), nombre: z.string(), url: z.string(), fecha: z.string() }).nullable();

const requisito = z.object({
  id: z.number(),
  orden: z.number(),
  documento: z.string(),
  firma: z.string(),
  condicion: z.string(),
  fuente: z.string(),
  prueba: z.enum(PRUEBAS),
  minimo: z.number(),
  /** The lawyer who confirmed it; '' until somebody did. */
  abogado: z.string(),
  confirmado: z.string().nullable(),
  /** The PDF that proves it: of the community, or of the lot that is asked for. */
  pdf: documento,
});
export type Requisito = z.infer<typeof requisito>;

const requisitoDeLote = requisito.extend({ cumple: z.boolean(), porque: z.string(), remedio: z.string() });
export type RequisitoDeLote = z.infer<typeof requisitoDeLote>;

const deLote = z.object({
  lote: z.object({ id: z.number(), referencia: z.string() }),
  adeudo: amount,
  /** Why none can be issued now; '' where one can. */
  impedimento: z.string(),
  /** The folio of the packet that the next one would be a supplement of; '' where it would be a packet. */
  suplementoDe: z.string(),
  requisitos: z.array(requisitoDeLote),
  expedientes: z.array(expediente),
});
export type DeLote = z.infer<typeof deLote>;

const whole = (min: number, max: number) =>
  numberField().refine((value) => Number.isInteger(value) && value >= min && value <= max, {
    message: `Escriba un número entero, de ${min} a ${max}`,
  });

export const requisitoSchema = z.object({
  id: idOrNew,
  orden: whole(1, 999),
  documento: text(200),
  firma: optionalText(200),
  condicion: optionalText(500),
  fuente: optionalText(300),
  prueba: z.enum(PRUEBAS),
  minimo: whole(1, 99),
});

export const confirmarRequisitoSchema = z.object({ id, abogado: text(150) });

const documentoSchema = z.object({
  requisito: ref,
  /** Whose it is; of the community's own none. */
  lote: z.object({ id: idOrNew }),
  archivo: ref,
});

export const expedienteContract = {
  all: endpoint({
    method: 'GET',
    path: '/expediente/all',
    roles: 'ABCF',
    summary: 'Los expedientes de cobranza y sus suplementos, el más reciente primero.',
    answer: list(expediente),
  }),
  deLote: endpoint({
    method: 'GET',
    path: '/expediente/lote/{id}',
    roles: 'ABC',
    summary: 'Los requisitos de un lote, cuáles cumple y por qué, y sus expedientes.',
    params: idParams,
    answer: data(deLote),
  }),
  expedir: endpoint({
    method: 'POST',
    path: '/expediente/expedir',
    roles: 'AB',
    summary: 'Expide el expediente de un lote que debe, o el suplemento del que ya tiene su propietario.',
    body: z.object({ id }),
    answer: data(expediente),
    idempotent: true,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/expediente/pdf/{id}',
    roles: 'ABC',
    summary: 'El expediente tal como se expidió, en PDF, con sus anexos adentro.',
    params: idParams,
    answer: file('application/pdf'),
  }),
  verificar: endpoint({
    method: 'GET',
    path: '/expediente/verificar/{id}',
    roles: 'ABC',
    summary: 'Compara el expediente y su archivo con sus huellas y con la bitácora.',
    params: idParams,
    answer: data(z.object({ intacto: z.boolean(), huella: z.string() })),
  }),
  requisitos: endpoint({
    method: 'GET',
    path: '/expediente/requisito/all',
    roles: 'ABC',
    summary: 'La lista de requisitos del abogado, en su orden.',
    answer: list(requisito),
  }),
  saveRequisito: endpoint({
    method: 'POST',
    path: '/expediente/requisito/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o cambia un requisito; lo que cambia vuelve a quedar por confirmar.',
    body: requisitoSchema,
    answer: data(z.object({ id: z.number() })),
  }),
  confirmarRequisito: endpoint({
    method: 'POST',
    path: '/expediente/requisito/confirmar',
    roles: 'AB',
    summary: 'Anota qué abogado encontró correcto un requisito.',
    body: confirmarRequisitoSchema,
    answer: done(),
  }),
  deleteRequisito: endpoint({
    method: 'DELETE',
    path: '/expediente/requisito/delete/{id}',
    roles: 'AB',
    summary: 'Quita un requisito y sus documentos; los expedientes expedidos conservan los suyos.',
    params: idParams,
    answer: done(),
  }),
  saveDocumento: endpoint({
    method: 'POST',
    path: '/expediente/documento/save',
    roles: 'AB',
    summary: 'Liga un PDF que se subió a un requisito, de la comunidad o de un lote; reemplaza al anterior.',
    body: documentoSchema,
    answer: done(),
  }),
  deleteDocumento: endpoint({
    method: 'DELETE',
    path: '/expediente/documento/delete/{id}',
    roles: 'AB',
    summary: 'Quita el PDF de un requisito; los expedientes expedidos conservan el suyo.',
    params: idParams,
    answer: done(),
  }),
};
