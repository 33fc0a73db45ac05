/** Somebody leaves the office: what ends, what another goes on with, what is left to count, and what they did lately. */
import { Button } from '@mantine/core';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSearchParam } from '#platform/web/router.tsx';
import { formatFechaHora } from '#ui/format.ts';
import { bajaSchema, usuariosContract } from '../contract.ts';
import { DIAS_DE_ACTOS } from '../rules.ts';
import classes from './baja.module.css';
import { readableRole } from './role-name.ts';

type Preparada = Value<typeof usuariosContract.prepararBaja>;

const HIZO = columns<Preparada['hizo'][number]>([
  { key: 'que', header: 'Qué' },
  { key: 'veces', header: 'Veces', kind: 'number' },
  { key: 'monto', header: 'Monto', kind: 'money' },
  { key: 'ultimo', header: 'La última vez', kind: 'instant' },
]);

const ACTOS = columns<Preparada['actos'][number]>([
  { key: 'fecha', header: 'Fecha', kind: 'instant' },
  { key: 'referencia', header: 'Referencia' },
  { key: 'nota', header: 'Nota', room: 'wide' },
]);

const sentence = (parts: readonly string[]) => {
  const text = parts.join(', ');
  return text === '' ? 'Nada' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** The shifts that somebody opened and nobody has signed. */
function Turnos({ turnos }: Pick<Preparada, 'turnos'>) {
  if (turnos.length === 0) return null;
  return (
    <Notice>
      {turnos.length === 1 ? 'Queda un turno' : `Quedan ${turnos.length} turnos`} por contar y firmar. Desde la baja se
      cuenta entre dos:{' '}
      {turnos.map(({ id, caja }, at) => (
        <span key={id}>
          {at > 0 ? ', ' : ''}
          <KitLink to={`/cobranza/turnos/${id}`}>
            turno {id} de {caja}
          </KitLink>
        </span>
      ))}
      .
    </Notice>
  );
}

/** What will be done, to whom it goes, and why. */
function Leaving({ preparada }: { preparada: Preparada }) {
  const { usuario, termina, entrega, turnos, reciben, impedimento } = preparada;
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: bajaSchema,
    initial: { id: usuario.id, recibe: { id: null as number | null }, razon: '' },
    onSubmit: async (body) => {
      toast.success((await call(usuariosContract.darDeBaja, { body })) ?? ACTION_DONE, 6);
      await invalidate(usuariosContract.prepararBaja, usuariosContract.all, usuariosContract.get);
    },
  });
  return (
    <KitForm
      form={form}
      title="Baja"
      submitLabel="Dar de baja"
      danger
      cancelTo="/admin/usuario"
      disabledReason={impedimento || undefined}
    >
      <Facts
        items={[
          { label: 'Termina ahora', value: sentence(termina) },
          { label: 'Se entrega', value: sentence(entrega) },
          { label: 'Se queda', value: 'Todo lo que hizo, con su nombre, en recibos, turnos y bitácora' },
        ]}
      />
      <div className={classes.before}>
        <Turnos turnos={turnos} />
      </div>
      <Fields columns={1}>
        {entrega.length > 0 ? (
          <SelectField
            form={form}
            name="recibe.id"
            label="Quién sigue con lo suyo"
            required
            options={reciben.map(({ id, name, username }) => ({ value: id, label: `${name} (${username})` }))}
          />
        ) : null}
        <TextareaField form={form} name="razon" label="Motivo" required maxLength={300} autosize minRows={2} />
      </Fields>
    </KitForm>
  );
}

/** What was done when somebody left. */
function Left({ hecha, turnos }: { hecha: NonNullable<Preparada['hecha']>; turnos: Preparada['turnos'] }) {
  return (
    <Panel title="De baja">
      <Facts
        items={[
          { label: 'Desde', value: `${formatFechaHora(hecha.fecha)}, por ${hecha.hizo}` },
          { label: 'Motivo', value: hecha.razon },
          { label: 'Terminó', value: sentence(hecha.terminado) },
          { label: 'Sigue con lo suyo', value: hecha.recibe },
        ]}
      />
      <div className={classes.before}>
        <Turnos turnos={turnos} />
      </div>
      <p className="kit-quiet">
        Si regresa, actívelo en su formulario y asígnele otra contraseña: la anterior ya no sirve.
      </p>
    </Panel>
  );
}

function Baja({ preparada }: { preparada: Preparada }) {
  const { hecha, turnos, hizo, actos } = preparada;
  const last = `Últimos ${DIAS_DE_ACTOS} días`;
  return (
    <div className={classes.stack}>
      {hecha ? <Left hecha={hecha} turnos={turnos} /> : <Leaving preparada={preparada} />}
      <Panel title={`${last}, en cifras`}>
        <DataTable
          caption={`${last}, en cifras`}
          columns={HIZO}
          rows={hizo}
          rowKey={({ que }) => que}
          emptyHint={`No hizo nada en los ${last.toLowerCase()}`}
          search={false}
          paging={false}
        />
      </Panel>
      <Panel title={`${last}, uno por uno`}>
        <DataTable
          caption={`${last}, uno por uno`}
          columns={ACTOS}
          rows={actos}
          rowKey={({ id }) => id}
          emptyHint="La bitácora no tiene nada suyo"
          files={`Actos de ${preparada.usuario.username}`}
        />
      </Panel>
    </div>
  );
}

export default function BajaScreen() {
  const id = Number(useSearchParam('id'));
  const found = useCall(usuariosContract.prepararBaja, { params: { id } });
  const usuario = found.data?.usuario;
  return (
    <Page
      title={usuario ? `Baja de ${usuario.name} ${usuario.last_name}` : 'Baja de empleado'}
      subtitle={
        usuario && `Usuario: ${usuario.username} · ${usuario.roles.map(({ name }) => readableRole(name)).join(', ')}`
      }
      back={{ to: '/admin/usuario', label: 'Volver a Usuarios' }}
      actions={
        usuario ? (
          <Button variant="default" component={KitLink} to={`/admin/usuario/value?id=${usuario.id}`}>
            Sus datos
          </Button>
        ) : undefined
      }
    >
      {found.data ? (
        <Baja preparada={found.data} />
      ) : found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={8} />
      )}
    </Page>
  );
}
