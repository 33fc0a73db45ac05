/** An invoice by mail: the PDF that the screens draw, made here from the same definition, and the XML as it was stamped. */
import { xmlFileName } from '#documents/factura.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import type { Before, Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { MailMessage } from '#platform/server/mail.ts';
import { drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import type { z } from '#platform/zod.ts';
import type { facturacionContract } from '../../contract.ts';
import { listControl } from '../repository.ts';
import { facturaOf, loadFactura } from './factura.ts';

/** Several addresses in one field, as the registered ones are shown. */
function addressesIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

export const drawing = drawingsOf<typeof import('./pdf.ts')>(new URL('./pdf.ts', import.meta.url));

/** The letters with an invoice's files, as it stood when it was asked for. */
export interface Letters {
  factura: Factura;
  mensajes: MailMessage[];
}

/** To the addresses given, and a copy to those of the invoice control. Refuses where nobody is given. */
export async function prepareLetters({
  body,
  before,
}: {
  body: z.output<typeof facturacionContract.send.body>;
  before: Before;
}): Promise<Letters> {
  const para = [...addressesIn(body.correoElectronico), ...addressesIn(body.correoAdicional)];
  if (para.length === 0) {
    throw new Refusal('No hay a quién enviarla: el receptor no tiene correo. Escriba una dirección en «Adicional»');
  }
  const { factura, loteId, making, control } = await before.read(async (reading) => {
    const row = await loadFactura(reading, body.id);
    if (row.estado !== 'timbrado') {
      throw new Refusal('La factura todavía no está timbrada. Envíela cuando su estado sea «facturada»');
    }
    return {
      factura: await facturaOf(reading, row),
      loteId: row.loteId,
      making: await findMembrete(reading.tx, reading.community),
      control: await listControl(reading.tx),
    };
  });
  const { residencial } = making;
  const { name, content } = await pdfThread.draw(drawing('facturaPdf', factura, making));
  const cancelada = factura.status === 'cancelada' ? ', que está cancelada' : '';
  const letter = {
    asunto: `Factura ${factura.folio}${residencial === '' ? '' : ` de ${residencial}`}`,
    html: [
      `${factura.nombreReceptor}:`,
      `Adjunto encontrará la factura ${factura.folio}${cancelada}, en PDF y en XML.`,
      residencial,
    ]
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join(''),
    adjuntos: [
      { nombre: name, mime: 'application/pdf', contenido: content },
      { nombre: xmlFileName(factura), mime: 'application/xml', contenido: Buffer.from(factura.xml, 'utf8') },
    ],
    ...(loteId !== null && { loteId }),
  };
  const copia = control.filter((address) => !para.some((one) => one.toLowerCase() === address.toLowerCase()));
  // The copy is a letter of its own, so that the receptor neither sees these addresses nor waits for them.
  return { factura, mensajes: [{ ...letter, para }, ...(copia.length > 0 ? [{ ...letter, para: copia }] : [])] };
}

export async function sendLetters(ctx: Context, { factura, mensajes }: Letters): Promise<string> {
  for (const mensaje of mensajes) await ctx.mail.enqueue(mensaje);
  const [original, copia] = mensajes;
  await ctx.audit({
    status: 'creado',
    entidad: 'correo',
    entidadId: factura.id,
    referencia: factura.referenciaReceptor,
    nota: `Se envió por correo electrónico la factura ${factura.folio}`,
    despues: { para: original?.para ?? [], copia: copia?.para ?? [] },
  });
  return 'Se ha enviado el correo electrónico satisfactoriamente';
}
