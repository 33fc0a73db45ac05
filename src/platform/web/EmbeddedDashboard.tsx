/** A dashboard from outside in a page of the product; where no address is configured, the product's own in its place. */
import { type ReactNode, useEffect, useState } from 'react';
import type { DashboardName } from '../dashboards.ts';
import { SERVER_ERROR_RETRY } from '../messages.ts';
import { useDashboardAddresses } from './dashboards.ts';
import classes from './embedded-dashboard.module.css';
import { ExternalLink } from './kit/link.tsx';
import { ErrorPanel, Skeletons } from './kit/page.tsx';

/** A frame tells no failure: one that has not arrived by then is said to be slow. */
const PATIENCE_MS = 15_000;

/**
 * What a report of another origin needs. It cannot lead the page elsewhere; the origin is its own, never the product's,
 * whose policy lets nobody frame it.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

function Frame({ address, title }: { address: string; title: string }) {
  const [state, setState] = useState<'loading' | 'slow' | 'loaded'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('slow'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  return (
    <div className={classes.box}>
      {state === 'slow' ? (
        <ErrorPanel
          message="El tablero tarda en responder. Intente otra vez o ábralo en otra pestaña"
          onRetry={retry}
        />
      ) : null}
      <div className={classes.frameBox}>
        {state === 'loaded' ? null : (
          <div className={classes.waiting}>
            <Skeletons lines={8} label="Cargando el tablero…" />
          </div>
        )}
        <iframe
          key={attempt}
          className={classes.frame}
          data-loaded={state === 'loaded' || undefined}
          title={title}
          src={address}
          sandbox={SANDBOX}
          referrerPolicy="no-referrer"
          allow="fullscreen"
          onLoad={() => setState('loaded')}
        />
      </div>
      <p className={classes.note}>
        ¿No se ve el tablero? <ExternalLink address={address}>Ábralo en otra pestaña</ExternalLink>
      </p>
    </div>
  );
}

/**
 * Embeds the address configured for a dashboard, or draws `children`.
 * @param title what the frame is called to whoever cannot see it, and to axe
 */
export function EmbeddedDashboard({
  name,
  title,
  children,
}: {
  name: DashboardName;
  title: string;
  children: ReactNode;
}) {
  const addresses = useDashboardAddresses(true);
  if (addresses.isError) return <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void addresses.refetch()} />;
  if (!addresses.data) return <Skeletons lines={6} />;
  const address = addresses.data.find(({ tablero }) => tablero === name)?.direccion;
  return address === undefined ? children : <Frame key={address} address={address} title={title} />;
}
