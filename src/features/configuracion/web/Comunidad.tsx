/** The community: its name, where it answers, its colour, its logo and its zone. */
import { useState } from 'react';
import type * as z from 'zod';
import { shadesOf } from '#core/acento.ts';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { changeAccent } from '#platform/web/identity.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { comunidadContract, comunidadSchema } from '../contract.ts';
import { Color } from './Color.tsx';
import classes from './configuracion.module.css';
import { Logo } from './Logo.tsx';
import { Zona } from './Zona.tsx';

type Comunidad = Value<typeof comunidadContract.get>;

const typedSchema = comunidadSchema.omit({ visto: true });

type Typed = Record<'nombre' | 'host' | 'color', string>;

const ANY = 'cualquier host';

/** A practice has both by its community. */
const Practica = ({ practicaDe, nombre, host }: Comunidad) => (
  <div className={classes.stack}>
    <Notice>
      Ésta es la práctica de {practicaDe}. Se llama como ella y su host se elige al hacerla, en «Comunidad de práctica».
    </Notice>
    <Panel title="La práctica">
      <Facts
        items={[
          { label: 'Nombre', value: nombre },
          { label: 'Host', value: host },
        ]}
      />
    </Panel>
  </div>
);

/** What another host means, before it is one. */
function confirmHost({ host, unica, llaves }: Comunidad, next: string): Promise<boolean> {
  const gone =
    llaves > 0
      ? ` Las llaves de acceso hechas en la dirección de antes (${llaves}) dejan de servir: cada quien entra con su aplicación o un código de recuperación y agrega otra.`
      : '';
  // The only one answers wherever it is asked.
  const where = unica
    ? `La dirección de la comunidad será ${next || ANY}, y las llaves de acceso servirán sólo ahí.`
    : `La comunidad deja de responder en ${host ?? ANY} y responde en ${next}, en unos segundos. Quien la tenga abierta debe entrar por la dirección nueva, y los enlaces ya enviados llevan la de antes.`;
  return confirm({
    title: 'Cambiar el host',
    text: `${where}${gone}`,
    confirmLabel: 'Cambiar el host',
    danger: true,
  });
}

/** Where the community is from now on, as one came here. */
function addressAt(host: string): string {
  const url = new URL(location.origin);
  url.hostname = host;
  return url.origin;
}

/** The address that this was opened at goes silent. */
const Moved = ({ host }: { host: string }) => (
  <Notice>
    La comunidad responde ahora en <a href={addressAt(host)}>{addressAt(host)}</a>. Esta dirección deja de responder en
    unos segundos: entre por la nueva.
  </Notice>
);

interface FormProps {
  comunidad: Comunidad;
  onMoved: (host: string) => void;
}

function ComunidadForm({ comunidad, onMoved }: FormProps) {
  const { codigo, nombre, host, color, logo, unica, zonaHoraria } = comunidad;
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: typedSchema as z.ZodType<Typed, Typed>,
    initial: { nombre, host: host ?? '', color },
    onSubmit: async (body) => {
      const isMoved = body.host.toLowerCase() !== (host ?? '');
      if (isMoved && !(await confirmHost(comunidad, body.host))) return;
      const saved = await call(comunidadContract.save, { body: { ...body, visto: { nombre, host, color } } });
      changeAccent(saved.color === '' ? [] : shadesOf(saved.color));
      toast.success(ACTION_DONE, 5);
      // The only one goes on answering here.
      if (isMoved && saved.host && !unica) return onMoved(saved.host);
      void invalidate(comunidadContract.get);
    },
  });
  return (
    <div className={classes.stack}>
      <KitForm form={form} cancelTo="/admin">
        <Fields columns={1}>
          <TextField
            form={form}
            name="nombre"
            label="Nombre"
            required
            maxLength={60}
            description="El que se ve al entrar y en los documentos nuevos. Quien tenga la página abierta lo ve al recargarla."
          />
          <TextField
            form={form}
            name="host"
            label="Host"
            required={!unica}
            maxLength={253}
            description={
              unica
                ? 'La dirección en que responde, sin https:// ni puerto, como lagos.example.mx. Vacío, en cualquiera.'
                : 'La dirección en que responde, sin https:// ni puerto, como lagos.example.mx.'
            }
          />
          <Color form={form} />
        </Fields>
      </KitForm>
      <Logo logo={logo} />
      <Zona key={zonaHoraria} zonaHoraria={zonaHoraria} />
      <Panel title="No se cambia">
        <Facts items={[{ label: 'Código', value: codigo }]} />
        <p className="kit-quiet">Está en los QR de los lotes.</p>
      </Panel>
    </div>
  );
}

export default function Comunidad() {
  const record = useCall(comunidadContract.get, {});
  // Another person's save must not be overwritten with what was kept from an earlier visit.
  const ready = record.data !== undefined && record.isFetchedAfterMount;
  const [moved, setMoved] = useState('');
  return (
    <Page title="Comunidad" back={{ to: '/admin', label: 'Volver a Administración' }} width="narrow">
      {moved ? (
        <Moved host={moved} />
      ) : ready && record.data?.practicaDe ? (
        <Practica {...record.data} />
      ) : ready && record.data ? (
        <ComunidadForm
          key={`${record.data.nombre} ${record.data.host} ${record.data.color}`}
          comunidad={record.data}
          onMoved={setMoved}
        />
      ) : record.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void record.refetch()} />
      ) : (
        <Skeletons lines={5} />
      )}
    </Page>
  );
}
