/**
 * On a telephone what is seldom needed is folded away under a button; where there is room it stands open, and there is no button,
 * unless what stands around it shows one.
 */
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
