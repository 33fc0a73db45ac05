/** The page of a section: its cards, with the links that the role may open. */
import { type ComponentType, useEffect, useState } from 'react';
import { cardsFor, type HubLink, type Section } from '../../screen.ts';
import { useExternalLinks } from '../dashboards.ts';
import { ExternalLink, KitLink } from '../kit/link.tsx';
import { EmptyState, Page } from '../kit/page.tsx';
import { useNavigation } from '../navigation.tsx';
import { useSession } from '../session.ts';
import classes from './hub.module.css';

function Arrow({ path }: { path: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      <path d={path} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" fill="none" />
    </svg>
  );
}

const RIGHT = 'M5 3l4 4-4 4';
const DOWN = 'M7 3v6M4 6.5L7 9.5l3-3M3 11.5h8';
const OUT = 'M6 3H3v8h8V8M8.5 3H11v2.5M11 3L6.5 7.5';

/** What stands beside a link once it is there; without it the link stands as well. */
function Badge({ load }: { load: NonNullable<HubLink['badge']> }) {
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    void load().then(
      (loaded) => setLoaded(() => loaded.default as ComponentType),
      () => undefined,
    );
  }, [load]);
  return Loaded ? <Loaded /> : null;
}

interface ItemProps {
  link: HubLink;
  /** Outside of the product: opened in a new tab in place of what `link` leads to. */
  address: string | undefined;
}

function Item({ link: { label, to, newTab, action, badge }, address }: ItemProps) {
  if (action) {
    return (
      <button type="button" className={classes.link} onClick={() => void action()}>
        {label}
        <Arrow path={DOWN} />
      </button>
    );
  }
  const content = (
    <>
      {label}
      {badge ? <Badge load={badge} /> : null}
      <Arrow path={newTab ? OUT : RIGHT} />
      {newTab ? <span className="kit-hidden"> (se abre en otra pestaña)</span> : null}
    </>
  );
  if (address !== undefined) {
    return (
      <ExternalLink address={address} className={classes.link}>
        {content}
      </ExternalLink>
    );
  }
  return (
    <KitLink to={to} className={classes.link} {...(newTab && { target: '_blank' })}>
      {content}
    </KitLink>
  );
}

export function HubPage({ section }: { section: Section }) {
  const { role } = useSession();
  const { guardOf } = useNavigation();
  const cards = cardsFor(section, role, guardOf);
  const addressOf = useExternalLinks(cards.flatMap((card) => card.links));
  return (
    <Page title={section.title}>
      {cards.length === 0 ? <EmptyState text="Su rol no tiene acciones en esta sección." /> : null}
      <div className={classes.grid}>
        {cards.map(({ title, links }) => (
          <section key={title} className={classes.card}>
            <h2>{title}</h2>
            <ul>
              {links.map((link) => (
                <li key={`${link.to} ${link.label}`}>
                  <Item link={link} address={addressOf(link)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}
