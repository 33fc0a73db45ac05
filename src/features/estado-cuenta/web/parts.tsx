/** What statement and debts share: the lot with its actions, the unit buttons, and the envelope. */
import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PaymentResult } from '#libro/contract.ts';
import { CorreoDialog } from '#libro/web/CorreoForm.tsx';
import { LotHeader, LotHeaderWaiting } from '#libro/web/LotHeader.tsx';
import { MantenimientoFuturo } from '#libro/web/MantenimientoFuturo.tsx';
import { PaymentOutcome } from '#libro/web/PaymentOutcome.tsx';
import { SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { membrete, timeZone } from '#platform/web/identity.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { Floating } from '#platform/web/kit/floating.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { downloadPdf } from '#platform/web/pdf.ts';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFecha } from '#ui/format.ts';
import { estadoCuentaContract, type LoteConUnidades } from '../contract.ts';
import type { Making, Pdf } from '../pdf.ts';
import { EnviarCorreo } from './EnviarCorreo.tsx';
import classes from './estado-cuenta.module.css';

/** Where and when a document is made: on the wall clock of the community. */
export const making = (): Making => ({
  ...membrete(),
  reloj: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date()),
});

/** A screen of the lot in the address; another lot is drawn anew. */
export function LotePage(props: {
  title: string;
  endpoint: typeof estadoCuentaContract.lote | typeof estadoCuentaContract.loteDeudas;
  draw: (lote: LoteConUnidades, onReload: () => void) => ReactNode;
}) {
  const { title, endpoint, draw } = props;
  const id = Number(useParams<'id'>().id);
  const lote = useCall(endpoint, { params: { id } });
  const reload = () => void lote.refetch();
  return (
    <Page title={title} back={{ to: '/', label: 'Volver al inicio' }}>
      {lote.isError ? (
        <RecordError error={lote.error} message={SERVER_ERROR_ADMIN} onRetry={reload} />
      ) : lote.data ? (
        <Fragment key={id}>{draw(lote.data, reload)}</Fragment>
      ) : (
        <>
          <LotHeaderWaiting />
          <Skeletons lines={8} />
        </>
      )}
    </Page>
  );
}

/** The lot's card with the actions of these two screens, and what came of a payment ahead. */
export function Lote({ lote, onPaid }: { lote: LoteConUnidades; onPaid: () => void }) {
  const [asking, setAsking] = useState<'futuro' | 'correo' | null>(null);
  const [result, setResult] = useState<PaymentResult | null>(null);
  const header = lote.direccion;
  const close = () => setAsking(null);
  return (
    <>
      <LotHeader
        lote={header}
        actions={
          <>
            {header.deuda_mantenimiento === 0 && header.paga_mtto ? (
              <Button variant="default" size="xs" onClick={() => setAsking('futuro')}>
                Mantenimiento a futuro
              </Button>
            ) : null}
            <Button variant="default" size="xs" onClick={() => setAsking('correo')}>
              Enviar correo
            </Button>
          </>
        }
      />
      {asking === 'futuro' ? (
        <MantenimientoFuturo
          loteId={lote.id}
          onClose={close}
          onPaid={(paid) => {
            close();
            setResult(paid);
            onPaid();
          }}
        />
      ) : null}
      {asking === 'correo' ? <EnviarCorreo loteId={lote.id} onClose={close} /> : null}
      {result ? (
        <div className={classes.outcome}>
          <PaymentOutcome result={result}>
            <Button variant="default" onClick={() => setResult(null)}>
              Cerrar
            </Button>
          </PaymentOutcome>
        </div>
      ) : null}
    </>
  );
}

