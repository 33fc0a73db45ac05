/** The strip of four figures on top of the home; each leads to the rows that it comes from. */
import { monthName, monthOf } from '#core/period.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { pendientesContract } from '../contract.ts';
import classes from './inicio.module.css';

type CifrasDelDia = Value<typeof pendientesContract.cifras>;

interface Figure {
  key: string;
  label: string;
  text: (cifras: CifrasDelDia) => string;
  to: string;
  red?: (cifras: CifrasDelDia) => boolean;
}

const ATRASADOS = '/reportes/pagos-atrasados';
const cut = (desde: string, hasta: string) => `/reportes/corte-caja?desde=${desde}&hasta=${hasta}`;

function figuresOf(day: string): readonly Figure[] {
  return [
    { key: 'hoy', label: 'Cobrado hoy', text: ({ cobradoHoy }) => formatMoney(cobradoHoy), to: cut(day, day) },
    {
      key: 'mes',
      label: `Cobrado en ${monthName(monthOf(day)).toLowerCase()}`,
      text: ({ cobradoMes }) => formatMoney(cobradoMes),
      to: cut(`${day.slice(0, 8)}01`, day),
    },
    {
      key: 'vencido',
      label: 'Cartera vencida',
      text: ({ vencido }) => formatMoney(vencido),
      to: ATRASADOS,
      red: ({ vencido }) => vencido > 0,
    },
    {
      key: 'corriente',
      label: 'Lotes al corriente',
      text: ({ alCorriente, entregados }) => `${formatNumber(alCorriente)} de ${formatNumber(entregados)}`,
      to: ATRASADOS,
    },
  ];
}

export function Cifras() {
  const cifras = useCall(pendientesContract.cifras, {});
  const mayOpen = useMayOpen();
  if (cifras.isError && !cifras.data)
    return <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void cifras.refetch()} />;
  return (
    <dl className={classes.strip} aria-label="Cifras de hoy" aria-busy={cifras.isPending}>
      {figuresOf(today()).map(({ key, label, text, to, red }) => (
        <div key={key} className={classes.tile} data-red={(cifras.data && red?.(cifras.data)) || undefined}>
          <dt>{mayOpen(to.replace(/\?.*$/, '')) ? <KitLink to={to}>{label}</KitLink> : label}</dt>
          <dd>{cifras.data ? text(cifras.data) : <span className={classes.tileGhost} />}</dd>
        </div>
      ))}
    </dl>
  );
}
