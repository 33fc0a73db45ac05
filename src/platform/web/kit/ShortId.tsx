/** A long identifier by its first block, with the whole of it at hand to copy. */
import { IconCopy } from '@tabler/icons-react';
import { copy } from './copy.ts';
import classes from './short-id.module.css';

/** `label` says what is copied: 'folio fiscal de A-80'. */
export function ShortId({ value, label }: { value: string; label: string }) {
  if (value === '') return null;
  return (
    <span className={classes.id} title={value}>
      {value.split('-')[0]}
      <button
        type="button"
        aria-label={`Copiar ${label}`}
        title={`Copiar ${value}`}
        onClick={() => void copy(value, 'Abra el registro y cópielo de ahí')}
      >
        <IconCopy size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
