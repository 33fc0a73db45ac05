/** What else can be done with a row, behind one button: its acts by name, the dangerous ones last and in red. */
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { KitLink } from '../link.tsx';
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
}

const GAP = 4;
const ITEM = '[role^="menuitem"]';

const shownIn = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>(ITEM)].filter((item) => item.checkVisibility());

/** Under the button, its right edge on the button's, or its left one; over it where there is no room below. */
function place(menu: HTMLElement, button: HTMLElement, edge: 'left' | 'right'): void {
  const at = button.getBoundingClientRect();
  const below = at.bottom + GAP;
  const fits = below + menu.offsetHeight <= innerHeight;
  menu.style.top = `${fits ? below : Math.max(GAP, at.top - GAP - menu.offsetHeight)}px`;
  const left = edge === 'right' ? at.right - menu.offsetWidth : Math.min(at.left, innerWidth - GAP - menu.offsetWidth);
  menu.style.left = `${Math.max(GAP, left)}px`;
}

/** `label` names the row too: 'Más acciones del recibo 96027'. Nothing where there is nothing to do. */
export function RowMenu({ label, acts }: { label: string; acts: readonly RowAct[] }) {
  if (acts.length === 0) return null;
  return (
    <MenuButton label={label} className={classes.action} edge="right" acts={acts}>
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
  className: string | undefined;
  /** That of the button which the menu keeps to. */
  edge: 'left' | 'right';
  acts: readonly RowAct[];
  children: ReactNode;
}

/** A button and the menu that it opens; it begins at the present choice where it is one of choices. */
export function MenuButton({ label, className, edge, acts, children }: MenuButtonProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  // Before anything else is typed, so that the keys that follow are the menu's.
  useLayoutEffect(() => {
    if (!open || !menu.current || !button.current) return;
    menu.current.showPopover();
    place(menu.current, button.current, edge);
    const present = menu.current.querySelector<HTMLElement>('[aria-checked="true"]');
    (present ?? shownIn(menu.current)[0])?.focus();
  }, [open, edge]);
  const close = () => {
    menu.current?.hidePopover();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        // Its press does not count as one beside the menu.
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          if (open) close();
          else setOpen(true);
        }}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={classes.menu}
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        onKeyDown={(event) => onMenuKey(event, close)}
      >
        {open ? acts.map((act) => <Act key={act.label} act={act} onDone={close} />) : null}
      </div>
    </>
  );
}

function Act({ act, onDone }: { act: RowAct; onDone: () => void }) {
  const { label, onClick, to, danger, narrow, disabledReason, checked } = act;
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
      <KitLink to={to} {...shared}>
        {label}
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
