/**
 * The home: search, indicators, charts. Three widgets stand in a row (specification 000, section 2.5): the portfolio's
 * charts, the indicators, the payments' charts; the first and the third are not for every role.
 */
import { useEffect, useState } from 'react';
import { passes } from '#platform/roles.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { useSession } from '#platform/web/session.ts';
import { preloadDrawing } from './ChartPanel.tsx';
import { CarteraVencida, FormaPago, IndiceCarteraPagada, TipoPago } from './charts.tsx';
import { Indicadores } from './Indicadores.tsx';
import classes from './inicio.module.css';
import { SearchBar } from './SearchBar.tsx';

/** Everybody but works and tags staff; docs/adr/0004-roles-behind-the-letters.md. */
const CHARTS_ROLES = 'ABCF';
const REVEAL_MS = 2_000;

/** True two seconds after the charts of this screen were asked for; their code is fetched meanwhile. */
function useRevealed(charts: boolean): boolean {
  const [revealed, setRevealed] = useState(false);
  useEffect(() => {
    if (!charts) return;
    preloadDrawing();
    const timer = setTimeout(() => setRevealed(true), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [charts]);
  return revealed;
}

export default function Inicio() {
  const { role } = useSession();
  const charts = passes(CHARTS_ROLES, role);
  const revealed = useRevealed(charts);
  return (
    <Page title="Inicio">
      <SearchBar />
      <div className={classes.widgets} data-alone={charts ? undefined : true}>
        <Indicadores />
        {charts ? (
          <>
            <div className={classes.widget} data-side="left">
              <IndiceCarteraPagada revealed={revealed} />
              <CarteraVencida revealed={revealed} />
            </div>
            <div className={classes.widget} data-side="right">
              <FormaPago revealed={revealed} />
              <TipoPago revealed={revealed} />
            </div>
          </>
        ) : null}
      </div>
    </Page>
  );
}
