/** A house is sold: one screen from the day of the sale to the typed confirmation, which tells before what it will do. */
import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { isFecha } from '#core/fecha.ts';
import { LotHeader, LotHeaderWaiting } from '#libro/web/LotHeader.tsx';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFecha } from '#ui/format.ts';
import { cambioSchema, type Preparacion, propietariosContract } from '../contract.ts';
import { resumenDe } from '../rules.ts';
import { Comprador } from './Comprador.tsx';
import { Constancia } from './Constancia.tsx';
import { Cuentas } from './Cuentas.tsx';
import { DatosFiscales } from './DatosFiscales.tsx';
import { LoQueTermina } from './LoQueTermina.tsx';
import classes from './propietarios.module.css';
import { porHacer, valoresDe, vistoDe } from './valores.ts';

type Hecho = Value<typeof propietariosContract.cambiar>;

/** What is told once it is done, and what may be wanted next. */
function Resultado({ hecho, antes }: { hecho: Hecho; antes: Preparacion }) {
  const { id_lote: id, referencia, name } = antes.header;
  return (
    <Panel title={`${referencia} es de ${hecho.name}`}>
      <p className={classes.note} role="status">
        La venta del {formatFecha(hecho.fecha)} quedó registrada. El estado de cuenta de {name} se pide en Propietarios.
      </p>
      <div className={classes.adds}>
        <Button component={KitLink} to={`/propietarios/${id}`}>
          Ver propietarios
        </Button>
        <Button variant="default" component={KitLink} to={`/propietarios/estado-cuenta/${antes.lazo}`}>
          Estado de cuenta de {name}
        </Button>
        <Button
          variant="default"
          component={KitLink}
          to={`/operaciones/habitantes/asociado/value?id=${hecho.residenteId}`}
        >
          Completar sus datos
        </Button>
        <Button variant="default" component={KitLink} to="/operaciones/datos-fiscales">
          Datos fiscales
        </Button>
      </div>
    </Panel>
  );
}

/** The form, with what the lot has for the day that it says, read again whenever that changes. */
function useSale(inicial: Preparacion, onDone: (hecho: Hecho) => void) {
  const [fecha, setFecha] = useState(inicial.fecha);
  const invalidate = useInvalidate();
  const asked = useCall(
    propietariosContract.preparar,
    { params: { id: inicial.header.id_lote }, query: { fecha } },
    { keepPrevious: true },
  );
  const p = asked.data ?? inicial;
  const form = useKitForm({
    schema: cambioSchema,
    initial: valoresDe(inicial),
    onSubmit: async (body, idempotencyKey) => {
      try {
        onDone(await call(propietariosContract.cambiar, { body: { ...body, visto: vistoDe(p) }, idempotencyKey }));
        await invalidate(propietariosContract.todos);
      } catch (error) {
        // What was seen may be otherwise by now.
        void asked.refetch();
        throw error;
      }
    },
  });
  if (form.values.fecha !== fecha && isFecha(form.values.fecha)) setFecha(form.values.fecha);
  return { form, p, reading: asked.isFetching };
}

function Venta({ inicial, onDone }: { inicial: Preparacion; onDone: (hecho: Hecho) => void }) {
  const { form, p } = useSale(inicial, onDone);
  const [compra, setCompra] = useState('');
  const { id_lote: id, referencia } = p.header;
  return (
    <>
      <LotHeader lote={p.header} within={(lote) => `/propietarios/${lote}`} />
      <KitForm
        form={form}
        plain
        cancelTo={`/propietarios/${id}`}
        submitLabel="Registrar la venta"
        disabledReason={p.impedimento || undefined}
      >
        <div className={classes.stack}>
          {p.impedimento ? <Notice role="alert">{p.impedimento}</Notice> : null}
          <Cuentas form={form} p={p} />
          <Constancia p={p} />
          <Comprador form={form} p={p} onChoose={setCompra} />
          <DatosFiscales form={form} p={p} />
          <LoQueTermina form={form} p={p} />
          <Panel title="6. Lo que se hará">
            <ul className={classes.summary}>
              {resumenDe(porHacer(form.values, p, compra)).map((line) => (
                <li key={line}>{line}.</li>
              ))}
            </ul>
            <div className={classes.short}>
              <TextField
                form={form}
                name="confirmacion"
                label={`Escriba ${referencia} para confirmar`}
                required
                maxLength={60}
                description="Se hace todo de una vez, o nada. Queda en la bitácora"
              />
            </div>
          </Panel>
        </div>
      </KitForm>
    </>
  );
}

export default function CambioPropietario() {
  const id = Number(useParams<'id'>().id);
  const found = useCall(propietariosContract.preparar, { params: { id }, query: {} });
  const [done, setDone] = useState<{ hecho: Hecho; antes: Preparacion }>();
  return (
    <Page title="Cambio de propietario" back={{ to: `/propietarios/${id}`, label: 'Volver a Propietarios' }}>
      {done ? (
        <Resultado {...done} />
      ) : found.isError ? (
        <RecordError error={found.error} message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Fragment key={id}>
          <Venta inicial={found.data} onDone={(hecho) => setDone((before) => before ?? { hecho, antes: found.data })} />
        </Fragment>
      ) : (
        <>
          <LotHeaderWaiting titled={false} />
          <Skeletons lines={12} />
        </>
      )}
    </Page>
  );
}
