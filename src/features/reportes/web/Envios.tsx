/** The views that are mailed each month: to whom, when next, and what became of the last one. */
import { IconEdit, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { type EnvioReporte, enviosReporteContract } from '#libro/reportes/contract.ts';
import { reporteOf } from '#libro/reportes/filtros.ts';
import { nextDue } from '#libro/reportes/periodos.ts';
import { EnvioModal, FORMATO_LABELS } from '#libro/web/EnvioModal.tsx';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { newIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFecha, formatFechaHora } from '#ui/format.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

type Ultimo = NonNullable<EnvioReporte['ultimo']>;

const ESTADOS: Readonly<Record<Ultimo['estado'], string>> = {
  en_camino: 'En camino',
  enviado: 'Enviado',
  guardado: 'Guardado, sin servidor de correo',
  rechazado: 'No llegó a todos',
  fallido: 'No salió',
};

const isWrong = ({ estado }: Ultimo): boolean => estado === 'rechazado' || estado === 'fallido';

/** 'No salió, 01-12-2026 07:00: la caja elegida no existe. Se intenta de nuevo 01-12-2026 07:10'. */
function describe(ultimo: Ultimo | null): string {
  if (ultimo === null) return 'Todavía no sale';
  const { estado, fecha, manual, mensaje, proximo } = ultimo;
  const told = `${ESTADOS[estado]}, ${formatFechaHora(fecha)}${manual ? ', a mano' : ''}`;
  return [
    mensaje === '' ? told : `${told}: ${mensaje}`,
    ...(proximo === null ? [] : [`Se intenta de nuevo ${formatFechaHora(proximo)}`]),
  ].join('. ');
}

const recipients = ({ usuarios, correos }: EnvioReporte): string[] => [
  ...usuarios.map(({ email }) => email),
  ...correos,
];

const COLUMNS = columns<EnvioReporte>([
  { key: 'vista', header: 'Vista', value: ({ vista }) => vista.nombre },
  {
    key: 'reporte',
    header: 'Reporte',
    value: ({ reporte }) => reporteOf(reporte).titulo,
    render: ({ reporte }) => (
      <KitLink className={classes.link} to={reporteOf(reporte).ruta}>
        {reporteOf(reporte).titulo}
      </KitLink>
    ),
  },
  {
    key: 'para',
    header: 'A quién',
    grow: 22,
    value: (envio) => recipients(envio).join(', '),
    whole: (envio) => recipients(envio).join('\n'),
  },
  { key: 'formato', header: 'Archivo', value: ({ formato }) => FORMATO_LABELS[formato] },
  { key: 'dia', header: 'Día', kind: 'number' },
  {
    key: 'proximo',
    header: 'Próximo',
    kind: 'date',
    value: (envio) => (envio.activo ? nextDue(envio, today()) : ''),
    render: (envio) =>
      envio.activo ? formatFecha(nextDue(envio, today())) : <span className={classes.stopped}>Detenido</span>,
  },
  {
    key: 'ultimo',
    header: 'Última vez',
    grow: 30,
    value: ({ ultimo }) => describe(ultimo),
    render: ({ ultimo }) => (
      <span className={ultimo && isWrong(ultimo) ? classes.failed : classes.stopped}>{describe(ultimo)}</span>
    ),
  },
]);

const FAILED = 'No se pudo hacer. Intente otra vez';

export default function Envios() {
  const found = useCall(enviosReporteContract.all, {}, { refetchEveryMs: 30_000 });
  const [editing, setEditing] = useState<EnvioReporte | null>(null);
  const { send, stop } = useActs();
  return (
    <Page title="Envíos mensuales" subtitle="Las vistas de los reportes que salen por correo cada mes" back={BACK}>
      <DataTable
        caption="Envíos mensuales"
        files="Envíos mensuales"
        columns={COLUMNS}
        found={found}
        rowKey={({ id }) => id}
        emptyText="Todavía no se envía ningún reporte"
        emptyHint="Abra un reporte y, en su menú «Vistas», guarde una vista y elija «Enviar cada mes…»"
        urlKey
        onRowOpen={setEditing}
        rowActions={(envio) => (
          <>
            <RowAction
              label={`Enviar ahora «${envio.vista.nombre}»`}
              icon={<IconSend size={16} />}
              onClick={() => void send(envio)}
            />
            <RowAction
              label={`${envio.activo ? 'Editar' : 'Reanudar'} el envío de «${envio.vista.nombre}»`}
              icon={<IconEdit size={16} />}
              onClick={() => setEditing(envio)}
            />
            <RowMenu
              label={`Más acciones de «${envio.vista.nombre}»`}
              acts={[
                {
                  label: 'Detener el envío',
                  danger: true,
                  disabledReason: envio.activo ? undefined : 'Ya está detenido',
                  onClick: () => void stop(envio),
                },
              ]}
            />
          </>
        )}
      />
      {editing ? <EnvioModal reporte={editing.reporte} vista={editing.vista} onClose={() => setEditing(null)} /> : null}
    </Page>
  );
}

function useActs() {
  const invalidate = useInvalidate();
  const act = async (work: () => Promise<string>) => {
    try {
      toast.success(await work(), 3);
    } catch (error) {
      toast.failure(error, FAILED, 8);
    }
    void invalidate(enviosReporteContract.all);
  };
  const send = async (envio: EnvioReporte) => {
    const to = recipients(envio);
    const title = `Enviar «${envio.vista.nombre}» ahora`;
    const text = `Se hace el reporte y se envía a ${to.length === 1 ? to[0] : `${to.length} direcciones`}. El de este mes sale además en su día.`;
    if (!(await confirm({ title, text, confirmLabel: 'Enviar ahora' }))) return;
    await act(async () => {
      const { correos } = await withBusy(
        call(enviosReporteContract.enviar, { body: { id: envio.id }, idempotencyKey: newIdempotencyKey() }),
      );
      return correos === 1 ? 'Reporte en camino a 1 dirección' : `Reporte en camino a ${correos} direcciones`;
    });
  };
  const stop = async (envio: EnvioReporte) => {
    const to = recipients(envio).length;
    const text = `«${envio.vista.nombre}» ya no sale el día ${envio.dia} de cada mes a ${to === 1 ? '1 dirección' : `${to} direcciones`}. Se puede reanudar después.`;
    if (!(await confirm({ title: 'Detener el envío', text, confirmLabel: 'Detener el envío', danger: true }))) return;
    await act(async () => {
      await call(enviosReporteContract.detener, { body: { id: envio.id } });
      return ACTION_DONE;
    });
  };
  return { send, stop };
}
