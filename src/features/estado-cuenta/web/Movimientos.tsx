/** The running account of a lot: charges, what was taken off them and payments in order of time, each with the balance it leaves. */
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
import { owedOf, totalsOf } from '../rules.ts';
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
const isCancelled = ({ saldo }: Movimiento) => saldo === null;

export function Movimientos({ lote, asked, inactive, ...tools }: MovimientosProps) {
  const found = useCall(estadoCuentaContract.movimientos, { body: asked });
  const { variante, conocido } = asked;
  const mayOpenReceipt = useMayOpen()('/recibo/1');
  const columns = useMemo(
    () => columnsOf(lote.referencia, { conocido, mayOpenReceipt }),
    [lote.referencia, conocido, mayOpenReceipt],
  );
  const rows = found.isError ? undefined : found.data?.movimientos;
  const debe = rows && owedOf(found.data?.deuda ?? 0, { variante, conocido: conocido || null }, totalsOf(rows));
  return (
    <>
      {debe && rows.length > 0 && !inactive ? (
        <p className={classes.owed}>
          {debe.label} <b data-owed={debe.monto > 0 || undefined}>{formatMoney(debe.monto)}</b>
        </p>
      ) : null}
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
        totals={inactive ? undefined : totalsUnder}
        cards={CARDS}
        rowStyle={(row) => (isCancelled(row) ? CANCELLED : undefined)}
        {...tools}
      />
    </>
  );
}

function totalsUnder(rows: readonly Movimiento[]) {
  const { cargo, abono } = totalsOf(rows);
  return { cargo, abono };
}

function columnsOf(
  referencia: string,
  { conocido, mayOpenReceipt }: { conocido: string; mayOpenReceipt: boolean },
): readonly Column<Movimiento>[] {
  const struck = (row: Movimiento) => (isCancelled(row) ? classes.struck : undefined);
  return drawn(movimientosDe(referencia).screen, {
    descripcion: (row) => (
      <>
        {row.clase !== 'pago' || !mayOpenReceipt ? (
          <span className={struck(row)}>{described(row, referencia)}</span>
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
        <AmountButton
          cargoId={row.cargoId}
          que={isCancelled(row) ? 'neto' : 'monto'}
          amount={row.cargo}
          conocido={conocido}
          struck={isCancelled(row)}
        />
      ),
  });
}
