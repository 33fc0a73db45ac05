/**
 * The side menu: every section in which the role finds something, the present one unfolded. A rail of icons that opens over the
 * page while something is looked for, or stands open beside it for whoever wants it so.
 */

import { type RefObject, useEffect, useRef, useState } from 'react';
import { cardsFor, type HubLink, isInMenu, linksFor, type Section } from '../../screen.ts';
import { useExternalLinks } from '../dashboards.ts';
import { ExternalLink, KitLink } from '../kit/link.tsx';
import { useNavigation } from '../navigation.tsx';
import { useLocation } from '../router.tsx';
import { useSession } from '../session.ts';
import { SECTION_ICONS } from './icons.tsx';
import { menuPinned } from './menu-pinned.ts';
import classes from './shell.module.css';

function within(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

interface Entry {
  section: Section;
  cards: ReturnType<typeof cardsFor>;
  extras: readonly HubLink[];
}

/** The sections of a role; one that it finds nothing in is not among them. */
function useEntries(): Entry[] {
  const { role } = useSession();
  const { sections, guardOf } = useNavigation();
  return sections
    .filter((section) => isInMenu(section, role, guardOf))
    .map((section) => ({
      section,
      cards: cardsFor(section, role, guardOf),
      extras: linksFor(section.extras ?? [], role, guardOf),
    }));
}

interface GroupProps extends Entry {
  pathname: string;
  open: boolean;
  onToggle: () => void;
  onNavigate: () => void;
}

function Group({ section, cards, extras, pathname, open, onToggle, onNavigate }: GroupProps) {
  const id = `menu-${section.path.slice(1)}`;
  return (
    <li>
      <button
        type="button"
        className={classes.group}
        title={section.title}
        data-current={within(section.path, pathname) || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        {SECTION_ICONS[section.path]}
        <span>{section.title}</span>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={classes.chevron}>
          <path d="M3 4.5 6 7.5 9 4.5" stroke="currentColor" strokeWidth="1.5" fill="none" strokeLinecap="round" />
        </svg>
      </button>
      {open ? <GroupItems {...{ id, cards, extras, pathname, onNavigate }} /> : null}
    </li>
  );
}

function GroupItems(props: Pick<GroupProps, 'cards' | 'extras' | 'pathname' | 'onNavigate'> & { id: string }) {
  const { id, cards, extras, pathname, onNavigate } = props;
  const addressOf = useExternalLinks(cards.flatMap((card) => card.links));
  const item = (link: HubLink) => {
    const { label, to, newTab } = link;
    const address = addressOf(link);
    return (
      <li key={`${to} ${label}`}>
        {address === undefined ? (
          <KitLink
            to={to}
            className={classes.sideLink}
            data-active={pathname === to || undefined}
            aria-current={pathname === to ? 'page' : undefined}
            {...(newTab && { target: '_blank' })}
            onClick={onNavigate}
          >
            {label}
          </KitLink>
        ) : (
          <ExternalLink address={address} className={classes.sideLink} onClick={onNavigate}>
            {label}
          </ExternalLink>
        )}
      </li>
    );
  };
  return (
    <ul id={id} className={classes.groupItems}>
      {cards.map((card) =>
        card.links.length === 1 ? (
          card.links.map((link) => item({ ...link, label: card.title === 'App' ? 'Usuarios de la app' : link.label }))
        ) : (
          <li key={card.title}>
            <span className={classes.cardTitle}>{card.title}</span>
            <ul>{card.links.map(item)}</ul>
          </li>
        ),
      )}
      {extras.map(item)}
    </ul>
  );
}

/** Closes what lies over the page: a press beside it, Escape, and the focus going on elsewhere. */
function useClosing(box: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const outside = (target: EventTarget | null) =>
      target instanceof Element && !box.current?.contains(target) && !target.closest('[aria-controls="menu-lateral"]');
    const onPress = (event: PointerEvent) => outside(event.target) && latest.current();
    const onFocus = (event: FocusEvent) => outside(event.target) && latest.current();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, [box, open]);
}

export function SideMenu({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const { pathname } = useLocation();
  const entries = useEntries();
  const pinned = menuPinned.use();
  const hasRoom = menuPinned.useRoom();
  const box = useRef<HTMLElement>(null);
  const present = entries.find(({ section }) => within(section.path, pathname))?.section.path;
  const [unfolded, setUnfolded] = useState(present);
  useEffect(() => setUnfolded(present), [present]);
  const close = () => onOpen(false);
  useClosing(box, open, close);
  const rail = !pinned && !open;
  return (
    <nav
      ref={box}
      id="menu-lateral"
      className={classes.side}
      aria-label="Menú lateral"
      data-open={open || undefined}
      data-rail={rail || undefined}
      data-no-print
    >
      <ul className={classes.groups}>
        <li>
          <KitLink
            to="/"
            className={classes.group}
            title="Inicio"
            data-current={pathname === '/' || undefined}
            aria-current={pathname === '/' ? 'page' : undefined}
            onClick={close}
          >
            {SECTION_ICONS['/']}
            <span>Inicio</span>
          </KitLink>
        </li>
        {entries.map((entry) => {
          const { path } = entry.section;
          return (
            <Group
              key={path}
              {...entry}
              pathname={pathname}
              open={!rail && unfolded === path}
              onToggle={() => {
                setUnfolded(!rail && unfolded === path ? undefined : path);
                if (rail) onOpen(true);
              }}
              onNavigate={close}
            />
          );
        })}
      </ul>
      {hasRoom ? <Pin pinned={pinned} onPress={close} /> : null}
    </nav>
  );
}

function Pin({ pinned, onPress }: { pinned: boolean; onPress: () => void }) {
  const label = pinned ? 'Plegar el menú' : 'Fijar el menú';
  return (
    <button
      type="button"
      className={`${classes.group} ${classes.pin}`}
      title={label}
      onClick={() => {
        menuPinned.set(!pinned);
        onPress();
      }}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" fill="none" stroke="currentColor">
        <rect x="2" y="3" width="14" height="12" rx="2.5" strokeWidth="1.5" />
        <path d={pinned ? 'M7 3v12M12.5 7 10.5 9l2 2' : 'M7 3v12M10.5 7l2 2-2 2'} strokeWidth="1.5" />
      </svg>
      <span>{label}</span>
    </button>
  );
}
