/** To whom a view is mailed each month, on which day and as what. */
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MultiSelectField, NumberField, SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type KitForm as KitFormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import {
  DESTINATARIOS_MAX,
  type EnvioReporte,
  envioFormSchema,
  enviosReporteContract,
  FORMATOS,
  type Formato,
} from '../reportes/contract.ts';
import classes from './report-tools.module.css';

export const FORMATO_LABELS: Readonly<Record<Formato, string>> = { xlsx: 'XLSX', pdf: 'PDF' };

interface EnvioModalProps {
  vista: { id: number; nombre: string };
  onClose: () => void;
}

export function EnvioModal({ vista, onClose }: EnvioModalProps) {
  const usuarios = useCall(enviosReporteContract.usuarios, {});
  const envios = useCall(enviosReporteContract.all, {});
  const retry = () => {
    void usuarios.refetch();
    void envios.refetch();
  };
  return (
    <FormModal title={`Enviar «${vista.nombre}» cada mes`} onClose={onClose} width="34rem">
      {usuarios.data && envios.data ? (
        <EnvioForm
          vista={vista}
          usuarios={usuarios.data}
          envio={envios.data.find((envio) => envio.vista.id === vista.id)}
          onClose={onClose}
        />
      ) : usuarios.isError || envios.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={retry} />
      ) : (
        <Skeletons lines={5} />
      )}
    </FormModal>
  );
}

/** Users and addresses that something goes to. */
export function DestinatariosFields<Values extends { usuarios: (string | number)[]; correos: string }>({
  form,
  usuarios,
}: {
  form: KitFormOf<Values>;
  usuarios: readonly { id: number; name: string; email: string }[];
}) {
  return (
    <>
      <FullWidth>
        <MultiSelectField
          form={form}
          name="usuarios"
          label="Usuarios"
          autoFocus
          options={usuarios.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
        />
      </FullWidth>
      <FullWidth>
        <TextareaField
          form={form}
          name="correos"
          label="Otros correos"
          description={`Separados por comas o en renglones; ${DESTINATARIOS_MAX} destinatarios en total como máximo`}
          autosize
          minRows={2}
          maxRows={6}
        />
      </FullWidth>
    </>
  );
}

interface EnvioFormProps extends EnvioModalProps {
  usuarios: readonly { id: number; name: string; email: string }[];
  envio: EnvioReporte | undefined;
}

function EnvioForm({ vista, usuarios, envio, onClose }: EnvioFormProps) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: envioFormSchema,
    initial: {
      usuarios: envio?.usuarios.map(({ id }) => id) ?? [],
      correos: envio?.correos.join('\n') ?? '',
      dia: envio?.dia ?? 1,
      formato: envio?.formato ?? 'xlsx',
    },
    onSubmit: async (values) => {
      await call(enviosReporteContract.save, { body: { ...values, vista: { id: vista.id } } });
      toast.success(ACTION_DONE, 2);
      void invalidate(enviosReporteContract.all);
      onClose();
    },
  });
  return (
    <KitForm
      form={form}
      plain
      guard={false}
      onCancel={onClose}
      submitLabel={envio && !envio.activo ? 'Reanudar' : 'Enviar cada mes'}
    >
      <p className={classes.note}>
        Sale por la mañana, desde mañana en adelante, con las fechas que la vista tenga ese día. Lo que no salga se
        intenta de nuevo y se avisa en «Por atender».
      </p>
      <Fields>
        <DestinatariosFields form={form} usuarios={usuarios} />
        <NumberField form={form} name="dia" label="Día del mes" description="Del 1 al 28" required />
        <SelectField
          form={form}
          name="formato"
          label="Archivo"
          required
          options={FORMATOS.map((value) => ({ value, label: FORMATO_LABELS[value] }))}
        />
      </Fields>
    </KitForm>
  );
}
