/** Who tells of an account's deposits the moment that they come: its keys, whether they work, and what it has told. */

import { useState } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { MoneyField, PasswordField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Notice, Page, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFechaHora } from '#ui/format.ts';
import {
  type AvisoDeposito,
  avisosContract,
  cuentasContract,
  type ProveedorAvisos,
  proveedorAvisosSchema,
  simularAvisoSchema,
} from '../contract.ts';
import { PROVEEDOR, PROVEEDORES, type Proveedor, RESULTADO } from '../rules.ts';
import { fallaDe } from './falla.ts';

const TIPO = { abono: 'depósito', devolucion: 'devolución', otro: 'otro' } as const;

const TOLD = columns<AvisoDeposito>([
  { key: 'recibidoAt', header: 'Llegó', value: ({ recibidoAt }) => formatFechaHora(recibidoAt) },
  { key: 'tipo', header: 'Qué dice', value: ({ tipo }) => TIPO[tipo] },
  { key: 'clabe', header: 'CLABE' },
  { key: 'nombre', header: 'Quien pagó' },
  { key: 'rastreo', header: 'Clave de rastreo' },
  { key: 'importe', header: 'Importe', kind: 'money' },
  {
    key: 'resultado',
    header: 'Qué fue de él',
    value: ({ resultado, nota }) => (nota === '' ? (resultado === null ? 'en espera' : RESULTADO[resultado]) : nota),
  },
  { key: 'deLista', header: 'Origen', value: ({ deLista }) => (deLista ? 'lista nocturna' : 'aviso') },
]);

const OPTIONS = [
  { value: 'ninguno' as const, label: 'Nadie' },
  ...PROVEEDORES.map((value) => ({ value, label: PROVEEDOR[value] })),
];

function ProveedorForm({ cuenta, kept }: { cuenta: number; kept: ProveedorAvisos }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: proveedorAvisosSchema,
    initial: {
      ...{ id: cuenta, proveedor: (kept.proveedor ?? 'ninguno') as Proveedor | 'ninguno' },
      ...{ cuenta: kept.proveedor === 'fintoc' ? kept.cuenta : '', llave: '', secreto: '' },
    },
    onSubmit: async (body) => {
      await call(avisosContract.guardar, { body });
      toast.success(ACTION_DONE, 2);
      // The keys do not stay in the page.
      form.load({ ...form.values, llave: '', secreto: '' });
      void invalidate(avisosContract.proveedor);
    },
  });
  const { proveedor } = form.values;
  const same = kept.proveedor === proveedor && kept.cuenta === form.values.cuenta;
  const secret = same ? 'Ya hay una guardada; escriba sólo si cambia' : 'Se guarda cifrada y no se vuelve a mostrar';
  return (
    <KitForm form={form} plain>
      <Fields columns={1}>
        <SelectField
          form={form}
          name="proveedor"
          label="Quién avisa"
          required
          options={OPTIONS}
          description={proveedor === 'simulador' ? 'Sus depósitos no son dinero: es para probar' : undefined}
        />
        {proveedor === 'fintoc' ? (
          <>
            <TextField
              form={form}
              name="cuenta"
              label="Cuenta en Fintoc"
              description="acc_…"
              required
              maxLength={100}
            />
            <PasswordField form={form} name="llave" label="Llave secreta" required={!same} description={secret} />
            <PasswordField
              form={form}
              name="secreto"
              label="Secreto de los avisos"
              required={!same}
              description={same ? secret : 'El que Fintoc muestra al registrar la dirección de abajo'}
            />
          </>
        ) : null}
      </Fields>
    </KitForm>
  );
}

function Prueba({ cuenta }: { cuenta: number }) {
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ funciona: boolean; mensaje: string }>();
  const tryOut = async () => {
    setBusy(true);
    try {
      setTried(await call(avisosContract.probar, { params: { id: cuenta }, body: {} }));
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        <BusyButton variant="default" loading={busy} onClick={() => void tryOut()}>
          Probar la conexión
        </BusyButton>
      </p>
      {tried ? (
        <p role="status">
          <StatusBadge color={tried.funciona ? 'green' : 'red'} label={tried.funciona ? 'Funciona' : 'No funciona'} />{' '}
          {tried.mensaje}
        </p>
      ) : null}
    </>
  );
}

