/** An owner's own part of a lot's account, also of one who sold: on screen, on paper, as a workbook and by mail. */
import { useState } from 'react';
import { ExcelButton } from '#libro/web/ExcelButton.tsx';
import { LotHeader, LotHeaderWaiting } from '#libro/web/LotHeader.tsx';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { formatFecha } from '#ui/format.ts';
import { estadoCuentaContract } from '../contract.ts';
import { statementPdf, statementSheet } from '../pdf.ts';
import { owedLabel } from '../rules.ts';
import classes from './estado-cuenta.module.css';
import { MovimientosTable, Owed } from './Movimientos.tsx';
import { EnvelopeButton, EnvelopeToOwner, making, PdfButton } from './parts.tsx';

type Parte = Value<typeof estadoCuentaContract.propietario>;

const WITHIN = (loteId: number) => `/propietarios/${loteId}`;

function Tools({ id, parte }: { id: number; parte: Parte }) {
  const [mailing, setMailing] = useState(false);
  const { lote, desde, hasta, movimientos } = parte;
  const named = { variante: 0, desde, hasta: hasta ?? today(), conocido: null, debia: hasta };
  const excel = async () => {
    const { name, sheet } = statementSheet(lote, named, movimientos, making());
    await saveWorkbook(name, sheet);
  };
  return (
    <>
      <EnvelopeButton disabled={false} onClick={() => setMailing(true)} />
      <PdfButton disabled={false} make={() => statementPdf(lote, named, parte, making())} />
      <ExcelButton download={excel} disabled={false} />
      {mailing ? <EnvelopeToOwner id={id} onClose={() => setMailing(false)} /> : null}
    </>
  );
}

interface AccountProps {
  id: number;
  parte: Parte;
  found: Parameters<typeof MovimientosTable>[0]['found'];
}

function Account({ id, parte, found }: AccountProps) {
  const { lote, desde, hasta, deuda, movimientos } = parte;
  return (
    <>
      <LotHeader lote={lote.direccion} within={WITHIN} />
      <div className={classes.heading}>
        <h2>
          {lote.asociado}: {formatFecha(desde)} al {hasta === null ? 'día de hoy' : formatFecha(hasta)}
        </h2>
      </div>
      <p className="kit-quiet">
        {hasta === null
          ? 'Es el propietario actual: empieza con lo que dejó el anterior.'
          : 'Fue propietario. Su cuenta queda como se conocía al registrarse la venta; lo que se supo después está en la de quien siguió.'}
      </p>
      <Owed label={owedLabel(hasta)} deuda={deuda} />
      <div className={classes.rows}>
        <MovimientosTable
          {...{ lote, found, rows: movimientos, conocido: '', inactive: false }}
          toolbar={<Tools id={id} parte={parte} />}
        />
      </div>
    </>
  );
}

export default function Propietario() {
  const id = Number(useParams<'id'>().id);
  const found = useCall(estadoCuentaContract.propietario, { params: { id } });
  const loteId = found.data?.lote.id;
  return (
    <Page
      title="Estado de cuenta del propietario"
      back={
        loteId === undefined
          ? { to: '/', label: 'Volver al inicio' }
          : { to: WITHIN(loteId), label: 'Volver a Propietarios' }
      }
    >
      {found.isError ? (
        <RecordError error={found.error} message={SERVER_ERROR_ADMIN} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Account id={id} parte={found.data} found={found} />
      ) : (
        <>
          <LotHeaderWaiting titled={false} />
          <Skeletons lines={8} />
        </>
      )}
    </Page>
  );
}
