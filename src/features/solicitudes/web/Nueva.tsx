/** What somebody brought to the office, or said there: each kind as it is noted by hand. */
import { FileInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { LoteField } from '#libro/web/LoteField.tsx';
import { fecha, pesos, ref } from '#platform/codecs.ts';
import { call } from '#platform/web/api.ts';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { z } from '#platform/zod.ts';
import { comprobanteQuery, facturaSchema, solicitudesContract } from '../contract.ts';
import type { Clase } from '../rules.ts';
import { AclaracionForm, ContactoForm, type NuevaProps } from './NuevaPropuesta.tsx';

export type Nueva = Clase;

const comprobanteSchema = z.object({
  lote: ref,
  fecha: z.union([z.literal(''), fecha]),
  importe: pesos.nullable(),
  rastreo: comprobanteQuery.shape.rastreo,
});

const isXml = (file: File | null) => /\.xml$/i.test(file?.name ?? '');

function ComprobanteForm({ onClose, onDone }: NuevaProps) {
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const cep = isXml(file);
  const form = useKitForm({
    schema: comprobanteSchema,
    draft: 'comprobante',
    initial: { lote: { id: '' as number | '' }, fecha: today(), importe: null as number | null, rastreo: '' },
    onSubmit: async ({ lote, ...said }) => {
      setMissing(!file);
      if (!file) return;
      const query = cep
        ? {}
        : { fecha: said.fecha || undefined, importe: said.importe ?? undefined, rastreo: said.rastreo };
      await call(solicitudesContract.comprobante, { params: { id: lote.id }, query, body: { file } });
      toast.success('El comprobante espera junto a su depósito', 4);
      onClose();
      onDone();
    },
  });
  return (
    <KitForm form={form} onCancel={onClose}>
      <Fields>
        <FullWidth>
          <LoteField form={form} name="lote.id" label="Lote" required autoFocus />
        </FullWidth>
        <FullWidth>
          <FileInput
            label="Archivo"
            description="PDF, JPG, PNG, o el XML del CEP de banxico.org.mx/cep"
            placeholder="Elija un archivo"
            accept="application/pdf,image/jpeg,image/png,.xml"
            withAsterisk
            value={file}
            error={missing && !file ? 'Elija un archivo' : undefined}
            onChange={setFile}
          />
        </FullWidth>
        {cep ? null : (
          <>
            <DateField form={form} name="fecha" label="Día del pago" required />
            <MoneyField form={form} name="importe" label="Importe" required />
            <TextField form={form} name="rastreo" label="Clave de rastreo" maxLength={30} />
          </>
        )}
      </Fields>
    </KitForm>
  );
}

function FacturaForm({ onClose, onDone }: NuevaProps) {
  const form = useKitForm({
    schema: facturaSchema,
    draft: 'pedir-factura',
    initial: {
      ...{
        lote: { id: '' as number | '' },
        recibo: { id: '' as number | '' },
        rfc: '',
        razonSocial: '',
        codigoPostal: '',
      },
      ...{ regimen: '', uso: '', correo: '', texto: '' },
    },
    onSubmit: async (body) => {
      await call(solicitudesContract.factura, { body });
      toast.success('La petición quedó registrada', 3);
      onClose();
      onDone();
    },
  });
  return (
    <KitForm form={form} onCancel={onClose}>
      <Fields>
        <FullWidth>
          <LoteField form={form} name="lote.id" label="Lote" required autoFocus />
        </FullWidth>
        <TextField form={form} name="rfc" label="RFC" required upper maxLength={13} />
        <TextField form={form} name="razonSocial" label="Razón social" required maxLength={300} />
        <TextField form={form} name="codigoPostal" label="Código postal" required maxLength={5} />
        <TextField form={form} name="regimen" label="Régimen fiscal" required maxLength={150} />
        <TextField form={form} name="uso" label="Uso de la factura" required maxLength={150} />
        <TextField form={form} name="correo" label="Correo" maxLength={200} />
        <TextField form={form} name="recibo.id" label="Número de recibo" maxLength={10} />
        <FullWidth>
          <TextareaField form={form} name="texto" label="Qué pidió" maxLength={500} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

/** Each kind with what it is called where it is noted. */
export const NUEVAS: Readonly<Record<Nueva, { titulo: string; boton: string; Form: ComponentType<NuevaProps> }>> = {
  comprobante: { titulo: 'Subir comprobante de pago', boton: 'Subir comprobante', Form: ComprobanteForm },
  factura: { titulo: 'Pedir factura', boton: 'Pedir factura', Form: FacturaForm },
  contacto: { titulo: 'Anotar cambio de contacto', boton: 'Anotar contacto', Form: ContactoForm },
  aclaracion: { titulo: 'Anotar aclaración de un cargo', boton: 'Anotar aclaración', Form: AclaracionForm },
};

export function NuevaModal({ nueva, ...rest }: NuevaProps & { nueva: Nueva }) {
  const { titulo, Form } = NUEVAS[nueva];
  return (
    <FormModal title={titulo} onClose={rest.onClose} width="38rem">
      <Form {...rest} />
    </FormModal>
  );
}
