/** The end of a month on one screen: what is to be done before it is closed; of a closed one its files, and who has them. */
import { addMonths, compareMonths, firstDayOf, type Month, monthOf, monthTitle } from '#core/period.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { EmptyState, ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { cierresContract, finDeMesContract } from '../contract.ts';
import { Cerrado } from './Cerrado.tsx';
import classes from './fin-de-mes.module.css';
import { PorCerrar } from './PorCerrar.tsx';

const STATE = { mes: dateParam() };
/** Of the first closing, which takes along what is before it. */
const FIRST_MONTHS = 36;
const POLL_MS = 2_000;

/** The months that can be looked at: what may be closed next, and those that are closed, the latest first. */
function monthsOf({ periodos, siguiente }: Value<typeof cierresContract.periodos>, works: boolean): Month[] {
  if (periodos.length > 0 || !works) return [...(works && siguiente ? [siguiente] : []), ...periodos];
  const last = addMonths(monthOf(today()), -1);
  return siguiente ? Array.from({ length: FIRST_MONTHS }, (_, back) => addMonths(last, -back)) : [];
}

export default function FinDeMes() {
  const works = passes('AB', useSession().role);
  const [{ mes }, setUrl] = useUrlState(STATE);
  const periodos = useCall(cierresContract.periodos, {});
  const months = periodos.data ? monthsOf(periodos.data, works) : [];
  const asked = mes ? monthOf(mes) : undefined;
  const month = months.find((one) => asked && compareMonths(one, asked) === 0) ?? months[0];
  return (
    <Page
      title="Fin de mes"
      subtitle="Lo que falta antes de cerrar, el cierre y lo que se congela con él"
      back={{ to: '/reportes', label: 'Volver a Reportes' }}
      actions={
        month ? (
          <SelectInput<string>
            aria-label="Mes"
            className={classes.month}
            data={months.map((one) => ({ value: firstDayOf(one), label: monthTitle(one) }))}
            value={firstDayOf(month)}
            onChange={(value) => setUrl({ mes: value ?? '' })}
          />
        ) : null
      }
    >
      {periodos.isError ? <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void periodos.refetch()} /> : null}
      {periodos.isPending ? <Skeletons lines={8} /> : null}
      {periodos.data && !month ? (
        <EmptyState
          text="Ningún mes está cerrado"
          hint={
            works
              ? 'El libro no tiene movimientos: no hay nada que cerrar'
              : 'Aquí verá cada mes cuando la dirección lo cierre'
          }
        />
      ) : null}
      {month ? <Mes key={firstDayOf(month)} month={month} onClosed={() => setUrl({ mes: firstDayOf(month) })} /> : null}
    </Page>
  );
}

function Mes({ month, onClosed }: { month: Month; onClosed: () => void }) {
  const params = { year: month.year, mes: month.mes };
  // A file that is being made shows itself once it is there.
  const found = useCall(
    finDeMesContract.get,
    { params },
    { refetchEveryMs: ({ data }) => (data?.congelado?.estado === 'pendiente' ? POLL_MS : undefined) },
  );
  if (found.isError) return <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons lines={8} />;
  const { periodo, congelado } = found.data;
  return periodo && congelado ? (
    <Cerrado mes={found.data} periodo={periodo} congelado={congelado} />
  ) : (
    <PorCerrar mes={found.data} onClosed={onClosed} />
  );
}
