/** Mails the PDF that the screen offers for download, made here from the same definition. */
import { fechaInZone } from '#core/fecha.ts';
import { RESIDENCIALES } from '#core/residenciales.ts';
import { findPlantilla, loadAddressees } from '#libro/server/letters.ts';
import { escapeHtml, fillPlaceholders } from '#platform/placeholders.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { LoteConUnidades } from '../contract.ts';
import type { Making, Pdf } from '../pdf.ts';
import { residencialOf } from './repository.ts';

export interface Mailing {
  correoElectronico: string;
  correoAdicional: string;
}

export interface Paper {
  titulo: string;
  /** With its article: 'el estado de cuenta de …'. */
  nota: string;
  pdf: (making: Making) => Pdf;
}

/** The text of the community's own template for a document, with the lot's data; undefined: it has none. */
async function templateOf(ctx: Context, name: string, loteId: number): Promise<string | undefined> {
  const template = await findPlantilla(ctx.tx, name);
  if (template === undefined) return undefined;
  const [addressee] = await loadAddressees(ctx.tx, [loteId], ctx.today());
  const datos = Object.entries(addressee?.datos ?? {}).map(([dato, value]) => [dato, escapeHtml(value)]);
  return fillPlaceholders(template, Object.fromEntries(datos));
}

async function makingOf(ctx: Context): Promise<Making> {
  const { timeZone, codigo } = ctx.community;
  const code = (await residencialOf(ctx.tx)) ?? codigo;
  const now = ctx.clock.now();
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(now);
  return {
    residencial: RESIDENCIALES.find((known) => known.code === code)?.name ?? '',
    reloj: `${fechaInZone(now, timeZone)} ${time}`,
  };
}

/** Sends the PDF to the addresses given, and records it. Without an address: a refusal. */
export async function sendPdf(ctx: Context, lote: LoteConUnidades, to: Mailing, paper: Paper): Promise<void> {
  const para = [to.correoElectronico, to.correoAdicional].filter((address) => address !== '');
  if (para.length === 0) {
    throw new Refusal('No hay a quién enviarlo: el asociado no tiene correo. Escriba una dirección en «Adicional»');
  }
  const making = await makingOf(ctx);
  const { name, definition } = paper.pdf(making);
  // Loaded with the first document: most starts of the server never draw one.
  const { renderPdf } = await import('#platform/server/pdf.ts');
  await ctx.mail.enqueue({
    para,
    asunto: `${paper.titulo} ${lote.referencia}`,
    html:
      (await templateOf(ctx, paper.titulo, lote.id)) ??
      [`${lote.asociado || 'Buen día'}:`, `Adjunto encontrará ${paper.nota}.`, making.residencial]
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join(''),
    adjuntos: [{ nombre: name, mime: 'application/pdf', contenido: await renderPdf(definition) }],
    loteId: lote.id,
  });
  await ctx.audit({
    status: 'creado',
    entidad: 'correo',
    referencia: lote.referencia,
    nota: `Se envió por correo electrónico ${paper.nota}`,
    despues: { para, archivo: name },
  });
}
