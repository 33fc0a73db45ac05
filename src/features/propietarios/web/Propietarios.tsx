/** Whose a lot is since when, whose it was, and its certificates of no debt. */
import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { closedLoteReason } from '#libro/rules.ts';
import { LotHeader, LotHeaderWaiting } from '#libro/web/LotHeader.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall, useReread } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatFechaHora } from '#ui/format.ts';
import { type Propietario, propietariosContract, type Propietarios as Todos } from '../contract.ts';
import { PROPIETARIOS } from '../listings.ts';
import { Constancias, ExpedirButton, useMayIssue } from './constancias.tsx';
import classes from './propietarios.module.css';

const COLUMNS = drawn<Propietario>(PROPIETARIOS.screen, {
  name: ({ id, name }) => <KitLink to={`/propietarios/estado-cuenta/${id}`}>{name}</KitLink>,
  hasta: ({ hasta }) => (hasta === null ? <span className="kit-quiet">es el actual</span> : formatFecha(hasta)),
});

type Cambio = NonNullable<Propietario['cambio']>;

/** A sale that was a mistake, while nothing came of it. */
function Deshacer({ cambio, onClose }: { cambio: Cambio; onClose: () => void }) {
  const reread = useReread();
  const undo = async (razon: string) => {
    const said = await call(propietariosContract.deshacer, { body: { id: cambio.id, razon } });
    toast.success(said ?? '', 10);
    onClose();
    reread();
  };
  return (
    <ReasonModal
      title="Deshacer el cambio de propietario"
      submitLabel="Deshacer"
      danger
      onClose={onClose}
      onReason={undo}
    >
      El lote vuelve a ser del propietario anterior, con lo que terminó el {formatFecha(cambio.fecha)}. No vuelven las
      reservas, la tarjeta del cargo recurrente ni la constancia fiscal. Los enlaces a la página que tenía el anterior
      vuelven a abrir, con las visitas que anunció: si no debe ser así, revóquelos en la pestaña «Página». Quien compró
      queda en Asociados.
    </ReasonModal>
  );
}

/** Whose the lot is, and how he came to it. */
function Actual({ propietario, loteId }: { propietario: Propietario; loteId: number }) {
  const [undoing, setUndoing] = useState(false);
  const mayUndo = passes(propietariosContract.deshacer.roles, useSession().role);
  const { cambio, desde, name, residenteId } = propietario;
  const items = [
    { label: 'Propietario', value: <KitLink to={`/datos-contacto/${residenteId}/${loteId}`}>{name}</KitLink> },
    { label: 'Desde', value: formatFecha(desde) },
    ...(cambio
      ? [
          { label: 'Registró la venta', value: `${cambio.usuario}, ${formatFechaHora(cambio.createdAt)}` },
          { label: 'Aviso de privacidad', value: cambio.consentimiento ? 'Lo aceptó' : 'No consta que lo aceptara' },
        ]
      : []),
  ];
  return (
    <Panel
      title="Propietario actual"
      actions={
        cambio && mayUndo ? (
          <Button
            size="xs"
            variant="default"
            disabled={cambio.impedimento !== ''}
            title={cambio.impedimento || undefined}
            onClick={() => setUndoing(true)}
          >
            Deshacer la venta…
          </Button>
        ) : undefined
      }
    >
      <Facts items={items} columns={2} />
      {cambio?.impedimento && mayUndo ? <p className={`kit-quiet ${classes.remark}`}>{cambio.impedimento}.</p> : null}
      {undoing && cambio ? <Deshacer cambio={cambio} onClose={() => setUndoing(false)} /> : null}
    </Panel>
  );
}

function Acts({ todos }: { todos: Todos }) {
  const mayOpen = useMayOpen();
  const mayIssue = useMayIssue();
  const { header, propietarios, impedimento } = todos;
  const to = `/cambio-propietario/${header.id_lote}`;
  const owned = propietarios[0]?.hasta === null;
  const none = owned ? '' : 'El lote no tiene propietario';
  return (
    <>
      {mayIssue ? (
        <ExpedirButton loteId={header.id_lote} impedimento={none || impedimento} label="Expedir constancia" />
      ) : null}
      {mayOpen(to) ? (
        <Button component={KitLink} to={to} size="xs" disabled={!owned}>
          Cambio de propietario
        </Button>
      ) : null}
    </>
  );
}

function Historia({ todos }: { todos: Todos }) {
  const { header, propietarios, constancias, impedimento } = todos;
  const [actual] = propietarios;
  const mayOpen = useMayOpen();
  const owes = header.deuda > 0 && !closedLoteReason(header.status) && mayOpen(`/pagar-todo/${header.id_lote}`);
  return (
    <>
      <LotHeader lote={header} actions={<Acts todos={todos} />} within={(id) => `/propietarios/${id}`} />
      <div className={classes.stack}>
        {actual?.hasta === null ? <Actual propietario={actual} loteId={header.id_lote} /> : null}
        <DataTable
          caption="Propietarios actual y anteriores"
          columns={COLUMNS}
          rows={propietarios}
          rowKey={({ id }) => id}
          emptyText="El lote no ha tenido propietario"
          paging={false}
          search={false}
          filters={<h2 className={classes.title}>Propietarios</h2>}
          urlKey="p"
          files={`Propietarios de ${header.referencia}`}
          cards={['name', 'hasta']}
          rowActions={({ id, name }) => (
            <RowAction
              label={`Estado de cuenta de ${name}`}
              text="Estado de cuenta"
              to={`/propietarios/estado-cuenta/${id}`}
            />
          )}
        />
        <Constancias
          rows={constancias}
          urlKey="c"
          short
          filters={<h2 className={classes.title}>Constancias de no adeudo</h2>}
          files={`Constancias de no adeudo de ${header.referencia}`}
          toolbar={
            impedimento === '' ? undefined : (
              <span className="kit-quiet">
                {impedimento}. {owes ? <KitLink to={`/pagar-todo/${header.id_lote}`}>Pagar todo</KitLink> : null}
              </span>
            )
          }
        />
      </div>
    </>
  );
}

export default function Propietarios() {
  const id = Number(useParams<'id'>().id);
  const found = useCall(propietariosContract.todos, { params: { id } });
  return (
    <Page title="Propietarios" back={{ to: '/', label: 'Volver al inicio' }}>
      {found.isError ? (
        <RecordError error={found.error} message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Fragment key={id}>
          <Historia todos={found.data} />
        </Fragment>
      ) : (
        <>
          <LotHeaderWaiting />
          <Skeletons lines={8} />
        </>
      )}
    </Page>
  );
}
