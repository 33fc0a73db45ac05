/** How the server is doing, at a glance; asked again every few seconds while somebody looks. */
import { useRef } from 'react';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { timeZone } from '#platform/web/identity.ts';
import { type Fact, Facts } from '#platform/web/kit/facts.tsx';
import { ErrorPanel, Page, Panel, Skeletons, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import { operacionContract } from '../contract.ts';
import { durationText, problemsOf, type QueueRow, queueRows } from './health.ts';
import classes from './operacion.module.css';

const EVERY_MS = 5_000;

/** For how many seconds there have been rows to seal without a new seal. */
function useUnsealedSeconds(sinSellar: number, ultimoSello: string | null, now: number): number {
  const since = useRef({ seal: ultimoSello, at: now });
  if (sinSellar === 0 || since.current.seal !== ultimoSello) since.current = { seal: ultimoSello, at: now };
  return (now - since.current.at) / 1000;
}

function State({ tone, label }: { tone: Tone; label: string }) {
  return <StatusBadge color={tone} label={label} />;
}

const JOB_NAMES: Readonly<Record<string, string>> = {
  correos: 'Envío de correos',
  limpieza: 'Limpieza de sesiones vencidas',
  notificaciones: 'Envío de notificaciones a los teléfonos',
  'verificar-bitacora': 'Verificación nocturna de la bitácora',
};

const count = (state: string, header: string): Column<QueueRow> => ({
  key: state,
  header,
  kind: 'number',
  value: ({ counts }) => counts[state] ?? 0,
});

const COLUMNS: readonly Column<QueueRow>[] = [
  { key: 'name', header: 'Trabajo', value: ({ name }) => JOB_NAMES[name] ?? name },
  count('en cola', 'En cola'),
  count('activos', 'Activos'),
  count('total', 'Total'),
];

type Status = Value<typeof operacionContract.status>;

function Summary({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return <State tone="green" label="Todo en orden" />;
  return (
    <>
      <State tone="red" label="Requiere atención" />
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  );
}

function Waiting({ count, none, words }: { count: number; none: string; words: string }) {
  if (count === 0) return <State tone="green" label={none} />;
  return <State tone="amber" label={`${formatNumber(count)} ${words}`} />;
}

function Figures({ status, at }: { status: Status; at: number }) {
  const { conexiones, bitacora } = status;
  const panels: readonly { title: string; items: readonly Fact[] }[] = [
    {
      title: 'Versiones',
      items: [
        { label: 'Portón', value: status.version },
        { label: 'Node.js', value: status.node.replace(/^v/, '') },
        { label: 'PostgreSQL', value: status.postgres },
        { label: 'Migración', value: status.migracion },
      ],
    },
    {
      title: 'Servidor',
      items: [
        { label: 'En marcha desde', value: formatFechaHora(status.iniciado) },
        { label: 'Tiempo en marcha', value: durationText(at - Date.parse(status.iniciado)) },
        { label: 'Memoria', value: `${formatNumber(status.memoriaMiB)} MiB` },
        { label: 'Sesiones abiertas', value: formatNumber(status.sesiones) },
      ],
    },
    {
      title: 'Base de datos',
      items: [
        { label: 'Tamaño', value: `${formatNumber(status.baseDatosMiB)} MiB` },
        { label: 'Conexiones', value: formatNumber(conexiones.total) },
        { label: 'Conexiones libres', value: formatNumber(conexiones.libres) },
        {
          label: 'Peticiones en espera',
          value: <Waiting count={conexiones.enEspera} none="Ninguna" words="en espera" />,
        },
      ],
    },
    {
      title: 'Bitácora',
      items: [
        { label: 'Registros', value: formatNumber(bitacora.total) },
        { label: 'Sellos', value: <Waiting count={bitacora.sinSellar} none="Al día" words="por sellar" /> },
        {
          label: 'Último sello',
          value: bitacora.ultimoSello ? formatFechaHora(bitacora.ultimoSello) : 'Ninguno todavía',
        },
      ],
    },
  ];
  return (
    <div className={classes.grid}>
      {panels.map(({ title, items }) => (
        <div key={title}>
          <Panel title={title}>
            <Facts items={items} />
          </Panel>
        </div>
      ))}
    </div>
  );
}

function Jobs({ status }: { status: Status }) {
  const { trabajos, trabajosActivos } = status;
  const running = trabajosActivos ? <State tone="green" label="En marcha" /> : <State tone="red" label="Detenidos" />;
  return (
    <div className={classes.jobs}>
      <Panel title="Trabajos de fondo" actions={running}>
        <DataTable
          caption="Trabajos de fondo"
          columns={COLUMNS}
          rows={queueRows(trabajos)}
          rowKey={(row) => row.name}
          emptyHint="No hay trabajos que mostrar"
          search={false}
          paging={false}
        />
      </Panel>
    </div>
  );
}

function StatusView({ status, at }: { status: Status; at: number }) {
  const { bitacora } = status;
  const unsealed = useUnsealedSeconds(bitacora.sinSellar, bitacora.ultimoSello, at);
  return (
    <>
      <div className={classes.summary} role="status">
        <Summary problems={problemsOf(status, unsealed)} />
      </div>
      <Figures status={status} at={at} />
      <Jobs status={status} />
    </>
  );
}

const seconds = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
/** '14:05:09' on the community's wall clock. */
const clock = (at: number): string => seconds.format(at);

export default function Operacion() {
  const status = useCall(operacionContract.status, {}, { refetchEveryMs: EVERY_MS });
  const { data, dataUpdatedAt, isError } = status;
  return (
    <Page
      title="Operación del sistema"
      subtitle={
        data ? (
          isError ? (
            <span className={classes.stale}>
              No se pudo actualizar; estos son los datos de las {clock(dataUpdatedAt)}. Se vuelve a intentar cada 5
              segundos.
            </span>
          ) : (
            `Datos de las ${clock(dataUpdatedAt)}; se actualizan cada 5 segundos.`
          )
        ) : undefined
      }
      back={{ to: '/admin', label: 'Volver a Administración' }}
    >
      {data ? (
        <StatusView status={data} at={dataUpdatedAt} />
      ) : isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void status.refetch()} />
      ) : (
        <Skeletons lines={8} />
      )}
    </Page>
  );
}
