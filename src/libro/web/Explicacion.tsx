/** An amount that opens its explanation: the rows that it comes from, and their arithmetic. */
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { monthTitle } from '#core/period.ts';
import { type Explicacion as Explained, explicacionContract, type MontoDeCargo } from '#libro/explicacion/contract.ts';
import { MONTO_LABELS, type Renglon, renglonesDe, unexplained } from '#libro/explicacion/rules.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Notice, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import { ChargeStatus } from './ChargeStatus.tsx';
import classes from './explicacion.module.css';

export interface AmountButtonProps {
  cargoId: number;
  /** Which of the charge's amounts it is. */
  que: MontoDeCargo;
  /** In pesos. */
  amount: number;
  /** Shows what was known at the end of this day. */
  conocido?: string | undefined;
  /** Of a charge that counts no more. */
  struck?: boolean;
}

export function AmountButton({ cargoId, que, amount, conocido, struck }: AmountButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <OpenButton amount={amount} struck={struck} onClick={() => setOpen(true)} />
      {open ? (
        <ExplicacionDialog start={[{ cargoId, que, amount }]} conocido={conocido} onClose={() => setOpen(false)} />
      ) : null}
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

/** A sum that opens what it adds up. */
export function SumButton({
  title,
  amount,
  parts,
  struck,
}: {
  title: string;
  amount: number;
  parts: readonly Renglon[];
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
            content: (onGo) => <Renglones monto={amount} renglones={parts} onGo={onGo} />,
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** What the rows leave unexplained, as a row. */
const differenceOf = (amount: number): Renglon => ({
  key: 'diferencia',
  label: 'Diferencia sin explicar',
  detail: 'Avise al administrador: los demás renglones no suman este importe',
  amount,
});

interface RenglonRowProps {
  row: Renglon;
  /** Which columns the table has beside words and amount. */
  fecha: boolean;
  queda: boolean;
  onGo: (cargoId: number) => void;
}

function RenglonRow({ row, fecha, queda, onGo }: RenglonRowProps) {
  return (
    <tr data-undone={row.undone !== undefined || undefined} data-difference={row.key === 'diferencia' || undefined}>
      {fecha ? <td className={classes.fecha}>{formatFecha(row.fecha)}</td> : null}
      <td>
        {row.cargoId === undefined ? (
          <span className={classes.what}>{row.label}</span>
        ) : (
          <ChargeLink cargoId={row.cargoId} onGo={onGo}>
            {row.label}
          </ChargeLink>
        )}
        {row.detail ? <small>{row.detail}</small> : null}
        {row.undone ? <small className={classes.why}>{row.undone}</small> : null}
      </td>
      <td className={classes.amount}>
        <span className={classes.what}>{formatMoney(row.amount)}</span>
      </td>
      {queda ? <td className={classes.amount}>{row.queda === undefined ? '' : formatMoney(row.queda)}</td> : null}
    </tr>
  );
}

/** Rows and their sum. What they do not explain of the amount is a row of its own, never hidden. */
export function Renglones({
  caption,
  label,
  monto,
  renglones,
  onGo,
}: {
  caption?: string;
  /** What the sum is called; else it says of how many rows it is. */
  label?: string;
  monto: number;
  renglones: readonly Renglon[];
  onGo: (cargoId: number) => void;
}) {
  const difference = unexplained(monto, renglones);
  // The server logs those of its own amounts; of what the screen reckoned this is all that tells.
  useEffect(() => {
    if (difference !== 0) console.error(`importe sin explicar: ${monto}, diferencia ${difference}`);
  }, [monto, difference]);
  const rows = difference === 0 ? renglones : [...renglones, differenceOf(difference)];
  const has = (key: 'fecha' | 'queda') => rows.some((row) => row[key] !== undefined);
  const [fecha, queda] = [has('fecha'), has('queda')];
  return (
    <table className={classes.rows}>
      {caption ? <caption className="kit-hidden">{caption}</caption> : null}
      <thead>
        <tr>
          {fecha ? <th scope="col">Fecha</th> : null}
          <th scope="col">Descripción</th>
          <th scope="col" className={classes.amount}>
            Importe
          </th>
          {queda ? (
            <th scope="col" className={classes.amount}>
              Saldo
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RenglonRow key={row.key} row={row} fecha={fecha} queda={queda} onGo={onGo} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={fecha ? 2 : 1}>
            {label ?? `Suma de ${rows.length === 1 ? '1 renglón' : `${rows.length} renglones`}`}
          </th>
          <td className={classes.amount}>{formatMoney(monto)}</td>
          {queda ? <td /> : null}
        </tr>
      </tfoot>
    </table>
  );
}

function ChargeLink({
  cargoId,
  onGo,
  children,
}: {
  cargoId: number;
  onGo: (cargoId: number) => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={classes.link} onClick={() => onGo(cargoId)}>
      {children}
    </button>
  );
}

/** Says that the screen shows another amount than the ledger has by now. */
export function Outdated({ shown, now }: { shown: number | undefined; now: number }) {
  return shown === undefined || shown === now ? null : (
    <Notice>
      La pantalla muestra {formatMoney(shown)}, que cambió después de abrirla. Actualice la página para verla al día.
    </Notice>
  );
}

/** A charge on the way through explanations. */
interface Step {
  cargoId: number;
  que: MontoDeCargo;
  /** As the screen shows it. */
  amount?: number;
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
  start?: readonly Step[];
  conocido?: string | undefined;
  onClose: () => void;
}) {
  const [path, setPath] = useState(start);
  const shown = path[path.length - 1];
  const found = useCall(
    explicacionContract.explicacion,
    { params: { id: shown?.cargoId ?? 0 }, query: { conocido } },
    { enabled: shown !== undefined },
  );
  const go = (cargoId: number) => setPath([...path, { cargoId, que: 'saldo' }]);
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
        <Explanation charge={found.data} step={shown} conocido={conocido} onGo={go} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Dialog>,
    document.body,
  );
}

/** How late interest was reckoned, and on what. */
function Formula({ interes, onGo }: { interes: NonNullable<Explained['interes']>; onGo: (cargoId: number) => void }) {
  return (
    <p className={classes.formula}>
      <span>
        {formatMoney(interes.base)} de base × {formatNumber(interes.porcentaje)} % de TIIE de {monthTitle(interes)} ×
        factor {formatNumber(interes.factor)} / 1200 = <b>{formatMoney(interes.calculado)}</b>
      </span>
      <ChargeLink cargoId={interes.sobre.id} onGo={onGo}>
        Sobre {interes.sobre.concepto}
      </ChargeLink>
    </p>
  );
}

function Traslados({ traslados }: Pick<Explained, 'traslados'>) {
  return (
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
  );
}

function Explanation({
  charge,
  step: { que, amount },
  conocido,
  onGo,
}: {
  charge: Explained;
  step: Step;
  conocido: string;
  onGo: (cargoId: number) => void;
}) {
  const { importes, interes, intereses, traslados } = charge;
  const rowsOf = (which: MontoDeCargo, caption: string) => (
    <Renglones
      key={which}
      caption={caption}
      label={MONTO_LABELS[which]}
      monto={importes[which]}
      renglones={renglonesDe(which, charge)}
      onGo={onGo}
    />
  );
  return (
    <div className={classes.body}>
      <Outdated shown={amount} now={importes[que]} />
      {que === 'saldo' ? null : rowsOf(que, MONTO_LABELS[que])}
      <Facts
        columns={2}
        items={[
          { label: 'Referencia', value: charge.referencia },
          { label: 'Estado', value: <ChargeStatus status={charge.estado} /> },
          { label: 'Fecha', value: formatFecha(charge.fecha) },
          { label: 'Vence', value: formatFecha(charge.vence) },
          { label: 'Generado', value: formatFechaHora(charge.registrado) },
          { label: 'Por', value: charge.quien || 'Sistema' },
          ...(charge.folio ? [{ label: 'Folio', value: charge.folio }] : []),
          ...(charge.observacion ? [{ label: 'Observación', value: charge.observacion }] : []),
          ...(conocido ? [{ label: 'Como se conocía el', value: formatFecha(conocido) }] : []),
        ]}
      />
      {interes ? <Formula interes={interes} onGo={onGo} /> : null}
      {rowsOf('saldo', 'De dónde sale el saldo')}
      {intereses.length > 0 && que !== 'interes' ? (
        <section>
          <h3>Intereses moratorios de este cargo</h3>
          {rowsOf('interes', 'Intereses moratorios de este cargo')}
        </section>
      ) : null}
      {traslados.length > 0 ? <Traslados traslados={traslados} /> : null}
    </div>
  );
}
