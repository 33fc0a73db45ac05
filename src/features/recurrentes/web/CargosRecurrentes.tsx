/** The lots that are charged to a card, and the bank's workbook of them. Only masked numbers come here. */
import { Alert, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { MARCAS, TIPOS_TARJETA } from '#features/fiscal/rules.ts';
import { download } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { EmptyState, Page } from '#platform/web/kit/page.tsx';
import { FilterRow } from '#platform/web/kit/SearchForm.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { type CargoRecurrente, type ConfiguracionRecurrente, recurrentesContract } from '../contract.ts';
import { codigosOf } from '../rules.ts';
import { faltaEnCodigos } from '../workbook.ts';
import classes from './recurrentes.module.css';

const LOAD_FAILED =
  'Lo sentimos en estos momentos no podemos procesar la solicitud. Intente más tarde o contacte con el administrador';
const ROWS_MAX = 15;

const MARCA = Object.keys(MARCAS) as (keyof typeof MARCAS)[];
const STATE = { tarjeta: oneOfParam(['', ...MARCA], ''), fecha: dateParam() };

type Row = CargoRecurrente & { no: number };

const COLUMNS: readonly Column<Row>[] = [
  { key: 'no', header: 'No', value: (row) => row.no, align: 'right' },
  { key: 'referencia', header: 'Referencia', value: (row) => row.referencia },
  {
    key: 'direccion',
    header: 'Dirección',
    grow: 20,
    value: (row) => row.direccion,
  },
  {
    key: 'asociado',
    header: 'Asociado',
    grow: 15,
    value: (row) => row.asociado,
  },
  {
    key: 'tarjetaHabiente',
    header: 'Tarjeta habiente',
    grow: 13,
    value: (row) => row.tarjetaHabiente,
  },
  {
    key: 'noTarjeta',
    header: 'Tarjeta',
    value: (row) => row.noTarjeta,
    render: (row) => <span className={classes.card}>{row.noTarjeta}</span>,
  },
  {
    key: 'fechaVencimiento',
    header: 'Vence',
    value: (row) => `${row.fechaVencimiento.slice(3)}/${row.fechaVencimiento.slice(0, 2)}`,
    render: (row) =>
      row.vencida ? <span className={classes.expired}>{row.fechaVencimiento} vencida</span> : row.fechaVencimiento,
  },
  { key: 'cvv', header: 'CVV', value: (row) => row.cvv, sortable: false },
  { key: 'banco', header: 'Banco', value: (row) => row.banco },
  {
    key: 'periodo',
    header: 'Período',
    value: (row) => row.periodo,
    render: (row) => <span className={classes.card}>{row.periodo}</span>,
  },
  { key: 'montoMtto', header: 'MANTTO', kind: 'money', value: (row) => row.montoMtto, total: true },
  { key: 'tipoTarjeta', header: 'Tipo', value: (row) => TIPOS_TARJETA[row.tipoTarjeta] },
];

export default function CargosRecurrentes() {
  const [{ tarjeta, fecha }, setState] = useUrlState(STATE);
  const chosen = fecha || today();
  return (
    <Page title="Cargos recurrentes" back={{ to: '/cobranza', label: 'Volver a Cobranza' }}>
      <FilterRow>
        <SelectInput
          className={classes.field}
          label="Tipo de tarjeta"
          placeholder="Seleccionar opción"
          data={MARCA.map((value) => ({ value, label: MARCAS[value] }))}
          value={tarjeta === '' ? null : tarjeta}
          onChange={(value) => setState({ tarjeta: MARCA.find((marca) => marca === value) ?? '' }, { push: true })}
        />
        <DateInput
          className={classes.field}
          label="Fecha pago"
          value={chosen}
          onChange={(value) => setState({ fecha: value === today() ? '' : value })}
        />
      </FilterRow>
      {tarjeta === '' ? (
        <EmptyState text="Seleccione un tipo de tarjeta para ver los lotes que se le cobran" />
      ) : (
        <Cargos key={`${tarjeta} ${chosen}`} tarjeta={tarjeta} fecha={chosen} />
      )}
    </Page>
  );
}

function Cargos({ tarjeta, fecha }: { tarjeta: keyof typeof MARCAS; fecha: string }) {
  const found = useCall(recurrentesContract.all, { params: { cardType: tarjeta, date: fecha } });
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const { isError } = found;
  useFailureToast(isError, LOAD_FAILED, 10);
  const rows = found.data?.loteTipoTarjetaDTOS
    .filter(({ id }) => !removed.has(id))
    .map((row, index): Row => ({ ...row, no: index + 1 }));

  const make = async () => {
    if (!rows) return;
    const body = { tarjeta, fecha, lotes: rows.map(({ id }) => id) };
    await attempt(() => download(recurrentesContract.workbook, { body }), LOAD_FAILED, 10);
  };

  return (
    <>
      <Missing configuracion={found.data?.configuracionResidencial} />
      <DataTable
        caption="Cargos recurrentes"
        columns={COLUMNS}
        found={found}
        rows={rows}
        rowKey={(row) => row.id}
        failed={LOAD_FAILED}
        emptyText="No existe información a mostrar"
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        rowActions={(row) => (
          <RowAction
            label={`Quitar ${row.referencia} de la lista`}
            icon={<IconTrash size={16} />}
            danger
            onClick={() => setRemoved((before) => new Set([...before, row.id]))}
          />
        )}
        toolbar={
          <>
            {removed.size > 0 ? (
              <Button variant="default" onClick={() => setRemoved(new Set())}>
                Devolver {removed.size === 1 ? 'el quitado' : `los ${removed.size} quitados`}
              </Button>
            ) : null}
            <Button
              disabled={!rows || rows.length === 0}
              title="Lleva los números completos de las tarjetas; cada vez queda en la bitácora"
              onClick={() => void make()}
            >
              Generar XLSX
            </Button>
          </>
        }
      />
    </>
  );
}

/** What has to be captured before the workbook can be made, told before it is asked for. */
function Missing({ configuracion }: { configuracion: ConfiguracionRecurrente | undefined }) {
  const falta = configuracion && faltaEnCodigos(codigosOf(configuracion));
  if (!falta) return null;
  return (
    <Alert color="red" title="Todavía no se puede generar el libro del banco" className={classes.missing}>
      {falta}
    </Alert>
  );
}
