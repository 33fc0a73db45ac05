/** What can be done with an invoice that is shown: its files, its mail, its cancellation, its complement, its credit note. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Factura } from '#libro/facturas/contract.ts';
import { EnviarFactura } from '#libro/web/EnviarFactura.tsx';
import { downloadAcuse, downloadFacturaPdf, downloadFacturaXml } from '#libro/web/factura-archivos.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { type Guard, passes } from '#platform/roles.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useSession } from '#platform/web/session.ts';
import { facturacionContract } from '../contract.ts';
import { refusalForNotas, refusalToCancel, refusalToSubstitute, UNSTAMPED, whileSustituidaStands } from '../rules.ts';
import { CancelarFactura, DarPorVencida, NotaDeCredito, SacarLote } from './dialogos.tsx';

/** An invoice with what stands beside it. */
export type FacturaLeida = Value<typeof facturacionContract.get>;

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

const DIALOGOS = { cancelar: CancelarFactura, acreditar: NotaDeCredito, sacar: SacarLote, vencer: DarPorVencida };

/** What opens with a dialog, in the order of the buttons: its words, where it is offered, and why it cannot be now. */
function dialogsOf(factura: FacturaLeida, role: string) {
  const { status, tipo } = factura;
  const offer = (endpoint: { roles: Guard }, offered: boolean) => offered && passes(endpoint.roles, role);
  const inForce = status === 'facturada';
  const ofPayments = tipo === 'ingreso' || tipo === 'global';
  const noSubstitute = refusalToSubstitute(factura);
  const noCancel = refusalToCancel(factura, true) ?? refusalForNotas(factura.folio, factura.notasCredito);
  const { leaveGlobal, creditNote, cancel, expire } = facturacionContract;
  return [
    { key: 'sacar', label: 'Sacar un lote', offered: offer(leaveGlobal, inForce && tipo === 'global'), no: undefined },
    { key: 'acreditar', label: 'Nota de crédito', offered: offer(creditNote, inForce && ofPayments), no: noSubstitute },
    { key: 'cancelar', label: 'Cancelar factura', offered: offer(cancel, inForce), no: noCancel },
    { key: 'vencer', label: 'Dar por vencida', offered: offer(expire, factura.sinRespuesta), no: undefined },
  ] as const;
}

/** Makes another document out of this one and goes to it. */
function useMake(factura: FacturaLeida, onChanged: () => void) {
  const [key, renewKey] = useIdempotencyKey();
  const goTo = useGoTo();
  return async (endpoint: typeof facturacionContract.complement | typeof facturacionContract.substitute) => {
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
}

/** What makes another document of the same payments: its complement, or what takes its place. */
function Derived({ factura, onChanged }: { factura: FacturaLeida; onChanged: () => void }) {
  const { role } = useSession();
  const make = useMake(factura, onChanged);
  const { complement, substitute } = facturacionContract;
  const noComplement = whileSustituidaStands(factura);
  const noSubstitute = refusalToSubstitute(factura) ?? refusalForNotas(factura.folio, factura.notasCredito);
  const askToSubstitute = async () => {
    const yes = await confirm({
      title: `Sustituir la factura ${factura.folio}`,
      text: 'Se genera otra factura de los mismos pagos con los datos fiscales de hoy. Después cancele ésta con el motivo 01.',
      confirmLabel: 'Generar la factura que la sustituye',
    });
    if (yes) await make(substitute);
  };
  const substitutable = factura.status === 'facturada' && factura.tipo === 'ingreso' && factura.folioSustituto === '';
  return (
    <>
      {factura.faltaComplemento && passes(complement.roles, role) ? (
        <Button
          variant="default"
          disabled={noComplement !== undefined}
          title={noComplement}
          onClick={() => void make(complement)}
        >
          Emitir complemento de pago
        </Button>
      ) : null}
      {substitutable && passes(substitute.roles, role) ? (
        <Button
          variant="default"
          disabled={noSubstitute !== undefined}
          title={noSubstitute}
          onClick={() => void askToSubstitute()}
        >
          Sustituir
        </Button>
      ) : null}
    </>
  );
}

export function FacturaActions({ factura, onChanged }: { factura: FacturaLeida; onChanged: () => void }) {
  const [open, setOpen] = useState<keyof typeof DIALOGOS | null>(null);
  const { role } = useSession();
  const stamped = factura.folioFiscal !== '';
  const Dialogo = open === null ? null : DIALOGOS[open];
  return (
    <>
      <Derived factura={factura} onChanged={onChanged} />
      {dialogsOf(factura, role).map(({ key, label, offered, no }) =>
        offered ? (
          <Button key={key} variant="default" disabled={no !== undefined} title={no} onClick={() => setOpen(key)}>
            {label}
          </Button>
        ) : null,
      )}
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
      {Dialogo ? (
        <Dialogo
          factura={factura}
          onDone={() => {
            setOpen(null);
            onChanged();
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
