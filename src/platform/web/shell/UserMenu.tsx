/** The user's own menu: codes, account, password, theme, sign-out. */
import { useMantineColorScheme } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { passes, roleLabel } from '../../roles.ts';
import { request } from '../api.ts';
import { useHelpHere } from '../help/open.ts';
import { KitLink } from '../kit/link.tsx';
import { openShortcutsHelp } from '../kit/shortcuts.tsx';
import { useDropdown } from '../kit/useDropdown.ts';
import { useNavigation } from '../navigation.tsx';
import { session, useSession } from '../session.ts';
import classes from './shell.module.css';

/** Signing out forgets the session here even when the server cannot be told; there it then expires on its own. */
async function signOut(): Promise<void> {
  await request('POST', '/security/logout', { body: {} }).catch(() => undefined);
  session.clear();
}

const SCHEMES = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Sistema' },
] as const;

/** What opens and closes the menu, and how its keys go between the items. */
function useMenu() {
  const { open, setOpen, box, trigger, close } = useDropdown();
  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, [open, box]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      items.at(index % items.length)?.focus();
    };
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
  };
  return { open, setOpen, box, trigger, close, onKeyDown };
}

function Schemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.schemes} role="none">
      {SCHEMES.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={colorScheme === value}
          className={classes.scheme}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Who is signed in. */
function Face({ username }: { username: string }) {
  return (
    <>
      <span className={classes.avatar} aria-hidden="true">
        {username.slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.userName}>{username}</span>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3 4.5 6 7.5 9 4.5" stroke="currentColor" strokeWidth="1.5" fill="none" strokeLinecap="round" />
      </svg>
    </>
  );
}

/** What a key does too. */
const withKey = (label: string, key: string) => (
  <>
    {label} <kbd>{key}</kbd>
  </>
);

export function UserMenu() {
  const { username, role } = useSession();
  const { ChangePassword, Switcher } = useNavigation();
  const { open, setOpen, box, trigger, close, onKeyDown } = useMenu();
  const openHelp = useHelpHere();
  const [changingPassword, setChangingPassword] = useState(false);
  const id = useId();

  const item = (label: ReactNode, run: () => void) => (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes.menuItem}
      onClick={() => {
        close();
        run();
      }}
    >
      {label}
    </button>
  );

  const link = (to: string, label: string) => (
    <KitLink to={to} role="menuitem" tabIndex={-1} className={classes.menuItem} onClick={() => setOpen(false)}>
      {label}
    </KitLink>
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the menu inside, which closes with them
    <div ref={box} className={classes.user} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className={classes.userButton}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Face username={username} />
      </button>
      {open ? (
        <div id={id} role="menu" aria-label={username} className={classes.menu}>
          <p className={classes.menuRole}>{roleLabel(role)}</p>
          {passes('A', role) ? link('/codigo-autorizacion', 'Código de autorización') : null}
          {link('/mi-cuenta', 'Mi cuenta')}
          <Suspense fallback={null}>
            <Switcher className={classes.menuItem} onDone={() => setOpen(false)} />
          </Suspense>
          {item('Cambiar contraseña', () => setChangingPassword(true))}
          {openHelp ? item(withKey('Ayuda de esta pantalla', 'F1'), openHelp) : null}
          {item(withKey('Atajos de teclado', '?'), openShortcutsHelp)}
          <Schemes />
          {item('Cerrar sesión', () => void signOut())}
        </div>
      ) : null}
      {changingPassword ? (
        <Suspense fallback={null}>
          <ChangePassword onClose={() => setChangingPassword(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
