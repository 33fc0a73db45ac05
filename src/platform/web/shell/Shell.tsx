/** The frame of every screen: top menu, side menu, content, footer. */

import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { unmarkedName } from '#core/residenciales.ts';
import { ACCESS_ONLY, passes } from '../../roles.ts';
import { isInMenu } from '../../screen.ts';
import { VERSION } from '../../version.ts';
import { request } from '../api.ts';
import { CommunityLogo } from '../CommunityLogo.tsx';
import { helpOpen, useHelpHere } from '../help/open.ts';
import { isPractice, useResidencial } from '../identity.ts';
import { whenFree } from '../kit/focus.ts';
import { KitHosts } from '../kit/hosts.tsx';
import { KitLink } from '../kit/link.tsx';
import { CommandPalette, loadResults } from '../kit/palette/CommandPalette.tsx';
import { paletteOpen } from '../kit/palette/open.ts';
import { lazyPart } from '../kit/part.tsx';
import { loadShortcutsHelp, useShortcut } from '../kit/shortcuts.tsx';
import { BELL_ROLES, useNavigation } from '../navigation.tsx';
import { Navigate, useIsOpening, useLocation, useNavigate, useShownPath } from '../router.tsx';
import { SIGN_IN } from '../routes.ts';
import { session, useSession } from '../session.ts';
import { menuPinned } from './menu-pinned.ts';
import { HEADER_BELOW_STRIP, PracticeStrip, SHELL_BELOW_STRIP } from './PracticeStrip.tsx';
import { SideMenu } from './SideMenu.tsx';
import classes from './shell.module.css';
import { UserMenu } from './UserMenu.tsx';

const loadSessionDialog = () => import('./SessionDialog.tsx');
const SessionDialog = lazyPart(loadSessionDialog);

/** Gives the title the focus where nothing of the screen has it. */
function takeTitle(): void {
  const { activeElement } = document;
  if (activeElement !== document.body && !activeElement?.closest('nav, header')) return;
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
}

const ACTS = ['keydown', 'mousedown', 'touchstart'] as const;

/** On a change of screen, the focus goes to its title, as a new document's would. */
function useFocusOnNavigation(): void {
  const pathname = useShownPath();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect is about
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // What a screen shows loads lazily: its title may come later, or move, until somebody does something. A field that took the
    // focus itself keeps it.
    const drawn = new MutationObserver(() => whenFree(takeTitle));
    const acting = new AbortController();
    const settle = () => {
      drawn.disconnect();
      acting.abort();
    };
    for (const act of ACTS) addEventListener(act, settle, { signal: acting.signal, passive: true });
    const timer = setTimeout(() => {
      whenFree(takeTitle);
      if (!acting.signal.aborted) drawn.observe(document.body, { childList: true, subtree: true });
    }, 60);
    return () => {
      clearTimeout(timer);
      settle();
    };
  }, [pathname]);
}

/**
 * A session that was kept from yesterday may be over: better to learn it before a form is filled in. A 403 ends it here;
 * without an answer the screens themselves will tell.
 */
function useSessionCheck(): void {
  useEffect(() => {
    request('GET', '/security/session').catch(() => undefined);
  }, []);
}

/** What a key or an ended session calls for is there before it is called for, also without the network. */
function useParts(): void {
  const { loadHelp } = useNavigation();
  useEffect(() => {
    for (const load of [loadResults, loadSessionDialog, loadShortcutsHelp, loadHelp]) load().catch(() => undefined);
  }, [loadHelp]);
}

