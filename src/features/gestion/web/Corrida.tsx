/** One run: what became of each letter, the letters to print, and its taking back while nothing has left. */
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { cartasDocument } from '#documents/cartas.ts';
import { fileName } from '#documents/definition.ts';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { ErrorPanel, Notice, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatFechaHora } from '#ui/format.ts';
import { type Corrida as Cabeza, corridasContract, type Enviada } from '../contract.ts';
import { ENVIADAS } from '../listings.ts';
import classes from './gestion.module.css';
import { Texto } from './Texto.tsx';

const COLUMNS = drawn(ENVIADAS.screen, {
  referencia: ({ lote }) => <LoteLink id={lote.id} referencia={lote.referencia} place="gestion" />,
});

function Cartas({ id, fecha, lineas }: { id: number; fecha: string; lineas: readonly Enviada[] }) {
  const n = lineas.flatMap(({ envios }) =>
    envios.filter(({ medio, estado }) => medio === 'carta' && estado !== 'retirado'),
  );
  if (n.length === 0) return null;
  return (
    <PdfButton
      rows={n.length}
      make={async () => ({
        name: fileName('pdf', 'Cartas', fecha),
        document: cartasDocument(await call(corridasContract.cartas, { params: { id } }), making()),
      })}
    />
  );
}

function Dicho({ corrida }: { corrida: Cabeza }) {
  const { aprobada, retirada, saleAt, noSeRetira } = corrida;
  if (retirada) {
    return (
      <Notice>
        La retiró {retirada.usuario} el {formatFechaHora(retirada.fecha)}: {retirada.razon}. Nada salió.
      </Notice>
    );
  }
  const waits = saleAt !== null && noSeRetira === null;
  return (
    <p className={`kit-quiet ${classes.situation}`}>
      La aprobó {aprobada?.usuario} el {formatFechaHora(aprobada?.fecha ?? '')}.
      {waits ? ` Los correos salen desde el ${formatFechaHora(saleAt)}; hasta entonces se puede retirar.` : ''}
    </p>
  );
}

function Lineas({ lineas }: { lineas: readonly Enviada[] }) {
  const [shown, setShown] = useState<Enviada>();
  return (
    <>
      <DataTable
        caption="Lotes de la corrida"
        files="Corrida de la gestión"
        columns={COLUMNS}
        rows={lineas}
        rowKey={(row) => row.id}
        cards={['referencia', 'paso', 'vencido']}
        urlKey
        onRowOpen={setShown}
        rowActions={(linea) => (
          <RowAction
            label={`Ver el texto para el lote ${linea.lote.referencia}`}
            icon={<IconFileText size={16} />}
            onClick={() => setShown(linea)}
          />
        )}
      />
      {shown ? <Texto id={shown.id} referencia={shown.lote.referencia} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}

export default function Corrida() {
  const id = Number(useParams<'id'>().id);
  const found = useCall(corridasContract.get, { params: { id } });
  const invalidate = useInvalidate();
  const mayRetire = passes(corridasContract.retirar.roles, useSession().role);
  const [retiring, setRetiring] = useState(false);
  const corrida = found.data?.corrida;
  const lineas = found.data?.lineas ?? [];
  const retire = async (razon: string) => {
    await call(corridasContract.retirar, { body: { id, razon } });
    setRetiring(false);
    toast.success(ACTION_DONE, 3);
    await invalidate(corridasContract.get, corridasContract.all, corridasContract.propuesta);
  };
  return (
    <Page
      title="Corrida de la gestión"
      subtitle={corrida ? `Del ${formatFecha(corrida.fecha)}` : undefined}
      back={{ to: '/cobranza/gestion/corridas', label: 'Volver a Corridas de la gestión' }}
      actions={
        corrida ? (
          <>
            <Cartas id={id} fecha={corrida.fecha} lineas={lineas} />
            {mayRetire && corrida.estado === 'aprobada' ? (
              <Button
                variant="default"
                c="var(--kit-red)"
                disabled={corrida.noSeRetira !== null}
                title={corrida.noSeRetira ?? undefined}
                onClick={() => setRetiring(true)}
              >
                Retirar corrida
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {corrida ? <Dicho corrida={corrida} /> : null}
      {corrida ? <Lineas lineas={lineas} /> : null}
      {retiring ? (
        <ReasonModal
          title="Retirar la corrida"
          onClose={() => setRetiring(false)}
          onReason={retire}
          submitLabel="Retirar corrida"
          danger
        >
          Ninguna de sus cartas sale, sus alertas y bloqueos se quitan, y esos lotes pueden proponerse de nuevo.
        </ReasonModal>
      ) : null}
    </Page>
  );
}
