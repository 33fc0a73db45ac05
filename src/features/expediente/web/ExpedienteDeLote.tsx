/** How a lot stands to the checklist, its packets, and the act that issues the next one. */

import { Button } from '@mantine/core';
import { IconFileText, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { archivosContract } from '#features/archivos/contract.ts';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { confirm, confirmDelete } from '#platform/web/kit/confirm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Page, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { openKept } from '#platform/web/openKept.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { type DeLote, expedienteContract, type RequisitoDeLote } from '../contract.ts';
import { REQUISITOS_DE_LOTE } from '../listings.ts';
import { ExpedientesTable, savePdf } from './parts.tsx';
import { AbogadoBadge } from './pdf.tsx';
import { SubirModal } from './SubirModal.tsx';

const lackingOf = ({ requisitos }: DeLote): RequisitoDeLote[] => requisitos.filter(({ cumple }) => !cumple);

/** What is lacking is named before it is frozen without it. */
function confirmIssuing(data: DeLote): Promise<boolean> {
  const lacking = lackingOf(data);
  const what = data.suplementoDe === '' ? 'expediente' : `suplemento de ${data.suplementoDe}`;
  return confirm({
    title: `Expedir ${what}`,
    text: (
      <>
        <p>
          Queda como se expide, con los {formatMoney(data.adeudo)} que el lote debe hoy. No se puede cambiar ni borrar.
        </p>
        {lacking.length === 0 ? null : (
          <>
            <p>Le falta, y así lo dirá:</p>
            <ul>
              {lacking.map(({ id, documento }) => (
                <li key={id}>{documento}</li>
              ))}
            </ul>
          </>
        )}
      </>
    ),
    confirmLabel: 'Expedir',
    cancelLabel: 'Cancelar',
  });
}

function ExpedirButton({ data }: { data: DeLote }) {
  const [busy, setBusy] = useState(false);
  const [key, renew] = useIdempotencyKey();
  const invalidate = useInvalidate();
  const issue = async () => {
    if (!(await confirmIssuing(data))) return;
    setBusy(true);
    try {
      const made = await call(expedienteContract.expedir, { body: { id: data.lote.id }, idempotencyKey: key });
      renew();
      toast.success(`Se expidió ${made.folio}`, 4);
      await savePdf(made);
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
      await invalidate(expedienteContract.deLote, expedienteContract.all);
    }
  };
  return (
    <BusyButton
      loading={busy}
      disabled={data.impedimento !== ''}
      title={data.impedimento || undefined}
      onClick={() => void issue()}
    >
      {data.suplementoDe === '' ? 'Expedir expediente' : 'Expedir suplemento'}
    </BusyButton>
  );
}

const COLUMNS = drawn<RequisitoDeLote>(REQUISITOS_DE_LOTE.screen, {
  cumple: ({ cumple }) => <StatusBadge color={cumple ? 'green' : 'red'} label={cumple ? 'Sí' : 'Falta'} />,
  abogado: ({ abogado }) => <AbogadoBadge abogado={abogado} />,
});

function Requisitos({ data, edits }: { data: DeLote; edits: boolean }) {
  const [uploading, setUploading] = useState<RequisitoDeLote>();
  const invalidate = useInvalidate();
  const remove = async (id: number, nombre: string) => {
    if (!(await confirmDelete(`el documento «${nombre}» de este lote`))) return;
    try {
      await call(expedienteContract.deleteDocumento, { params: { id } });
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error);
    }
    await invalidate(expedienteContract.deLote);
  };
  return (
    <Panel title="Requisitos">
      <DataTable
        caption="Requisitos del lote"
        files={`Requisitos de ${data.lote.referencia}`}
        columns={COLUMNS}
        rows={data.requisitos}
        rowKey={({ id }) => id}
        cards={['documento', 'cumple']}
        search={false}
        paging={false}
        emptyText="La lista no tiene requisitos"
        urlKey="requisitos"
        rowActions={(row) => (
          <>
            {row.pdf ? (
              <RowAction
                label={`Abrir ${row.pdf.nombre}`}
                icon={<IconFileText size={16} />}
                onClick={() => row.pdf && void openKept(archivosContract.get, row.pdf.url)}
              />
            ) : null}
            {edits && row.prueba === 'lote' ? (
              <RowAction
                label={`Subir «${row.documento}»`}
                icon={<IconUpload size={16} />}
                onClick={() => setUploading(row)}
              />
            ) : null}
            {edits && row.prueba === 'lote' && row.pdf ? (
              <RowAction
                label={`Quitar ${row.pdf.nombre}`}
                icon={<IconTrash size={16} />}
                danger
                onClick={() => row.pdf && void remove(row.pdf.id, row.pdf.nombre)}
              />
            ) : null}
          </>
        )}
      />
      {uploading ? (
        <SubirModal requisito={uploading} loteId={data.lote.id} onClose={() => setUploading(undefined)} />
      ) : null}
    </Panel>
  );
}

export default function ExpedienteDeLote() {
  const id = Number(useParams<'id'>().id);
  const found = useCall(expedienteContract.deLote, { params: { id } });
  const edits = passes(expedienteContract.expedir.roles, useSession().role);
  const { data } = found;
  return (
    <Page
      title="Expediente del lote"
      subtitle={data?.impedimento || undefined}
      back={{ to: `/gestion/${id}`, label: 'Volver a Gestión' }}
      actions={
        <>
          <Button component={KitLink} to="/cobranza/expedientes/requisitos" variant="default">
            Requisitos
          </Button>
          {data && edits ? <ExpedirButton data={data} /> : null}
        </>
      }
    >
      <LotHeaderOf loteId={id} within={(lote) => `/gestion/${lote}`} />
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {data ? (
        <>
          <Requisitos data={data} edits={edits} />
          <Panel title="Expedientes">
            <ExpedientesTable rows={data.expedientes} urlKey="expedientes" short />
          </Panel>
        </>
      ) : null}
    </Page>
  );
}
