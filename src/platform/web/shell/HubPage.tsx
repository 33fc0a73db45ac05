/** The page of a section: its cards, with the links that the role may open. */
import { cardsFor, type Section } from '../../screen.ts';
import { useExternalLinks } from '../dashboards.ts';
import { EmptyState, HubCard, HubGrid, Page } from '../kit/page.tsx';
import { useNavigation } from '../navigation.tsx';
import { useSession } from '../session.ts';

export function HubPage({ section }: { section: Section }) {
  const { role } = useSession();
  const { guardOf } = useNavigation();
  const cards = cardsFor(section, role, guardOf);
  const addressOf = useExternalLinks(cards.flatMap((card) => card.links));
  return (
    <Page title={section.title}>
      {cards.length === 0 ? <EmptyState text="Su rol no tiene acciones en esta sección." /> : null}
      <HubGrid>
        {cards.map(({ title, links }) => (
          <HubCard key={title} title={title} links={links.map((link) => ({ ...link, address: addressOf(link) }))} />
        ))}
      </HubGrid>
    </Page>
  );
}
