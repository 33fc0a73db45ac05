/** What came of an application: each payment with its invoice or note, and what was not applied and why. */
import { Alert } from '@mantine/core';
import { IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { INVOICE_FAILED } from '#libro/messages.ts';
import { downloadFacturaPdf, loadFactura } from '#libro/web/factura-archivos.ts';
import { downloadNota } from '#libro/web/nota.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { messageOf } from '#platform/web/api.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import { type Column, columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatMoney, formatNumber } from '#ui/format.ts';
import type { Procesado } from '../contract.ts';
import classes from './importar.module.css';

const ROWS_MAX = 15;
const ICON = 16;
const UNSTAMPED = 'La factura todavía se está timbrando. Intente en unos minutos, o descargue la nota a facturar';

type Row = Procesado & { no: number };

const REFERENCIA: Column<Row> = { key: 'referencia', header: 'Referencia', value: (row) => row.referencia };

const APPLIED = columns<Row>([
  REFERENCIA,
  { key: 'periodo', header: 'Período pagado' },
  { key: 'monto', header: 'Pagado', kind: 'money', total: true },
  {
    key: 'fondo',
    header: 'Al fondo',
    kind: 'money',
    total: true,
    render: (row) => (row.fondo === 0 ? '' : formatMoney(row.fondo)),
  },
  { key: 'mensaje', header: 'Nota' },
]);

const REFUSED = columns<Row>([
  REFERENCIA,
  { key: 'monto', header: 'Depositado', kind: 'money' },
  { key: 'mensaje', header: 'Por qué no se aplicó' },
]);

/** Downloads an invoice, or tells why it cannot be had; whether it is stamped, undefined where that is not known. */
async function invoicePdf(id: number): Promise<boolean | undefined> {
  try {
    const factura = await loadFactura(id);
    if (factura.folioFiscal !== '') {
      await downloadFacturaPdf(factura);
      return true;
    }
    if (factura.status === 'rechazada') {
      toast.error(
        factura.mensaje === '' ? INVOICE_FAILED : `${INVOICE_FAILED}. Mensaje del proveedor: ${factura.mensaje}`,
        8,
      );
    } else toast.info(UNSTAMPED, 8);
    return false;
  } catch (error) {
    toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    return undefined;
  }
}

interface RowActionsProps {
  row: Row;
  /** The row's invoice was asked for and is not stamped. */
  unstamped: boolean;
  onAsked: (no: number, stamped: boolean) => void;
}

/** The invoice, or the note of what is still to be invoiced: an invoice has its number before it is stamped, if ever. */
function RowActions({ row, unstamped, onAsked }: RowActionsProps) {
  const { no, idFactura, referencia } = row;
  const download = async (id: number) => {
    const stamped = await invoicePdf(id);
    if (stamped !== undefined) onAsked(no, stamped);
  };
  return (
    <>
      {/* To its left: what was pressed must not be another thing for the second click. */}
      {idFactura === null || unstamped ? (
        <RowAction
          label={`Nota a facturar de ${referencia}`}
          icon={<IconReceipt size={ICON} />}
          onClick={() => void downloadNota({ cobros: row.cobros }, 'carta', 'Importe')}
        />
      ) : null}
      {idFactura === null ? null : (
        <RowAction
          label={`Descargar factura de ${referencia}`}
          icon={<IconFileTypePdf size={ICON} />}
          onClick={() => void download(idFactura)}
        />
      )}
    </>
  );
}

export function Procesados({ procesados }: { procesados: readonly Procesado[] }) {
  const rows = procesados.map((row, no): Row => ({ ...row, no }));
  const refused = rows.filter(({ resultado }) => resultado === 'rechazado');
  const applied = rows.filter(({ resultado }) => resultado !== 'rechazado');
  const anew = rows.filter(({ resultado }) => resultado === 'aplicado');
  const [unstamped, setUnstamped] = useState<ReadonlySet<number>>(new Set());
  const onAsked = (no: number, stamped: boolean) =>
    setUnstamped((before) => new Set(stamped ? [...before].filter((other) => other !== no) : [...before, no]));
  return (
    <>
      <Alert
        role="status"
        color={refused.length > 0 ? 'yellow' : 'verde'}
        title={`${anew.length === 1 ? 'Se aplicó 1 depósito' : `Se aplicaron ${formatNumber(anew.length)} depósitos`} por ${formatMoney(sumPesos(anew, ({ monto }) => monto))}`}
        className={classes.outcome}
      >
        {refused.length > 0
          ? `${formatNumber(refused.length)} no se aplicaron; abajo está por qué. Corríjalos e importe el archivo otra vez: lo aplicado no se cobra de nuevo.`
          : 'Las facturas se timbran en segundo plano.'}
      </Alert>
      {refused.length > 0 ? (
        <Panel title="No aplicados">
          <DataTable
            caption="No aplicados"
            files="Depósitos no aplicados"
            columns={REFUSED}
            rows={refused}
            rowKey={({ no }) => no}
            paging={false}
            search={false}
            maxRowsBeforeScroll={ROWS_MAX}
          />
        </Panel>
      ) : null}
      <Panel title="Pagos procesados">
        <DataTable
          caption="Pagos procesados"
          files="Pagos procesados"
          columns={APPLIED}
          rows={applied}
          rowKey={({ no }) => no}
          emptyText="No existe información a mostrar"
          paging={false}
          maxRowsBeforeScroll={ROWS_MAX}
          rowActions={(row) => <RowActions row={row} unstamped={unstamped.has(row.no)} onAsked={onAsked} />}
        />
      </Panel>
    </>
  );
}
