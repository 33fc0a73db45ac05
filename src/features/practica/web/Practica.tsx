/** The community's practice: made, made anew and taken away. */
import { Button } from '@mantine/core';
import { SIN_VALOR } from '#core/residenciales.ts';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFechaHora } from '#ui/format.ts';
import { practicaContract, practicaSchema } from '../contract.ts';
import classes from './practica.module.css';

type Estado = Value<typeof practicaContract.estado>;

const EVERY_MS = 2_000;
const isWaiting = (estado: Estado | undefined) => estado?.ultimo?.estado === 'pendiente';
const WAITING = 'Se está haciendo o quitando; espere a que termine';

function Now({ estado: { practica, ultimo } }: { estado: Estado }) {
  const invalidate = useInvalidate();
  const waiting = ultimo?.estado === 'pendiente';
  const remove = async () => {
    const sure = await confirm({
      title: 'Quitar la práctica',
      text: 'Se borra la copia con todo lo que se hizo en ella, y dejan de servir sus sesiones. La comunidad no cambia.',
      confirmLabel: 'Quitar',
      danger: true,
    });
    if (!sure) return;
    try {
      toast.success((await call(practicaContract.quitar, { body: {} })) ?? ACTION_DONE, 5);
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
    }
    await invalidate(practicaContract.estado);
  };
  return (
    <Panel
      title="La práctica"
      actions={
        practica ? (
          <Button
            variant="default"
            color="red"
            data-disabled={waiting || undefined}
            title={waiting ? WAITING : undefined}
            onClick={waiting ? undefined : () => void remove()}
          >
            Quitar
          </Button>
        ) : undefined
      }
    >
      <div role="status" className={classes.now}>
        {waiting ? (
          <Notice>
            {ultimo.que === 'hacer' ? 'Se está copiando la comunidad' : 'Se está quitando la práctica'}, como lo pidió{' '}
            {ultimo.usuario}. Puede seguir trabajando; aquí se verá cuando termine.
          </Notice>
        ) : null}
        {ultimo?.estado === 'fallida' ? <Notice>{ultimo.error}</Notice> : null}
      </div>
      <Facts
        items={
          practica
            ? [
                { label: 'Dirección', value: <a href={practica.url}>{practica.url}</a> },
                { label: 'Datos del', value: formatFechaHora(practica.desde) },
              ]
            : [{ label: 'Estado', value: 'No hay una práctica' }]
        }
      />
    </Panel>
  );
}

function Make({ estado: { practica, host, ultimo } }: { estado: Estado }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: practicaSchema,
    initial: { host },
    onSubmit: async (body) => {
      const sure =
        !practica ||
        (await confirm({
          title: 'Empezar de nuevo',
          text: 'Se borra la práctica con todo lo que se hizo en ella, y se copia la comunidad como está hoy.',
          confirmLabel: 'Empezar de nuevo',
          danger: true,
        }));
      if (!sure) return;
      toast.success((await call(practicaContract.hacer, { body })) ?? ACTION_DONE, 5);
      await invalidate(practicaContract.estado);
    },
  });
  return (
    <KitForm
      form={form}
      title={practica ? 'Hacerla de nuevo' : 'Hacer una'}
      submitLabel={practica ? 'Empezar de nuevo' : 'Crear la práctica'}
      danger={practica !== null}
      cancelTo="/admin"
      disabledReason={ultimo?.estado === 'pendiente' ? WAITING : undefined}
      guard={false}
    >
      <p className={classes.said}>
        Se copian lotes, personas, cargos, pagos, facturas y archivos. No se copian correos ni teléfonos, llaves,
        sesiones ni la bitácora. De la copia no sale nada: ni correos, ni avisos, ni timbres. Todo lleva «{SIN_VALOR}».
      </p>
      <Fields columns={1}>
        <TextField form={form} name="host" label="Host en que responde" required />
      </Fields>
    </KitForm>
  );
}

export default function PracticaScreen() {
  const found = useCall(
    practicaContract.estado,
    {},
    { refetchEveryMs: ({ data }) => (isWaiting(data) ? EVERY_MS : undefined) },
  );
  const estado = found.data;
  return (
    <Page
      title="Comunidad de práctica"
      subtitle="Una copia para quien empieza: lo que se hace en ella no cuenta"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      width="narrow"
    >
      {estado?.de ? (
        <Notice>Ésta es la práctica de {estado.de}. Se hace de nuevo y se quita desde ahí.</Notice>
      ) : estado ? (
        <div className={classes.stack}>
          <Now estado={estado} />
          <Make key={`${estado.host} ${estado.practica?.desde}`} estado={estado} />
        </div>
      ) : found.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}
