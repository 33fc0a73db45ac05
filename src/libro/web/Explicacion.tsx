/** An amount that opens its explanation: the rows that it comes from, and their arithmetic. */
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { toCentavos, toPesos } from '#core/money.ts';
import { type Explicacion as Explained, estadoCuentaContract } from '#features/estado-cuenta/contract.ts';
import { AJUSTE_LABELS } from '#features/estado-cuenta/rules.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatFechaHora, formatMes, formatMoney, formatNumber } from '#ui/format.ts';
import { ChargeStatus } from './ChargeStatus.tsx';
import classes from './explicacion.module.css';

export interface AmountButtonProps {
  cargoId: number;
  /** In pesos. */
  amount: number;
  /** Shows what was known at the end of this day. */
  conocido?: string | undefined;
  /** Of a charge that counts no more. */
  struck?: boolean;
}

export function AmountButton({ cargoId, amount, conocido, struck }: AmountButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <OpenButton amount={amount} struck={struck} onClick={() => setOpen(true)} />
      {open ? <Explicacion cargoId={cargoId} conocido={conocido} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export function OpenButton({
  amount,
  struck,
  onClick,
}: {
  amount: number;
  struck?: boolean | undefined;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={classes.open}
      title="Explicar"
      aria-haspopup="dialog"
      data-struck={struck || undefined}
      onClick={onClick}
    >
      {formatMoney(amount)}
      <span className="kit-hidden"> Explicar</span>
    </button>
  );
}

export interface SumPart {
  key: number | string;
  label: string;
  /** How its amount comes about: '$2,500.00 − $250.00 de descuento'. */
  detail?: string;
  /** Signed, in pesos. */
  amount: number;
  /** The charge that it is of: its explanation is one step further. */
  cargoId?: number | undefined;
}

/** A sum that opens what it adds up. */
export function SumButton({
  title,
  amount,
  parts,
  struck,
}: {
  title: string;
  amount: number;
  parts: readonly SumPart[];
  /** Of what counts no more. */
  struck?: boolean;
}) {
  const [open, setOpen] = useState(false);
  if (parts.length === 0) return formatMoney(amount);
  return (
    <>
      <OpenButton amount={amount} struck={struck} onClick={() => setOpen(true)} />
      {open ? (
        <ExplicacionDialog
          root={{
            title,
            width: '36rem',
            content: (onGo) => <Sum amount={amount} parts={parts} onGo={onGo} />,
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function Sum({ amount, parts, onGo }: { amount: number; parts: readonly SumPart[]; onGo: (cargoId: number) => void }) {
  return (
    <table className={classes.rows}>
      <thead>
        <tr>
          <th scope="col">Descripción</th>
          <th scope="col">Importe</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ key, label, detail, amount: part, cargoId }) => (
          <tr key={key}>
            <td>
              {cargoId === undefined ? (
                label
              ) : (
                <button type="button" className={classes.link} onClick={() => onGo(cargoId)}>
                  {label}
                </button>
              )}
              {detail ? <small>{detail}</small> : null}
            </td>
            <td>{formatMoney(part)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Suma de {parts.length === 1 ? '1 renglón' : `${parts.length} renglones`}</th>
          <td>{formatMoney(amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The dialog by itself. It leads on to the charge that an interest entry is on, and to the interest that a charge bore. */
export function Explicacion({
  cargoId,
  conocido = '',
  onClose,
}: {
  cargoId: number;
  conocido?: string | undefined;
  onClose: () => void;
}) {
  return <ExplicacionDialog start={[cargoId]} conocido={conocido} onClose={onClose} />;
}

/**
 * Explanations that lead on to one another, with the way back. `root` is what the way starts with where that is no charge.
 */
export function ExplicacionDialog({
  root,
  start = [],
  conocido = '',
  onClose,
}: {
  root?: { title: string; width?: string; content: (onGo: (cargoId: number) => void) => ReactNode };
  start?: readonly number[];
  conocido?: string;
  onClose: () => void;
}) {
  const [path, setPath] = useState<readonly number[]>(start);
  const shown = path[path.length - 1];
  const found = useCall(
    estadoCuentaContract.explicacion,
    { params: { id: shown ?? 0 }, query: { conocido } },
    { enabled: shown !== undefined },
  );
  const go = (id: number) => setPath([...path, id]);
  const isFirst = path.length === (root ? 0 : 1);
  // Outside the table that the amount stands in, whose cells would lend the dialog their style.
  return createPortal(
    <Dialog
      title={shown === undefined ? root?.title : (found.data?.concepto ?? 'Explicación')}
      onClose={onClose}
      closeButton
      width={(shown === undefined ? root?.width : undefined) ?? '48rem'}
    >
      {isFirst ? null : (
        <button type="button" className={classes.link} onClick={() => setPath(path.slice(0, -1))}>
          {path.length === 1 ? `Volver a ${root?.title ?? ''}` : 'Volver al cargo anterior'}
        </button>
      )}
      {shown === undefined ? (
        root?.content(go)
      ) : found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Explanation charge={found.data} conocido={conocido} onGo={go} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Dialog>,
    document.body,
  );
}

const quienOf = (quien: string): string => quien || 'Sistema';

interface Line {
  key: string;
  fecha: string;
  what: ReactNode;
  detail: readonly string[];
  quien: string;
  /** Signed, in pesos. */
  amount: number;
  /** Why it counts no more. */
  undone: string | undefined;
}

/** What lowered the charge, in the order of the days. */
function linesOf({ pagos, ajustes }: Explained): Line[] {
  const undone = (word: string, contra: { fecha: string; razon: string; quien: string } | null) =>
    contra ? `${word} el ${formatFecha(contra.fecha)} por ${quienOf(contra.quien)}: ${contra.razon}` : undefined;
  return [
    ...ajustes.map((row) => ({
      key: `a${row.id}`,
      fecha: row.fecha,
      what: AJUSTE_LABELS[row.tipo] ?? row.tipo,
      detail: [
        row.porcentaje === null ? '' : `${formatNumber(row.porcentaje)} %`,
        row.razon,
        row.autorizo ? `código de ${row.autorizo}` : '',
      ],
      quien: row.quien,
      amount: -row.monto,
      undone: undone('Revertido', row.revertido),
    })),
    ...pagos.map((row) => ({
      key: `p${row.id}`,
      fecha: row.fechaPago,
      what: `Pago, recibo ${row.reciboId}`,
      detail: [row.metodo, row.caja, row.referencia, `registrado el ${formatFechaHora(row.registrado)}`],
      quien: row.quien,
      amount: -row.monto,
      undone: undone('Cancelado', row.cancelado),
    })),
  ].sort((a, b) => (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0));
}

/** What a statement shows as the charge's amount: a cancellation strikes that through and does not lower it. */
function netOf({ monto, ajustes }: Explained): number {
  const counted = ajustes.filter(({ tipo, revertido }) => revertido === null && tipo !== 'cancelacion');
  return toPesos(counted.reduce((left, ajuste) => left - toCentavos(ajuste.monto), toCentavos(monto)));
}

function Explanation({ charge, conocido, onGo }: { charge: Explained; conocido: string; onGo: (id: number) => void }) {
  const { interes, intereses, traslados } = charge;
  const lines = linesOf(charge);
  const net = netOf(charge);
  return (
    <div className={classes.body}>
      <Facts
        columns={2}
        items={[
          { label: 'Referencia', value: charge.referencia },
          { label: 'Estado', value: <ChargeStatus status={charge.estado} /> },
          { label: 'Fecha', value: formatFecha(charge.fecha) },
          { label: 'Vence', value: formatFecha(charge.vence) },
          { label: 'Generado', value: formatFechaHora(charge.registrado) },
          { label: 'Por', value: quienOf(charge.quien) },
          ...(charge.folio ? [{ label: 'Folio', value: charge.folio }] : []),
          ...(charge.observacion ? [{ label: 'Observación', value: charge.observacion }] : []),
          ...(conocido ? [{ label: 'Como se conocía el', value: formatFecha(conocido) }] : []),
        ]}
      />
      {interes ? (
        <p className={classes.formula}>
          <span>
            {formatMoney(interes.base)} de base × {formatNumber(interes.porcentaje)} % de TIIE de{' '}
            {formatMes(interes.mes, interes.year)} × factor {formatNumber(interes.factor)} / 1200 ={' '}
            <b>{formatMoney(charge.monto)}</b>
          </span>
          <button type="button" className={classes.link} onClick={() => onGo(interes.sobre.id)}>
            Sobre {interes.sobre.concepto}
          </button>
        </p>
      ) : null}
      <table className={classes.rows}>
        <caption className="kit-hidden">De dónde sale el saldo</caption>
        <thead>
          <tr>
            <th scope="col">Fecha</th>
            <th scope="col">Movimiento</th>
            <th scope="col">Quién</th>
            <th scope="col">Importe</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{formatFecha(charge.fecha)}</td>
            <td>{charge.concepto}</td>
            <td>{quienOf(charge.quien)}</td>
            <td>{formatMoney(charge.monto)}</td>
          </tr>
          {lines.map((line) => (
            <tr key={line.key} data-undone={line.undone !== undefined || undefined}>
              <td>{formatFecha(line.fecha)}</td>
              <td>
                <span className={classes.what}>{line.what}</span>
                <small>{line.detail.filter(Boolean).join(' · ')}</small>
                {line.undone ? <small className={classes.why}>{line.undone}</small> : null}
              </td>
              <td>{quienOf(line.quien)}</td>
              <td>
                <span className={classes.what}>{formatMoney(line.amount)}</span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {net === charge.monto ? null : (
            <tr>
              <th scope="row" colSpan={3}>
                Monto en el estado de cuenta
                <small>
                  {' '}
                  {formatMoney(charge.monto)} − {formatMoney(toPesos(toCentavos(charge.monto) - toCentavos(net)))} de
                  descuentos y condonaciones
                </small>
              </th>
              <td>{formatMoney(net)}</td>
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={3}>
              Saldo
              <small>
                {' '}
                {formatMoney(charge.monto)} − {formatMoney(charge.ajustado)} de ajustes − {formatMoney(charge.pagado)}{' '}
                pagados
              </small>
            </th>
            <td>{formatMoney(charge.saldo)}</td>
          </tr>
        </tfoot>
      </table>
      {intereses.length > 0 ? (
        <section>
          <h3>Intereses moratorios de este cargo</h3>
          <ul className={classes.list}>
            {intereses.map((entry) => (
              <li key={entry.id}>
                <button type="button" className={classes.link} onClick={() => onGo(entry.id)}>
                  {formatMes(entry.mes, entry.year)}
                </button>
                <span>
                  {formatMoney(entry.monto)}
                  <small>, se deben {formatMoney(entry.saldo)}</small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {traslados.length > 0 ? (
        <section>
          <h3>Pasó de un lote a otro</h3>
          <ul className={classes.list}>
            {traslados.map((row) => (
              <li key={`${row.fecha} ${row.de} ${row.a}`}>
                <span>
                  De {row.de} a {row.a}
                </span>
                <span>{formatFecha(row.fecha)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
