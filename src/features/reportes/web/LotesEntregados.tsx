/** When lots were delivered, and the state that all of them are in. */
import { useCall } from '#platform/web/query.ts';
import { COLOUR } from '#ui/colours.ts';
import { formatNumber } from '#ui/format.ts';
import { type TableroEntregas, tablerosContract } from '../contract.ts';
import { ChartCard, Figures, Grid, Loaded, longMonth, percent, shortMonth } from './dashboard-parts.tsx';

export function LotesEntregados() {
  const tablero = useCall(tablerosContract.entregas, {});
  return (
    <Loaded call={tablero}>
      {(data) => (
        <>
          <Cifras data={data} />
          <Charts data={data} />
        </>
      )}
    </Loaded>
  );
}

const ESTADOS: Readonly<Record<string, string>> = {
  entregado: COLOUR.green,
  disponible: COLOUR.blue,
  fusionado: COLOUR.violet,
  inactivo: COLOUR.gray,
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface DrawnProps {
  data: TableroEntregas;
}

function Cifras({ data }: DrawnProps) {
  const total = data.estados.reduce((sum, { lotes }) => sum + lotes, 0);
  const countOf = (status: string) => data.estados.find((row) => row.status === status)?.lotes ?? 0;
  const year = data.meses.slice(-12).reduce((sum, { lotes }) => sum + lotes, 0);
  const entregados = countOf('entregado');
  return (
    <Figures
      figures={[
        {
          label: 'Lotes entregados',
          value: formatNumber(entregados),
          note: total === 0 ? undefined : `${percent(entregados / total)} de ${formatNumber(total)}`,
        },
        { label: 'Disponibles', value: formatNumber(countOf('disponible')) },
        { label: 'Entregas en 12 meses', value: formatNumber(year) },
        { label: 'Fusionados e inactivos', value: formatNumber(countOf('fusionado') + countOf('inactivo')) },
      ]}
    />
  );
}

function Charts({ data }: DrawnProps) {
  return (
    <Grid>
      <ChartCard
        wide
        unit="number"
        title="Entregas por mes"
        note="Los últimos 24 meses, por fecha de entrega."
        category="Mes"
        rows={data.meses.map(({ mes, lotes }) => ({
          name: shortMonth(mes),
          long: longMonth(mes),
          values: { lotes },
        }))}
        series={[{ key: 'lotes', name: 'Entregados', colour: COLOUR.green, shape: 'bar' }]}
        emptyText="No hubo entregas en los últimos 24 meses"
      />
      <ChartCard
        unit="number"
        title="Entregas acumuladas"
        category="Año"
        rows={data.anios.map(({ anio, lotes, acumulado }) => ({ name: String(anio), values: { lotes, acumulado } }))}
        series={[
          { key: 'acumulado', name: 'Acumulado', colour: COLOUR.blue, shape: 'area' },
          { key: 'lotes', name: 'En el año', colour: COLOUR.green, shape: 'bar' },
        ]}
        emptyText="Todavía no se entrega ningún lote"
      />
      <ChartCard
        lying
        unit="number"
        title="Estado de los lotes"
        category="Estado"
        rows={data.estados.map(({ status, lotes }) => ({
          name: capitalized(status),
          values: { lotes },
          colour: ESTADOS[status] ?? COLOUR.gray,
        }))}
        series={[{ key: 'lotes', name: 'Lotes', colour: COLOUR.green, shape: 'bar' }]}
      />
      <ChartCard
        wide
        lying
        unit="number"
        title="Entregados por tipo de lote"
        category="Tipo"
        rows={data.tipos.map(({ tipo, entregados: delivered, total: all }) => ({
          name: capitalized(tipo),
          values: { entregados: delivered, resto: all - delivered },
        }))}
        series={[
          { key: 'entregados', name: 'Entregados', colour: COLOUR.green, shape: 'bar', stack: 'lotes' },
          { key: 'resto', name: 'Los demás', colour: COLOUR.gray, shape: 'bar', stack: 'lotes' },
        ]}
      />
    </Grid>
  );
}
