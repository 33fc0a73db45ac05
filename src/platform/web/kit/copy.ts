/** Copies a text for whoever pressed a button to have it elsewhere. */
import { toast } from './toast.tsx';

/** Without a secure connection the browser lets only a marked text be copied. */
function copyMarked(text: string): boolean {
  const marked = document.createElement('textarea');
  marked.value = text;
  marked.style.position = 'fixed';
  const before = document.activeElement;
  document.body.append(marked);
  marked.select();
  const done = document.execCommand('copy');
  marked.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** @param otherwise what to do where it cannot be copied */
export async function copy(text: string, otherwise: string): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else if (!copyMarked(text)) throw new Error('not copied');
    toast.success('Copiado', 2);
  } catch {
    toast.error(`No se pudo copiar. ${otherwise}`, 5);
  }
}
