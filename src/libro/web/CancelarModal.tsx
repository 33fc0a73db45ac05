/** 'Cancelar pago' and 'Cancelar factura': code, reason, relation and words; all of it is asked for. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { listMotivosCancelacion, listRelacionesFactura } from '#libro/catalogos/contract.ts';
import { cancelarFacturaSchema, facturasContract } from '#libro/facturas/contract.ts';
import { avisoDeAlcance } from '#libro/facturas/rules.ts';
import type { Value } from '#platform/endpoint.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Notice } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import type { z } from '#platform/zod.ts';
import { CodeField } from './CodeField.tsx';
import classes from './libro.module.css';

const schema = cancelarFacturaSchema.omit({ id: true });
export type Cancelacion = z.output<typeof schema>;

export const SUBSTITUTED = '01';
const FOLIO_NEEDED = 'Escriba el folio fiscal de la factura que la sustituye';

export interface CancelarModalProps {
  title: string;
  /** What is cancelled. */
  subject: string;
  /** Label of the words. */
  notaLabel: string;
  /** Shown while it runs, when the dialog cannot be closed. */
  working: string;
  /** Said on success where the server has no words of its own. */
  success: string;
  /** The invoice that falls, of which the authority is asked what cancelling it takes; null where none does. */
  facturaId: number | null;
  /** A payment of it is what is cancelled; it falls alone unless told. */
  conPago?: boolean;
  /** The folio that motive 01 starts with, where its substitute is known. */
  folioSustituto?: string;
  send: (cancelacion: Cancelacion, idempotencyKey: string) => Promise<string | undefined>;
  onDone: () => void;
  onClose: () => void;
}

/** What the authority says of cancelling it, before it is asked for. Nothing waits for it. */
function AvisoDelSat({ facturaId }: { facturaId: number }) {
  const told = useCall(facturasContract.cancelable, { params: { id: facturaId } });
  if (told.isError) return null;
  if (!told.data) return <p role="status">Preguntando al SAT qué pide para cancelarla…</p>;
  const { respuesta, aviso } = told.data;
  return respuesta === 'sin_aceptacion' ? <p role="status">{aviso}</p> : <Notice role="status">{aviso}</Notice>;
}

/** What falls with the invoice, said before it is asked for; `caen`: how many of its payments. */
export function AvisoDeAlcance({ facturaId, caen }: { facturaId: number; caen: number }) {
  const { data } = useCall(facturasContract.alcance, { params: { id: facturaId } });
  const aviso = data && avisoDeAlcance(data, caen);
  if (!data || aviso === undefined) return null;
  return data.pagos > 1 ? <Notice role="status">{aviso}</Notice> : <p role="status">{aviso}</p>;
}

/**
 * The legal limit: said before it passes; once it has, the authority may still accept, and whoever asks confirms that it is
 * known. Answers why it is not to be sent yet.
 */
export function usePlazo(facturaId: number | null) {
  const [known, setKnown] = useState(false);
  const told = useCall(facturasContract.plazo, { params: { id: facturaId ?? 0 } }, { enabled: facturaId !== null });
  const plazo = told.data;
  const aviso = !plazo ? null : plazo.vencido ? (
    <>
      <Notice role="alert">{plazo.aviso}</Notice>
      <Checkbox
        label="El plazo ya pasó: pedir la cancelación de todos modos"
        checked={known}
        onChange={(event) => setKnown(event.currentTarget.checked)}
      />
    </>
  ) : (
    <p>{plazo.aviso}</p>
  );
  return { aviso, falta: plazo?.vencido && !known ? 'Confirme que el plazo para cancelar ya pasó' : undefined };
}

/** The catalogues that a cancellation chooses from. */
export const optionsOf = (rows: Value<typeof listMotivosCancelacion> | undefined) =>
  rows?.map((row) => ({ value: row.id, label: `${String(row.clave)} - ${String(row.descripcion)}` }));

function useCancelacion(props: CancelarModalProps, isSubstituted: (motivo: unknown) => boolean) {
  const { title, subject, success, folioSustituto = '', send, onDone } = props;
  return useKitForm({
    schema,
    initial: {
      codeAutorizacion: '',
      motivoCancelacion: '',
      idMotivoCancelacion: '',
      idTipoRelacionFactura: '',
      folioSustitucion: folioSustituto,
    },
    draft: `${title}: ${subject}`,
    onSubmit: async (values, idempotencyKey) => {
      const substituted = isSubstituted(values.idMotivoCancelacion);
      if (substituted && !values.folioSustitucion) {
        throw Object.assign(new Error(FOLIO_NEEDED), { errors: [{ path: 'folioSustitucion', message: FOLIO_NEEDED }] });
      }
      const message = await send(
        { ...values, folioSustitucion: substituted ? values.folioSustitucion : '' },
        idempotencyKey,
      );
      toast.success(message ?? success, 5);
      onDone();
    },
    onError: (error) => toast.failure(error, 'Ocurrió un error. Contacte con el administrador', 8, { kind: 'error' }),
  });
}

export function CancelarModal(props: CancelarModalProps) {
  const { title, subject, notaLabel, working, facturaId, conPago = false } = props;
  const { aviso, falta } = usePlazo(facturaId);
  const motivos = useCall(listMotivosCancelacion, {});
  const relaciones = useCall(listRelacionesFactura, {});
  const isSubstituted = (motivo: unknown) =>
    facturaId !== null && motivos.data?.find(({ id }) => id === motivo)?.clave === SUBSTITUTED;
  const form = useCancelacion(props, isSubstituted);
  const onClose = () => {
    if (!form.submitting) props.onClose();
  };
  return (
    <FormModal title={title} onClose={onClose} width="34rem">
      <p className={classes.subject}>{subject}</p>
      {facturaId === null ? null : (
        <>
          <AvisoDeAlcance facturaId={facturaId} caen={conPago ? 1 : 0} />
          <AvisoDelSat facturaId={facturaId} />
        </>
      )}
      {aviso}
      <KitForm form={form} plain danger onCancel={onClose} {...(falta && { disabledReason: falta })}>
        <Fields columns={1}>
          <CodeField form={form} name="codeAutorizacion" autoFocus />
          <SelectField
            form={form}
            name="idMotivoCancelacion"
            label="Motivo de cancelación"
            required
            options={optionsOf(motivos.data)}
          />
          {isSubstituted(form.values.idMotivoCancelacion) ? (
            <TextField
              form={form}
              name="folioSustitucion"
              label="Folio fiscal que la sustituye"
              required
              maxLength={36}
              description="Timbre primero la factura que toma su lugar"
            />
          ) : null}
          <SelectField
            form={form}
            name="idTipoRelacionFactura"
            label="Relación de factura"
            required
            options={optionsOf(relaciones.data)}
          />
          <FullWidth>
            <TextareaField form={form} name="motivoCancelacion" label={notaLabel} required maxLength={500} />
          </FullWidth>
        </Fields>
        {form.submitting ? <p role="status">{working}</p> : null}
      </KitForm>
    </FormModal>
  );
}
