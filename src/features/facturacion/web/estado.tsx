/** An invoice that waits for the provider: its state asked for again, and the provider's words. */
import { useEffect, useRef } from 'react';
import { useCall } from '#platform/web/query.ts';
import { type Factura, facturacionContract } from '../contract.ts';
import { isWaiting } from '../rules.ts';
import classes from './factura.module.css';

const POLL_MS = 3000;

/** Asks for the state while the invoice waits, and calls `onChange` once it is another. */
function useStatePoll(factura: Factura, onChange: () => void) {
  const waiting = isWaiting(factura.status);
  const found = useCall(
    facturacionContract.state,
    { params: { id: factura.id } },
    { enabled: waiting, refetchEveryMs: POLL_MS },
  );
  const status = waiting ? found.data?.status : undefined;
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (status !== undefined && status !== factura.status) latest.current();
  }, [status, factura.status]);
  return found.data?.mensaje || factura.mensaje;
}

const WORDS: Readonly<Record<string, string>> = {
  pendiente: 'La factura está en proceso: se timbra sola en cuanto el proveedor conteste.',
  en_cancelacion: 'La cancelación está en proceso: el SAT o el receptor tienen que aceptarla.',
  rechazada: 'La factura fue rechazada: no tiene validez y sus pagos se pueden facturar de nuevo.',
};

const UNANSWERED =
  'Pasaron 72 horas y el proveedor no dice si la timbró. Quien dirige busca su folio en el portal del proveedor; si ahí no está, la da por vencida y sus pagos se facturan de nuevo.';

export function Estado({ factura, onChange }: { factura: Factura; onChange: () => void }) {
  const message = useStatePoll(factura, onChange);
  const words = factura.sinRespuesta && factura.status === 'pendiente' ? UNANSWERED : WORDS[factura.status];
  if (words === undefined) return null;
  return (
    <div className={classes.waiting} data-kind={factura.status} role="status">
      <p>{words}</p>
      {message === '' ? null : (
        <p>
          <b>Mensaje del proveedor:</b> {message}
        </p>
      )}
    </div>
  );
}
