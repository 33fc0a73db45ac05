/** To whom a view is mailed each month, on which day and as what. */
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MultiSelectField, NumberField, SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type KitForm as KitFormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import {
  DESTINATARIOS_MAX,
  DIA_MAX,
  type EnvioReporte,
  envioFormSchema,
  enviosReporteContract,
  FORMATOS,
  type Formato,
  type Vista,
  vistaFormSchema,
  vistasContract,
} from '../reportes/contract.ts';
import { type ClaveReporte, type Pedido, reporteOf } from '../reportes/filtros.ts';
import { diasDeEnvio, nextDue, PERIODO_LABELS, periodoDeEnvio, periodosOf } from '../reportes/periodos.ts';
import classes from './report-tools.module.css';

export const FORMATO_LABELS: Readonly<Record<Formato, string>> = { xlsx: 'XLSX', pdf: 'PDF' };

interface EnvioModalProps {
  reporte: ClaveReporte;
  vista: { id: number; nombre: string };
  onClose: () => void;
}

export function EnvioModal({ reporte, vista, onClose }: EnvioModalProps) {
  const usuarios = useCall(enviosReporteContract.usuarios, {});
  const envios = useCall(enviosReporteContract.all, {});
  const vistas = useCall(vistasContract.all, { query: { reporte } });
  const retry = () => {
    void vistas.refetch();
    void usuarios.refetch();
    void envios.refetch();
  };
  return (
    <FormModal title={`Enviar «${vista.nombre}» cada mes`} onClose={onClose} width="34rem">
      {usuarios.data && envios.data && vistas.data ? (
        <EnvioForm
          reporte={reporte}
          vista={vista}
          known={vistas.data.find(({ id }) => id === vista.id)}
          usuarios={usuarios.data}
          envio={envios.data.find((envio) => envio.vista.id === vista.id)}
          onClose={onClose}
        />
      ) : usuarios.isError || envios.isError || vistas.isError ? (
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
  /** Left out, where the view is somebody's own. */
  known: Vista | undefined;
}

const formSchema = envioFormSchema.and(vistaFormSchema.pick({ periodo: true }));
const nextOf = (dia: number) => nextDue({ dia, desde: today() }, today());

function useEnvio({ reporte, vista, known, envio, onClose }: EnvioFormProps) {
  const invalidate = useInvalidate();
  const { fechas } = reporteOf(reporte);
  const dia = envio?.dia ?? 1;
  const periodo = known?.periodo ?? 'fijas';
  return useKitForm({
    schema: formSchema,
    initial: {
      usuarios: envio?.usuarios.map(({ id }) => id) ?? [],
      correos: envio?.correos.join('\n') ?? '',
      dia,
      formato: envio?.formato ?? 'xlsx',
      periodo: envio || !known?.editable ? periodo : periodoDeEnvio(fechas, periodo, nextOf(dia)),
    },
    onSubmit: async ({ periodo: wanted, ...values }) => {
      if (known?.editable && wanted !== known.periodo) {
        const { id, nombre, compartida, filtros } = known;
        const pedido = { reporte, filtros } as Pedido;
        await call(vistasContract.save, { body: { ...pedido, id, nombre, compartida, periodo: wanted } });
      }
      await call(enviosReporteContract.save, { body: { ...values, vista: { id: vista.id } } });
      toast.success(ACTION_DONE, 2);
      void invalidate(enviosReporteContract.all, vistasContract.all);
      onClose();
    },
  });
}

/** Which days the next one holds: 'today' of a view is then the morning of the mail. */
function Proximo({ form, reporte, known }: Pick<EnvioFormProps, 'reporte' | 'known'> & { form: Form }) {
  const { dia, periodo } = form.values;
  const day = Number(dia);
  if (!known || !(day >= 1 && day <= DIA_MAX)) return null;
  const next = nextOf(day);
  const days = diasDeEnvio(reporteOf(reporte).fechas, { ...known, periodo }, next);
  return (
    <p className={classes.note} role="status">
      El próximo sale el {formatFecha(next)}; lleva {days}.
    </p>
  );
}

type Form = ReturnType<typeof useEnvio>;

function EnvioForm(props: EnvioFormProps) {
  const { reporte, known, usuarios, envio, onClose } = props;
  const form = useEnvio(props);
  const { fechas } = reporteOf(reporte);
  return (
    <KitForm
      form={form}
      plain
      guard={false}
      onCancel={onClose}
      submitLabel={envio && !envio.activo ? 'Reanudar' : 'Enviar cada mes'}
    >
      <p className={classes.note}>
        Sale por la mañana, desde mañana en adelante. Lo que no salga se intenta de nuevo y se avisa en «Por atender».
      </p>
      <Fields>
        <DestinatariosFields form={form} usuarios={usuarios} />
        <NumberField form={form} name="dia" label="Día del mes" description="Del 1 al 28" required />
        {fechas !== undefined && known?.editable ? (
          <SelectField
            form={form}
            name="periodo"
            label="Fechas"
            required
            description="Son también las de la vista"
            options={periodosOf(fechas).map((value) => ({ value, label: PERIODO_LABELS[value] }))}
          />
        ) : null}
        <SelectField
          form={form}
          name="formato"
          label="Archivo"
          required
          options={FORMATOS.map((value) => ({ value, label: FORMATO_LABELS[value] }))}
        />
      </Fields>
      <Proximo form={form} reporte={reporte} known={known} />
    </KitForm>
  );
}
