/** The ZIP of a closing in letters to treasurer and auditor. */
import { type Month, monthInWords, monthTitle } from '#core/period.ts';
import { inLetters } from '#features/comunicacion/rules.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import type { Tx } from '#platform/server/db.ts';
import { ATTACHMENTS_BYTES_MAX, type MailMessage } from '#platform/server/mail.ts';
import { addressesOf, insertEnvio } from './repository-month-end.ts';

export interface Paquete {
  periodo: Month & { id: number; huella: string };
  nombre: string;
  contenido: Buffer;
  huella: string;
}

interface Sender {
  usuarioId: number | null;
  origen: string;
  now: Date;
}

/** Where the screen shows a month. */
const screenOf = (origen: string, { year, mes }: Month): string =>
  `${origen}/reportes/fin-de-mes?mes=${year}-${String(mes).padStart(2, '0')}-01`;

function htmlOf({ periodo, nombre, huella }: Paquete, adjunto: boolean, origen: string): string {
  const link = screenOf(origen, periodo);
  const where = adjunto
    ? 'Adjunto encontrará el archivo de fin de mes, con su índice.'
    : 'El archivo de fin de mes pesa más de lo que lleva un correo. Descárguelo en la pantalla «Fin de mes».';
  const lines = [
    escapeHtml(where),
    ...(origen === '' ? [] : [`<a href="${escapeHtml(link)}">Ver ${monthInWords(periodo)} en Portón</a>`]),
    `Archivo: ${escapeHtml(nombre)}<br />SHA-256: ${huella}<br />Huella del cierre: ${periodo.huella}`,
  ];
  return lines.map((line) => `<p>${line}</p>`).join('');
}

/**
 * Writes the letters of a ZIP to whoever is to have it, and takes down that it went. Gives the addresses; [] where nobody is
 * chosen.
 */
export async function sendPaquete(
  tx: Tx,
  paquete: Paquete,
  { usuarioId, origen, now }: Sender,
  enqueue: (letter: MailMessage) => Promise<unknown>,
): Promise<string[]> {
  const letters = inLetters(await addressesOf(tx));
  const para = letters.flat();
  if (para.length === 0) return [];
  const adjunto = paquete.contenido.length <= ATTACHMENTS_BYTES_MAX;
  const { periodo, nombre, contenido } = paquete;
  const periodoEnvioId = await insertEnvio(tx, { periodoId: periodo.id, para, adjunto, usuarioId, now });
  for (const addresses of letters) {
    await enqueue({
      ...{ para: addresses, asunto: `Fin de mes · ${monthTitle(periodo)}`, html: htmlOf(paquete, adjunto, origen) },
      ...{ adjuntos: adjunto ? [{ nombre, mime: 'application/zip', contenido }] : [], periodoEnvioId },
    });
  }
  return para;
}
