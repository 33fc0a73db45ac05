/** What was said to a lot about what it owes and what it answered, with what somebody types in by hand. */
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconBrandWhatsapp, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import { useMaySendWhatsapp, WhatsappModal } from '#libro/web/Whatsapp.tsx';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField, SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { corridasContract } from '../contract.ts';
import { type Hecho, pausaSchema, type Seguimiento, seguimientoContract, sucesoSchema } from '../contract-lote.ts';
import { HISTORIA } from '../listings.ts';
import { refusalOfHasta, refusalOfPromesa, refusalOfSuceso, SUCESO_LABELS, SUCESOS } from '../rules.ts';
import classes from './gestion.module.css';
import { Texto } from './Texto.tsx';

/** The day is asked for at each check: a form may stay open past midnight. */
const suceso = sucesoSchema.superRefine(({ tipo, fecha, promesaFecha }, ctx) => {
  const fault = (path: string, message: string | undefined) =>
    message && ctx.addIssue({ code: 'custom', path: [path], message });
  fault('fecha', refusalOfSuceso(fecha, today()));
  if (tipo === 'promesa' && promesaFecha) fault('promesaFecha', refusalOfPromesa(promesaFecha, today()));
});
const pausa = pausaSchema.superRefine(({ hasta }, ctx) => {
  const message = refusalOfHasta(hasta, today());
  if (message) ctx.addIssue({ code: 'custom', path: ['hasta'], message });
});

interface ModalProps {
  loteId: number;
  onClose: () => void;
}

function useDone(onClose: () => void) {
  const invalidate = useInvalidate();
  return async () => {
    toast.success(ACTION_DONE, 2);
    onClose();
    await invalidate(seguimientoContract.lote, seguimientoContract.porHacer, corridasContract.propuesta);
  };
}

