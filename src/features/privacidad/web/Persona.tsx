/** A person's data: what they said of the notice and of each purpose, what they asked for, who read of them, and letting go. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { text } from '#platform/codecs.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, download, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useReread } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { z } from '#platform/zod.ts';
import { formatFecha, formatFechaHora } from '#ui/format.ts';
import { type PersonaPrivacidad, personasContract } from '../contract.ts';
import { ACCESOS } from '../listings.ts';
import { contados, DERECHO, ESTADO, VIA } from '../rules.ts';
import { Consentimiento } from './Consentimiento.tsx';
import classes from './privacidad.module.css';
import { SolicitarModal } from './SolicitarModal.tsx';
import { Plazo } from './Solicitudes.tsx';

function Solicitudes({ persona }: { persona: PersonaPrivacidad }) {
  const [asking, setAsking] = useState(false);
  const { solicitudes } = persona;
  return (
    <Panel
      title="Lo que ha pedido"
      actions={
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Registrar solicitud
        </Button>
      }
    >
      {solicitudes.length === 0 ? <p className="kit-quiet">No ha pedido nada sobre sus datos.</p> : null}
      <ul className={classes.kept}>
        {solicitudes.map(({ id, derecho, recibida, estado, dias, texto, respuesta }) => (
          <li key={id}>
            {DERECHO[derecho]}, {formatFecha(recibida)}: {ESTADO[estado]} <Plazo dias={dias} />
            <small>{texto}</small>
            {respuesta === '' ? null : <small>Respuesta: {respuesta}</small>}
          </li>
        ))}
      </ul>
      {asking ? <SolicitarModal persona={persona} onClose={() => setAsking(false)} /> : null}
    </Panel>
  );
}

const SIZE = 50;

/** Who read, took or changed their data. */
function Accesos({ id }: { id: number }) {
  const found = useCall(personasContract.accesos, { params: { id }, query: { size: SIZE } });
  const more = (found.data?.total ?? 0) > SIZE;
  return (
    <Panel title="Quién vio o cambió sus datos">
      {more ? <p className="kit-quiet">Los últimos {SIZE}; todos van en el archivo que se exporta.</p> : null}
      <DataTable
        caption="Quién vio o cambió sus datos"
        columns={ACCESOS.screen}
        rows={found.data?.rows}
        error={found.error?.message}
        loading={found.isPending}
        onRetry={() => void found.refetch()}
        rowKey={({ id: row }) => row}
        emptyText="Nadie ha visto sus datos"
        files="Accesos a datos personales"
      />
    </Panel>
  );
}

/** What goes for good. */
function suprimible({ bloqueo, supresion: { nombre } }: PersonaPrivacidad): string {
  const contactos = bloqueo ? [contados(bloqueo.telefonos, bloqueo.correos)] : [];
  const todo = [...contactos, ...(nombre.seVa ? ['su nombre en todo lo que no está timbrado, firmado o sellado'] : [])];
  return `Se destruyen para siempre ${todo.join(' y ')}`;
}

