/** What the gate log adds up to; where a dashboard from outside is configured, that in its place. */
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { messageOf } from '#platform/web/api.ts';
import { EmbeddedDashboard } from '#platform/web/EmbeddedDashboard.tsx';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatNumber } from '#ui/format.ts';
import { accesosContract } from '../contract.ts';
import { TIPO_VISITA_LABELS } from '../rules.ts';
import classes from './accesos.module.css';
import { Bars, Columns, Figures } from './charts.tsx';
import { Period, usePeriod } from './Period.tsx';

const SERIES = [
  { name: 'Entradas', tone: 'full' },
  { name: 'Salidas', tone: 'pale' },
] as const;

/** A label under every so many columns, so that they do not stand on each other. */
const DAY_LABELS = 10;

/** 95 to '1 h 35 min'. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

function Own() {
  const { range, setRange, query } = usePeriod();
  const found = useCall(accesosContract.estadisticas, { query }, { keepPrevious: true });
  const { data } = found;
  return (
    <>
      <Period range={range} shown={data} onChange={(next) => setRange(next)} />
      {found.isError ? (
        <ErrorPanel message={messageOf(found.error, SERVER_ERROR_RETRY)} onRetry={() => void found.refetch()} />
      ) : data ? (
        <>
          <Figures
            items={[
              { label: 'Entradas', value: formatNumber(data.entradas) },
              { label: 'Salidas', value: formatNumber(data.salidas) },
              { label: 'Entradas por día', value: formatNumber(Math.round(data.entradas / data.porDia.length)) },
              {
                label: 'Estancia de las visitas (mediana)',
                value: data.estanciaMediana === null ? '—' : minutesText(data.estanciaMediana),
              },
            ]}
          />
          <div className={classes.charts}>
            <Columns
              title="Accesos por día"
              category="Día"
              series={SERIES}
              columns={data.porDia.map(({ fecha, entradas, salidas }, at) => ({
                key: fecha,
                name: formatFecha(fecha),
                label: at % Math.ceil(data.porDia.length / DAY_LABELS) === 0 ? formatFecha(fecha).slice(0, 5) : '',
                values: [entradas, salidas],
              }))}
            />
            <Columns
              title="Accesos por hora"
              category="Hora"
              series={SERIES}
              columns={data.porHora.map(({ hora, entradas, salidas }) => ({
                key: String(hora),
                name: `${hora}:00`,
                label: hora % 3 === 0 ? String(hora) : '',
                values: [entradas, salidas],
              }))}
            />
            <Bars
              title="Entradas por tipo de visita"
              rows={data.porTipoVisita.map(({ tipoVisita, total }) => ({
                nombre: TIPO_VISITA_LABELS[tipoVisita],
                total,
              }))}
            />
            <Bars title="Lotes más visitados" rows={data.porLote} tall />
            <Bars title="Accesos por punto" rows={data.porPunto} />
          </div>
        </>
      ) : (
        <Skeletons lines={8} />
      )}
    </>
  );
}

export default function Estadisticas() {
  return (
    <Page title="Estadísticas" back={{ to: '/admin/accesos', label: 'Volver a Accesos' }}>
      <EmbeddedDashboard name="accesosEstadisticas" title="Estadísticas de accesos">
        <Own />
      </EmbeddedDashboard>
    </Page>
  );
}
