/** A lot's receipts as a ledger: one line each, which opens to its payments. */
import { tipoLabel } from '#libro/rules.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { DosFechas } from '#libro/web/DosFechas.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column, LineOfRow, RowLines } from '#platform/web/kit/table/columns.ts';
import { formatMoney } from '#ui/format.ts';
import type { LotePago } from '../contract.ts';
import { facturaOf, RECIBOS } from '../listings.ts';
import { CANCELADO_EN_PARTE, type ReciboDeLote } from '../rules.ts';
import { type ActsOnPagos, PagoActions } from './PagoActions.tsx';
import classes from './pagos.module.css';

function Factura({ pago }: { pago: LotePago }) {
  if (pago.facturaId === null) return pago.refSistemaAnterior || '—';
  return (
    <KitLink to={`/factura/${pago.facturaId}`} className={classes.link}>
      {pago.folioFactura || 'pendiente'}
    </KitLink>
  );
}

/** One of each invoice that payments of a receipt stand on. */
function Facturas({ pagos }: Pick<ReciboDeLote, 'pagos'>) {
  const invoiced = new Map(
    pagos
      .filter((pago) => pago.facturaId !== null || facturaOf(pago) !== '')
      .map((pago) => [pago.facturaId ?? facturaOf(pago), pago]),
  );
  const [first] = invoiced.values();
  if (!first) return <span className={classes.none}>—</span>;
  return (
    <>
      <Factura pago={first} />
      {invoiced.size > 1 ? ` y ${invoiced.size - 1} más` : null}
    </>
  );
}

/** What is as it should be is not said. */
function Estado({ status }: { status: string }) {
  if (status === 'recibido') return null;
  return status === CANCELADO_EN_PARTE ? <StatusBadge color="gray" label={status} /> : <ChargeStatus status={status} />;
}

const descriptionOf = ({ tipo, description }: LotePago): string => (tipo === 'fondo' ? 'A saldo a favor' : description);

/** What a column shows and finds besides its value. */
const DRAWN: Readonly<Record<string, Partial<Column<ReciboDeLote>>>> = {
  fechaPago: { render: (recibo) => <DosFechas {...recibo} /> },
  recibo: {
    render: ({ reciboId, aplicado }) =>
      reciboId === null ? (
        <span className={classes.none}>—</span>
      ) : (
        <KitLink
          to={`/recibo/${reciboId}`}
          className={classes.folio}
          aria-label={`Ver recibo ${reciboId}: ${aplicado}`}
        >
          {reciboId}
        </KitLink>
      ),
  },
  aplicado: {
    whole: ({ pagos }) => pagos.map((pago) => `${descriptionOf(pago)}: ${formatMoney(pago.amount)}`).join('\n'),
    find: ({ pagos }) =>
      pagos
        .map((pago) => `${pago.description}\n${tipoLabel(pago.tipo)}\n${pago.amount}\n${formatMoney(pago.amount)}`)
        .join('\n'),
  },
  metodo: {
    whole: ({ metodo, forma }) => [metodo, forma].filter(Boolean).join(' · '),
    find: ({ forma }) => forma,
    render: ({ metodo }) => <span className={classes.soft}>{metodo}</span>,
  },
  nota: { render: ({ nota }) => <span className={classes.soft}>{nota}</span> },
  recibido: {
    render: ({ monto, recibido }) =>
      recibido ? formatMoney(monto) : <span className={classes.none}>{formatMoney(monto)}</span>,
  },
  factura: { render: (recibo) => <Facturas {...recibo} /> },
  estado: { render: (recibo) => <Estado {...recibo} /> },
};

export const COLUMNS: readonly Column<ReciboDeLote>[] = RECIBOS.screen.map((column) => ({
  ...column,
  ...DRAWN[column.key],
}));

function lineOf(pago: LotePago, acts: ActsOnPagos): LineOfRow {
  return {
    key: `${pago.tipo}-${pago.id}`,
    cells: {
      aplicado: <span title={descriptionOf(pago)}>{descriptionOf(pago)}</span>,
      metodo: <span title={`Tipo: ${tipoLabel(pago.tipo)}`}>Tipo: {tipoLabel(pago.tipo)}</span>,
      recibido: formatMoney(pago.amount),
      factura: <Factura pago={pago} />,
      estado: <ChargeStatus status={pago.status} />,
    },
    actions: <PagoActions pago={pago} {...acts} />,
  };
}

/** What a receipt opens to: its payments, and what the receipt's line shortens. */
export function linesOf(acts: ActsOnPagos): RowLines<ReciboDeLote> {
  return {
    label: ({ reciboId, aplicado }) => (reciboId === null ? `Detalle de ${aplicado}` : `Pagos del recibo ${reciboId}`),
    of: ({ pagos, metodo, forma, nota }) => [
      ...pagos.map((pago) => lineOf(pago, acts)),
      {
        key: 'recibo',
        from: 'aplicado',
        wide: (
          <dl className={classes.facts}>
            <div>
              <dt>Forma de pago</dt>
              <dd>{[metodo, forma].filter(Boolean).join(' · ') || '—'}</dd>
            </div>
            <div>
              <dt>Nota</dt>
              <dd>{nota || '—'}</dd>
            </div>
          </dl>
        ),
      },
    ],
  };
}
