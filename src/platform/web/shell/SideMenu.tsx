/** The side menu: every section that the role may open, the current one unfolded. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { passes } from '../../roles.ts';
import { cardsFor, type HubLink, linksFor, type Section } from '../../screen.ts';
import { useExternalLinks } from '../dashboards.ts';
import { ExternalLink, KitLink } from '../kit/link.tsx';
import { useNavigation } from '../navigation.tsx';
import { useSession } from '../session.ts';
import { SECTION_ICONS } from './icons.tsx';
import classes from './shell.module.css';

function within(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

function Group({
  section,
  role,
  pathname,
  onNavigate,
}: {
  section: Section;
  role: string;
  pathname: string;
  onNavigate: () => void;
}) {
  const { guardOf } = useNavigation();
  const current = within(section.path, pathname);
  const [open, setOpen] = useState(current);
  useEffect(() => {
    if (current) setOpen(true);
  }, [current]);
  const cards = cardsFor(section, role, guardOf);
  const extras = linksFor(section.extras ?? [], role, guardOf);
  const id = `menu-${section.path.slice(1)}`;

  const addressOf = useExternalLinks(open ? cards.flatMap((card) => card.links) : []);

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
    <li>
      <button
        type="button"
        className={classes.group}
        data-current={current || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {SECTION_ICONS[section.path]}
        <span>{section.title}</span>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={classes.chevron}>
          <path d="M3 4.5 6 7.5 9 4.5" stroke="currentColor" strokeWidth="1.5" fill="none" strokeLinecap="round" />
        </svg>
      </button>
      {open ? (
        <ul id={id} className={classes.groupItems}>
          {cards.map((card) =>
            card.links.length === 1 ? (
              card.links.map((link) =>
                item({ ...link, label: card.title === 'App' ? 'Usuarios de la app' : link.label }),
              )
            ) : (
              <li key={card.title}>
                <span className={classes.cardTitle}>{card.title}</span>
                <ul>{card.links.map(item)}</ul>
              </li>
            ),
          )}
          {extras.map(item)}
        </ul>
      ) : null}
    </li>
  );
}

export function SideMenu({ open, onNavigate }: { open: boolean; onNavigate: () => void }) {
  const { role } = useSession();
  const { sections } = useNavigation();
  const { pathname } = useLocation();
  return (
    <nav
      id="menu-lateral"
      className={classes.side}
      aria-label="Menú lateral"
      data-open={open || undefined}
      data-no-print
    >
      <ul className={classes.groups}>
        <li>
          <KitLink
            to="/"
            className={classes.group}
            data-current={pathname === '/' || undefined}
            aria-current={pathname === '/' ? 'page' : undefined}
            onClick={onNavigate}
          >
            {SECTION_ICONS['/']}
            <span>Inicio</span>
          </KitLink>
        </li>
        {sections
          .filter((section) => passes(section.menuRoles, role))
          .map((section) => (
            <Group key={section.path} section={section} role={role} pathname={pathname} onNavigate={onNavigate} />
          ))}
      </ul>
    </nav>
  );
}
