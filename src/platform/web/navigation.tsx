/** Screens and sections for the components that draw menus; the composition root provides them. */
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { type Guard, passes } from '../roles.ts';
import { cardsFor, type Screen, type Section, screenFinder } from '../screen.ts';
import type { finderOf } from './help/find.ts';
import { type HelpProps, helpOpen } from './help/open.ts';
import { type PaletteItem, registerSource } from './kit/palette/sources.ts';
import { session } from './session.ts';
import type { SecondStepProps } from './sign-in.ts';

export interface Navigation {
  screens: readonly Screen[];
  sections: readonly Section[];
  /** The guard of the screen behind an address; undefined when there is none. */
  guardOf: (to: string) => Guard | undefined;
  /** The dialog behind 'Cambiar contraseña'; a feature's, which the platform does not know. */
  ChangePassword: ComponentType<{ onClose: () => void }>;
  /** What is asked for after a password where a second factor is owed; a feature's too. */
  SecondStep: ComponentType<SecondStepProps>;
  /** The help of a screen; of all features, so it is put together where they are. */
  Help: ComponentType<HelpProps>;
  loadHelp: () => Promise<HelpModule>;
  /** The alerts bell of the header; a feature's too. The shell mounts it only for `BELL_ROLES`. */
  Bell: ComponentType;
  /** In the user's menu: the ways to other communities. A feature's too, loaded when the menu opens. */
  Switcher: ComponentType<SwitcherProps>;
}

export interface SwitcherProps {
  /** Of an item of the menu. */
  className: string | undefined;
  /** The menu closes. */
  onDone: () => void;
}

/** What is loaded once somebody asks for help. */
export interface HelpModule {
  default: ComponentType<HelpProps>;
  findHelp: ReturnType<typeof finderOf>;
}

/** Who may read the alerts: a call by anybody else would end the session. */
export const BELL_ROLES: Guard = 'ABCD';

const NavigationContext = createContext<Navigation | null>(null);

/** Hub label and section of every link, so that the palette says where a screen is. */
function paletteItems({ screens, sections, guardOf }: Navigation, role: string): PaletteItem[] {
  const items = new Map<string, PaletteItem>();
  const add = (to: string, label: string, hint: string, keywords = '') => {
    const guard = guardOf(to);
    if (!items.has(to) && guard !== undefined && passes(guard, role))
      items.set(to, { id: to, label, hint, keywords, to });
  };
  for (const section of sections) {
    if (cardsFor(section, role, guardOf).length > 0) add(section.path, section.title, 'Sección');
    for (const card of section.cards)
      for (const link of card.links) add(link.to, link.label, `${section.title} · ${card.title}`);
    for (const link of section.extras ?? []) add(link.to, link.label, section.title);
  }
  for (const { path, title, keywords } of screens) {
    // A form or a screen of one lot is reached from its list, not by name.
    if (!path.includes('{') && !path.endsWith('/value')) add(path, title, '', keywords);
  }
  return [...items.values()];
}

/** Fewer letters stand in every text. */
const HELP_LETTERS_MIN = 2;

/** The help of the screens that the role may open, by what it says. */
async function helpItems({ screens, loadHelp }: Navigation, query: string, role: string): Promise<PaletteItem[]> {
  if (query.length < HELP_LETTERS_MIN) return [];
  const { findHelp } = await loadHelp();
  const open = new Set(screens.filter(({ roles }) => passes(roles, role)).map(({ path }) => path));
  return findHelp(query, (path) => open.has(path)).map(({ path, title }) => ({
    id: path,
    label: title,
    run: () => helpOpen.set(path),
  }));
}

export function NavigationProvider(props: Omit<Navigation, 'guardOf'> & { children: ReactNode }) {
  const { screens, sections, ChangePassword, SecondStep, Help, loadHelp, Bell, Switcher, children } = props;
  const screenOf = useMemo(() => screenFinder(screens), [screens]);
  const value = useMemo<Navigation>(
    () => ({
      screens,
      sections,
      guardOf: (to) => screenOf(to)?.roles,
      ChangePassword,
      SecondStep,
      Help,
      loadHelp,
      Bell,
      Switcher,
    }),
    [screens, screenOf, sections, ChangePassword, SecondStep, Help, loadHelp, Bell, Switcher],
  );
  useEffect(() => {
    const role = () => session.get()?.role ?? '';
    const withdraw = [
      registerSource({ group: 'Pantallas', search: () => paletteItems(value, role()) }),
      registerSource({ group: 'Ayuda', search: (query) => helpItems(value, query, role()) }),
    ];
    return () => {
      for (const take of withdraw) take();
    };
  }, [value]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

export function useNavigation(): Navigation {
  const value = useContext(NavigationContext);
  if (!value) throw new Error('useNavigation outside NavigationProvider');
  return value;
}

/** Whether the signed-in role may open an address; for links inside screens. */
export function useMayOpen(): (to: string) => boolean {
  const { guardOf } = useNavigation();
  const role = session.use()?.role ?? '';
  return (to) => {
    const guard = guardOf(to);
    return guard !== undefined && passes(guard, role);
  };
}
