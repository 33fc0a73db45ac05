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
import { ChartPanel } from './ChartPanel.tsx';
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
      note="A hoy"
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

export function FormaPago({ revealed }: ChartProps) {
  const month = useMonth('forma');
  const pagos = useCall(dashboardContract.formaPago, { params: monthPath(monthOf(month.value)) });
  return (
    <ChartPanel
      title="Forma de pago"
      note="Recibos"
      slices={revealed && pagos.data ? sorted(pagos.data) : undefined}
      expected={10}
      category="Forma de pago"
      unit="Pagos"
      month={month}
      failed={revealed && pagos.isError}
      onRetry={() => void pagos.refetch()}
    />
  );
}

export function TipoPago({ revealed }: ChartProps) {
  const month = useMonth('tipo');
  const pagos = useCall(dashboardContract.tipoPago, { params: monthPath(monthOf(month.value)) });
  return (
    <ChartPanel
      title="Tipo de pago"
      note="Cargos pagados"
      slices={revealed && pagos.data ? sorted(pagos.data) : undefined}
      expected={7}
      category="Tipo de pago"
      unit="Cargos pagados"
      month={month}
      failed={revealed && pagos.isError}
      onRetry={() => void pagos.refetch()}
    />
  );
}
