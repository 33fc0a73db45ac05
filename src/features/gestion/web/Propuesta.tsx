/** Whom it is proposed to write to, why and with what text; whoever may approves it, less whom he removes. */
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import type { Choosing } from '#platform/web/kit/table/choosing.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatMoney, formatNumber } from '#ui/format.ts';
import { corridasContract, type Propuesta as Datos, type Linea, pasosContract } from '../contract.ts';
import { DETENIDOS, LINEAS, QUITADAS } from '../listings.ts';
import { MINUTOS_PARA_RETIRAR } from '../rules.ts';
import classes from './gestion.module.css';
import { Texto } from './Texto.tsx';

const loteLink = ({ lote }: { lote: Linea['lote'] }) => (
  <LoteLink id={lote.id} referencia={lote.referencia} place="gestion" />
);
const COLUMNS = drawn(LINEAS.screen, { referencia: loteLink });
const STOPPED = drawn(DETENIDOS.screen, { referencia: loteLink });
const REMOVED = drawn(QUITADAS.screen, { referencia: loteLink });

const lotesDe = (n: number): string => (n === 1 ? '1 lote' : `${formatNumber(n)} lotes`);

/** Switching the steps on is one choice: the text of each can be read and changed before. */
function Apagada({ mayApprove }: { mayApprove: boolean }) {
  const invalidate = useInvalidate();
  const on = async () => {
    try {
      toast.success((await withBusy(() => call(pasosContract.encender, { body: { activos: true } }))) ?? '', 6);
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
    }
    await invalidate(corridasContract.propuesta, pasosContract.all);
  };
  return (
    <Panel title="La gestión está apagada">
      <p>
        Cuatro pasos están listos: recordatorio, segundo recordatorio, carta formal y convenio o abogado. Al encenderlos
        se propone cada noche a quién escribir; nada sale sin que alguien lo apruebe.
      </p>
      {mayApprove ? <Button onClick={() => void on()}>Encender los cuatro pasos</Button> : null}{' '}
      <Button component={KitLink} to="/cobranza/gestion/pasos" variant="default">
        Ver los pasos
      </Button>
    </Panel>
  );
}

function useAprobar({ corrida, lineas }: Pick<Datos, 'corrida' | 'lineas'>) {
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const [key, renew] = useIdempotencyKey();
  return async () => {
    if (!corrida) return;
    const sure = await confirm({
      title: `¿Aprobar lo propuesto para ${lotesDe(lineas.length)}?`,
      text: `Se escribe por ${formatMoney(sumPesos(lineas, ({ vencido }) => vencido))} vencidos. Quien haya pagado entretanto queda fuera. Los correos salen en ${MINUTOS_PARA_RETIRAR} minutos: hasta entonces la corrida se puede retirar.`,
      confirmLabel: 'Aprobar y enviar',
    });
    if (!sure) return;
    try {
      const { lotes, correos, fuera } = await withBusy(() =>
        call(corridasContract.aprobar, {
          body: { corrida: { id: corrida.id }, version: corrida.version },
          idempotencyKey: key,
        }),
      );
      renew();
      const left = fuera === 0 ? '' : `. ${lotesDe(fuera)} quedaron fuera: la corrida dice por qué`;
      toast.success(`Aprobado: ${lotesDe(lotes)}, ${formatNumber(correos)} correos${left}`, 8);
      goTo(`/cobranza/gestion/corridas/${corrida.id}`);
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 10);
    }
    await invalidate(corridasContract.propuesta, corridasContract.all);
  };
}

function Acciones({ datos, mayApprove }: { datos: Datos | undefined; mayApprove: boolean }) {
  const invalidate = useInvalidate();
  const approve = useAprobar(datos ?? { corrida: null, lineas: [] });
  const again = async () => {
    try {
      const { lotes } = await withBusy(() => call(corridasContract.proponer, { body: {} }));
      toast.success(lotes === 0 ? 'Hoy no le toca a nadie' : `${lotesDe(lotes)} en la propuesta`, 4);
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
    }
    await invalidate(corridasContract.propuesta);
  };
  return (
    <>
      <Button component={KitLink} to="/cobranza/gestion/pasos" variant="default">
        Pasos
      </Button>
      <Button component={KitLink} to="/cobranza/gestion/por-hacer" variant="default">
        Por hacer
      </Button>
      <Button component={KitLink} to="/cobranza/gestion/corridas" variant="default">
        Corridas
      </Button>
      {mayApprove && datos && datos.activos > 0 ? (
        <>
          <Button variant="default" onClick={() => void again()}>
            Proponer de nuevo
          </Button>
          <Button disabled={datos.lineas.length === 0} onClick={() => void approve()}>
            Aprobar
          </Button>
        </>
      ) : null}
    </>
  );
}

