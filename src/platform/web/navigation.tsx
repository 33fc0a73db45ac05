/** Screens and sections for the components that draw menus; the composition root provides them. */
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { type Guard, passes } from '../roles.ts';
import { cardsFor, matchesPath, type Screen, type Section } from '../screen.ts';
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
  /** The alerts bell of the header; a feature's too. The shell mounts it only for `BELL_ROLES`. */
  Bell: ComponentType;
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

export function NavigationProvider(props: Omit<Navigation, 'guardOf'> & { children: ReactNode }) {
  const { screens, sections, ChangePassword, SecondStep, Bell, children } = props;
  const value = useMemo<Navigation>(
    () => ({
      screens,
      sections,
      guardOf: (to) => screens.find((screen) => matchesPath(screen.path, to))?.roles,
      ChangePassword,
      SecondStep,
      Bell,
    }),
    [screens, sections, ChangePassword, SecondStep, Bell],
  );
  useEffect(
    () => registerSource({ group: 'Pantallas', search: () => paletteItems(value, session.get()?.role ?? '') }),
    [value],
  );
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
