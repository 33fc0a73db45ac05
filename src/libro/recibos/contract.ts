/** Receipts as they are shown and printed, and the note of the specification. Amounts in pesos. */
import { reciboImpreso } from '#documents/recibo-impreso.ts';
import { cobroIdentificado } from '#libro/contract.ts';
import { id, idParams } from '#platform/codecs.ts';
import { data, endpoint } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

export const notaLine = z.object({
  id: z.number(),
  fecha: z.string(),
  concepto: z.string(),
  monto: z.number(),
  asociado: z.string(),
  referencia: z.string(),
  direccion: z.string(),
  emitido: z.string(),
});

/** The payments that something is asked about. */
const cobrosSchema = z.object({ dataLists: z.array(cobroIdentificado.extend({ id })).min(1).max(500) });

export const recibosContract = {
  nota: endpoint({
    method: 'POST',
    path: '/factura/nota',
    roles: 'ABCD',
    area: 'pagos',
    summary: 'Los renglones de la nota de pago de los cobros indicados.',
    body: cobrosSchema,
    answer: data(z.array(notaLine)),
    writes: false,
  }),
  recibo: endpoint({
    method: 'GET',
    path: '/recibo/get/{id}',
    roles: 'ABCD',
    area: 'pagos',
    summary: 'Un recibo completo: qué se recibió, a qué se aplicó y qué fue de él.',
    params: idParams,
    answer: data(reciboImpreso),
  }),
  recibosDe: endpoint({
    method: 'POST',
    path: '/recibo/de-cobros',
    roles: 'ABCD',
    area: 'pagos',
    summary: 'Los recibos completos con los que llegaron los cobros indicados.',
    body: cobrosSchema,
    answer: data(z.array(reciboImpreso)),
    writes: false,
  }),
};