/** 'Todos' and one button for each unit, which tells more when it is pointed at or reached. */
export function Units({
  lote,
  value,
  onChange,
}: {
  lote: LoteConUnidades;
  value: number;
  onChange: (unidad: number) => void;
}) {
  const chosen = lote.direccion_child.find(({ id_lote }) => id_lote === value);
  return (
    <>
      <fieldset className={classes.units} data-no-print>
        <legend className="kit-hidden">Unidades</legend>
        <Button
          size="xs"
          variant={value === 0 ? 'light' : 'default'}
          aria-pressed={value === 0}
          onClick={() => onChange(0)}
        >
          Todos
        </Button>
        {lote.direccion_child.map((unit) => (
          <Unit
            key={unit.id_lote}
            unit={unit}
            chosen={value === unit.id_lote}
            onChoose={() => onChange(unit.id_lote)}
          />
        ))}
      </fieldset>
      {/* The buttons stay off the paper, which must still say that it is of one unit. */}
      {chosen ? <p className={classes.onPaper}>Unidad: {chosen.referencia}</p> : null}
    </>
  );
}

function Unit({
  unit,
  chosen,
  onChoose,
}: {
  unit: LoteConUnidades['direccion_child'][number];
  chosen: boolean;
  onChoose: () => void;
}) {
  const [told, setTold] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const detail = `${unit.fecha_entrega ? formatFecha(unit.fecha_entrega) : 'No entregado'}, ${unit.direccion}`;
  return (
    <>
      <Button
        ref={button}
        size="xs"
        variant={chosen ? 'light' : 'default'}
        aria-pressed={chosen}
        aria-description={detail}
        onClick={() => {
          setTold(false);
          onChoose();
        }}
        onMouseEnter={() => setTold(true)}
        onMouseLeave={() => setTold(false)}
        onFocus={() => setTold(true)}
        onBlur={() => setTold(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTold(false);
        }}
      >
        {unit.referencia}
      </Button>
      {told ? (
        <Floating anchor={button} edge="left" className={classes.unitDetail}>
          <b>{unit.fecha_entrega ? `Entregado: ${formatFecha(unit.fecha_entrega)}` : 'No entregado'}</b>
          <span>{unit.direccion}</span>
        </Floating>
      ) : null}
    </>
  );
}

/** The envelope: to the associate's address, which is only shown, and to one more. */
export function Envelope({
  loteId,
  send,
  onClose,
}: {
  loteId: number;
  send: (to: { email: true; correoElectronico: string; correoAdicional: string }) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <CorreoDialog
      found={useCall(estadoCuentaContract.email, { params: { id: loteId } })}
      submitLabel="Enviar"
      send={(to) => send({ email: true, ...to })}
      onClose={onClose}
    />
  );
}

/** The same to an owner, also to one who sold. @param id his tie to the lot */
export function EnvelopeToOwner({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <CorreoDialog
      found={useCall(estadoCuentaContract.emailPropietario, { params: { id } })}
      submitLabel="Enviar"
      send={(to) => call(estadoCuentaContract.enviarPropietario, { body: { id, ...to } })}
      onClose={onClose}
    />
  );
}

/** The button that makes the PDF in the browser. */
export function PdfButton({ make, disabled }: { make: () => Pdf | Promise<Pdf>; disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { name, definition } = await make();
      await downloadPdf(definition, name);
    } catch (error) {
      toast.error(messageOf(error, 'No se ha podido hacer el PDF. Intente otra vez'), 5);
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton variant="default" loading={busy} disabled={disabled} onClick={() => void download()}>
      PDF
    </BusyButton>
  );
}

/** The button that opens the envelope. */
export function EnvelopeButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  return (
    <Button
      variant="default"
      px="xs"
      aria-label="Enviar por correo electrónico"
      title="Enviar por correo electrónico"
      disabled={disabled}
      onClick={onClick}
    >
      <EnvelopeSign />
    </Button>
  );
}

function EnvelopeSign() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d="M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
        fill="none"
      />
    </svg>
  );
}

/** Arrow down on the page or its title leads to the first row of the table inside the element of the ref. */
export function useArrowIntoTable() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (target !== document.body && !target.matches('[data-page-title]')) return;
      const row = box.current?.querySelector<HTMLElement>('tr[data-index]');
      if (!row) return;
      event.preventDefault();
      row.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return box;
}
