/** What else can be done with a row, behind one button: its acts by name, the dangerous ones last and in red. */
import type { ElementType, KeyboardEvent, ReactNode } from 'react';
import type { Edge } from '../floating.tsx';
import { KitLink } from '../link.tsx';
import { usePopped } from '../usePopped.ts';
import classes from './table.module.css';

export interface RowAct {
  label: string;
  onClick?: () => void;
  /** A link instead of a button. */
  to?: string;
  danger?: boolean;
  /** Only on a tablet and a phone, where its own button is not (`wide`). */
  narrow?: boolean;
  /** Disables the act and says why. */
  disabledReason?: string | undefined;
  /** Of a choice among others: whether it is the present one. */
  checked?: boolean;
  /** What is told beside the label. */
  more?: ReactNode;
}

const ITEM = '[role^="menuitem"]';

const shownIn = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>(ITEM)].filter((item) => item.checkVisibility());

/** `label` names the row too: 'Más acciones del recibo 96027'. Nothing where there is nothing to do. */
export function RowMenu({ label, id, acts }: { label: string; id?: string; acts: readonly RowAct[] }) {
  if (acts.length === 0) return null;
  return (
    <MenuButton label={label} id={id} className={classes.action} edge="right" acts={acts}>
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" focusable="false">
        <circle cx="3" cy="8" r="1.3" />
        <circle cx="8" cy="8" r="1.3" />
        <circle cx="13" cy="8" r="1.3" />
      </svg>
    </MenuButton>
  );
}

interface MenuButtonProps {
  label: string;
  id?: string | undefined;
  /** What draws the button, where it is not to be a plain one. */
  component?: ElementType;
  className?: string | undefined;
  edge: Edge;
  acts: readonly RowAct[];
  children: ReactNode;
}

/** A button and the menu that it opens; it begins at the present choice where it is one of choices. */
export function MenuButton({
  label,
  id,
  component: Face = 'button',
  className,
  edge,
  acts,
  children,
}: MenuButtonProps) {
  const { open, button, buttonProps, poppedProps, ...popped } = usePopped(edge, (menu) => {
    // The keys that follow are the menu's.
    const present = menu.querySelector<HTMLElement>('[aria-checked="true"]');
    const shown = shownIn(menu);
    (present ?? shown.find((item) => !item.ariaDisabled) ?? shown[0])?.focus();
  });
  const close = () => {
    popped.close();
    button.current?.focus();
  };
  return (
    <>
      <Face {...buttonProps} {...{ id, className }} ref={button} aria-label={label} title={label} aria-haspopup="menu">
        {children}
      </Face>
      <div
        {...poppedProps}
        role="menu"
        aria-label={label}
        className={classes.menu}
        onKeyDown={(event) => onMenuKey(event, close)}
      >
        {open ? acts.map((act) => <Act key={act.label} act={act} onDone={close} />) : null}
      </div>
    </>
  );
}

function Act({ act, onDone }: { act: RowAct; onDone: () => void }) {
  const { label, onClick, to, danger, narrow, disabledReason, checked, more } = act;
  const role = checked === undefined ? 'menuitem' : 'menuitemradio';
  const shared = {
    role,
    'aria-checked': checked,
    tabIndex: -1,
    'data-danger': danger || undefined,
    'data-narrow': narrow || undefined,
  } as const;
  if (to && !disabledReason) {
    return (
      // Where it leads may take a while to come, and whoever goes back meanwhile finds the page as it was.
      <KitLink to={to} {...shared} onClick={onDone}>
        {label}
        {more}
      </KitLink>
    );
  }
  return (
    <button
      type="button"
      {...shared}
      aria-disabled={disabledReason ? true : undefined}
      onClick={() => {
        if (disabledReason) return;
        onDone();
        onClick?.();
      }}
    >
      {label}
      {disabledReason ? <small>{disabledReason}</small> : null}
    </button>
  );
}

/** Arrow keys, Home and End go between the acts and stay in the menu; a letter goes to the act that begins with it. */
function onMenuKey(event: KeyboardEvent<HTMLDivElement>, close: () => void): void {
  const items = shownIn(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : undefined;
  const named = letter && items.findIndex((item) => item.textContent?.toLowerCase().startsWith(letter));
  const to = steps[event.key] ?? (named !== undefined && named !== -1 ? Number(named) : undefined);
  event.stopPropagation();
  if (to !== undefined) {
    event.preventDefault();
    items.at(to % items.length)?.focus();
  } else if (event.key === 'Tab') close();
}
