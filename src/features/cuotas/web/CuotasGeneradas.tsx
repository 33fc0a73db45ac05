/** The charges of one fee: how many of each type of lot and state, and who owes them. */
import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { LOTE } from '#libro/lotes/columnas.ts';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { ESTADO_PAGO, estadoPago, LotTypeCounts, StateChoice } from '#libro/web/generated-counts.tsx';
import { listing } from '#platform/listing.ts';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, ErrorPanel, Page } from '#platform/web/kit/page.tsx';
import { FilterRow } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { type CargoGenerado, FILTERS, type Filter } from '../contract.ts';
import classes from './cuotas.module.css';
import type { Kind } from './kinds.ts';
import { useTipos } from './useTipos.ts';

const FAILED = 'Ha ocurrido un error. Intente más tarde o contacte con el administrador';

const STATE = { cuota: intParam(0), estado: oneOfParam(FILTERS, 'todos') };

const LABELS: Readonly<Record<Filter, string>> = {
  todos: 'Todos',
  vigente: 'Vigente',
  incompleto: 'Incompleto',
  pagado: 'Pagado',
};

const COLUMNS = drawn(
  listing<CargoGenerado>([
    ...[LOTE.referencia, LOTE.asociado, LOTE.direccion],
    {
      key: 'monto',
      header: 'Monto',
      kind: 'money',
      // Of what was charged: a cancelled fee is listed and stays out of the sum, as in a statement.
      total: (row) => (row.pago_status === 'cancelado' ? 0 : row.monto),
    },
    ESTADO_PAGO,
  ]).screen,
  { monto: ({ id, monto }) => <AmountButton cargoId={id} que="monto" amount={monto} />, pago_status: estadoPago },
);

/** What 'Todos' counts and no other choice does, since there is none for it; '' where there is nothing. */
function beyondStates([todos = 0, ...states]: readonly number[] = []): string {
  const count = states.reduce((rest, state) => rest - state, todos);
  if (count === 0) return '';
  return count === 1
    ? 'De todos, 1 está condonado o cancelado. Lo cancelado no se suma.'
    : `De todos, ${formatNumber(count)} están condonados o cancelados. Lo cancelado no se suma.`;
}

export function CuotasGeneradas({ kind }: { kind: Kind }) {
  const [{ cuota: chosen, estado }, setState] = useUrlState(STATE);
  const tipos = useTipos(kind);
  // Of the newest, until another is chosen.
  const cuota = chosen || Math.max(0, ...(tipos.options ?? []).map(({ value }) => value));
  return (
    <Page
      title={kind.titles.generadas}
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Button variant="default" component={KitLink} to={`${kind.generadas}/nuevoporlote`}>
            Nueva por lote
          </Button>
          <Button component={KitLink} to={`${kind.generadas}/nuevo`}>
            Nueva
          </Button>
        </>
      }
    >
      <FilterRow>
        <SelectInput
          className={classes.tipo}
          label="Tipo cuota"
          data={tipos.options?.map(({ value, label }) => ({ value: String(value), label }))}
          value={cuota > 0 ? String(cuota) : null}
          onChange={(value) => setState({ cuota: Number(value ?? 0), estado: 'todos' }, { push: true })}
          choices={tipos.choices}
        />
      </FilterRow>
      {cuota === 0 ? (
        tipos.options && (
          <EmptyState text="Todavía no hay cuotas de este tipo" hint="Cree una para generar sus cargos" />
        )
      ) : (
        // Of one fee: the counts of another do not stand while its own are on their way.
        <Charges
          key={cuota}
          kind={kind}
          cuota={cuota}
          estado={estado}
          onEstado={(next) => setState({ estado: next })}
        />
      )}
    </Page>
  );
}

interface ChargesProps {
  kind: Kind;
  cuota: number;
  estado: Filter;
  onEstado: (next: Filter) => void;
}

function Charges({ kind, cuota, estado, onEstado }: ChargesProps) {
  // The counts are the same under every state, and stay where the charges of one do not come.
  const all = useCall(kind.endpoints.generadas, { params: { idCuota: cuota, filter: 'todos' } });
  const found = useCall(kind.endpoints.generadas, { params: { idCuota: cuota, filter: estado } });
  const counts = found.data ?? all.data;
  const failed = all.isError || found.isError;
  useFailureToast(failed, FAILED, 8);
  const retry = () => {
    void all.refetch();
    if (estado !== 'todos') void found.refetch();
  };
  const beyond = beyondStates(counts?.countByStatus);
  if (all.isError) return <ErrorPanel message={FAILED} onRetry={retry} />;
  return (
    <>
      <div className={classes.summary}>
        <LotTypeCounts className={classes.tiles} data={counts} />
        <StateChoice
          className={classes.states}
          legend="Estado pago"
          labels={LABELS}
          states={FILTERS}
          counts={counts?.countByStatus}
          value={estado}
          onChange={onEstado}
        />
      </div>
      <DataTable
        key={`${cuota} ${estado}`}
        caption={kind.titles.generadas}
        files={kind.titles.generadas}
        columns={COLUMNS}
        found={found}
        rows={found.data?.loteList}
        rowKey={(row) => row.id}
        urlKey
        failed={FAILED}
        onRetry={retry}
        emptyHint={estado === 'todos' ? 'Esta cuota no tiene cargos' : 'Ningún cargo está en este estado'}
        rowActions={(row) => (
          <RowAction
            label={`Pagar ${row.referencia}`}
            icon={<IconCash size={16} />}
            to={`${kind.pagar}/${row.id}`}
            // A paid fee may still owe its late interest, which is collected there too.
            disabledReason={row.porPagar > 0 ? undefined : `El cargo está ${row.pago_status}`}
          />
        )}
      />
      {beyond === '' ? null : <p className={classes.beyond}>{beyond}</p>}
    </>
  );
}