function SucesoModal({ loteId, onClose }: ModalProps) {
  const done = useDone(onClose);
  const form = useKitForm({
    schema: suceso,
    initial: {
      ...{ lote: { id: loteId }, tipo: 'llamada', fecha: today(), con: '', texto: '' },
      ...{ promesaFecha: '', promesaMonto: '' },
    },
    draft: `gestion ${loteId}`,
    onSubmit: async (body) => {
      await call(seguimientoContract.suceso, { body });
      await done();
    },
  });
  const promises = form.values.tipo === 'promesa';
  return (
    <FormModal title="Anotar en la gestión" onClose={onClose}>
      <KitForm form={form} onCancel={onClose} submitLabel="Anotar">
        <Fields>
          <SelectField
            form={form}
            name="tipo"
            label="Qué fue"
            required
            options={SUCESOS.map((value) => ({ value, label: SUCESO_LABELS[value] }))}
          />
          <DateField form={form} name="fecha" label="Fecha" required />
          {promises ? (
            <>
              <DateField form={form} name="promesaFecha" label="Pagará el" required />
              <MoneyField form={form} name="promesaMonto" label="Pagará" required />
            </>
          ) : null}
          <FullWidth>
            <TextField form={form} name="con" label="Con quién" maxLength={200} />
          </FullWidth>
          <FullWidth>
            <TextareaField form={form} name="texto" label="Qué se dijo" required maxLength={2_000} />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function PausaModal({ loteId, onClose }: ModalProps) {
  const done = useDone(onClose);
  const form = useKitForm({
    schema: pausa,
    initial: { lote: { id: loteId }, hasta: '', razon: '' },
    onSubmit: async (body) => {
      await call(seguimientoContract.pausar, { body });
      await done();
    },
  });
  return (
    <FormModal title="Poner en pausa" onClose={onClose}>
      <p className="kit-quiet">Mientras dure no se le propone ningún paso. Lo que debe no cambia.</p>
      <KitForm form={form} onCancel={onClose} submitLabel="Poner en pausa">
        <Fields columns={1}>
          <DateField form={form} name="hasta" label="Hasta" required />
          <TextareaField form={form} name="razon" label="Razón" required maxLength={300} />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function Situacion({ data }: { data: Seguimiento }) {
  const { vencido, desde, ultimo, pausa: paused, bloqueo } = data;
  return (
    <Facts
      columns={2}
      items={[
        { label: 'Vencido', value: desde === null ? 'Nada' : `${formatMoney(vencido)} desde el ${formatFecha(desde)}` },
        { label: 'Último paso', value: ultimo ? `${ultimo.name}, ${formatFecha(ultimo.fecha)}` : 'Ninguno' },
        { label: 'Pausa', value: paused ? `Hasta el ${formatFecha(paused.hasta)}: ${paused.razon}` : 'No' },
        {
          label: 'Amenidades',
          value: bloqueo && desde !== null ? `Sin reservar desde el ${formatFecha(bloqueo.desde)}` : 'Puede reservar',
        },
      ]}
    />
  );
}

type Open = 'suceso' | 'pausa' | 'desbloquear' | undefined;

function Acciones({ loteId, data, onOpen }: { loteId: number; data: Seguimiento; onOpen: (open: Open) => void }) {
  const mayOpen = useMayOpen();
  const expediente = `/cobranza/expedientes/lote/${loteId}`;
  const invalidate = useInvalidate();
  const decides = passes(seguimientoContract.pausar.roles, useSession().role);
  const resume = async (id: number) => {
    try {
      await call(seguimientoContract.reanudar, { body: { id } });
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
    }
    await invalidate(seguimientoContract.lote, corridasContract.propuesta);
  };
  const paused = data.pausa;
  return (
    <>
      {decides && paused ? (
        <Button variant="default" onClick={() => void resume(paused.id)}>
          Levantar pausa
        </Button>
      ) : null}
      {decides && !paused ? (
        <Button variant="default" onClick={() => onOpen('pausa')}>
          Poner en pausa
        </Button>
      ) : null}
      {decides && data.bloqueo ? (
        <Button variant="default" onClick={() => onOpen('desbloquear')}>
          Dejar reservar
        </Button>
      ) : null}
      {mayOpen(expediente) ? (
        <Button component={KitLink} to={expediente} variant="default">
          Expediente
        </Button>
      ) : null}
      <Button onClick={() => onOpen('suceso')}>Anotar</Button>
    </>
  );
}

const COLUMNS = drawn(HISTORIA.screen, {
  estado: ({ estado }) => (/^(Falló|No se cumplió)/.test(estado) ? <StatusBadge color="red" label={estado} /> : estado),
});

/** What was typed by mistake, or told to be done. */
interface Equivocado {
  que: 'suceso' | 'hecho';
  id: number;
}

const ERRORES = {
  suceso: {
    title: 'Retirar lo anotado',
    submitLabel: 'Retirar',
    text: 'Queda a la vista con la razón, y ya no cuenta: una promesa deja de detener la gestión.',
    endpoint: seguimientoContract.retirarSuceso,
  },
  hecho: {
    title: 'Dejar otra vez pendiente',
    submitLabel: 'Dejar pendiente',
    text: 'Vuelve a lo que está por hacer. Lo que resultó queda en la bitácora, y ya no cuenta como entregado.',
    endpoint: seguimientoContract.deshacer,
  },
} as const;

function ErrorModal({ error: { que, id }, onClose }: { error: Equivocado; onClose: () => void }) {
  const done = useDone(onClose);
  const { title, submitLabel, text, endpoint } = ERRORES[que];
  const undo = async (razon: string) => {
    await call(endpoint, { body: { id, razon } });
    await done();
  };
  return (
    <ReasonModal title={title} onClose={onClose} onReason={undo} submitLabel={submitLabel} danger>
      {text}
    </ReasonModal>
  );
}

function Historia({ rows }: { rows: readonly Hecho[] }) {
  const [shown, setShown] = useState<number>();
  const [sending, setSending] = useState<number>();
  const maySend = useMaySendWhatsapp();
  const [error, setError] = useState<Equivocado>();
  const back = (que: Equivocado['que'], id: number | null, label: string) =>
    id === null ? null : (
      <RowAction label={label} icon={<IconArrowBackUp size={16} />} danger onClick={() => setError({ que, id })} />
    );
  return (
    <>
      <DataTable
        caption="Historia de la gestión"
        files="Historia de la gestión"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ clave }) => clave}
        cards={['dia', 'titulo', 'estado']}
        emptyText="Todavía no se le ha dicho nada"
        urlKey
        rowActions={({ lineaId, enviable, sucesoId, hechoId, titulo }) => (
          <>
            {lineaId === null ? null : (
              <RowAction
                label={`Ver el texto de ${titulo}`}
                icon={<IconFileText size={16} />}
                onClick={() => setShown(lineaId)}
              />
            )}
            {lineaId !== null && enviable && maySend ? (
              <RowAction
                label={`Enviar por WhatsApp ${titulo}`}
                icon={<IconBrandWhatsapp size={16} />}
                onClick={() => setSending(lineaId)}
              />
            ) : null}
            {back('hecho', hechoId, `Dejar otra vez pendiente ${titulo}`)}
            {back('suceso', sucesoId, `Retirar ${titulo}`)}
          </>
        )}
      />
      {shown === undefined ? null : <Texto id={shown} onClose={() => setShown(undefined)} />}
      {sending === undefined ? null : (
        <WhatsappModal papel={{ que: 'carta', id: sending }} onClose={() => setSending(undefined)} />
      )}
      {error ? <ErrorModal error={error} onClose={() => setError(undefined)} /> : null}
    </>
  );
}

export default function GestionDeLote() {
  const loteId = Number(useParams<'id'>().id);
  const found = useCall(seguimientoContract.lote, { params: { id: loteId } });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const done = useDone(close);
  const { data } = found;
  return (
    <Page
      title="Gestión de cobranza del lote"
      back={{ to: '/cobranza/gestion', label: 'Volver a Gestión de cobranza' }}
      actions={data ? <Acciones loteId={loteId} data={data} onOpen={setOpen} /> : undefined}
    >
      <LotHeaderOf loteId={loteId} />
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={6} /> : null}
      {data ? (
        <>
          <div className={classes.situation}>
            <Situacion data={data} />
          </div>
          <Historia rows={data.hechos} />
        </>
      ) : null}
      {open === 'suceso' ? <SucesoModal loteId={loteId} onClose={close} /> : null}
      {open === 'pausa' ? <PausaModal loteId={loteId} onClose={close} /> : null}
      {open === 'desbloquear' && data?.bloqueo ? (
        <ReasonModal
          title="Dejar reservar amenidades"
          onClose={close}
          onReason={async (razon) => {
            await call(seguimientoContract.desbloquear, { body: { id: data.bloqueo?.id ?? 0, razon } });
            await done();
          }}
          submitLabel="Dejar reservar"
        >
          El lote puede reservar otra vez aunque deba, hasta que otro paso lo impida.
        </ReasonModal>
      ) : null}
    </Page>
  );
}