/** The help that was asked for, over the screen. */
function HelpOver() {
  const { Help } = useNavigation();
  const path = helpOpen.use();
  const openHere = useHelpHere();
  useShortcut('f1', 'Ayuda de esta pantalla', () => openHere?.(), { enabled: openHere !== undefined });
  const close = () => helpOpen.set(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the session
  useEffect(() => close, []);
  if (path === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Help path={path} onClose={close} />
    </Suspense>
  );
}

/** Ends with the session, wherever that was ended: by the user, by another tab, by the server. */
export function Shell({ children }: { children: ReactNode }) {
  return session.use() ? <SignedIn>{children}</SignedIn> : <Navigate to={SIGN_IN} />;
}

function Burger({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  return (
    <button
      type="button"
      className={classes.burger}
      aria-label="Menú"
      aria-expanded={open}
      aria-controls="menu-lateral"
      onClick={() => onOpen(!open)}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path d="M2 5h14M2 9h14M2 13h14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
    </button>
  );
}

/** The sections that the role may see. */
function Sections() {
  const { role } = useSession();
  const { sections, guardOf } = useNavigation();
  const { pathname } = useLocation();
  return (
    <nav className={classes.top} aria-label="Menú principal">
      {sections
        .filter((section) => isInMenu(section, role, guardOf))
        .map(({ path, title }) => (
          <KitLink
            key={path}
            to={path}
            className={classes.topLink}
            data-active={pathname === path || pathname.startsWith(`${path}/`) || undefined}
          >
            {title}
          </KitLink>
        ))}
    </nav>
  );
}

function FindButton() {
  return (
    <button type="button" className={classes.find} onClick={() => paletteOpen.set(true)} aria-keyshortcuts="Control+K">
      <svg
        width="15"
        height="15"
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
      >
        <circle cx="7" cy="7" r="4.5" />
        <path d="M10.5 10.5 14 14" strokeLinecap="round" />
      </svg>
      <span>Buscar</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
}

function Header({ children }: { children: ReactNode }) {
  const { role } = useSession();
  const residencial = useResidencial();
  const { Bell } = useNavigation();
  return (
    <header className={classes.header} style={isPractice ? HEADER_BELOW_STRIP : undefined} data-no-print>
      {children}
      <KitLink to="/" className={classes.brand} aria-label={`${residencial.name || 'Portón'}: inicio`}>
        <CommunityLogo size={24} />
        <span className={classes.brandName}>{unmarkedName(residencial.name) || 'Portón'}</span>
      </KitLink>
      <Sections />
      <div className={classes.tools}>
        <FindButton />
        {passes(BELL_ROLES, role) ? (
          // As wide as what comes, so that nothing moves when it does.
          <Suspense fallback={<span style={{ width: '2.25rem' }} />}>
            <Bell />
          </Suspense>
        ) : null}
        <UserMenu />
      </div>
    </header>
  );
}

function SignedIn({ children }: { children: ReactNode }) {
  const { role } = useSession();
  const navigate = useNavigate();
  const isPaletteOpen = paletteOpen.use();
  const hasEnded = session.useEnded();
  const [menuOpen, setMenuOpen] = useState(false);
  const pinned = menuPinned.use();
  const accessOnly = role === ACCESS_ONLY;
  const isOpening = useIsOpening();
  const path = useShownPath();
  useFocusOnNavigation();
  useSessionCheck();
  useParts();

  useShortcut('mod+k', 'Ir a cualquier parte', () => paletteOpen.set(true), { group: 'General' });
  useShortcut('alt+i', 'Ir al inicio', () => void navigate('/'), { group: 'General' });

  return (
    <div
      className={classes.shell}
      style={isPractice ? SHELL_BELOW_STRIP : undefined}
      data-access-only={accessOnly || undefined}
      data-menu={pinned ? 'fijo' : 'plegado'}
    >
      <PracticeStrip />
      <a href="#contenido" className={classes.skip}>
        Ir al contenido
      </a>
      <Header>{accessOnly ? null : <Burger open={menuOpen} onOpen={setMenuOpen} />}</Header>
      {accessOnly ? null : <SideMenu open={menuOpen} onOpen={setMenuOpen} />}
      <main id="contenido" className={classes.main} tabIndex={-1} data-screen={isOpening ? undefined : path}>
        {children}
      </main>
      {/* One of each screen's own: under a longer one it would jump from where it was. */}
      <footer key={path} className={classes.footer} data-waiting={isOpening || undefined} data-no-print>
        <span>Todos los derechos reservados</span>
        <span>Versión {VERSION}</span>
      </footer>
      <KitHosts />
      {hasEnded ? (
        <Suspense fallback={null}>
          <SessionDialog />
        </Suspense>
      ) : null}
      <HelpOver />
      {isPaletteOpen ? <CommandPalette onClose={() => paletteOpen.set(false)} /> : null}
    </div>
  );
}
