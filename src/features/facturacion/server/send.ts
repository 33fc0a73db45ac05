/** An invoice by mail: the PDF that the screens draw, made here from the same definition, and the XML as it was stamped. */
import { importeEnLetras } from '#cfdi/letras.ts';
import { RESIDENCIALES } from '#core/residenciales.ts';
import { facturaDocument, facturaFileName, xmlFileName } from '#documents/factura.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { MailAttachment } from '#platform/server/mail.ts';
import type { Factura } from '../contract.ts';
import { findControl, findResidencial } from './repository-read.ts';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Several addresses in one field, as the registered ones are shown. */
export function addressesIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

async function filesOf(factura: Factura, codigo: string, residencial: string): Promise<MailAttachment[]> {
  // Loaded with the first document: most starts of the server never draw one.
  const { renderPdf } = await import('#platform/server/pdf.ts');
  return [
    {
      nombre: facturaFileName(factura),
      mime: 'application/pdf',
      contenido: await renderPdf(facturaDocument(factura, { codigo, residencial, enLetras: importeEnLetras })),
    },
    { nombre: xmlFileName(factura), mime: 'application/xml', contenido: Buffer.from(factura.xml, 'utf8') },
  ];
}

/** Sends to the addresses given, and a copy to those of the invoice control. Refuses where nobody is given. */
export async function sendFactura(
  ctx: Context,
  factura: Factura,
  loteId: number | null,
  to: { correoElectronico: string; correoAdicional: string },
): Promise<void> {
  const para = [...addressesIn(to.correoElectronico), ...addressesIn(to.correoAdicional)];
  if (para.length === 0) {
    throw new Refusal('No hay a quién enviarla: el receptor no tiene correo. Escriba una dirección en «Adicional»');
  }
  const codigo = (await findResidencial(ctx.tx)) ?? ctx.community.codigo;
  const residencial = RESIDENCIALES.find((known) => known.code === codigo)?.name ?? '';
  const adjuntos = await filesOf(factura, codigo, residencial);
  const asunto = `Factura ${factura.folio}${residencial === '' ? '' : ` de ${residencial}`}`;
  const cancelada = factura.status === 'cancelada' ? ', que está cancelada' : '';
  const letter = {
    asunto,
    html: [
      `${factura.nombreReceptor}:`,
      `Adjunto encontrará la factura ${factura.folio}${cancelada}, en PDF y en XML.`,
      residencial,
    ]
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join(''),
    adjuntos,
    ...(loteId !== null && { loteId }),
  };
  await ctx.mail.enqueue({ ...letter, para });
  const control = await findControl(ctx.tx);
  const copia = [control?.email, control?.email_secondary]
    .map((address) => address?.trim() ?? '')
    .filter((address) => address !== '' && !para.some((one) => one.toLowerCase() === address.toLowerCase()));
  // A letter of its own, so that the receptor neither sees these addresses nor waits for them.
  if (copia.length > 0) await ctx.mail.enqueue({ ...letter, para: copia });
  await ctx.audit({
    status: 'creado',
    entidad: 'correo',
    entidadId: factura.id,
    referencia: factura.referenciaReceptor,
    nota: `Se envió por correo electrónico la factura ${factura.folio}`,
    despues: { para, copia },
  });
}
