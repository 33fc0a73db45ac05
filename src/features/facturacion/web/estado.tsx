/** An invoice that waits for the provider: its state asked for again, and the provider's words. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Factura } from '#libro/facturas/contract.ts';
import { CodeField } from '#libro/web/CodeField.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, Refused } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Notice } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { facturacionContract, repetirCancelacionSchema, retirarCancelacionSchema } from '../contract.ts';
import { DECIDES, documentTime, ESTADO_SAT_GUARDADO, isWaiting } from '../rules.ts';
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
  'El proveedor no dice si la timbró: pasaron 72 horas, la rechaza ahora por lo que pudo ser distinto cuando se envió, o el timbrado está detenido por su cuenta. Si no se resuelve, quien dirige busca su folio en el portal del proveedor; si ahí no está, la da por vencida y sus pagos se facturan de nuevo.';

/** Takes back a request that the authority has nothing of; or of which nobody tells, with a code. */
function RetirarCancelacion({
  factura,
  onDone,
  onClose,
}: {
  factura: Factura;
  onDone: () => void;
  onClose: () => void;
}) {
  const sinRespuesta = Boolean(factura.cancelacion?.sinRespuesta);
  const form = useKitForm({
    schema: retirarCancelacionSchema,
    initial: { id: factura.id, codeAutorizacion: '', razon: '' },
    onSubmit: async (body) => {
      toast.info((await call(facturacionContract.withdrawCancellation, { body })) ?? '', 8);
      onDone();
    },
  });
  return (
    <FormModal title={`Retirar la cancelación de la factura ${factura.folio}`} onClose={onClose} width="34rem">
      <p className={classes.instruction}>
        {sinRespuesta
          ? 'Véala antes en el portal del SAT: si ahí está cancelada o con su cancelación en proceso, no la retire. Se pregunta una vez más y, sin respuesta, la factura y sus pagos quedan como antes de pedir la cancelación.'
          : 'Se pregunta al SAT una vez más. Si la factura sigue vigente, ella y sus pagos quedan como antes de pedir la cancelación.'}
      </p>
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Retirar la solicitud">
        <Fields columns={1}>
          {sinRespuesta ? <CodeField form={form} name="codeAutorizacion" autoFocus /> : null}
          <TextareaField form={form} name="razon" label="Razón" required autoFocus={!sinRespuesta} maxLength={500} />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** Asks anew for a cancellation of which nobody tells, with a code. */
function PedirDeNuevo({ factura, onDone, onClose }: { factura: Factura; onDone: () => void; onClose: () => void }) {
  const form = useKitForm({
    schema: repetirCancelacionSchema,
    initial: { id: factura.id, codeAutorizacion: '' },
    onSubmit: async (body) => {
      toast.info((await call(facturacionContract.repeatCancellation, { body })) ?? '', 8);
      onDone();
    },
  });
  return (
    <FormModal title={`Pedir de nuevo la cancelación de la factura ${factura.folio}`} onClose={onClose} width="34rem">
      <p className={classes.instruction}>
        La solicitud se firma y se envía otra vez. Si el SAT ya la tenía, no pasa nada: la cancelación es la misma.
      </p>
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Pedirla de nuevo">
        <Fields columns={1}>
          <CodeField form={form} name="codeAutorizacion" autoFocus />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** Why it does not end by itself, what is known of it, and what to look at before anything is chosen. */
function Atorada({ factura, decides }: { factura: Factura; decides: boolean }) {
  const { veces, sinRespuesta } = factura.cancelacion ?? {};
  if (!sinRespuesta) {
    return (
      <p>
        Se pidió {veces} veces y el SAT dice que la factura sigue vigente, sin nada en proceso. Pida la cancelación de
        nuevo o retírela.
      </p>
    );
  }
  return (
    <p>
      Desde el {documentTime(sinRespuesta).slice(0, 16)} nadie dice en qué va: la solicitud pudo llegar al SAT o no.
      Busque el folio fiscal en el portal del SAT, en Verificación de comprobantes. Si ahí está vigente y sin nada en
      proceso,{' '}
      {decides
        ? 'retire la solicitud o pídala de nuevo, con un código de autorización'
        : 'quien dirige puede retirar la solicitud o pedirla de nuevo'}
      . Si está cancelada o en proceso, espere: se sigue preguntando sola.
    </p>
  );
}

/**
 * The server asks once an hour at most by itself: whoever is told that the SAT has answered need not wait for its turn. Of a
 * request that does not end by itself, it is chosen whether it is asked for again or taken back.
 */
function EsperaCancelacion({ factura, onChange }: { factura: Factura; onChange: () => void }) {
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState<'retirar' | 'repetir'>();
  const { role } = useSession();
  const ask = async (
    endpoint: typeof facturacionContract.askCancellation | typeof facturacionContract.repeatCancellation,
  ) => {
    setBusy(true);
    try {
      toast.info((await call(endpoint, { body: { id: factura.id } })) ?? '', 8);
      onChange();
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
      if (error instanceof Refused) onChange();
    } finally {
      setBusy(false);
    }
  };
  const sinRespuesta = Boolean(factura.cancelacion?.sinRespuesta);
  const decides = !sinRespuesta || passes(DECIDES, role);
  const Chosen = choosing === 'retirar' ? RetirarCancelacion : PedirDeNuevo;
  return (
    <>
      {factura.cancelacion?.atorada ? <Atorada factura={factura} decides={decides} /> : null}
      <BusyButton
        variant="default"
        size="compact-sm"
        loading={busy}
        onClick={() => void ask(facturacionContract.askCancellation)}
      >
        Consultar ahora
      </BusyButton>
      {factura.cancelacion?.atorada && decides ? (
        <>
          <BusyButton
            variant="default"
            size="compact-sm"
            disabled={busy}
            onClick={() => (sinRespuesta ? setChoosing('repetir') : void ask(facturacionContract.repeatCancellation))}
          >
            Pedirla de nuevo
          </BusyButton>
          <Button variant="default" size="compact-sm" disabled={busy} onClick={() => setChoosing('retirar')}>
            Retirar la solicitud
          </Button>
        </>
      ) : null}
      {choosing ? (
        <Chosen
          factura={factura}
          onDone={() => {
            setChoosing(undefined);
            onChange();
          }}
          onClose={() => setChoosing(undefined)}
        />
      ) : null}
    </>
  );
}

/** From so many days before, the limit is a warning. */
const PRONTO_DIAS = 30;

/** Until when it may be cancelled: said quietly while there is time. */
function PlazoLegal({ plazo }: Pick<Factura, 'plazo'>) {
  if (plazo === null) return null;
  return plazo.dias <= PRONTO_DIAS ? (
    <Notice role="status">{plazo.aviso}</Notice>
  ) : (
    <p className={classes.sat}>{plazo.aviso}</p>
  );
}

/** How the authority has it, asked each night and by hand; where it was cancelled elsewhere, what to do. */
export function EstadoAnteElSat({ factura, onChange }: { factura: Factura; onChange: () => void }) {
  const [busy, setBusy] = useState(false);
  const { estado, consultado } = factura.sat;
  const ask = async () => {
    setBusy(true);
    try {
      toast.info((await call(facturacionContract.askSat, { body: { id: factura.id } })) ?? '', 8);
      onChange();
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
    } finally {
      setBusy(false);
    }
  };
  if (factura.folioFiscal === '') return null;
  return (
    <>
      <PlazoLegal plazo={factura.plazo} />
      {estado === 'cancelada' && factura.status === 'facturada' ? (
        <Notice role="alert">
          El SAT la tiene cancelada: se canceló en otra parte. Cancélela aquí con su motivo, para que sus pagos se
          puedan facturar de nuevo.
        </Notice>
      ) : null}
      {factura.status === 'cancelada' && factura.acuse === '' ? (
        <Notice role="status">
          No hay acuse de la cancelación: la respuesta del proveedor se perdió. «Consultar en el SAT» se lo pide otra
          vez; si no lo entrega, descárguelo del portal del SAT, en Consulta de facturas emitidas.
        </Notice>
      ) : null}
      <p className={classes.sat}>
        Estado ante el SAT: <b>{ESTADO_SAT_GUARDADO[estado] ?? 'sin consultar'}</b>
        {consultado === '' ? null : `, consultado el ${documentTime(consultado).slice(0, 16)}`}
        <BusyButton variant="default" size="compact-sm" loading={busy} onClick={() => void ask()}>
          Consultar en el SAT
        </BusyButton>
      </p>
    </>
  );
}

export function Estado({ factura, onChange }: { factura: Factura; onChange: () => void }) {
  const message = useStatePoll(factura, onChange);
  const { role } = useSession();
  const words = factura.sinRespuesta && factura.status === 'pendiente' ? UNANSWERED : WORDS[factura.status];
  if (words === undefined) return null;
  const since = factura.fechaSolicitudCancelacion;
  return (
    <div className={classes.waiting} data-kind={factura.status} role="status">
      <p>
        {words}
        {since === '' ? null : ` Se solicitó el ${documentTime(since).slice(0, 16)}.`}
      </p>
      {message === '' ? null : (
        <p>
          <b>Mensaje del proveedor{factura.cancelacion?.codigo ? ` (${factura.cancelacion.codigo})` : ''}:</b> {message}
        </p>
      )}
      {factura.status === 'en_cancelacion' && passes(facturacionContract.askCancellation.roles, role) ? (
        <EsperaCancelacion factura={factura} onChange={onChange} />
      ) : null}
    </div>
  );
}
