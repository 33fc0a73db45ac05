/** A long identifier by its first block, with the whole of it at hand to copy. */
import { IconCopy } from '@tabler/icons-react';
import classes from './short-id.module.css';
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

async function copy(text: string): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else if (!copyMarked(text)) throw new Error('not copied');
    toast.success('Copiado', 2);
  } catch {
    toast.error('No se pudo copiar. Abra el registro y cópielo de ahí', 5);
  }
}

/** `label` says what is copied: 'folio fiscal de A-80'. */
export function ShortId({ value, label }: { value: string; label: string }) {
  if (value === '') return null;
  return (
    <span className={classes.id} title={value}>
      {value.split('-')[0]}
      <button type="button" aria-label={`Copiar ${label}`} title={`Copiar ${value}`} onClick={() => void copy(value)}>
        <IconCopy size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
