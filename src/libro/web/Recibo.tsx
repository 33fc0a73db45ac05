/**
 * A receipt on screen: what the note and the ticket say, from the same document. Printed, the page is the receipt, on a letter
 * page or on the roll of a till, whichever the printer has.
 */

import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { type DocumentoDeRecibo, documentoDeRecibo } from '#documents/recibo.ts';
import { recibosContract } from '#libro/recibos/contract.ts';
import { residencialName } from '#platform/web/identity.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { Keys, useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { NotaButtons } from './NotaButtons.tsx';
import classes from './recibo.module.css';

function ReciboBody({ documento }: { documento: DocumentoDeRecibo }) {
  const { titulo, avisos, lote, asociado, direccion, datos, renglones, total, saldos } = documento;
  return (
    <>
      <p className={classes.title}>{titulo}</p>
      <p className={classes.lote}>
        <b>{lote}</b> {asociado} <span className={classes.quiet}>{direccion}</span>
      </p>
      {avisos.map((aviso) => (
        <p key={aviso} className={classes.aviso}>
          {aviso}
        </p>
      ))}
      <Facts columns={2} items={datos.map(([label, value]) => ({ label, value }))} />
      <table className={classes.rows}>
        <caption className="kit-hidden">A qué se aplicó</caption>
        <thead className="kit-hidden">
          <tr>
            <th scope="col">Concepto</th>
            <th scope="col">Monto</th>
          </tr>
        </thead>
        <tbody>
          {renglones.map(({ key, concepto, detalles, monto, cancelado }) => (
            <tr key={key} data-cancelado={cancelado || undefined}>
              <td>
                <span className={classes.concepto}>{concepto}</span>
                {detalles.map((detalle) => (
                  <span key={detalle} className={classes.detalle}>
                    {detalle}
                  </span>
                ))}
              </td>
              <td className={classes.amount}>{formatMoney(monto)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{total.label}</td>
            <td className={classes.amount}>{formatMoney(total.monto)}</td>
          </tr>
          {saldos.map(({ label, monto }) => (
            <tr key={label} className={classes.quiet}>
              <td>{label}</td>
              <td className={classes.amount}>{formatMoney(monto)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </>
  );
}

/** What is printed is what is drawn: the receipt first. */
function usePrinting(ready: boolean, onPrint: (() => void) | undefined): void {
  const asked = useRef(onPrint);
  useEffect(() => {
    if (!ready || !asked.current) return;
    const before = asked.current;
    asked.current = undefined;
    before();
    window.print();
  }, [ready]);
}

export interface ReciboProps {
  id: number;
  /** Until the receipt is read, and where it cannot be. */
  meanwhile?: ReactNode;
  /** Between the receipt and its buttons: what became of the invoice. */
  children?: ReactNode;
  /** Further buttons. */
  actions?: ReactNode;
  /** Prints it once it is read, and calls this before. */
  onPrint?: (() => void) | undefined;
}

export function Recibo({ id, meanwhile, children, actions, onPrint }: ReciboProps) {
  const found = useCall(recibosContract.recibo, { params: { id } });
  const print = () => window.print();
  const ready = found.data !== undefined;
  usePrinting(ready, onPrint);
  useShortcut('p', 'Imprimir el recibo', print, { group: 'Recibo', enabled: ready });
  // The browser's own key prints the page, which then is the receipt.
  useShortcut('mod+p', 'Imprimir desde el navegador', undefined, { group: 'Recibo', enabled: ready });
  return (
    <article className={classes.recibo} aria-label={`Recibo ${id}`} data-recibo>
      <p className={classes.issuer}>{residencialName}</p>
      {found.data ? (
        <ReciboBody documento={documentoDeRecibo(found.data)} />
      ) : (
        <>
          {meanwhile}
          {found.isError ? (
            <RecordError error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Skeletons lines={5} />
          )}
        </>
      )}
      <div data-no-print>{children}</div>
      <div className={classes.actions} data-no-print>
        <Button onClick={print} disabled={!ready} aria-keyshortcuts="P" rightSection={<Keys combo="p" hidden />}>
          Imprimir
        </Button>
        <NotaButtons of={{ reciboId: id }} />
        {actions}
      </div>
    </article>
  );
}
