/** The maintenance of a month for everybody: counts, states, and who owes it. */
import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { monthOf, monthTitle } from '#core/period.ts';
import { LOTE } from '#libro/lotes/columnas.ts';
import {
  ESTADO_PAGO,
  estadoPago,
  type GeneratedCounts,
  LotTypeCounts,
  StateChoice,
} from '#libro/web/generated-counts.tsx';
import { monthPath } from '#platform/codecs.ts';
import { listing } from '#platform/listing.ts';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Page } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { thisMonth } from '#platform/web/kit/today.ts';
import { dateParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { COLOUR } from '#ui/colours.ts';
import { ESTADOS, type Estado, type LoteGenerado, mantenimientoContract } from '../contract.ts';
import { Doughnut } from './Doughnut.tsx';
import classes from './mantenimiento.module.css';

const NEW = '/admin/mantenimientos-generados/nuevo';
const FAILED = 'Ha ocurrido un error. Intente más tarde o contacte con el administrador';

const STATE = { mes: dateParam(), estado: oneOfParam(ESTADOS, 'todos') };

const COLUMNS = drawn(
  listing<LoteGenerado>([
    ...[LOTE.referencia, LOTE.asociado, LOTE.direccion],
    { key: 'fecha_corte', header: 'Fecha corte', kind: 'date' },
    ESTADO_PAGO,
  ]).screen,
  { pago_status: estadoPago },
);

const NONE_OF_MONTH = 'No hay mantenimientos generados en este mes';
const NONE_OF_STATE = 'Ningún mantenimiento está en este estado';

const ESTADO_LABELS: Readonly<Record<Estado, string>> = {
  todos: 'Todos',
  vigente: 'Vigente',
  incompleto: 'Incompleto',
  pagado: 'Pagado',
  condonado: 'Condonado',
  cancelado: 'Cancelado',
};

/** The doughnut's parts in the order of the specification, in colours that stand on both themes; condoned months only where there are any. */
const PARTS: readonly { estado: Estado; name: string; colour: string }[] = [
  { estado: 'pagado', name: 'Mtto Pagado', colour: COLOUR.green },
  { estado: 'vigente', name: 'Mtto Vigente', colour: COLOUR.red },
  { estado: 'incompleto', name: 'Mtto Incompleto', colour: COLOUR.amber },
  { estado: 'cancelado', name: 'Mtto Cancelado', colour: COLOUR.gray },
  { estado: 'condonado', name: 'Mtto Condonado', colour: COLOUR.blue },
];

/** The month's charges, all of them and those of the chosen state. */
function useGenerados(month: string, estado: Estado) {
  const params = monthPath(monthOf(month));
  const all = useCall(mantenimientoContract.generated, { params });
  const filtered = useCall(
    mantenimientoContract.generatedByStatus,
    { params: { ...params, status: estado } },
    { enabled: estado !== 'todos', keepPrevious: true },
  );
  const shown = estado === 'todos' ? all : filtered;
  const counts = (estado === 'todos' ? undefined : filtered.data?.countByStatus) ?? all.data?.countByStatus;
  const failed = all.isError || (estado !== 'todos' && filtered.isError);
  useFailureToast(failed, FAILED, 8);
  const retry = () => {
    void all.refetch();
    if (estado !== 'todos') void filtered.refetch();
  };
  return { all, shown, counts, failed, retry };
}

interface SummaryProps {
  data: GeneratedCounts | undefined;
  counts: readonly number[] | undefined;
  estado: Estado;
  onEstado: (estado: Estado) => void;
}

function Summary({ data, counts, estado, onEstado }: SummaryProps) {
  const countOf = (which: Estado): number => counts?.[ESTADOS.indexOf(which)] ?? 0;
  return (
    <div className={classes.summary}>
      <div className={classes.summaryCounts}>
        <LotTypeCounts className={classes.tiles} data={data} />
        <StateChoice
          className={classes.states}
          legend="Estado del pago"
          labels={ESTADO_LABELS}
          states={ESTADOS}
          counts={counts}
          value={estado}
          onChange={onEstado}
        />
      </div>
      <Doughnut
        title="Estado de los mantenimientos"
        unit="Mantenimientos"
        loading={counts === undefined}
        slices={PARTS.map(({ estado: part, name, colour }) => ({ name, colour, value: countOf(part) })).filter(
          ({ name, value }) => value > 0 || name !== 'Mtto Condonado',
        )}
      />
    </div>
  );
}

export default function Generados() {
  const [{ mes, estado }, setState] = useUrlState(STATE);
  const month = mes || thisMonth();
  const { all, shown, counts, failed, retry } = useGenerados(month, estado);
  return (
    <Page
      title="Mantenimientos Generados"
      back={{ to: '/mantenimientos', label: 'Volver a Mantenimientos' }}
      actions={
        <>
          <MonthInput
            aria-label="Mes"
            className={classes.month}
            leftSection={<span className={classes.monthLabel}>Mes</span>}
            leftSectionWidth="2.75rem"
            value={month}
            clearable
            onChange={(next) => setState({ mes: next })}
          />
          <Button component={KitLink} to={NEW}>
            Nuevo
          </Button>
        </>
      }
    >
      {all.isError ? (
        <ErrorPanel message={FAILED} onRetry={retry} />
      ) : (
        <Summary data={all.data} counts={counts} estado={estado} onEstado={(next) => setState({ estado: next })} />
      )}
      <DataTable
        key={`${month} ${estado}`}
        caption="Mantenimientos Generados"
        files={`Mantenimientos generados de ${monthTitle(monthOf(month))}`}
        columns={COLUMNS}
        rows={shown.isPlaceholderData ? undefined : shown.data?.loteList}
        rowKey={(row) => row.cargo_id}
        urlKey
        error={failed ? FAILED : undefined}
        onRetry={retry}
        emptyHint={estado === 'todos' ? NONE_OF_MONTH : NONE_OF_STATE}
        rowActions={(row) => (
          <RowAction
            label={`Pagar ${row.referencia}`}
            icon={<IconCash size={16} />}
            to={`/mantenimiento/pagar/lote/${row.id}`}
          />
        )}
      />
    </Page>
  );
}
