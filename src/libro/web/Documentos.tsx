/**
 * The invoices and complements that the payments of a receipt stand on, where they are more than one, or some have none;
 * `alone`: one as well, which the screen does not tell otherwise.
 */
import { useState } from 'react';
import { conceptosEnBreve, partesDe } from '#core/conceptos.ts';
import { type DocumentoFiscal, recibosContract } from '#libro/recibos/contract.ts';
import { passes } from '#platform/roles.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { facturasContract } from '../facturas/contract.ts';
import { EnviarFactura } from './EnviarFactura.tsx';
import classes from './recibo.module.css';

const POLL_MS = 3000;

const NAMES: Readonly<Record<DocumentoFiscal['clase'], string>> = {
  factura: 'Factura',
  complemento: 'Complemento de pago',
  global: 'Factura global',
  recibo: 'Sólo recibo',
  ninguna: 'Sin factura',
};

/** A document is named by its folio, or says that it is on its way. */
function Name({ documento: { facturaId, clase, folio, status } }: { documento: DocumentoFiscal }) {
  const name = NAMES[clase];
  if (facturaId === null) return name;
  const state = status === 'pendiente' ? ' en proceso' : status === 'en_cancelacion' ? ' en cancelación' : '';
  return (
    <>
      <KitLink to={`/factura/${facturaId}`}>{folio === '' ? name : `${name} ${folio}`}</KitLink>
      {state}
    </>
  );
}

/** A stamped one goes by mail from here, as from the result of its payment. */
function Enviar({ documento: { facturaId, clase, folio, status } }: { documento: DocumentoFiscal }) {
  const [asking, setAsking] = useState(false);
  const { role } = useSession();
  if (facturaId === null || status === 'pendiente' || !passes(facturasContract.send.roles, role)) return null;
  return (
    <>
      <RowAction
        label={`Enviar por correo: ${NAMES[clase].toLowerCase()} ${folio}`}
        text="Enviar por correo"
        onClick={() => setAsking(true)}
      />
      {asking ? <EnviarFactura facturaId={facturaId} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

export function Documentos({ reciboId, alone }: { reciboId: number; alone: boolean }) {
  const found = useCall(
    recibosContract.documentos,
    { params: { id: reciboId } },
    {
      refetchEveryMs: ({ isError, data }) =>
        !isError && (data?.some(({ status }) => status === 'pendiente') ?? true) ? POLL_MS : undefined,
    },
  );
  const shown = found.data?.filter(({ facturaId }, _at, all) => all.length > 1 || (alone && facturaId !== null)) ?? [];
  if (shown.length === 0) return null;
  // Where something was done just now, that is the heading above.
  const Heading = alone ? 'h2' : 'h3';
  return (
    <section className={classes.documentos} aria-label="Documentos fiscales" data-no-print>
      <Heading>Documentos fiscales</Heading>
      <ul>
        {shown.map((documento) => (
          <li key={documento.facturaId ?? documento.clase}>
            <span>
              <Name documento={documento} />
              <span className={classes.detalle}>
                {conceptosEnBreve(partesDe(documento.conceptos, documento.montos))}
              </span>
            </span>
            <span className={classes.enviar}>
              <Enviar documento={documento} />
            </span>
            <span className={classes.amount}>{formatMoney(documento.monto)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
