/**
 * A receipt on screen: what the note and the ticket say, from the same document. Printed, the page is the receipt, on a letter
 * page or on the roll of a till, whichever the printer has.
 */

import { Button } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type DocumentoDeRecibo, documentoDeRecibo } from '#documents/recibo.ts';
import { recibosContract } from '#libro/recibos/contract.ts';
import { CommunityLogo } from '#platform/web/CommunityLogo.tsx';
import { residencialName } from '#platform/web/identity.ts';
import { Keys } from '#platform/web/kit/keys.tsx';
import { Settled, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { Documentos } from './Documentos.tsx';
import { LotHeaderOf, LotHeaderWaiting } from './LotHeader.tsx';
import { NotaButtons } from './NotaButtons.tsx';
import classes from './recibo.module.css';
import type { Cambio } from './usePaying.ts';
import { WhatsappButton } from './Whatsapp.tsx';

function Head({ documento }: { documento: DocumentoDeRecibo }) {
  const { titulo, avisos, lote, asociado, direccion, datos } = documento;
  return (
    <>
      <p className={classes.title}>{titulo}</p>
      <p className={classes.lote}>
        <b>{lote}</b> {asociado} <span className="kit-quiet">{direccion}</span>
      </p>
      {avisos.map((aviso) => (
        <p key={aviso} className={classes.aviso}>
          {aviso}
        </p>
      ))}
      <dl className={classes.datos}>
        {datos.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Said over what was made just now. */
function Done({ children }: { children: ReactNode }) {
  return (
    <h2 className={classes.done} data-no-print>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path d="M2 6.5 4.8 9 10 3" stroke="currentColor" strokeWidth="1.8" fill="none" strokeLinecap="round" />
      </svg>
      {children}
    </h2>
  );
}

/** What was done with it, row by row. */
function Rows({ documento: { renglones, total, saldos } }: { documento: DocumentoDeRecibo }) {
  return (
    <table className={classes.rows}>
      <caption className="kit-hidden">A qué se aplicó</caption>
      <thead className="kit-hidden">
        <tr>
          <th scope="col">Concepto</th>
          <th scope="col">Monto</th>
        </tr>
      </thead>
      <tbody>
        {renglones.map(({ key, concepto, detalles, monto, cancelado, partes }) => (
          <tr key={key} data-cancelado={cancelado || undefined}>
            <td>
              <span className={classes.concepto}>{concepto}</span>
              {detalles.map((detalle) => (
                <span key={detalle} className={classes.detalle}>
                  {detalle}
                </span>
              ))}
              {partes.length > 0 ? (
                <details className={classes.detalle}>
                  <summary>{partes.length} intereses</summary>
                  <ul>
                    {partes.map((parte) => (
                      <li key={parte.key}>
                        <span>{parte.concepto}</span> <span>{formatMoney(parte.monto)}</span>
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
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
          <tr key={label} className="kit-quiet">
            <td>{label}</td>
            <td className={classes.amount}>{formatMoney(monto)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

/** What the receipt is verified by, on screen as on paper. */
function Sello({ documento: { verificacion } }: { documento: DocumentoDeRecibo }) {
  if (verificacion === '') return null;
  return (
    <div className={classes.sello}>
      <QRCodeSVG value={verificacion} size={112} level="M" marginSize={1} title="Código para comprobar el recibo" />
      <p className="kit-quiet">
        Lea el código con la cámara para comprobar este recibo.
        <br />
        <a href={verificacion} target="_blank" rel="noreferrer" data-no-print>
          Comprobar
        </a>
      </p>
    </div>
  );
}

/** The head of the lot that a receipt is of. */
export function LotHeaderOfRecibo({ id }: { id: number }) {
  const found = useCall(recibosContract.recibo, { params: { id } });
  if (found.data) return <LotHeaderOf loteId={found.data.lote.id} within={(lote) => `/pagos/${lote}`} />;
  // Of a receipt that there is none of too: what stands beneath does not jump.
  return <LotHeaderWaiting titled={false} />;
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
  /** Of its invoice, before those of its note. */
  invoice?: ReactNode;
  /** Further buttons. */
  actions?: ReactNode;
  /** Said over it where it was made just now. */
  done?: ReactNode;
  cambio?: Cambio | null;
  /** What stands over its rows is not known yet: nothing is drawn that would jump. */
  waits?: boolean;
  /** Prints it once it is read, and calls this before. */
  onPrint?: (() => void) | undefined;
}

export function Recibo({
  id,
  meanwhile,
  children,
  invoice,
  actions,
  done,
  cambio = null,
  waits,
  onPrint,
}: ReciboProps) {
  const found = useCall(recibosContract.recibo, { params: { id } });
  const recibo = waits ? undefined : found.data;
  const print = () => window.print();
  const ready = recibo !== undefined;
  usePrinting(ready, onPrint);
  const documento = recibo && documentoDeRecibo(recibo);
  useShortcut('p', 'Imprimir el recibo', print, { group: 'Recibo', enabled: ready });
  // The browser's own key prints the page, which then is the receipt.
  useShortcut('mod+p', 'Imprimir desde el navegador', undefined, { group: 'Recibo', enabled: ready });
  return (
    <article className={classes.recibo} aria-label={`Recibo ${id}`} data-recibo>
      <p className={classes.issuer}>
        <CommunityLogo size={32} withName title={residencialName} />
      </p>
      {done ? <Done>{done}</Done> : null}
      {documento ? (
        <Head documento={documento} />
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
      {cambio ? (
        // Of the moment alone: what the paper says is what the ledger has.
        <p className={classes.change} data-no-print>
          <span>Cambio de {formatMoney(cambio.recibido)}</span> <span>{formatMoney(cambio.cambio)}</span>
        </p>
      ) : null}
      <div data-no-print>{children}</div>
      {/* What a receipt says over them is longer than the lines in its place. */}
      <Settled when={ready || found.isError}>
        <div className={classes.actions} data-no-print>
          <Button
            className={classes.print}
            onClick={print}
            disabled={!ready}
            aria-keyshortcuts="P"
            rightSection={<Keys combo="p" hidden />}
          >
            Imprimir
          </Button>
          {invoice}
          <NotaButtons of={{ reciboId: id }} />
          <WhatsappButton papel={{ que: 'recibo', id }} />
          {actions}
        </div>
      </Settled>
      {documento ? <Rows documento={documento} /> : null}
      {documento ? <Sello documento={documento} /> : null}
      {documento ? <Documentos reciboId={id} alone={done === undefined && invoice === undefined} /> : null}
    </article>
  );
}
