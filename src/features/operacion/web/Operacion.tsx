/** How the server is doing, at a glance; asked again every few seconds while somebody looks. */
import { type ReactNode, useEffect, useRef } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { timeZone } from '#platform/web/identity.ts';
import { ErrorPanel, Page, Panel, Skeletons, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { PlainTable } from '#platform/web/kit/table/PlainTable.tsx';
import { MessageRow, TableHead } from '#platform/web/kit/table/parts.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import { operacionContract } from '../contract.ts';
import { durationText, problemsOf, type QueueRow, queueRows } from './health.ts';
import classes from './operacion.module.css';

const EVERY_MS = 5_000;

/** Calls `refresh` every five seconds while the page is in view, and at once when it comes back into view. */
function useWhileVisible(refresh: () => void): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(tick, EVERY_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
}

/** For how many seconds there have been rows to seal without a new seal. */
function useUnsealedSeconds(sinSellar: number, ultimoSello: string | null, now: number): number {
  const since = useRef({ seal: ultimoSello, at: now });
  if (sinSellar === 0 || since.current.seal !== ultimoSello) since.current = { seal: ultimoSello, at: now };
  return (now - since.current.at) / 1000;
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function State({ tone, label }: { tone: Tone; label: string }) {
  return <StatusBadge color={tone} label={label} />;
}

const JOB_NAMES: Readonly<Record<string, string>> = {
  limpieza: 'Limpieza de sesiones vencidas',
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

function Jobs({ rows }: { rows: readonly QueueRow[] }) {
  return (
    <PlainTable
      caption="Trabajos de fondo"
      rows={rows}
      columns={COLUMNS}
      rowKey={(row) => row.name}
      rowActions={undefined}
      onRowOpen={undefined}
      rowStyle={undefined}
      loading={false}
      maxRows={undefined}
      head={<TableHead columns={COLUMNS} actions={false} />}
      foot={null}
      body={rows.length === 0 ? <MessageRow columns={COLUMNS.length} emptyText="No hay trabajos que mostrar" /> : null}
    />
  );
}

interface Status {
  version: string;
  node: string;
  postgres: string;
  migracion: number;
  iniciado: string;
  memoriaMiB: number;
  conexiones: { total: number; libres: number; enEspera: number };
  baseDatosMiB: number;
  sesiones: number;
  bitacora: { total: number; sinSellar: number; ultimoSello: string | null };
  trabajosActivos: boolean;
  trabajos: { name: string; state: string; count: number }[];
}

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

function StatusView({ status, at }: { status: Status; at: number }) {
  const { conexiones, bitacora } = status;
  const unsealed = useUnsealedSeconds(bitacora.sinSellar, bitacora.ultimoSello, at);
  return (
    <>
      <div className={classes.summary} role="status">
        <Summary problems={problemsOf(status, unsealed)} />
      </div>
      <div className={classes.grid}>
        <div>
          <Panel title="Versiones">
            <Facts>
              <Fact label="Portón">{status.version}</Fact>
              <Fact label="Node.js">{status.node.replace(/^v/, '')}</Fact>
              <Fact label="PostgreSQL">{status.postgres}</Fact>
              <Fact label="Migración">{status.migracion}</Fact>
            </Facts>
          </Panel>
        </div>
        <div>
          <Panel title="Servidor">
            <Facts>
              <Fact label="En marcha desde">{formatFechaHora(status.iniciado)}</Fact>
              <Fact label="Tiempo en marcha">{durationText(at - Date.parse(status.iniciado))}</Fact>
              <Fact label="Memoria">{formatNumber(status.memoriaMiB)} MiB</Fact>
              <Fact label="Sesiones abiertas">{formatNumber(status.sesiones)}</Fact>
            </Facts>
          </Panel>
        </div>
        <div>
          <Panel title="Base de datos">
            <Facts>
              <Fact label="Tamaño">{formatNumber(status.baseDatosMiB)} MiB</Fact>
              <Fact label="Conexiones">{formatNumber(conexiones.total)}</Fact>
              <Fact label="Conexiones libres">{formatNumber(conexiones.libres)}</Fact>
              <Fact label="Peticiones en espera">
                {conexiones.enEspera === 0 ? (
                  <State tone="green" label="Ninguna" />
                ) : (
                  <State tone="amber" label={`${formatNumber(conexiones.enEspera)} en espera`} />
                )}
              </Fact>
            </Facts>
          </Panel>
        </div>
        <div>
          <Panel title="Bitácora">
            <Facts>
              <Fact label="Registros">{formatNumber(bitacora.total)}</Fact>
              <Fact label="Sellos">
                {bitacora.sinSellar === 0 ? (
                  <State tone="green" label="Al día" />
                ) : (
                  <State tone="amber" label={`${formatNumber(bitacora.sinSellar)} por sellar`} />
                )}
              </Fact>
              <Fact label="Último sello">
                {bitacora.ultimoSello ? formatFechaHora(bitacora.ultimoSello) : 'Ninguno todavía'}
              </Fact>
            </Facts>
          </Panel>
        </div>
      </div>
      <div className={classes.jobs}>
        <Panel
          title="Trabajos de fondo"
          actions={
            status.trabajosActivos ? <State tone="green" label="En marcha" /> : <State tone="red" label="Detenidos" />
          }
        >
          <Jobs rows={queueRows(status.trabajos)} />
        </Panel>
      </div>
    </>
  );
}

const seconds = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
/** '14:05:09' on the community's wall clock. */
const clock = (at: number): string => seconds.format(at);

export default function Operacion() {
  const status = useCall(operacionContract.status, {});
  useWhileVisible(() => {
    if (!status.isFetching) void status.refetch();
  });
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
