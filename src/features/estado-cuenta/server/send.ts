/** Mails the PDF that the screen offers for download, drawn here from the same definition. */
import { fechaInZone } from '#core/fecha.ts';
import type { Dato } from '#libro/letters.ts';
import { findPlantilla, loadAddressees } from '#libro/server/letters.ts';
import { escapeHtml, fillPlaceholders, placeholdersIn } from '#platform/placeholders.ts';
import type { Context, Reading } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { Drawing } from '#platform/server/pdf-draw.ts';
import { type Drawn, drawingsOf } from '#platform/server/pdf-thread.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import type { LoteConUnidades } from '../contract.ts';
import type { Making } from '../pdf.ts';
import { makeEnlace, type PorHacer } from './enlace.ts';

export interface Mailing {
  correoElectronico: string;
  correoAdicional: string;
}

/** A document about a lot that is to be sent. */
export interface Paper {
  titulo: string;
  /** With its article: 'el estado de cuenta de …'. */
  nota: string;
  lote: LoteConUnidades;
  /** What the bank is given to pay it; '' where there is none. */
  referenciaPago: string;
  residencial: string;
  drawing: Drawing;
  /** Of somebody who sold: the lot's template names who has it now, and its letters are theirs. */
  deQuienVendio?: boolean;
  /** The link that it bears. */
  enlace?: PorHacer | undefined;
}

/** The painters of this feature. */
export const drawing = drawingsOf<typeof import('../pdf.ts')>(new URL('../pdf.ts', import.meta.url));

const paragraph = (line: string): string => `<p>${escapeHtml(line)}</p>`;

/**
 * The text of the community's own template for a document, with the lot's data; undefined: it has none. One that does not
 * ask for the payment reference has it after its text.
 */
async function templateOf(
  ctx: Context,
  { titulo, lote, referenciaPago, deQuienVendio }: Paper,
): Promise<string | undefined> {
  if (deQuienVendio) return undefined;
  const template = await findPlantilla(ctx.tx, titulo);
  if (template === undefined) return undefined;
  const [addressee] = await loadAddressees(ctx.tx, [lote.id], ctx.today());
  // Of the unit, where the document is limited to one.
  const values = { ...addressee?.datos, referencia_pago: referenciaPago } satisfies Partial<Record<Dato, string>>;
  const datos = Object.entries(values).map(([dato, value]) => [dato, escapeHtml(value)]);
  const text = fillPlaceholders(template, Object.fromEntries(datos));
  const asks = placeholdersIn(template).includes('referencia_pago' satisfies Dato);
  return asks ? text : text + toPayBy(referenciaPago).map(paragraph).join('');
}

/** What is said of the payment reference where there is one. */
const toPayBy = (referenciaPago: string): string[] =>
  referenciaPago === '' ? [] : [`Referencia para pagar: ${referenciaPago}.`];

/** Where and when a document is made. */
export async function makingOf({ tx, clock, community }: Reading): Promise<Making> {
  const { timeZone } = community;
  const now = clock.now();
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(now);
  return {
    ...(await findMembrete(tx, community)),
    reloj: `${fechaInZone(now, timeZone)} ${time}`,
  };
}

/** To whom a document goes; refuses where that is nobody. */
export function recipientsOf({ correoElectronico, correoAdicional }: Mailing): string[] {
  const para = [correoElectronico, correoAdicional].filter((address) => address !== '');
  if (para.length === 0) {
    throw new Refusal('No hay a quién enviarlo: el asociado no tiene correo. Escriba una dirección en «Adicional»');
  }
  return para;
}

/** Sends a drawn document, and records it. */
export async function sendPdf(ctx: Context, to: Mailing, paper: Paper, { name, content }: Drawn): Promise<void> {
  const { titulo, nota, lote, referenciaPago, residencial, deQuienVendio, enlace } = paper;
  const para = recipientsOf(to);
  await ctx.mail.enqueue({
    para,
    asunto: `${titulo} ${lote.referencia}`,
    html:
      (await templateOf(ctx, paper)) ??
      [`${lote.asociado || 'Buen día'}:`, `Adjunto encontrará ${nota}.`, ...toPayBy(referenciaPago), residencial]
        .map(paragraph)
        .join(''),
    adjuntos: [{ nombre: name, mime: 'application/pdf', contenido: content }],
    ...(!deQuienVendio && { loteId: lote.id }),
  });
  const enlaceId = enlace && (await makeEnlace(ctx, enlace));
  await ctx.audit({
    status: 'creado',
    entidad: 'correo',
    referencia: lote.referencia,
    nota: `Se envió por correo electrónico ${nota}`,
    despues: { para, archivo: name, ...(enlaceId !== undefined && { enlace: enlaceId }) },
  });
}
