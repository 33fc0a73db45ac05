/** The templates that letters begin from. */
import { PLANTILLAS_DE_DOCUMENTOS } from '#libro/letters.ts';
import { NewsletterList } from './NewsletterList.tsx';

const NAMES = PLANTILLAS_DE_DOCUMENTOS.map((name) => `«${name}»`).join(' o ');

export default function Plantillas() {
  return (
    <NewsletterList
      tipo="plantilla"
      title="Plantillas"
      newLabel="Nueva"
      form="/admin/plantillas/value"
      emptyHint="No hay plantillas. Cree la primera con «Nueva»"
      about={`Textos con que empiezan los correos de campaña. La que se llame ${NAMES} es además el texto con que sale ese documento por correo.`}
    />
  );
}
