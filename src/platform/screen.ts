/**
 * The screen declaration: path, title, guard and a lazily loaded component. Router, menu, hub cards, command palette and
 * buttons read the same declaration, so a link is shown exactly where its screen may be opened.
 */
import type { DashboardName } from './dashboards.ts';
import { type Guard, passes } from './roles.ts';

/**
 * A component module loaded when the screen is first opened; its default export is the screen: a React component
 * without props, which this module, that the server reads too, need not know.
 */
export type LoadComponent = () => Promise<{ default: () => unknown }>;

export interface Screen {
  /** As in the specification's route table, parameters in braces: '/estado-cuenta/{id}'. */
  readonly path: string;
  readonly title: string;
  readonly roles: Guard;
  readonly load: LoadComponent;
  /** Short words for the command palette, beyond the title. */
  readonly keywords?: string;
}

export function screen(declaration: Screen): Screen {
  return declaration;
}

/** A link inside a hub card. `to` is an absolute path of a screen, with its query when it needs one. */
export interface HubLink {
  readonly label: string;
  readonly to: string;
  readonly newTab?: boolean;
  /** Where an address is configured for this dashboard, the link opens it in a new tab in place of the screen. */
  readonly dashboard?: DashboardName;
  /** What the hub's card shows beside it, such as how many there are. */
  readonly badge?: LoadComponent;
  /** What the hub's card does at once, in place of opening the screen. */
  readonly action?: () => Promise<void>;
  /** Narrower than the screen's own guard where the specification hides the link. */
  readonly roles?: Guard;
}

export interface HubCard {
  readonly title: string;
  readonly links: readonly HubLink[];
  readonly roles?: Guard;
}

/** A section of the product: an entry of the top menu, a hub page of cards and a group of the side menu. */
export interface Section {
  readonly path: string;
  readonly title: string;
  /** Who may open the hub page. */
  readonly roles: Guard;
  /** Who sees the entry in the top menu, where that is narrower. */
  readonly menuRoles: Guard;
  readonly cards: readonly HubCard[];
  /** Screens of the section that its hub does not show; the side menu and the palette do. */
  readonly extras?: readonly HubLink[];
}

type GuardOf = (path: string) => Guard | undefined;

/** The links that a role may use: a link needs its screen's guard and its own. */
export function linksFor(links: readonly HubLink[], role: string, guardOf: GuardOf): HubLink[] {
  return links.filter((link) => {
    const guard = guardOf(link.to);
    return guard !== undefined && passes(guard, role) && (!link.roles || passes(link.roles, role));
  });
}

/** The cards of a section that a role may use, without those that nothing is left of. */
export function cardsFor(section: Section, role: string, guardOf: GuardOf): HubCard[] {
  return section.cards
    .filter((card) => !card.roles || passes(card.roles, role))
    .map((card) => ({ ...card, links: linksFor(card.links, role, guardOf) }))
    .filter((card) => card.links.length > 0);
}

/** Whether a menu names a section to a role: it may, and finds something there. */
export function isInMenu(section: Section, role: string, guardOf: GuardOf): boolean {
  return passes(section.menuRoles, role) && cardsFor(section, role, guardOf).length > 0;
}

/**
 * Finds the declared screen of an address: '/operaciones/lote/condominal' belongs to '/operaciones/lote/{type_lote}'. Menus ask it
 * of some two hundred links each time that they are drawn, so what has been asked is remembered.
 */
export function screenFinder<T extends { readonly path: string }>(screens: readonly T[]) {
  const declared = screens.map((screen) => ({ screen, parts: screen.path.split('/') }));
  const known = new Map<string, T | undefined>();
  return (address: string): T | undefined => {
    const path = address.split('?')[0] ?? '';
    if (!known.has(path)) {
      const given = path.split('/');
      const fits = (parts: string[]) =>
        parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index]);
      known.set(path, declared.find(({ parts }) => fits(parts))?.screen);
    }
    return known.get(path);
  };
}
