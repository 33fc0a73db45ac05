/**
 * The home: search, the figures of the day, what waits for who looks, charts, indicators. The charts are not for every role
 * (specification 000, section 2.5).
 */
import { useEffect, useState } from 'react';
import { passes } from '#platform/roles.ts';
import { Page, Settled } from '#platform/web/kit/page.tsx';
import { useSession } from '#platform/web/session.ts';
import { pendientesOf } from '../pendientes.ts';
import { Cifras } from './Cifras.tsx';
import { CarteraVencida, FormaPago, IndiceCarteraPagada, TipoPago } from './charts.tsx';
import { Indicadores } from './Indicadores.tsx';
import classes from './inicio.module.css';
import { Pendientes, usePendientes } from './Pendientes.tsx';
import { SearchBar } from './SearchBar.tsx';

/** Everybody but works and tags staff; docs/adr/0004-roles-behind-the-letters.md. */
const CHARTS_ROLES = 'ABCF';
const REVEAL_MS = 2_000;

/** True two seconds after the charts of this screen were asked for. */
function useRevealed(): boolean {
  const [revealed, setRevealed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRevealed(true), REVEAL_MS);
    return () => clearTimeout(timer);
  }, []);
  return revealed;
}

/** With the charts: the queue beside two of them, the eight numbers, and the other two. */
function WithCharts() {
  const pendientes = usePendientes();
  const revealed = useRevealed();
  return (
    <>
      <Cifras />
      <div className={classes.columns} data-waiting={(!pendientes.data && !pendientes.isError) || undefined}>
        <Pendientes found={pendientes} />
        <div className={classes.charts}>
          <FormaPago revealed={revealed} />
          <CarteraVencida revealed={revealed} />
        </div>
        <Indicadores />
        <div className={classes.pair}>
          <IndiceCarteraPagada revealed={revealed} />
          <TipoPago revealed={revealed} />
        </div>
      </div>
    </>
  );
}

/** Without the charts: what waits comes first here too, and the numbers stay where they are. */
function Waiting() {
  const pendientes = usePendientes();
  return (
    <>
      <Pendientes found={pendientes} />
      <Settled when={!pendientes.isPending}>
        <Indicadores />
      </Settled>
    </>
  );
}

export default function Inicio() {
  const { role } = useSession();
  return (
    <Page title="Inicio">
      <SearchBar />
      {passes(CHARTS_ROLES, role) ? (
        <WithCharts />
      ) : (
        <div className={classes.alone}>{pendientesOf(role).length > 0 ? <Waiting /> : <Indicadores />}</div>
      )}
    </Page>
  );
}
