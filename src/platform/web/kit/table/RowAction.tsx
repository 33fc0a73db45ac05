import type { ReactNode } from 'react';
import { KitLink } from '../link.tsx';
import classes from './table.module.css';

export interface RowActionProps {
  /** Names the button to everybody: 'Editar', 'Eliminar'. Say the row too ('Editar BBVA') where it helps. */
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  /** A link instead of a button. */
  to?: string;
  danger?: boolean;
  /** Disables the button and says why. */
  disabledReason?: string | undefined;
}

/** An icon button of a row. A native title, since a table holds hundreds of them. */
export function RowAction({ label, icon, onClick, to, danger, disabledReason }: RowActionProps) {
  const danger_ = danger || undefined;
  if (to && !disabledReason) {
    return (
      <KitLink to={to} className={classes.action} aria-label={label} title={label} data-danger={danger_}>
        {icon}
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
      onClick={disabledReason ? undefined : onClick}
    >
      {icon}
    </button>
  );
}