function Suprimir({ persona, onClose }: { persona: PersonaPrivacidad; onClose: () => void }) {
  const reread = useReread();
  const form = useKitForm({
    schema: z.object({ confirmacion: text(200) }),
    initial: { confirmacion: '' },
    onSubmit: async ({ confirmacion }) => {
      const said = await call(personasContract.suprimir, { body: { residente: { id: persona.id }, confirmacion } });
      toast.success(said ?? '', 5);
      onClose();
      reread();
    },
  });
  return (
    <FormModal title={`Suprimir los datos de ${persona.name}`} onClose={onClose}>
      <p className="kit-quiet">{suprimible(persona)}. Nadie podrá recuperarlo.</p>
      <KitForm form={form} onCancel={onClose} submitLabel="Suprimir" danger>
        <Fields columns={1}>
          <TextField form={form} name="confirmacion" label="Escriba el nombre de la persona" required autoFocus />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

type Paso = 'bloquear' | 'desbloquear' | 'suprimir';

function Pasos({ persona, onStep }: { persona: PersonaPrivacidad; onStep: (paso: Paso) => void }) {
  const { role } = useSession();
  const { bloqueo, supresion, suprimidoAt } = persona;
  if (!passes(personasContract.bloquear.roles, role)) return null;
  const suprimir = passes(personasContract.suprimir.roles, role) ? (
    <Button color="red" variant="outline" onClick={() => onStep('suprimir')}>
      Suprimir para siempre…
    </Button>
  ) : null;
  if (!bloqueo && suprimidoAt && supresion.nombre.seVa && !supresion.nombre.suprimido) return suprimir;
  if (!bloqueo) {
    return (
      <Button
        variant="default"
        disabled={supresion.impedimento !== ''}
        title={supresion.impedimento || undefined}
        onClick={() => onStep('bloquear')}
      >
        Bloquear sus datos…
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" onClick={() => onStep('desbloquear')}>
        Devolver sus datos…
      </Button>
      {suprimir}
    </>
  );
}

/** What becomes of the name. */
function deSuNombre({ lotes, supresion: { nombre } }: PersonaPrivacidad): string {
  if (nombre.suprimido) return 'Su nombre también se suprimió.';
  if (nombre.seVa) return 'Ningún deber obliga ya a conservar su nombre: se suprime con ellos.';
  if (lotes !== '' || nombre.hasta === null)
    return 'Su nombre se conserva mientras sea residente y los cinco años que manda el CFF.';
  return `Su nombre se conserva hasta el ${formatFecha(nombre.hasta)}; después puede suprimirse.`;
}

/** What would go and what stays; first it is taken out of use, and only then destroyed. */
function Supresion({ persona }: { persona: PersonaPrivacidad }) {
  const [paso, setPaso] = useState<Paso>();
  const reread = useReread();
  const { bloqueo, supresion, suprimidoAt } = persona;
  const { telefonos, correos, conserva, impedimento } = supresion;
  const close = () => setPaso(undefined);
  const send = async (razon: string) => {
    const body = { residente: { id: persona.id }, razon };
    const endpoint = paso === 'bloquear' ? personasContract.bloquear : personasContract.desbloquear;
    toast.success((await call(endpoint, { body })) ?? '', 4);
    close();
    reread();
  };
  return (
    <Panel title="Bloqueo y supresión">
      {suprimidoAt ? <p>Sus datos de contacto se suprimieron el {formatFechaHora(suprimidoAt)}.</p> : null}
      {bloqueo ? (
        <p>
          Bloqueados por {bloqueo.usuario} el {formatFechaHora(bloqueo.createdAt)}:{' '}
          {contados(bloqueo.telefonos, bloqueo.correos)}. {bloqueo.razon}
        </p>
      ) : (
        <p>Se pueden suprimir sus datos de contacto: {contados(telefonos, correos)}.</p>
      )}
      {impedimento === '' ? null : <p className="kit-quiet">{impedimento}.</p>}
      <p>{deSuNombre(persona)}</p>
      <h3>Se conserva</h3>
      <ul className={classes.kept}>
        {conserva.map(({ que, porque, cuantos }) => (
          <li key={que}>
            {que} ({cuantos})<small>{porque}</small>
          </li>
        ))}
      </ul>
      <div className={classes.acts}>
        <Pasos persona={persona} onStep={setPaso} />
      </div>
      {paso === 'suprimir' ? <Suprimir persona={persona} onClose={close} /> : null}
      {paso === 'bloquear' || paso === 'desbloquear' ? (
        <ReasonModal
          title={paso === 'bloquear' ? 'Bloquear sus datos de contacto' : 'Devolver sus datos de contacto'}
          submitLabel={paso === 'bloquear' ? 'Bloquear' : 'Devolver'}
          onClose={close}
          onReason={send}
        >
          {paso === 'bloquear'
            ? 'Nadie los ve ni les escribe; quedan cifrados hasta que se devuelvan o se supriman.'
            : 'Vuelven a estar en uso como estaban.'}
        </ReasonModal>
      ) : null}
    </Panel>
  );
}

async function exportar({ id }: PersonaPrivacidad): Promise<void> {
  try {
    await withBusy(() => download(personasContract.exportar, { body: { residente: { id } } }));
  } catch (error) {
    toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
  }
}

function Datos({ persona }: { persona: PersonaPrivacidad }) {
  const { aviso, consentimiento, tipo, lotes } = persona;
  const said = aviso
    ? `${aviso.acepta ? 'Aceptó' : 'No aceptó'} la versión ${aviso.version} el ${formatFecha(aviso.fecha)}, por ${VIA[aviso.via]}`
    : consentimiento
      ? `Aceptó el de antes el ${formatFecha(consentimiento)}`
      : 'No consta que lo aceptara';
  return (
    <Panel>
      <Facts
        columns={3}
        items={[
          { label: 'Residente', value: tipo === 'asociado' ? 'propietario' : 'inquilino' },
          { label: 'Lotes', value: lotes || 'ninguno ahora' },
          { label: 'Aviso de privacidad', value: said },
        ]}
      />
    </Panel>
  );
}

function Shown({ persona }: { persona: PersonaPrivacidad }) {
  const mayRead = passes(personasContract.accesos.roles, useSession().role);
  return (
    <>
      <Datos persona={persona} />
      <Consentimiento key={JSON.stringify([persona.aviso, persona.finalidades])} persona={persona} />
      <Solicitudes persona={persona} />
      <Supresion persona={persona} />
      {mayRead ? <Accesos id={persona.id} /> : null}
    </>
  );
}

export default function Persona() {
  const id = Number(useParams<'id'>().id);
  const found = useCall(personasContract.get, { params: { id } });
  const mayExport = passes(personasContract.exportar.roles, useSession().role);
  const { data, error } = found;
  return (
    <Page
      title={data ? `Datos personales de ${data.name}` : 'Datos personales'}
      back={{ to: '/cobranza/privacidad', label: 'Volver a Solicitudes de privacidad' }}
      actions={
        mayExport && data ? (
          <Button variant="default" onClick={() => void exportar(data)}>
            Exportar todo
          </Button>
        ) : undefined
      }
    >
      {error ? <RecordError error={error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={10} /> : null}
      {data ? <Shown persona={data} /> : null}
    </Page>
  );
}
