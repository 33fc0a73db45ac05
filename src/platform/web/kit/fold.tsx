/**
 * On a telephone what is seldom needed is folded away under a button; where there is room it stands open, and there is no button,
 * unless what stands around it shows one.
 */
import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';

export interface FoldButtonProps {
  open: boolean;
  onToggle: () => void;
  label: string;
  /** The words are only read. */
  signOnly?: boolean;
}

export function FoldButton({ open, onToggle, label, signOnly }: FoldButtonProps) {
  return (
    <button
      type="button"
      className={classes.fold}
      aria-expanded={open}
      aria-label={signOnly ? label : undefined}
      onClick={onToggle}
      data-no-print
    >
      {signOnly ? null : label}
    </button>
  );
}

/** What a telephone folds away; where there is room it stands as if there were no fold. */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <FoldButton open={open} onToggle={() => setOpen(!open)} label={label} />
      <div className={classes.folded} data-open={open || undefined}>
        {children}
      </div>
    </>
  );
}
