/** The texts of what is sent by WhatsApp. */

import { QUE_SE_ENVIA, type QueSeEnvia, refusalOfTexto } from '#libro/whatsapp/rules.ts';
import { text } from '#platform/codecs.ts';
import { data, done, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('gestion');

const TEXTO_MAX = 1_000;

const texto = (que: QueSeEnvia) =>
  text(TEXTO_MAX).superRefine((value, ctx) => {
    const message = refusalOfTexto(que, value);
    if (message) ctx.addIssue({ code: 'custom', message });
  });

/** The form's schema, which the server checks as well. */
export const textosSchema = z.object({ recibo: texto('recibo'), estado: texto('estado'), carta: texto('carta') });
export type Textos = z.infer<typeof textosSchema>;

export const textosContract = {
  get: endpoint({
    method: 'GET',
    path: '/whatsapp/texto/get',
    roles: 'AB',
    summary: 'Los textos con que se envían recibos, estados de cuenta y cartas por WhatsApp.',
    answer: data(
      z.object(Object.fromEntries(QUE_SE_ENVIA.map((que) => [que, z.string()])) as Record<QueSeEnvia, z.ZodString>),
    ),
  }),
  save: endpoint({
    method: 'POST',
    path: '/whatsapp/texto/save',
    roles: 'AB',
    summary: 'Cambia los textos con que se envían recibos, estados de cuenta y cartas por WhatsApp.',
    body: textosSchema,
    answer: done(),
  }),
};
