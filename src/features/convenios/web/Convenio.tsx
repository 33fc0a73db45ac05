/** One agreement: how far it is paid, what it is on, and what became of it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { convenioDocument, convenioFileName } from '#documents/convenio.ts';
import { archivosContract } from '#features/archivos/contract.ts';
import { NOT_A_PDF, PDF_BYTES_MAX } from '#features/archivos/rules.ts';
import { INTERES_LABELS } from '#libro/convenios/rules.ts';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { SubirPdf } from '#platform/web/kit/form/SubirPdf.tsx';
import { Page, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { openKept } from '#platform/web/openKept.ts';
import { useCall, useReread } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type ConvenioDetalle, conveniosContract } from '../contract.ts';
import { ADEUDOS_CONVENIDOS, CALENDARIO } from '../listings.ts';
import { SITUACION_LABELS } from '../rules.ts';
import { EstadoBadge } from './parts.tsx';

function Cancelar({ convenio, onClose }: { convenio: ConvenioDetalle; onClose: () => void }) {
  const reread = useReread();
  const cancel = async (razon: string) => {
    toast.success((await call(conveniosContract.cancelar, { body: { id: convenio.id, razon } })) ?? '', 4);
    onClose();
    reread();
  };
  const again = convenio.condonado > 0 ? ` Se deben de nuevo los ${formatMoney(convenio.condonado)} condonados.` : '';
  return (
    <ReasonModal
      title={`Cancelar el convenio ${convenio.folio}`}
      submitLabel="Cancelar el convenio"
      danger
      onClose={onClose}
      onReason={cancel}
    >
      El lote {convenio.lote.referencia} debe lo que debería sin él, con los intereses desde el{' '}
      {formatFecha(convenio.fecha)}.{again}
    </ReasonModal>
  );
}

function AbrirCopia({ eventos }: Pick<ConvenioDetalle, 'eventos'>) {
  const url = eventos.find((evento) => evento.url !== null)?.url;
  if (!url) return 'No se ha subido';
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => void openKept(archivosContract.get, url)}>
      Abrir la copia firmada
    </Button>
  );
}

function Resumen({ convenio }: { convenio: ConvenioDetalle }) {
  const { siguiente, rotoDesde } = convenio;
  const items = [
    { label: 'Estado', value: <EstadoBadge estado={convenio.estado} /> },
    { label: 'Desde', value: formatFecha(convenio.desde) },
    { label: 'Firma', value: convenio.firmante },
    { label: 'Se debía', value: formatMoney(convenio.adeudo) },
    { label: 'Se condonó', value: formatMoney(convenio.condonado) },
    { label: 'Se convino', value: formatMoney(convenio.total) },
    { label: 'Va pagado', value: formatMoney(convenio.pagado) },
    { label: 'El interés', value: INTERES_LABELS[convenio.interes] },
    ...(siguiente
      ? [{ label: 'Siguiente pago', value: `${formatMoney(siguiente.falta)} el ${formatFecha(siguiente.vence)}` }]
      : []),
    ...(rotoDesde ? [{ label: 'Se rompe, sin ese pago, el', value: formatFecha(rotoDesde) }] : []),
    { label: 'Copia firmada', value: <AbrirCopia eventos={convenio.eventos} /> },
    ...(convenio.observacion ? [{ label: 'Observación', value: convenio.observacion }] : []),
  ];
  return (
    <Panel title={`Convenio ${convenio.folio}`}>
      <Facts items={items} columns={3} />
    </Panel>
  );
}

const PARCIALIDADES = drawn<ConvenioDetalle['calendario'][number]>(CALENDARIO.screen, {
  situacion: ({ situacion }) => (
    <StatusBadge color={situacion === 'vencida' ? 'red' : 'gray'} label={SITUACION_LABELS[situacion]} />
  ),
});

/** The paper as it was signed; the last copy counts. */
function Copia({ convenio, onClose }: { convenio: ConvenioDetalle; onClose: () => void }) {
  const reread = useReread();
  const send = async (file: File) => {
    const archivo = await call(archivosContract.subirConvenio, { body: { file } });
    const said = await call(conveniosContract.copia, { body: { id: convenio.id, archivo: { id: archivo.id } } });
    reread();
    return said;
  };
  return (
    <SubirPdf
      title={`Copia firmada del convenio ${convenio.folio}`}
      description="El papel firmado, digitalizado. Hasta 10 MB"
      taken={{ bytesMax: PDF_BYTES_MAX, notOne: NOT_A_PDF }}
      send={send}
      onClose={onClose}
    />
  );
}

function Detalle({ convenio }: { convenio: ConvenioDetalle }) {
  return (
    <>
      <Resumen convenio={convenio} />
      <Panel title="Parcialidades">
        <DataTable
          caption="Parcialidades"
          columns={PARCIALIDADES}
          rows={convenio.calendario}
          rowKey={({ numero }) => numero}
          search={false}
          paging={false}
          cards={['vence', 'situacion', 'monto']}
        />
      </Panel>
      <Panel title="Adeudos del convenio">
        <DataTable
          caption="Adeudos del convenio"
          columns={ADEUDOS_CONVENIDOS.screen}
          rows={convenio.cargos}
          rowKey={({ id }) => id}
          urlKey="adeudos"
          search={false}
          cards={['concepto', 'queda']}
        />
      </Panel>
      <Panel title="Lo que pasó con él">
        <Facts
          items={convenio.eventos.map(({ id, fecha, nota, usuario }) => ({
            ...{ key: String(id), label: formatFecha(fecha), value: `${nota}${usuario ? ` (${usuario})` : ''}` },
          }))}
        />
      </Panel>
    </>
  );
}

export default function Convenio() {
  const id = Number(useParams<'id'>().id);
  const [open, setOpen] = useState<'cancelar' | 'copia'>();
  const close = () => setOpen(undefined);
  const found = useCall(conveniosContract.get, { params: { id } });
  const edits = passes(conveniosContract.cancelar.roles, useSession().role);
  const convenio = found.data;
  return (
    <Page
      title="Convenio de pago"
      back={{ to: '/cobranza/convenios', label: 'Volver a Convenios' }}
      actions={
        convenio ? (
          <>
            <PdfButton
              rows={1}
              make={() => ({ document: convenioDocument(convenio, making()), name: convenioFileName(convenio) })}
            />
            {edits ? (
              <Button variant="default" onClick={() => setOpen('copia')}>
                Subir copia firmada…
              </Button>
            ) : null}
            {edits && convenio.estado === 'vigente' ? (
              <Button variant="default" onClick={() => setOpen('cancelar')}>
                Cancelar convenio…
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {found.isError ? (
        <RecordError error={found.error} message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
      ) : convenio ? (
        <>
          <LotHeaderOf loteId={convenio.lote.id} within={(lote) => `/cobranza/convenios/lote/${lote}`} />
          <Detalle convenio={convenio} />
        </>
      ) : (
        <Skeletons lines={12} />
      )}
      {open === 'cancelar' && convenio ? <Cancelar convenio={convenio} onClose={close} /> : null}
      {open === 'copia' && convenio ? <Copia convenio={convenio} onClose={close} /> : null}
    </Page>
  );
}
