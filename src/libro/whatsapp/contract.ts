/** 'Enviar por WhatsApp': a message about a paper with a link to the resident's page, which the office's own messenger sends. */
import { id } from '#platform/codecs.ts';
import { data, endpointsOf, TOLD_READ } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { QUE_SE_ENVIA } from './rules.ts';

const endpoint = endpointsOf('gestion');

/** A receipt's id, a lot's for its statement, and of a letter its line's in the run. */
const papel = z.object({ que: z.enum(QUE_SE_ENVIA), id });
export type Papel = z.input<typeof papel> & { id: number };

const destino = z.object({
  /** 'residente-12', 'representante-3'. */
  persona: z.string(),
  nombre: z.string(),
  papel: z.enum(['propietario', 'inquilino', 'representante']),
  /** Its ten digits as they are on file; '': there is none, and the contact is chosen in the messenger. */
  telefono: z.string(),
  tipo: z.string(),
});
export type Destino = z.infer<typeof destino>;

export const whatsappContract = {
  destinos: endpoint({
    method: 'GET',
    path: '/whatsapp/destinos',
    ...TOLD_READ,
    roles: 'ABC',
    summary: 'A qué personas del lote y a qué teléfonos se puede enviar un papel por WhatsApp, y con qué texto.',
    query: papel,
    answer: data(z.object({ titulo: z.string(), texto: z.string(), destinos: z.array(destino) })),
  }),
  preparar: endpoint({
    method: 'POST',
    path: '/whatsapp/preparar',
    roles: 'ABC',
    summary:
      'Hace un enlace para una persona y la dirección que abre WhatsApp con el texto. Queda como preparado: quién lo envía es quien lo abre.',
    body: papel.extend({
      persona: z.string().regex(/^(residente|representante)-[1-9]\d{0,8}$/, 'Elija a quién se envía'),
      /** '': the contact is chosen in the messenger. */
      telefono: z.string().regex(/^(\d{10})?$/, 'Elija un teléfono registrado'),
    }),
    answer: data(z.object({ url: z.string() })),
  }),
};
