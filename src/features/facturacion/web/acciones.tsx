/** What can be done with an invoice that is shown: its files, its mail, its cancellation, its complement. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Factura } from '#libro/facturas/contract.ts';
import { CancelarModal, usePlazo } from '#libro/web/CancelarModal.tsx';
import { EnviarFactura } from '#libro/web/EnviarFactura.tsx';
import { downloadAcuse, downloadFacturaPdf, downloadFacturaXml } from '#libro/web/factura-archivos.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { facturacionContract, salirDeGlobalSchema, vencerSchema } from '../contract.ts';
import { refusalToCancel, refusalToSubstitute, UNSTAMPED, whileSustituidaStands } from '../rules.ts';
import classes from './factura.module.css';

export const PDF_FAILED = 'No se ha podido hacer el PDF. Intente otra vez';

export function PdfButton({ factura, label, primary }: { factura: Factura; label: string; primary?: boolean }) {
  const [busy, setBusy] = useState(false);
  const stamped = factura.folioFiscal !== '';
  const make = async () => {
    setBusy(true);
    try {
      await downloadFacturaPdf(factura);
    } catch {
      toast.error(PDF_FAILED, 5);
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton
      variant={primary ? 'filled' : 'default'}
      loading={busy}
      disabled={!stamped}
      title={stamped ? undefined : UNSTAMPED}
      onClick={() => void make()}
    >
      {label}
    </BusyButton>
  );
}

export function EmailButton({ factura, label }: { factura: Factura; label: string }) {
  const [open, setOpen] = useState(false);
  const stamped = factura.folioFiscal !== '';
  return (
    <>
      <Button
        variant="default"
        disabled={!stamped}
        title={stamped ? undefined : UNSTAMPED}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open ? <EnviarFactura facturaId={factura.id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The dialog that cancels an invoice. */