function Simular({ cuenta }: { cuenta: number }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: simularAvisoSchema,
    initial: { id: cuenta, clabe: '', importe: null as number | null, concepto: '' },
    onSubmit: async (body) => {
      await call(avisosContract.simular, { body });
      toast.success('El simulador avisó. El depósito llega a la bandeja en un momento', 4);
      form.load({ id: cuenta, clabe: '', importe: null, concepto: '' });
      void invalidate(avisosContract.lista);
    },
  });
  return (
    <Panel title="Simular una transferencia">
      <KitForm form={form} plain submitLabel="Simular">
        <Fields>
          <TextField form={form} name="clabe" label="CLABE de un lote" required maxLength={18} inputMode="numeric" />
          <MoneyField form={form} name="importe" label="Importe" required />
          <FullWidth>
            <TextField form={form} name="concepto" label="Concepto" maxLength={100} />
          </FullWidth>
        </Fields>
      </KitForm>
    </Panel>
  );
}

function Estado({ cuenta, kept }: { cuenta: number; kept: ProveedorAvisos }) {
  if (kept.proveedor === null) return null;
  const night = kept.conciliadoAt === null ? 'Todavía no' : formatFechaHora(kept.conciliadoAt);
  return (
    <Panel title="Avisos de esta cuenta">
      {kept.dePrueba ? <Notice>De prueba: lo que avisa no es dinero, y se aplica como si lo fuera.</Notice> : null}
      {kept.rechazo ? (
        <Notice role="alert">
          El {formatFechaHora(kept.rechazo.at)} se rechazó una llamada: {kept.rechazo.motivo}. Si es del proveedor,
          revise el secreto; lo que avisó se recupera en la noche de su lista.
        </Notice>
      ) : null}
      <Facts
        columns={1}
        items={[
          {
            label: 'Dirección para sus avisos',
            value: `${window.location.origin}/api/v1/avisodeposito/recibir/${cuenta}`,
          },
          { label: 'Última conciliación con su lista', value: night },
          { label: 'Cómo resultó', value: kept.conciliacion === '' ? '—' : kept.conciliacion },
        ]}
      />
      <Prueba cuenta={cuenta} />
    </Panel>
  );
}

export default function Avisos() {
  const { id } = useParams<'id'>();
  const cuenta = Number(id);
  const cuentas = useCall(cuentasContract.all, {});
  const kept = useCall(avisosContract.proveedor, { params: { id: cuenta } });
  const told = useCall(avisosContract.lista, { params: { id: cuenta } });
  const name = cuentas.data?.find((one) => one.id === cuenta)?.caja.name ?? '';
  const ready = kept.isSuccess && kept.isFetchedAfterMount;
  return (
    <Page
      title={name === '' ? 'Avisos de depósitos' : `Avisos de depósitos: ${name}`}
      back={{ to: '/cobranza/bancos', label: 'Volver a Cuentas de banco' }}
    >
      {kept.isError ? <ErrorPanel message={fallaDe(kept.error)} onRetry={() => void kept.refetch()} /> : null}
      {ready ? (
        <>
          <Panel title="Proveedor">
            <ProveedorForm cuenta={cuenta} kept={kept.data} />
          </Panel>
          <Estado cuenta={cuenta} kept={kept.data} />
          {kept.data.proveedor === 'simulador' ? <Simular cuenta={cuenta} /> : null}
        </>
      ) : kept.isError ? null : (
        <Skeletons lines={8} />
      )}
      <Panel title="Lo que ha avisado">
        <DataTable
          caption="Avisos recibidos"
          columns={TOLD}
          found={told}
          rows={told.data}
          rowKey={(row) => row.id}
          files={`Avisos de depósitos ${name}`}
          failed={fallaDe(told.error)}
          emptyText="Todavía no llega ningún aviso"
        />
      </Panel>
    </Page>
  );
}
