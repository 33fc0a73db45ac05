/**
 * The invoices and complements that the payments of a receipt stand on, where they are more than one, or some have none;
 * `alone`: one as well, which the screen does not tell otherwise.
 */
import { conceptosEnBreve, partesDe } from '#core/conceptos.ts';
import { type DocumentoFiscal, recibosContract } from '#libro/recibos/contract.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
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
            <span className={classes.amount}>{formatMoney(documento.monto)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
