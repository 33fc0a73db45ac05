/** Receipts as they are shown and printed, and the note of the specification. Amounts in pesos. */
import { reciboImpreso } from '#documents/recibo-impreso.ts';
import { cobroIdentificado } from '#libro/contract.ts';
import { amount, id, idParams } from '#platform/codecs.ts';
import { data, endpointsOf, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { BUSQUEDA_MAX } from './busqueda.ts';

const endpoint = endpointsOf('pagos');

const notaLine = z.object({
  id: z.number(),
  fecha: z.string(),
  concepto: z.string(),
  monto: amount,
  asociado: z.string(),
  referencia: z.string(),
  direccion: z.string(),
  emitido: z.string(),
});

/** The payments that something is asked about. */
const cobrosSchema = z.object({ dataLists: z.array(cobroIdentificado.extend({ id })).min(1).max(500) });

/** A receipt as a search finds it. */
const reciboHallado = z.object({
  id: z.number(),
  lote: z.object({ id: z.number(), referencia: z.string() }),
  asociado: z.string(),
  fechaPago: z.string(),
  metodo: z.string(),
  caja: z.string(),
  referencia: z.string(),
  /** What it paid, in a line. */
  aplicado: z.string(),
  recibido: amount,
  /** All of it was cancelled. */
  cancelado: z.boolean(),
});
export type ReciboHallado = z.infer<typeof reciboHallado>;

/** A document that payments of a receipt stand on, or that they have none. */
const documentoFiscal = z.object({
  /** Null where there is none. */
  facturaId: z.number().nullable(),
  /** 'factura', 'complemento', 'global'; 'recibo' of what gets no invoice by its treatment, 'ninguna' of what has none yet. */
  clase: z.enum(['factura', 'complemento', 'global', 'recibo', 'ninguna']),
  folio: z.string(),
  /** The invoice's; '' where there is none. */
  status: z.string(),
  conceptos: z.array(z.string()),
  /** What the receipt paid of each, and of all. */
  montos: z.array(amount),
  monto: amount,
});
export type DocumentoFiscal = z.infer<typeof documentoFiscal>;
/** A search tells the latest ones; asked for one more, whether there are more. */
export const HALLADOS_MAX = 100;

export const recibosContract = {
  buscar: endpoint({
    method: 'GET',
    path: '/recibo/buscar',
    roles: 'ABC',
    summary:
      'Los recibos de cualquier lote que tienen todo lo que se escribió: monto, fecha, folio, referencia, nombre, método.',
    query: z.object({
      /** Of fewer than two letters nothing is found. */
      q: z.string().trim().max(BUSQUEDA_MAX).default(''),
      limite: z.coerce
        .number()
        .int()
        .min(1)
        .max(HALLADOS_MAX + 1)
        .default(HALLADOS_MAX),
    }),
    answer: list(reciboHallado),
  }),
  nota: endpoint({
    method: 'POST',
    path: '/factura/nota',
    roles: 'ABCD',
    summary: 'Los renglones de la nota de pago de los cobros indicados.',
    body: cobrosSchema,
    answer: data(z.array(notaLine)),
    writes: false,
  }),
  recibo: endpoint({
    method: 'GET',
    path: '/recibo/get/{id}',
    roles: 'ABCD',
    summary: 'Un recibo completo: qué se recibió, a qué se aplicó y qué fue de él.',
    params: idParams,
    answer: data(reciboImpreso),
  }),
  documentos: endpoint({
    method: 'GET',
    path: '/recibo/documentos/{id}',
    roles: 'ABCD',
    summary: 'Las facturas y los complementos en que están los pagos vigentes de un recibo, y los que no llevan.',
    params: idParams,
    answer: list(documentoFiscal),
  }),
  recibosDe: endpoint({
    method: 'POST',
    path: '/recibo/de-cobros',
    roles: 'ABCD',
    summary: 'Los recibos completos con los que llegaron los cobros indicados.',
    body: cobrosSchema,
    answer: data(z.array(reciboImpreso)),
    writes: false,
  }),
};
