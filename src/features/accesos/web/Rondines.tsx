/** The guards' rounds, made of the places that they scan; where a dashboard from outside is configured, that in its place. */
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { messageOf } from '#platform/web/api.ts';
import { EmbeddedDashboard } from '#platform/web/EmbeddedDashboard.tsx';
import { ErrorPanel, Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatNumber } from '#ui/format.ts';
import { accesosContract } from '../contract.ts';
import classes from './accesos.module.css';
import { Bars, Columns, Figures } from './charts.tsx';
import { minutesText } from './Estadisticas.tsx';
import { Period, usePeriod } from './Period.tsx';

type Rondin = Value<typeof accesosContract.rondines>['rondines'][number];

const SERIES = [
  { name: 'Completos', tone: 'full' },
  { name: 'Incompletos', tone: 'pale' },
] as const;
const DAY_LABELS = 10;

const clockText = (local: string): string => `${formatFecha(local)} ${local.slice(11)}`;

const COLUMNS = columns<Rondin>([
  { key: 'inicio', header: 'Inicio', kind: 'instant' },
  { key: 'guardia', header: 'Guardia' },
  { key: 'minutos', header: 'Duración', kind: 'number', render: ({ minutos }) => minutesText(minutos) },
  { key: 'puntos', header: 'Puntos', kind: 'number', value: ({ puntos }) => puntos.length },
  {
    key: 'estado',
    header: 'Estado',
    value: ({ faltan }) => (faltan.length === 0 ? 'Completo' : `Sin visitar: ${faltan.join(', ')}`),
    render: ({ faltan }) =>
      faltan.length === 0 ? (
        <StatusBadge color="green" label="Completo" />
      ) : (
        <>
          <StatusBadge color="amber" label="Incompleto" />{' '}
          <small className={classes.missing}>Sin visitar: {faltan.join(', ')}</small>
        </>
      ),
  },
]);

function Own() {
  const { range, setRange, query } = usePeriod();
  const found = useCall(accesosContract.rondines, { query }, { keepPrevious: true });
  const { data } = found;
  const completos = data?.rondines.filter(({ faltan }) => faltan.length === 0).length ?? 0;
  return (
    <>
      <Period range={range} shown={data} onChange={(next) => setRange(next)} />
      {found.isError ? (
        <ErrorPanel message={messageOf(found.error, SERVER_ERROR_RETRY)} onRetry={() => void found.refetch()} />
      ) : data ? (
        <>
          <Figures
            items={[
              { label: 'Rondines', value: formatNumber(data.rondines.length) },
              {
                label: 'Completos',
                value:
                  data.rondines.length === 0
                    ? '—'
                    : `${formatNumber(completos)} (${Math.round((completos / data.rondines.length) * 100)} %)`,
              },
              { label: 'Puntos de control', value: formatNumber(data.puntos.length) },
              {
                label: 'Rondines por día',
                value: formatNumber(Math.round((data.rondines.length / data.porDia.length) * 10) / 10),
              },
            ]}
          />
          <div className={classes.charts}>
            <Columns
              title="Rondines por día"
              category="Día"
              series={SERIES}
              columns={data.porDia.map(({ fecha, rondines, completos: whole }, at) => ({
                key: fecha,
                name: formatFecha(fecha),
                label: at % Math.ceil(data.porDia.length / DAY_LABELS) === 0 ? formatFecha(fecha).slice(0, 5) : '',
                values: [whole, rondines - whole],
              }))}
            />
            <Bars
              title="Visitas a cada punto"
              rows={data.puntos.map(({ punto, marcas, ultima }) => ({
                nombre: punto,
                total: marcas,
                note: `última: ${clockText(ultima)}`,
              }))}
            />
          </div>
          <DataTable
            caption="Rondines"
            files="Rondines"
            columns={COLUMNS}
            rows={data.rondines}
            rowKey={({ guardia, inicio }) => `${inicio} ${guardia}`}
            urlKey
            emptyHint="No hay rondines en estos días"
          />
        </>
      ) : (
        <Skeletons lines={8} />
      )}
    </>
  );
}

export default function Rondines() {
  return (
    <Page title="Rondines" back={{ to: '/admin/accesos', label: 'Volver a Accesos' }}>
      <EmbeddedDashboard name="rondines" title="Rondines">
        <Own />
      </EmbeddedDashboard>
    </Page>
  );
}
