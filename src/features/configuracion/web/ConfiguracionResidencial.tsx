/** Whose community this is, and the codes with which its recurring charges are sent to the bank. */
import type * as z from 'zod';
import { knownName, RESIDENCIALES } from '#core/residenciales.ts';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, SERVER_ERROR_ADMIN, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { ROLES, roleLabel } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { CommunityLogo } from '#platform/web/CommunityLogo.tsx';
import { changeResidencial } from '#platform/web/identity.ts';
import { CheckboxField, MoneyField, MultiSelectField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type KitForm as KitFormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { configuracionContract, configuracionSchema } from '../contract.ts';
import classes from './configuracion.module.css';

type Configuracion = z.output<typeof configuracionSchema>;
type Comunidad = Value<typeof configuracionContract.get>['comunidad'];
/** While it is filled in, the community may still be 'Seleccionar'. */
type TextName = Exclude<
  keyof Configuracion,
  'reservaBloqueaAdeudo' | 'enlaceEnEstado' | 'limiteSinCodigo' | 'limiteEgreso' | 'segundoFactorRoles'
>;
type Values = Record<TextName, string> & {
  reservaBloqueaAdeudo: boolean;
  enlaceEnEstado: boolean;
  limiteSinCodigo: number;
  limiteEgreso: number | null;
  segundoFactorRoles: number[];
};

/** Those that there are drawings of, and the community by its own code. */
const optionsOf = ({ codigo, nombre }: Comunidad) => [
  { value: '', label: 'Seleccionar' },
  ...(knownName(codigo) === '' ? [{ value: codigo, label: nombre }] : []),
  ...RESIDENCIALES.map(({ code, name }) => ({ value: code as string, label: code === codigo ? nombre : name })),
];

const ROLE_OPTIONS = ROLES.map(({ id, name }) => ({ value: id, label: roleLabel(name) }));

const CODES = [
  { name: 'nombreCortoCR', label: 'Nombre corto' },
  { name: 'codigoResidencialCR', label: 'Código residencial' },
  { name: 'codigoResidencialEntidadCR', label: 'Código entidad' },
  { name: 'codigoResidencialNombreCR', label: 'Código por nombre' },
  { name: 'codigoWebTransferCortoResidencialCR', label: 'Código WT corto' },
  { name: 'codigoWebTransferResidencialCR', label: 'Código WT residencial' },
] as const satisfies readonly { name: TextName; label: string }[];

/** The legal name, and whose logo is drawn. */
function Whose({ form, options }: { form: KitFormOf<Values>; options: ReturnType<typeof optionsOf> }) {
  return (
    <Fields>
      <TextField form={form} name="nombreResidencial" label="Nombre fiscal" required maxLength={200} />
      <div className={classes.community}>
        <SelectField form={form} name="residencial" label="Residencial" required empty="" options={options} />
        <div className={classes.logo}>
          <CommunityLogo code={form.values.residencial} size={48} />
        </div>
      </div>
    </Fields>
  );
}

function ConfiguracionForm({ initial, comunidad }: { initial: Values; comunidad: Comunidad }) {
  const options = optionsOf(comunidad);
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: configuracionSchema as z.ZodType<Configuracion, Values>,
    initial,
    draft: 'configuracion',
    onSubmit: async (body) => {
      await call(configuracionContract.save, { body });
      changeResidencial(body.residencial, options.find(({ value }) => value === body.residencial)?.label ?? '');
      toast.success(ACTION_DONE, 2);
      void invalidate(configuracionContract.get);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_ADMIN, 8),
  });
  return (
    <KitForm form={form} cancelTo="/admin">
      <Whose form={form} options={options} />
      <h2 className={classes.section}>Configuración para cargos recurrentes</h2>
      <Fields columns={3}>
        {CODES.map(({ name, label }) => (
          <TextField key={name} form={form} name={name} label={label} required maxLength={30} />
        ))}
      </Fields>
      <h2 className={classes.section}>Fechas de pago</h2>
      <Fields>
        <MoneyField
          form={form}
          name="limiteSinCodigo"
          label="Límite sin código al fechar pagos"
          required
          description="Un pago con fecha anterior puede dar descuentos y quitar intereses. Hasta este monto no pide código; más allá, sí. Con 0 lo pide siempre."
        />
      </Fields>
      <h2 className={classes.section}>Egresos</h2>
      <Fields>
        <MoneyField
          form={form}
          name="limiteEgreso"
          label="Egresos que aprueba otra persona"
          description="Lo que salga de un banco por encima de este monto lo clasifica una persona y lo aprueba otra. Vacío: nunca."
        />
      </Fields>
      <h2 className={classes.section}>Reservas de amenidades</h2>
      <CheckboxField
        form={form}
        name="reservaBloqueaAdeudo"
        label="Impedir que reserven los lotes con adeudo vencido"
      />
      <h2 className={classes.section}>Página del residente</h2>
      <CheckboxField
        form={form}
        name="enlaceEnEstado"
        label="Poner en cada estado de cuenta por correo un código que abre la página de su propietario"
      />
      <h2 className={classes.section}>Cuentas</h2>
      <Fields columns={1}>
        <MultiSelectField
          form={form}
          name="segundoFactorRoles"
          label="Roles que entran con segundo factor"
          options={ROLE_OPTIONS}
          placeholder="Ninguno"
          description="Quien tenga uno de estos roles da, además de su contraseña, un código de su teléfono. Quien no lo haya activado lo activa la próxima vez que entre, antes de nada."
        />
      </Fields>
    </KitForm>
  );
}

const NAMES: readonly TextName[] = ['nombreResidencial', 'residencial', ...CODES.map(({ name }) => name)];

export default function ConfiguracionResidencial() {
  const record = useCall(configuracionContract.get, {});
  const { data } = record;
  // Another person's save must not be overwritten with what was kept from an earlier visit.
  const ready = data !== undefined && record.isFetchedAfterMount;
  return (
    <Page title="Configuración Residencial" back={{ to: '/admin', label: 'Volver a Administración' }} width="narrow">
      {ready ? (
        <ConfiguracionForm
          comunidad={data.comunidad}
          initial={{
            ...(Object.fromEntries(NAMES.map((name) => [name, data[name]])) as Record<TextName, string>),
            reservaBloqueaAdeudo: data.reservaBloqueaAdeudo,
            enlaceEnEstado: data.enlaceEnEstado,
            limiteSinCodigo: data.limiteSinCodigo,
            limiteEgreso: data.limiteEgreso,
            segundoFactorRoles: data.segundoFactorRoles,
          }}
        />
      ) : record.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void record.refetch()} />
      ) : (
        <Skeletons lines={9} />
      )}
    </Page>
  );
}
