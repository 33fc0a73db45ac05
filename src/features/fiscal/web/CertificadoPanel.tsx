/** The certificate that seals: what it is, when it ends, and the ways to change it. */
import { Button, FileInput } from '@mantine/core';
import { useState } from 'react';
import { ACTION_DONE, ACTION_FAILED, REQUIRED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, Refused } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { type FieldProps, PasswordField, useField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { EmptyState, ErrorPanel, Notice, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import { type Certificado, type OtroEmisor, timbradoContract } from '../contract.ts';
import type { Proveedor } from '../rules.ts';
import classes from './fiscal.module.css';

/** A CSD weighs some 2 KB; a larger file is another one. */
const FILE_BYTES_MAX = 20_000;

const file = (extension: string) =>
  z
    .custom<File>((value) => value instanceof File, { error: REQUIRED, abort: true })
    .refine((chosen) => chosen.name.toLowerCase().endsWith(extension), { message: `Elija un archivo ${extension}` })
    .refine((chosen) => chosen.size > 0 && chosen.size <= FILE_BYTES_MAX, {
      message: `El archivo no es un ${extension} del SAT. Elija otro`,
    });

const uploadSchema = z.object({
  cer: file('.cer'),
  llave: file('.key'),
  contrasena: z.string().min(1, REQUIRED).max(200),
});
type Values = { cer: File | null; llave: File | null; contrasena: string } & Record<string, unknown>;

async function base64Of(chosen: File): Promise<string> {
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

function FileField<V>(props: FieldProps<V> & { accept: string }) {
  const { form, name, accept } = props;
  const value = form.get(name);
  // Its control is a button, to which the attribute does not belong; the label carries the asterisk.
  const { 'aria-required': _required, ...bound } = useField(props);
  return (
    <FileInput
      {...bound}
      placeholder="Seleccionar archivo"
      accept={accept}
      clearable
      clearButtonProps={{ 'aria-label': `Quitar ${props.label}` }}
      value={value instanceof File ? value : null}
      onChange={(chosen) => form.set(name, chosen)}
    />
  );
}

function CargarCertificado({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const form = useKitForm({
    schema: uploadSchema as unknown as z.ZodType<z.output<typeof uploadSchema>, Values>,
    initial: { cer: null, llave: null, contrasena: '' },
    onSubmit: async ({ cer, llave, contrasena }) => {
      const body = { cer: await base64Of(cer), llave: await base64Of(llave), contrasena };
      await call(timbradoContract.saveCertificado, { body });
      toast.success(ACTION_DONE, 2);
      onDone();
      onClose();
    },
    onError: (error) => {
      if (error instanceof Refused) form.setServerErrors([{ path: '', message: error.message }]);
      else toast.error(ACTION_FAILED, 3);
    },
  });
  return (
    <FormModal title="Cargar certificado" onClose={onClose}>
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Cargar">
        <p className={classes.note}>
          El certificado de sello digital (CSD) que da el SAT, no la e.firma: el del emisor, o el de un RFC que emitió
          antes. La llave se guarda cifrada.
        </p>
        <Fields columns={1}>
          <FileField form={form} name="cer" label="Certificado (.cer)" required accept=".cer" />
          <FileField form={form} name="llave" label="Llave privada (.key)" required accept=".key" />
          <PasswordField form={form} name="contrasena" label="Contraseña de la llave" required />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** Makes a change to certificates, tells it, and reads again what they are. */
function useActo() {
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const refresh = () => void invalidate(timbradoContract.certificado, timbradoContract.otrosCertificados);
  const act = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return { busy, act, refresh };
}

/** Shown only where somebody issued before: what stands in another RFC's name is signed by its certificate. */
function OtrosEmisores({ proveedor }: { proveedor: Proveedor | undefined }) {
  const { busy, act } = useActo();
  const otros = useCall(timbradoContract.otrosCertificados, {});
  const retire = async ({ rfc, facturas }: OtroEmisor) => {
    const sure = await confirm({
      title: `¿Retirar el certificado de ${rfc}?`,
      text: `Hasta cargar otro no se podrá cancelar ni complementar lo que emitió ${rfc}, que tiene ${counted(facturas)}.`,
      confirmLabel: 'Retirar',
      danger: true,
    });
    if (sure) await act(() => call(timbradoContract.retirarCertificado, { body: { rfc } }));
  };
  return otros.data?.map((otro) => (
    <Panel key={otro.rfc} title={`Certificado de ${otro.rfc}, que emitió antes`}>
      <p className={classes.note}>
        {otro.nombre} tiene {counted(otro.facturas)} aquí. Sus cancelaciones, complementos y notas de crédito se firman
        con su certificado: cárguelo con «Cargar certificado».
      </p>
      {otro.certificado ? (
        <Shown certificado={otro.certificado} />
      ) : (
        <EmptyState text={`Falta el certificado de ${otro.rfc}`} />
      )}
      <div className={classes.actions}>
        {proveedor === 'simulador' && (otro.certificado === null || otro.certificado.dePrueba) ? (
          <BusyButton
            variant="default"
            loading={busy}
            onClick={() => void act(() => call(timbradoContract.probarCertificado, { body: { rfc: otro.rfc } }))}
          >
            Generar uno de prueba de {otro.rfc}
          </BusyButton>
        ) : null}
        {otro.certificado ? (
          <Button variant="default" disabled={busy} onClick={() => void retire(otro)}>
            Retirar el de {otro.rfc}
          </Button>
        ) : null}
      </div>
    </Panel>
  ));
}

const counted = (facturas: number): string => (facturas === 1 ? '1 factura' : `${formatNumber(facturas)} facturas`);

function Shown({ certificado }: { certificado: Certificado }) {
  const { numero, rfc, nombre, validoDesde, validoHasta, dePrueba, dias, aviso } = certificado;
  return (
    <>
      {aviso === '' ? null : <Notice>{aviso}</Notice>}
      <Facts
        items={[
          { label: 'Número', value: numero },
          { label: 'RFC', value: rfc },
          { label: 'Nombre', value: nombre },
          { label: 'Válido desde', value: formatFechaHora(validoDesde) },
          { label: 'Válido hasta', value: formatFechaHora(validoHasta) },
          {
            label: 'Estado',
            value:
              dias < 0 ? (
                <StatusBadge color="red" label="Vencido" />
              ) : aviso !== '' ? (
                <StatusBadge color="amber" label="Por vencer" />
              ) : (
                <StatusBadge color="green" label="Vigente" />
              ),
          },
          ...(dePrueba
            ? [{ label: 'Clase', value: <StatusBadge color="violet" label="De prueba, sin validez fiscal" /> }]
            : []),
        ]}
      />
    </>
  );
}

export function CertificadoPanel({ proveedor }: { proveedor: Proveedor | undefined }) {
  const { busy, act, refresh } = useActo();
  const certificado = useCall(timbradoContract.certificado, {});
  const [uploading, setUploading] = useState(false);
  const { data } = certificado;
  const retire = async () => {
    const sure = await confirm({
      title: '¿Retirar el certificado?',
      text: 'Hasta cargar otro no se podrá timbrar ni cancelar: las facturas esperan y se timbran solas cuando lo haya. Lo ya facturado no cambia.',
      confirmLabel: 'Retirar',
      danger: true,
    });
    if (sure) await act(() => call(timbradoContract.retirarCertificado, { body: {} }));
  };
  return (
    <div>
      <Panel title="Certificado de sello digital">
        {certificado.isError ? (
          <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void certificado.refetch()} />
        ) : data === undefined ? (
          <Skeletons lines={6} />
        ) : data === null ? (
          <EmptyState text="No hay un certificado en uso: las facturas esperan hasta que cargue uno" />
        ) : (
          <Shown certificado={data} />
        )}
        <div className={classes.actions}>
          <Button onClick={() => setUploading(true)}>Cargar certificado</Button>
          {proveedor === 'simulador' && (data === null || data?.dePrueba) ? (
            <BusyButton
              variant="default"
              loading={busy}
              onClick={() => void act(() => call(timbradoContract.probarCertificado, { body: {} }))}
            >
              Generar uno de prueba
            </BusyButton>
          ) : null}
          {data ? (
            <Button variant="default" disabled={busy} onClick={() => void retire()}>
              Retirar
            </Button>
          ) : null}
        </div>
        {uploading ? <CargarCertificado onDone={refresh} onClose={() => setUploading(false)} /> : null}
      </Panel>
      <OtrosEmisores proveedor={proveedor} />
    </div>
  );
}
