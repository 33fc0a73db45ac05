/** The eight numbers of the home. */
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { dashboardContract } from '../contract.ts';
import classes from './inicio.module.css';

interface Tile {
  label: string;
  /** The screen behind the number, for those who may open it. */
  to?: string;
  /** Anything above zero asks for action. */
  alarming?: boolean;
}

/** In the order of the answer. */
const TILES: readonly Tile[] = [
  { label: 'Total de lotes' },
  { label: 'Lotes entregados' },
  { label: 'Lotes disponibles' },
  { label: 'Lotes domiciliados' },
  { label: 'Pagos de hoy' },
  { label: 'Pagos de la semana' },
  { label: 'Pagos del mes' },
  { label: 'Pagos atrasados', to: '/reportes/pagos-atrasados', alarming: true },
];

export function Indicadores() {
  const totales = useCall(dashboardContract.totales, {});
  const mayOpen = useMayOpen();
  if (totales.isError && !totales.data) {
    return (
      <div className={classes.tilesError}>
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void totales.refetch()} />
      </div>
    );
  }
  return (
    <dl className={classes.tiles} aria-label="Indicadores" aria-busy={totales.isPending}>
      {TILES.map(({ label, to, alarming }, i) => {
        const value = totales.data?.[i];
        const red = alarming && value !== undefined && value > 0;
        return (
          <div key={label} className={classes.tile} data-red={red || undefined}>
            <dt>{to && mayOpen(to) ? <KitLink to={to}>{label}</KitLink> : label}</dt>
            <dd>{value === undefined ? <span className={classes.tileGhost} /> : formatNumber(value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
