/** What is to be done by hand: letters to hand over, tasks, and promises whose day has come. */
import { IconBrandWhatsapp, IconCheck, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { useMaySendWhatsapp, WhatsappModal } from '#libro/web/Whatsapp.tsx';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { corridasContract } from '../contract.ts';
import { hechoSchema, type PorHacer as Pendiente, type Promesa, seguimientoContract } from '../contract-lote.ts';
import { POR_HACER, PROMESAS } from '../listings.ts';
import { MEDIO_LABELS } from '../rules.ts';
import { Texto } from './Texto.tsx';

const lotLink = ({ lote }: { lote: Pendiente['lote'] }) => (
  <LoteLink id={lote.id} referencia={lote.referencia} place="gestion" />
);
const COLUMNS = drawn(POR_HACER.screen, { referencia: lotLink });
const PROMISED = drawn(PROMESAS.screen, { referencia: lotLink });

function HechoModal({ pendiente, onClose }: { pendiente: Pendiente; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: hechoSchema,
    initial: { id: pendiente.id, fecha: today(), resultado: '' },
    onSubmit: async (body) => {
      await call(seguimientoContract.hecho, { body });
      toast.success(ACTION_DONE, 2);
      onClose();
      await invalidate(seguimientoContract.porHacer, seguimientoContract.lote, corridasContract.get);
    },
  });
  const { lote, medio } = pendiente;
  return (
    <FormModal title={`${MEDIO_LABELS[medio]} del lote ${lote.referencia}`} onClose={onClose}>
      <KitForm form={form} onCancel={onClose} submitLabel={medio === 'carta' ? 'Dar por entregada' : 'Dar por hecha'}>
        <Fields columns={1}>
          <DateField form={form} name="fecha" label="Fecha" required />
          <TextareaField
            form={form}
            name="resultado"
            label="Qué resultó"
            required
            maxLength={300}
            description="Quién la recibió o qué contestó"
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function Pendientes({ rows }: { rows: readonly Pendiente[] }) {
  const [doing, setDoing] = useState<Pendiente>();
  const [shown, setShown] = useState<Pendiente>();
  const [sending, setSending] = useState<Pendiente>();
  const maySend = useMaySendWhatsapp();
  return (
    <Panel title="Cartas y tareas">
      <DataTable
        caption="Cartas y tareas"
        files="Cartas y tareas de cobranza"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        cards={['referencia', 'medio', 'vencido']}
        emptyText="No hay cartas por entregar ni tareas pendientes"
        urlKey
        rowActions={(row) => (
          <>
            <RowAction
              label={`Ver el texto para el lote ${row.lote.referencia}`}
              icon={<IconFileText size={16} />}
              onClick={() => setShown(row)}
            />
            {row.medio === 'carta' && maySend ? (
              <RowAction
                label={`Enviar por WhatsApp la carta del lote ${row.lote.referencia}`}
                icon={<IconBrandWhatsapp size={16} />}
                onClick={() => setSending(row)}
              />
            ) : null}
            <RowAction
              label={`Dar por hecho lo del lote ${row.lote.referencia}`}
              icon={<IconCheck size={16} />}
              onClick={() => setDoing(row)}
            />
          </>
        )}
      />
      {doing ? <HechoModal pendiente={doing} onClose={() => setDoing(undefined)} /> : null}
      {sending ? (
        <WhatsappModal papel={{ que: 'carta', id: sending.lineaId }} onClose={() => setSending(undefined)} />
      ) : null}
      {shown ? (
        <Texto id={shown.lineaId} referencia={shown.lote.referencia} onClose={() => setShown(undefined)} />
      ) : null}
    </Panel>
  );
}

function Promesas({ rows }: { rows: readonly Promesa[] }) {
  return (
    <Panel title="Promesas que vencen hoy o no se cumplieron">
      <DataTable
        caption="Promesas"
        files="Promesas de pago por atender"
        columns={PROMISED}
        rows={rows}
        rowKey={({ id }) => id}
        cards={['referencia', 'estado', 'monto']}
        emptyText="Ninguna promesa vence hoy ni dejó de cumplirse en los últimos días"
        urlKey="prom"
      />
    </Panel>
  );
}

export default function PorHacer() {
  const found = useCall(seguimientoContract.porHacer, {});
  return (
    <Page title="Por hacer en cobranza" back={{ to: '/cobranza/gestion', label: 'Volver a Gestión de cobranza' }}>
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={6} /> : null}
      {found.data ? (
        <>
          <Promesas rows={found.data.promesas} />
          <Pendientes rows={found.data.envios} />
        </>
      ) : null}
    </Page>
  );
}
