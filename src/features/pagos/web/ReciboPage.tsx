/** A past receipt: what it said when it was made, and what became of it since. */

import { useParams } from '@tanstack/react-router';
import { recibosContract } from '#libro/recibos/contract.ts';
import { LotHeaderOfRecibo, Recibo } from '#libro/web/Recibo.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { boolParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';

/** A list asks by this for the receipt on paper; once, and not again when the screen is come back to. */
const CODECS = { imprimir: boolParam() };

export default function ReciboPage() {
  const [{ imprimir }, setUrl] = useUrlState(CODECS);
  const { id } = useParams({ strict: false }) as { id: string };
  const lote = useCall(recibosContract.recibo, { params: { id: Number(id) } }).data?.lote;
  const back = lote
    ? { to: `/pagos/${lote.id}`, label: `Volver a Pagos de ${lote.referencia}` }
    : { to: '/', label: 'Volver al inicio' };
  return (
    <Page title={`Recibo ${id}`} back={back}>
      <LotHeaderOfRecibo id={Number(id)} />
      <Recibo key={id} id={Number(id)} onPrint={imprimir ? () => setUrl({ imprimir: false }) : undefined} />
    </Page>
  );
}
