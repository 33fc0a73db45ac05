/** The running account of a lot: what was owed before, charges, what was taken off them and receipts, each with the balance it leaves. */
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { described } from '#documents/estado-cuenta.ts';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { messageOf } from '#platform/web/api.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { type Column, drawn, formatValue } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { estadoCuentaContract, type LoteConUnidades, type Movimiento } from '../contract.ts';
import { montoDe, movimientosDe } from '../listings.ts';
import { owedLabel, sumsOf } from '../rules.ts';
import classes from './estado-cuenta.module.css';

interface MovimientosProps {
  lote: LoteConUnidades;
  asked: { id: number; variante: number; fechaInicial: string; fechaFinal: string; conocido: string };
  /** Whether the lot is: it shows no totals. */
  inactive: boolean;
  filters: ReactNode;
  toolbar: ReactNode;
}

const CARDS = ['descripcion', 'saldo'] as const;
const CANCELLED = { color: 'var(--kit-ink-2)' } as const;
const isCancelled = ({ estado }: Movimiento) => estado === 'cancelado';

export function Movimientos({ lote, asked, inactive, ...tools }: MovimientosProps) {
  const found = useCall(estadoCuentaContract.movimientos, { body: asked });
  const { deuda = 0, movimientos } = (found.isError ? undefined : found.data) ?? {};
  return (
    <>
      {found.isPending && !inactive ? <p className={classes.owed}>&nbsp;</p> : null}
      {movimientos?.length && !inactive ? <Owed label={owedLabel(asked.conocido)} deuda={deuda} /> : null}
      <MovimientosTable {...{ lote, found, inactive, rows: movimientos, conocido: asked.conocido }} {...tools} />
    </>
  );
}

/** What an account comes to, over its rows. */
export const Owed = ({ label, deuda }: { label: string; deuda: number }) => (
  <p className={classes.owed}>
    {label} <b data-owed={deuda > 0 || undefined}>{formatMoney(deuda)}</b>
  </p>
);

interface MovimientosTableProps extends Pick<MovimientosProps, 'lote' | 'inactive' | 'toolbar'> {
  found: UseQueryResult<unknown>;
  rows: readonly Movimiento[] | undefined;
  conocido: string;
  filters?: ReactNode;
}

export function MovimientosTable({ lote, found, rows, conocido, inactive, ...tools }: MovimientosTableProps) {
  const mayOpenReceipt = useMayOpen()('/recibo/1');
  const columns = useMemo(
    () => columnsOf(lote.referencia, { conocido, mayOpenReceipt }),
    [lote.referencia, conocido, mayOpenReceipt],
  );
  return (
    <DataTable
      caption="Movimientos"
      columns={columns}
      found={found}
      rows={rows}
      rowKey={(row) => row.key}
      failed={messageOf(found.error, SERVER_ERROR_ADMIN)}
      emptyText="No hay movimientos de estas fechas"
      emptyHint="Elija otros meses para ver sus cargos y pagos"
      paging={false}
      urlKey
      totals={inactive || !rows ? false : (shown) => (shown.length === rows.length ? sumsOf(rows) : undefined)}
      cards={CARDS}
      rowStyle={(row) => (isCancelled(row) ? CANCELLED : undefined)}
      {...tools}
    />
  );
}

function columnsOf(
  referencia: string,
  { conocido, mayOpenReceipt }: { conocido: string; mayOpenReceipt: boolean },
): readonly Column<Movimiento>[] {
  return drawn(movimientosDe(referencia).screen, {
    descripcion: (row) => (
      <>
        {row.clase !== 'pago' || !mayOpenReceipt ? (
          <span>{described(row, referencia)}</span>
        ) : (
          <KitLink to={`/recibo/${row.reciboId}`} className={classes.link}>
            {described(row, referencia)}
          </KitLink>
        )}
        {row.detalle === '' ? null : <span className="kit-quiet"> · {row.detalle}</span>}
      </>
    ),
    folio: (row) =>
      row.facturaId === null ? null : (
        <KitLink to={`/factura/${row.facturaId}`} className={classes.link}>
          {row.folio || 'pendiente'}
        </KitLink>
      ),
    cargo: (row) =>
      row.cargoId === null ? (
        formatValue(montoDe(row), 'money')
      ) : (
        <AmountButton cargoId={row.cargoId} que="monto" amount={row.cargo} conocido={conocido} />
      ),
  });
}
