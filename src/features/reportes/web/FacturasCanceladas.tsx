/** The invoices cancelled in a month; the folio that each is related to can be corrected in its place. */
import { TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { monthOf, monthTitle } from '#core/period.ts';
import { CANCELADAS, CANCELADAS_EMPTY, canceladasReport } from '#documents/facturas-canceladas.ts';
import { facturacionContract } from '#features/facturacion/contract.ts';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, FieldFaults, messageOf } from '#platform/web/api.ts';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { ShortId } from '#platform/web/kit/ShortId.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { thisMonth } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlDefaults } from '#platform/web/kit/useUrlDefaults.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

type Cancelada = Value<typeof facturacionContract.cancelled>[number];

const CODECS = { mes: dateParam() };
const ICON = 16;
const ROWS_MAX = 15;
const FAILED = 'No se puede ejecutar la acción. Intente más tarde por favor';

/** What is being written in the place of a row's related folio; null where it is read. */
function useRelated(row: Cancelada, onSaved: () => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const [saving, setSaving] = useState(false);
  const edit = (next: string | null) => {
    setDraft(next);
    setFault(undefined);
  };
  const save = async () => {
    if (draft === null || saving) return;
    setSaving(true);
    try {
      await call(facturacionContract.updateRelated, { body: { id: row.id, name: draft.trim() } });
      toast.success(ACTION_DONE);
      edit(null);
      onSaved();
    } catch (error) {
      if (error instanceof FieldFaults) setFault(error.errors[0]?.message);
      else toast.error(messageOf(error, FAILED), 5);
    } finally {
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') void save();
    else edit(null);
  };
  return { draft, fault, edit, save, onKeyDown };
}

interface RelatedProps {
  row: Cancelada;
  disabledReason: string | undefined;
  onSaved: () => void;
}

/** The related folio of one row: read, or edited in its place. */
function RelatedFolio({ row, disabledReason, onSaved }: RelatedProps) {
  const { draft, fault, edit, save, onKeyDown } = useRelated(row, onSaved);
  if (draft === null) {
    return (
      <span className={classes.related}>
        {row.folioFiscalRelacionar ? (
          <ShortId value={row.folioFiscalRelacionar} label={`folio fiscal a relacionar de ${row.folio}`} />
        ) : (
          '—'
        )}
        <RowAction
          label={`Editar folio fiscal a relacionar de ${row.folio}`}
          icon={<IconPencil size={ICON} />}
          disabledReason={disabledReason}
          onClick={() => edit(row.folioFiscalRelacionar)}
        />
      </span>
    );
  }
  return (
    <span className={classes.related}>
      <TextInput
        size="xs"
        className={classes.relatedField}
        aria-label={`Folio fiscal a relacionar de ${row.folio}`}
        autoFocus
        autoComplete="off"
        maxLength={36}
        value={draft}
        error={fault}
        onChange={(event) => edit(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <RowAction
        label={`Guardar folio fiscal a relacionar de ${row.folio}`}
        icon={<IconDeviceFloppy size={ICON} />}
        onClick={() => void save()}
      />
      <RowAction label="Dejar como estaba" icon={<IconX size={ICON} />} onClick={() => edit(null)} />
    </span>
  );
}

/** The columns, with what the role may open and change. */
function useColumns(reread: () => unknown) {
  const { role } = useSession();
  const linked = useMayOpen()('/factura/1');
  const disabledReason = passes(facturacionContract.updateRelated.roles, role)
    ? undefined
    : 'Su rol no puede editar el folio';
  return useMemo(
    () =>
      drawn<Cancelada>(CANCELADAS.screen, {
        referencia: ({ loteId, referencia }) => <LoteLink id={loteId} referencia={referencia} />,
        folio: (row) =>
          linked ? (
            <KitLink to={`/factura/${row.id}`} className={classes.link}>
              {row.folio}
            </KitLink>
          ) : (
            row.folio
          ),
        folioFiscalRelacionar: (row) => (
          <RelatedFolio row={row} disabledReason={disabledReason} onSaved={() => void reread()} />
        ),
        folioFiscal: (row) => <ShortId value={row.folioFiscal} label={`folio fiscal de ${row.folio}`} />,
      }),
    [disabledReason, linked, reread],
  );
}

export default function FacturasCanceladas() {
  const [{ mes: day }, setUrl] = useUrlDefaults(useUrlState(CODECS), { mes: thisMonth() });
  const month = monthOf(day);
  const found = useCall(
    facturacionContract.cancelled,
    { params: { MM: month.mes, YYYY: month.year } },
    { keepPrevious: true },
  );
  const rows = found.data;
  const columns = useColumns(found.refetch);
  const opening = useRowTo<Cancelada>('factura', ({ id }) => `/factura/${id}`);

  return (
    <Page
      title="Facturas canceladas"
      back={BACK}
      actions={
        <>
          <MonthInput
            aria-label="Mes"
            className={classes.month}
            value={day}
            clearable
            onChange={(next) => setUrl({ mes: next })}
          />
          <ReportTools
            reporte="facturas-canceladas"
            filtros={{ mes: day }}
            onApply={(filtros) => setUrl(filtros, { push: true })}
            rows={rows?.length}
            report={() => canceladasReport(rows ?? [], month)}
          />
        </>
      }
    >
      <DataTable
        caption="Facturas canceladas"
        columns={columns}
        found={found}
        rowKey={(row) => row.id}
        emptyText={CANCELADAS_EMPTY}
        emptyHint={`Ninguna factura se canceló en ${monthTitle(month)}`}
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        urlKey
        {...opening}
      />
    </Page>
  );
}
