/** The four charts of the home, each with its call and its month. */
import { monthOf } from '#core/period.ts';
import { monthPath } from '#platform/codecs.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { thisMonth } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { dashboardContract } from '../contract.ts';
import { ChartPanel, type ChartPanelProps } from './ChartPanel.tsx';
import { agesOf, sorted } from './chart-data.ts';

/** The month of each chart stands in the address; without one it is today's. */
const MONTHS = { indice: dateParam(), forma: dateParam(), tipo: dateParam() };

function useMonth(key: keyof typeof MONTHS) {
  const [months, setMonths] = useUrlState(MONTHS);
  const value = months[key] || thisMonth();
  return { value, onChange: (chosen: string) => setMonths({ [key]: chosen }) };
}

/** `revealed` is false during the two seconds in which the charts stay back. */
export interface ChartProps {
  revealed: boolean;
}

export function IndiceCarteraPagada({ revealed }: ChartProps) {
  const month = useMonth('indice');
  const indice = useCall(dashboardContract.indiceCarteraPagada, { params: monthPath(monthOf(month.value)) });
  return (
    <ChartPanel
      title="Índice cartera pagada"
      note="A hoy o al cierre del mes"
      slices={revealed ? indice.data : undefined}
      expected={2}
      category="Estado"
      unit="Cargos"
      month={month}
      failed={revealed && indice.isError}
      onRetry={() => void indice.refetch()}
    />
  );
}

export function CarteraVencida({ revealed }: ChartProps) {
  const cartera = useCall(dashboardContract.carteraVencida, {});
  const failed = revealed && cartera.isError;
  useFailureToast(failed, SERVER_ERROR_RETRY, 8);
  return (
    <ChartPanel
      title="Cartera vencida"
      note="A hoy, por su adeudo más antiguo"
      expected={4}
      shares={false}
      red
      slices={revealed && cartera.data ? agesOf(cartera.data) : undefined}
      category="Antigüedad"
      unit="Lotes"
      failed={failed}
      onRetry={() => void cartera.refetch()}
    />
  );
}

interface PagosProps extends ChartProps, Pick<ChartPanelProps, 'title' | 'note' | 'expected' | 'unit'> {
  endpoint: typeof dashboardContract.formaPago | typeof dashboardContract.tipoPago;
  of: keyof typeof MONTHS;
}

/** What was paid in a month, by one of two things that it is told apart by. */
function Pagos({ revealed, endpoint, of, title, ...words }: PagosProps) {
  const month = useMonth(of);
  const pagos = useCall(endpoint, { params: monthPath(monthOf(month.value)) });
  return (
    <ChartPanel
      title={title}
      category={title}
      {...words}
      slices={revealed && pagos.data ? sorted(pagos.data) : undefined}
      month={month}
      failed={revealed && pagos.isError}
      onRetry={() => void pagos.refetch()}
    />
  );
}

export const FormaPago = ({ revealed }: ChartProps) => (
  <Pagos
    {...{ revealed, endpoint: dashboardContract.formaPago, of: 'forma' }}
    {...{ title: 'Forma de pago', note: 'Recibos', expected: 10, unit: 'Pagos' }}
  />
);

export const TipoPago = ({ revealed }: ChartProps) => (
  <Pagos
    {...{ revealed, endpoint: dashboardContract.tipoPago, of: 'tipo' }}
    {...{ title: 'Tipo de pago', note: 'Cargos pagados', expected: 7, unit: 'Cargos pagados' }}
  />
);
