/** Letters to whoever answers for invoicing: what happens where nobody looks. */
import { escapeHtml } from '#platform/placeholders.ts';
import type { Tx } from '#platform/server/db.ts';
import { queueMail } from '#platform/server/mail.ts';
import { listControl } from '../repository.ts';

/** Writes to the addresses of control; each paragraph is plain text. */
export async function tellControl(tx: Tx, asunto: string, parrafos: readonly string[], now: Date): Promise<void> {
  const para = await listControl(tx);
  if (para.length === 0) return;
  const html = parrafos.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  await queueMail(tx, { para, asunto, html, usuarioId: null }, now);
}