function Lineas({ datos, mayApprove }: { datos: Datos; mayApprove: boolean }) {
  const [shown, setShown] = useState<Linea>();
  const [removing, setRemoving] = useState<readonly Linea[]>([]);
  const invalidate = useInvalidate();
  const choosing = useMemo<Choosing<Linea>>(
    () => ({
      words: ['lote', 'lotes'],
      nameOf: ({ lote }) => `el lote ${lote.referencia}`,
      acts: [{ label: 'Quitar de la propuesta', danger: true, open: setRemoving }],
    }),
    [],
  );
  const remove = async (razon: string) => {
    if (!datos.corrida) return;
    await call(corridasContract.quitar, {
      body: { corrida: { id: datos.corrida.id }, lineas: removing.map(({ id }) => id), razon },
    });
    setRemoving([]);
    toast.success('Quitados de la propuesta', 3);
    await invalidate(corridasContract.propuesta);
  };
  return (
    <>
      <DataTable
        caption="A quién se propone escribir"
        files="Gestión de cobranza propuesta"
        columns={COLUMNS}
        rows={datos.lineas}
        rowKey={({ id }) => id}
        cards={['referencia', 'paso', 'vencido']}
        emptyText="Hoy no le toca a nadie"
        urlKey
        {...(mayApprove && { choosing })}
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
      {removing.length > 0 ? (
        <ReasonModal
          title={`Quitar ${lotesDe(removing.length)}`}
          onClose={() => setRemoving([])}
          onReason={remove}
          submitLabel="Quitar"
          danger
        >
          No se les escribe por este paso mientras siga en la propuesta. La razón queda a la vista.
        </ReasonModal>
      ) : null}
    </>
  );
}

function Otros({ datos }: { datos: Datos }) {
  if (datos.detenidos.length + datos.quitadas.length === 0) return null;
  return (
    <div className={classes.after}>
      {datos.detenidos.length > 0 ? (
        <Panel title="Les tocaría, y algo los detiene">
          <DataTable
            caption="Detenidos"
            files="Gestión de cobranza detenida"
            columns={STOPPED}
            rows={datos.detenidos}
            rowKey={({ lote }) => lote.id}
            cards={['referencia', 'razon', 'vencido']}
            urlKey="det"
          />
        </Panel>
      ) : null}
      {datos.quitadas.length > 0 ? (
        <Panel title="Quitados de la propuesta">
          <DataTable
            caption="Quitados"
            files="Quitados de la gestión de cobranza"
            columns={REMOVED}
            rows={datos.quitadas}
            rowKey={({ id }) => id}
            cards={['referencia', 'razon']}
            urlKey="quit"
          />
        </Panel>
      ) : null}
    </div>
  );
}

export default function Propuesta() {
  const found = useCall(corridasContract.propuesta, {});
  const mayApprove = passes(corridasContract.aprobar.roles, useSession().role);
  const datos = found.data;
  return (
    <Page
      title="Gestión de cobranza"
      subtitle={
        datos?.corrida ? `Propuesta del ${formatFecha(datos.corrida.fecha)}: nada ha salido` : 'A quién escribir hoy'
      }
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      actions={<Acciones datos={datos} mayApprove={mayApprove} />}
    >
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {datos && datos.activos === 0 ? <Apagada mayApprove={mayApprove} /> : null}
      {datos && datos.activos > 0 ? (
        <>
          {mayApprove ? null : (
            <Notice>La aprueba la administración. Aquí se ve a quién se propone escribir y por qué.</Notice>
          )}
          <Lineas datos={datos} mayApprove={mayApprove} />
          <Otros datos={datos} />
        </>
      ) : null}
    </Page>
  );
}
