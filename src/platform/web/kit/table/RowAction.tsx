import type { ReactNode } from 'react';
import { KitLink } from '../link.tsx';
import classes from './table.module.css';

export interface RowActionProps {
  /** Names the button to everybody: 'Editar', 'Eliminar'. Say the row too ('Editar BBVA') where it helps. */
  label: string;
  icon?: ReactNode;
  /** Words in place of an icon, where the specification asks for a button of that name. They begin the label. */
  text?: string;
  onClick?: () => void;
  /** A link instead of a button. */
  to?: string;
  danger?: boolean;
  /** Not on a tablet or a phone, where the row's menu has it (`narrow`). */
  wide?: boolean;
  /** Disables the button and says why. */
  disabledReason?: string | undefined;
}

/** A button of a row, as a rule an icon. A native title, since a table holds hundreds of them. */
export function RowAction({ label, icon, text, onClick, to, danger, wide, disabledReason }: RowActionProps) {
  const danger_ = danger || undefined;
  const hasText = text !== undefined || undefined;
  if (to && !disabledReason) {
    return (
      <KitLink
        to={to}
        className={classes.action}
        aria-label={label}
        title={label}
        data-danger={danger_}
        data-text={hasText}
        data-wide={wide || undefined}
      >
        {text ?? icon}
      </KitLink>
    );
  }
  return (
    <button
      type="button"
      className={classes.action}
      aria-label={disabledReason ? `${label}: ${disabledReason}` : label}
      title={disabledReason ?? label}
      // Not `disabled`: the reason must be reachable by keyboard and by pointer.
      aria-disabled={disabledReason ? true : undefined}
      data-danger={danger_}
      data-text={hasText}
      data-wide={wide || undefined}
      onClick={disabledReason ? undefined : onClick}
    >
      {text ?? icon}
    </button>
  );
}
