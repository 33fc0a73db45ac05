/** The newsletters. */
import { NewsletterList } from './NewsletterList.tsx';

export default function Newsletters() {
  return (
    <NewsletterList
      tipo="newsletter"
      title="Newsletter"
      newLabel="Nuevo"
      form="/admin/newsletter/value"
      emptyHint="No hay newsletters. Cree el primero con «Nuevo»"
    />
  );
}
