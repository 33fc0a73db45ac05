/** The text for one lot, and to whom it goes. */
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { corridasContract } from '../contract.ts';
import { ESTADO_ENVIO } from '../listings.ts';
import { DESTINATARIO_LABELS, MEDIO_LABELS, SIN_DESTINO } from '../rules.ts';
import classes from './gestion.module.css';

interface TextoProps {
  id: number;
  /** Left out on the lot's own screen. */
  referencia?: string;
  onClose: () => void;
}

export function Texto({ id, referencia, onClose }: TextoProps) {
  const found = useCall(corridasContract.texto, { params: { id } });
  return (
    <Dialog
      title={referencia ? `Texto para el lote ${referencia}` : 'Lo que se le escribió'}
      onClose={onClose}
      closeButton
      width="40rem"
    >
      {found.isPending ? <Skeletons lines={6} /> : null}
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.data ? (
        <>
          {found.data.envios.length === 0 ? <p className="kit-quiet">{SIN_DESTINO}</p> : null}
          <ul className={classes.to}>
            {found.data.envios.map(({ medio, destinatario, nombre, para, estado, detalle }) => (
              <li key={`${medio} ${destinatario}`}>
                {MEDIO_LABELS[medio]}: {[nombre || DESTINATARIO_LABELS[destinatario], ...para].join(', ')}{' '}
                <span className="kit-quiet">
                  ({ESTADO_ENVIO[estado]}
                  {detalle ? `: ${detalle}` : ''})
                </span>
              </li>
            ))}
          </ul>
          <p className={classes.subject}>{found.data.asunto}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <section className={classes.letter} aria-label="Texto" tabIndex={0}>
            {found.data.texto}
          </section>
        </>
      ) : null}
    </Dialog>
  );
}
