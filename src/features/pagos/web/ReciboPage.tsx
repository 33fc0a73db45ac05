/** A past receipt: what it said when it was made, what became of it since, and what is still to be done with it. */

import { useEffect, useRef } from 'react';
import { recibosContract } from '#libro/recibos/contract.ts';
import classes from '#libro/web/libro.module.css';
import { LotHeaderOfRecibo, Recibo } from '#libro/web/Recibo.tsx';
import { whenFree } from '#platform/web/kit/focus.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { boolParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { useLocation, useParams } from '#platform/web/router.tsx';
import type { FromCorrection } from './CorregirModal.tsx';
import { CorregirRecibo } from './CorregirRecibo.tsx';
import { FacturarRecibo, useFacturables } from './FacturarRecibo.tsx';

/** A list asks by this for the receipt on paper; once, and not again when the screen is come back to. */
const CODECS = { imprimir: boolParam() };

/** What was done; the focus of the window that asked for it goes there. */
function Corrected({ text }: { text: string }) {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => whenFree(() => told.current?.focus()), []);
  return (
    <div ref={told} tabIndex={-1}>
      <p className={classes.good} role="status">
        {text}
      </p>
    </div>
  );
}

export default function ReciboPage() {
  const [{ imprimir }, setUrl] = useUrlState(CODECS);
  const { id } = useParams<'id'>();
  const { corregido } = useLocation().state as FromCorrection;
  const { data: recibo } = useCall(recibosContract.recibo, { params: { id: Number(id) } });
  const facturables = useFacturables(recibo);
  const back = recibo
    ? { to: `/pagos/${recibo.lote.id}`, label: `Volver a Pagos de ${recibo.lote.referencia}` }
    : { to: '/', label: 'Volver al inicio' };
  return (
    <Page title={`Recibo ${id}`} back={back}>
      <LotHeaderOfRecibo id={Number(id)} />
      {corregido === undefined ? null : <Corrected key={`aviso ${id}`} text={corregido} />}
      <Recibo
        key={id}
        id={Number(id)}
        waits={facturables.waits}
        onPrint={imprimir ? () => setUrl({ imprimir: false }) : undefined}
        actions={
          recibo ? (
            <>
              <FacturarRecibo loteId={recibo.lote.id} facturables={facturables} />
              <CorregirRecibo recibo={recibo} />
            </>
          ) : null
        }
      />
    </Page>
  );
}
