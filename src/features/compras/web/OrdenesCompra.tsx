/** The purchase orders, page by page: what was bought, from whom, what of it has arrived and is paid. */

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { elMayorYMas } from '#core/conceptos.ts';
import { toPesos } from '#core/money.ts';
import { fileName } from '#documents/definition.ts';
import { listaSheet } from '#documents/lista.ts';
import { ExcelButton } from '#libro/web/ExcelButton.tsx';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { LIST_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { PeriodFields } from '#platform/web/kit/PeriodSearch.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { type FiltersOptions, firstPageAgain, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { drawn, type RowLines } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { dateParam, intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { comprasContract, listProveedores, type OrdenCompra } from '../contract.ts';
import { ORDENES } from '../listings.ts';
import { type AskedOrdenes, filtroEnPalabras, ordenesPdf } from '../pdf.ts';
import {
  diferenciaConLineas,
  ESTATUS,
  ESTATUS_PAGO,
  type Estatus,
  type EstatusPago,
  importeDeLinea,
  refusalOfCancel,
  refusalOfEdit,
  totalDeLineas,
} from '../rules.ts';
import { cancelarOrden } from './cancelar.tsx';
import classes from './compras.module.css';
import { TONES, toneOfPago } from './estado.ts';

const SIZE = 20;
const LIST = '/admin/ordenescompra';
const FORM = `${LIST}/value`;

const CODECS = {
  proveedor: intParam(0),
  estatus: oneOfParam(['', ...ESTATUS], ''),
  pago: oneOfParam(['', ...ESTATUS_PAGO], ''),
  desde: dateParam(),
  hasta: dateParam(),
  /** From 1, as on the screen. */
  pag: intParam(1, 1),
};

const COLUMNS = drawn(ORDENES.screen, {
  id: ({ id }) => (
    <KitLink className={classes.number} to={`${LIST}/${id}`} aria-label={`Ver la orden ${id}`}>
      {id}
    </KitLink>
  ),
  estatus: ({ estatus }) => <StatusBadge color={TONES[estatus]} label={estatus} />,
  estatusPago: (orden) => <StatusBadge color={toneOfPago(orden)} label={orden.estatusPago} />,
  articulos: articulosOf,
  precio: (orden) => <Precio orden={orden} />,
});

const CARDS = ['proveedor', 'precio'];

/** The lines, each with the specification's columns in their order. */
const LINES: RowLines<OrdenCompra> = {
  label: ({ id }) => `Artículos de la orden ${id}`,
  of: ({ ordenCompraArticuloList }) =>
    ordenCompraArticuloList.map(({ articulo, presentacion, unidadMedida, precioUnitario, cantidad }, index) => ({
      key: index,
      from: 'proveedor',
      wide: (
        <span className={classes.facts}>
          <b>{articulo.nombre}</b>
          <span>{presentacion ? <Named name="Presentación">{presentacion}</Named> : null}</span>
          <span>{unidadMedida ? <Named name="UM">{unidadMedida}</Named> : null}</span>
          <Named name="Precio unitario">{formatMoney(precioUnitario)}</Named>
          <Named name="Cantidad">{formatNumber(cantidad)}</Named>
        </span>
      ),
    })),
};

/** 'Cable y 2 más'. */
function articulosOf({ ordenCompraArticuloList }: OrdenCompra): string {
  return elMayorYMas(
    ordenCompraArticuloList.map((linea) => ({ concepto: linea.articulo.nombre, monto: importeDeLinea(linea) })),
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      <span className={classes.factName}>{name}</span> {children}
    </span>
  );
}

/** The entered price, at the edge of its column; beside it a warning where the lines add up to another amount. */
function Precio({ orden: { precio, ordenCompraArticuloList: lineas } }: { orden: OrdenCompra }) {
  const diferencia = diferenciaConLineas(precio, lineas);
  return (
    <>
      {formatMoney(precio)}
      {diferencia ? (
        <span className={classes.differs}>
          <IconAlertTriangle size={14} aria-hidden="true" /> Artículos: {formatMoney(toPesos(totalDeLineas(lineas)))}
        </span>
      ) : null}
    </>
  );
}

/** All that the search finds, as a workbook and on paper. */
function Exports({ wanted, total }: { wanted: Wanted; total: number | undefined }) {
  const proveedores = useCall(listProveedores, {});
  const asked: AskedOrdenes = {
    ...wanted,
    proveedor: String(proveedores.data?.find(({ id }) => id === wanted.proveedor)?.nombre ?? ''),
  };
  const rows = () => call(comprasContract.lista, { query: queryOf(wanted) });
  return (
    <>
      <PdfButton rows={total} make={async () => ordenesPdf(asked, await rows(), making())} />
      <ExcelButton
        disabled={!total}
        download={async () => {
          const lista = { title: 'Órdenes de compra', list: ORDENES, rows: await rows(), of: filtroEnPalabras(asked) };
          await saveWorkbook(fileName('xlsx', lista.title), listaSheet(lista, making()));
        }}
      />
    </>
  );
}

interface Wanted {
  proveedor: number;
  estatus: Estatus | '';
  pago: EstatusPago | '';
  desde: string;
  hasta: string;
}

const queryOf = ({ proveedor, estatus, pago, desde, hasta }: Wanted) => ({
  proveedorId: proveedor || '',
  estatus,
  estatusPago: pago,
  dateIni: desde,
  dateFin: hasta,
});

const withAll = <T extends string>(options: readonly T[]) => [
  { value: '' as const, label: 'Todos' },
  ...options.map((value) => ({ value, label: value })),
];

function Filters(search: FiltersOptions<Wanted>) {
  const proveedores = useCall(listProveedores, {});
  const choices = useChoices(proveedores);
  const filters = useFilters(search);
  const { draft, change } = filters;
  return (
    <SearchForm filters={filters}>
      <SelectInput
        className={classes.supplier}
        label="Proveedor"
        choices={choices}
        placeholder="Todos"
        clearable
        data={proveedores.data?.map(({ id, nombre }) => ({ value: id, label: String(nombre) }))}
        value={draft.proveedor || null}
        onChange={(proveedor) => change({ proveedor: proveedor ?? 0 })}
      />
      <SelectInput
        className={classes.state}
        label="Estado"
        data={withAll(ESTATUS)}
        value={draft.estatus}
        onChange={(estatus) => change({ estatus: estatus ?? '' })}
      />
      <SelectInput
        className={classes.state}
        label="Estado de pago"
        data={withAll(ESTATUS_PAGO)}
        value={draft.pago}
        onChange={(pago) => change({ pago: pago ?? '' })}
      />
      <PeriodFields className={classes.date} open="hasta" range={draft} onChange={change} />
    </SearchForm>
  );
}

function RowActions({ orden, onCancelled }: { orden: OrdenCompra; onCancelled: () => unknown }) {
  return (
    <>
      <RowAction
        label={`Editar la orden ${orden.id}`}
        icon={<IconEdit size={16} />}
        to={`${FORM}?id=${orden.id}`}
        disabledReason={refusalOfEdit(orden.estatus)}
      />
      <RowAction
        label={`Cancelar la orden ${orden.id}`}
        text="Cancelar"
        danger
        disabledReason={refusalOfCancel(orden.estatus)}
        onClick={() => void cancelarOrden(orden, onCancelled)}
      />
    </>
  );
}

export default function OrdenesCompra() {
  const [{ pag, ...wanted }, setUrl] = useUrlState(CODECS);
  const goTo = useGoTo();
  const page = pag - 1;
  const found = useCall(
    comprasContract.page,
    {
      query: {
        page,
        size: SIZE,
        sortBy: 'createdAt',
        ...queryOf(wanted),
      },
    },
    { keepPrevious: true },
  );

  return (
    <Page
      title="Órdenes de compra"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Exports wanted={wanted} total={found.data?.total} />
          <Button component={KitLink} to={FORM}>
            Nueva
          </Button>
        </>
      }
    >
      <PagedTable
        caption="Órdenes de compra"
        columns={COLUMNS}
        cards={CARDS}
        lines={LINES}
        onRowOpen={({ id }) => goTo(`${LIST}/${id}`)}
        found={found}
        rows={found.data?.ordenCompraList}
        rowKey={({ id }) => id}
        loading={found.isFetching}
        failed={LIST_FAILED}
        hasPrevious={found.data?.previous === true}
        hasNext={found.data?.next === true}
        page={page}
        onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
        total={found.data?.total}
        toolbar={
          <Filters
            applied={wanted}
            onSearch={(next, step) => setUrl({ ...next, pag: 1 }, step)}
            onAgain={() => firstPageAgain(pag, () => setUrl({ pag: 1 }, { push: true }), found)}
          />
        }
        rowActions={(orden) => <RowActions orden={orden} onCancelled={found.refetch} />}
      />
    </Page>
  );
}
