/** The purchase orders, page by page: what was bought, from whom, what of it has arrived and is paid. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toPesos } from '#core/money.ts';
import { ACTION_FAILED, LIST_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { PeriodFields } from '#platform/web/kit/PeriodSearch.tsx';
import { Page, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { isApplied, SearchForm, useDraft } from '#platform/web/kit/SearchForm.tsx';
import type { Column, RowLines } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { dateParam, intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import { comprasContract, listProveedores, type OrdenCompra } from '../contract.ts';
import {
  diferenciaConLineas,
  ESTATUS,
  ESTATUS_PAGO,
  type Estatus,
  type EstatusPago,
  refusalOfCancel,
  refusalOfEdit,
  totalDeLineas,
} from '../rules.ts';
import classes from './compras.module.css';

const SIZE = 20;
const FORM = '/admin/ordenescompra/value';

const CODECS = {
  proveedor: intParam(0),
  estatus: oneOfParam(['', ...ESTATUS], ''),
  pago: oneOfParam(['', ...ESTATUS_PAGO], ''),
  desde: dateParam(),
  hasta: dateParam(),
  /** From 1, as on the screen. */
  pag: intParam(1, 1),
};

const TONES: Record<Estatus, Tone> = {
  CREADA: 'blue',
  CANCELADA: 'gray',
  'RECIBIDA TOTAL': 'green',
  'RECIBIDA PARCIAL': 'amber',
};
const PAGO_TONES: Record<EstatusPago, Tone> = { 'SIN PAGAR': 'red', 'PAGO PARCIAL': 'amber', 'PAGO TOTAL': 'green' };

const COLUMNS: readonly Column<OrdenCompra>[] = [
  {
    key: 'proveedor',
    header: 'Proveedor',
    grow: 20,
    value: ({ proveedor }) => proveedor.nombre,
  },
  {
    key: 'estatus',
    header: 'Estado',
    value: ({ estatus }) => estatus,
    render: ({ estatus }) => <StatusBadge color={TONES[estatus]} label={estatus} />,
  },
  {
    key: 'estatusPago',
    header: 'Estado de pago',
    value: ({ estatusPago }) => estatusPago,
    render: ({ estatusPago }) => <StatusBadge color={PAGO_TONES[estatusPago]} label={estatusPago} />,
  },
  {
    key: 'createdAt',
    header: 'Fecha',
    value: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <span className={classes.instant}>{formatFechaHora(createdAt).slice(0, 10)}</span>,
  },
  {
    key: 'articulos',
    header: 'Artículos',
    value: ({ ordenCompraArticuloList }) => ordenCompraArticuloList.map(({ articulo }) => articulo.nombre).join('\n'),
    grow: 24,
    render: articulosOf,
  },
  {
    key: 'precio',
    header: 'Precio',
    kind: 'money',
    value: ({ precio }) => precio,
    render: (orden) => <Precio orden={orden} />,
  },
  { key: 'numFacturas', header: 'No. facturas', kind: 'number', value: ({ numFacturas }) => numFacturas },
];

/** The lines, each with the specification's columns in their order. */
const LINES: RowLines<OrdenCompra> = {
  label: ({ id }) => `Artículos de la orden ${id}`,
  of: ({ ordenCompraArticuloList }) =>
    ordenCompraArticuloList.map(({ articulo, presentacion, unidadMedida, precioUnitario, cantidad }, index) => ({
      key: index,
      from: 'articulos',
      wide: (
        <span className={classes.facts}>
          <b>{articulo.nombre}</b>
          {presentacion ? <Named name="Presentación">{presentacion}</Named> : null}
          {unidadMedida ? <Named name="UM">{unidadMedida}</Named> : null}
          <Named name="Precio unitario">{formatMoney(precioUnitario)}</Named>
          <Named name="Cantidad">{formatNumber(cantidad)}</Named>
        </span>
      ),
    })),
};

/** 'Cable y 2 más'. */
function articulosOf({ ordenCompraArticuloList: [first, ...rest] }: OrdenCompra): string {
  if (!first) return '';
  return rest.length === 0 ? first.articulo.nombre : `${first.articulo.nombre} y ${rest.length} más`;
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      <span className={classes.factName}>{name}</span> {children}
    </span>
  );
}

/** The entered price; beside it a warning where the lines add up to another amount. */
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

interface Wanted {
  proveedor: number;
  estatus: Estatus | '';
  pago: EstatusPago | '';
  desde: string;
  hasta: string;
}

const withAll = <T extends string>(options: readonly T[]) => [
  { value: '' as const, label: 'Todos' },
  ...options.map((value) => ({ value, label: value })),
];

function Filters({ applied, onSearch }: { applied: Wanted; onSearch: (wanted: Wanted) => void }) {
  const proveedores = useCall(listProveedores, {});
  const choices = useChoices(proveedores);
  const [draft, change] = useDraft(applied);
  return (
    <SearchForm className={classes.search} onSearch={() => onSearch(draft)}>
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

export default function OrdenesCompra() {
  const [{ pag, ...wanted }, setUrl] = useUrlState(CODECS);
  const page = pag - 1;
  const found = useCall(
    comprasContract.page,
    {
      query: {
        page,
        size: SIZE,
        sortBy: 'createdAt',
        proveedorId: wanted.proveedor || '',
        estatus: wanted.estatus,
        estatusPago: wanted.pago,
        dateIni: wanted.desde,
        dateFin: wanted.hasta,
      },
    },
    { keepPrevious: true },
  );

  const search = (next: Wanted) => {
    if (pag === 1 && isApplied(next, wanted)) void found.refetch();
    else setUrl({ ...next, pag: 1 }, { push: true });
  };

  const cancel = async ({ id, proveedor, precio }: OrdenCompra) => {
    const sure = await confirm({
      title: 'Cancelar la orden de compra',
      text: `La orden ${id} a ${proveedor.nombre} por ${formatMoney(precio)} queda cancelada. No podrás deshacer esta acción`,
      cancelLabel: 'Regresar',
      confirmLabel: 'Cancelar la orden',
      danger: true,
    });
    if (!sure) return;
    try {
      toast.success((await call(comprasContract.cancel, { params: { id } })) ?? '', 2);
    } catch (error) {
      toast.failure(error, ACTION_FAILED, 3, { seconds: 10 });
    }
    // Also after a refusal: somebody else may have changed it.
    void found.refetch();
  };

  return (
    <Page
      title="Órdenes de compra"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nueva
        </Button>
      }
    >
      <PagedTable
        caption="Órdenes de compra"
        columns={COLUMNS}
        lines={LINES}
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
        toolbar={<Filters applied={wanted} onSearch={search} />}
        rowActions={(orden) => (
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
              onClick={() => void cancel(orden)}
            />
          </>
        )}
      />
    </Page>
  );
}