export function CancelarFactura({
  factura,
  onDone,
  onClose,
}: {
  factura: Pick<Factura, 'id' | 'folio' | 'nombreReceptor' | 'total'> & { folioSustituto?: string };
  onDone: () => void;
  onClose: () => void;
}) {
  return (
    <CancelarModal
      title="Cancelar factura"
      subject={`Factura ${factura.folio} de ${factura.nombreReceptor}: ${formatMoney(factura.total)}`}
      notaLabel="Nota"
      working="Cancelando factura"
      success="La factura ha sido cancelada"
      facturaId={factura.id}
      {...(factura.folioSustituto && { folioSustituto: factura.folioSustituto })}
      send={(values, idempotencyKey) =>
        call(facturacionContract.cancel, { body: { ...values, id: factura.id }, idempotencyKey })
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Ends an invoice that the provider neither stamped in time nor tells of. */
function DarPorVencida({ factura, onDone, onClose }: { factura: Factura; onDone: () => void; onClose: () => void }) {
  const form = useKitForm({
    schema: vencerSchema,
    initial: { id: factura.id, codeAutorizacion: '', razon: '' },
    onSubmit: async (body) => {
      await call(facturacionContract.expire, { body });
      toast.success(ACTION_DONE, 2);
      onDone();
    },
  });
  return (
    <FormModal title={`Dar por vencida la factura ${factura.folio}`} onClose={onClose} width="34rem">
      <p className={classes.instruction}>
        Busque antes el folio {factura.folio} en el portal del proveedor de timbrado. Si ahí está timbrada, no la dé por
        vencida: tiene validez, y los mismos pagos quedarían facturados dos veces.
      </p>
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Dar por vencida">
        <Fields columns={1}>
          <TextField
            form={form}
            name="codeAutorizacion"
            label="Código de autorización"
            required
            autoFocus
            maxLength={100}
          />
          <TextareaField form={form} name="razon" label="Razón" required maxLength={500} />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** Takes a lot out of a global invoice: the authority cancels it, and two take its place. */
function SacarLote({ factura, onDone, onClose }: { factura: Factura; onDone: () => void; onClose: () => void }) {
  const { aviso, falta } = usePlazo(factura.id);
  const lotes = useCall(facturacionContract.lotesOfGlobal, { params: { id: factura.id } });
  const form = useKitForm({
    schema: salirDeGlobalSchema,
    initial: { id: factura.id, loteId: '', codeAutorizacion: '', razon: '' },
    onSubmit: async (body, idempotencyKey) => {
      toast.info((await call(facturacionContract.leaveGlobal, { body, idempotencyKey })) ?? '', 8);
      onDone();
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_RETRY, 8, { kind: 'error' }),
  });
  const chosen = lotes.data?.find(({ loteId }) => loteId === form.values.loteId);
  return (
    <FormModal title={`Sacar un lote de la factura ${factura.folio}`} onClose={onClose} width="34rem">
      <p className={classes.instruction}>
        La factura global se cancela con el motivo 04. En su lugar se generan la del lote, con sus datos fiscales, y
        otra global con los demás pagos: son dos timbres.
      </p>
      {aviso}
      <KitForm
        form={form}
        plain
        guard={false}
        onCancel={onClose}
        submitLabel="Sacar de la global"
        {...(falta && { disabledReason: falta })}
      >
        <Fields columns={1}>
          <SelectField
            form={form}
            name="loteId"
            label="Lote"
            required
            choices={useChoices(lotes)}
            options={lotes.data?.map(({ loteId, referencia, monto, pagos }) => ({
              value: loteId,
              label: `${referencia}, ${pagos === 1 ? '1 pago' : `${pagos} pagos`} por ${formatMoney(monto)}`,
            }))}
            description={
              chosen && !chosen.conDatos
                ? 'No tiene datos fiscales: captúrelos antes en Operaciones, Datos fiscales'
                : undefined
            }
          />
          <TextField form={form} name="codeAutorizacion" label="Código de autorización" required maxLength={100} />
          <TextareaField form={form} name="razon" label="Razón" required maxLength={500} />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

export function FacturaActions({ factura, onChanged }: { factura: Factura; onChanged: () => void }) {
  const [cancelling, setCancelling] = useState(false);
  const [expiring, setExpiring] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { role } = useSession();
  const [key, renewKey] = useIdempotencyKey();
  const goTo = useGoTo();
  const stamped = factura.folioFiscal !== '';
  const noComplement = whileSustituidaStands(factura);
  const noSubstitute = refusalToSubstitute(factura);
  const noCancel = refusalToCancel(factura, true);

  /** Makes another document out of this one and goes to it. */
  const make = async (endpoint: typeof facturacionContract.complement | typeof facturacionContract.substitute) => {
    try {
      const id = await withBusy(call(endpoint, { body: { id: factura.id }, idempotencyKey: key }));
      goTo(`/factura-generada/${id}`);
    } catch (error) {
      toast.info(messageOf(error, SERVER_ERROR_RETRY), 8);
      onChanged();
    } finally {
      renewKey();
    }
  };
  const substitute = async () => {
    const yes = await confirm({
      title: `Sustituir la factura ${factura.folio}`,
      text: 'Se genera otra factura de los mismos pagos con los datos fiscales de hoy. Después cancele ésta con el motivo 01.',
      confirmLabel: 'Generar la factura que la sustituye',
    });
    if (yes) await make(facturacionContract.substitute);
  };

  return (
    <>
      {factura.faltaComplemento ? (
        <Button
          variant="default"
          disabled={noComplement !== undefined}
          title={noComplement}
          onClick={() => void make(facturacionContract.complement)}
        >
          Emitir complemento de pago
        </Button>
      ) : null}
      {factura.status === 'facturada' && factura.tipo === 'ingreso' && factura.folioSustituto === '' ? (
        <Button
          variant="default"
          disabled={noSubstitute !== undefined}
          title={noSubstitute}
          onClick={() => void substitute()}
        >
          Sustituir
        </Button>
      ) : null}
      {factura.status === 'facturada' && factura.tipo === 'global' ? (
        <Button variant="default" onClick={() => setLeaving(true)}>
          Sacar un lote
        </Button>
      ) : null}
      {factura.status === 'facturada' ? (
        <Button
          variant="default"
          disabled={noCancel !== undefined}
          title={noCancel}
          onClick={() => setCancelling(true)}
        >
          Cancelar factura
        </Button>
      ) : null}
      {factura.sinRespuesta && passes(facturacionContract.expire.roles, role) ? (
        <Button variant="default" onClick={() => setExpiring(true)}>
          Dar por vencida
        </Button>
      ) : null}
      <EmailButton factura={factura} label="Enviar por correo electrónico" />
      <Button
        variant="default"
        disabled={!stamped}
        title={stamped ? undefined : UNSTAMPED}
        onClick={() => downloadFacturaXml(factura)}
      >
        XML
      </Button>
      {factura.acuse === '' ? null : (
        <Button variant="default" onClick={() => downloadAcuse(factura)}>
          Acuse
        </Button>
      )}
      <PdfButton factura={factura} label="PDF" primary />
      {leaving ? (
        <SacarLote
          factura={factura}
          onDone={() => {
            setLeaving(false);
            onChanged();
          }}
          onClose={() => setLeaving(false)}
        />
      ) : null}
      {expiring ? (
        <DarPorVencida
          factura={factura}
          onDone={() => {
            setExpiring(false);
            onChanged();
          }}
          onClose={() => setExpiring(false)}
        />
      ) : null}
      {cancelling ? (
        <CancelarFactura
          factura={factura}
          onDone={() => {
            setCancelling(false);
            onChanged();
          }}
          onClose={() => setCancelling(false)}
        />
      ) : null}
    </>
  );
}
