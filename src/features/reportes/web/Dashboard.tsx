/** The dashboard of collections: what was billed and what came in, and what is owed. */
import { sumPesos } from '#core/money.ts';
import { EmbeddedDashboard } from '#platform/web/EmbeddedDashboard.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { COLOUR } from '#ui/colours.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { type TableroCobranza, tablerosContract } from '../contract.ts';
import {
  AgeCard,
  asideFigure,
  ChartCard,
  colourOfTipo,
  Figures,
  Grid,
  Loaded,
  longMonth,
  percent,
  shortMonth,
} from './dashboard-parts.tsx';
import { MONTHS, MonthsChoice } from './MonthsChoice.tsx';
import { BACK } from './parts.tsx';

export default function Dashboard() {
  return (
    <Page title="Dashboard" back={BACK}>
      <EmbeddedDashboard name="dashboard" title="Dashboard">
        <Cobranza />
      </EmbeddedDashboard>
    </Page>
  );
}

function Cobranza() {
  const [{ meses }] = useUrlState(MONTHS);
  const tablero = useCall(tablerosContract.cobranza, { query: { meses } }, { keepPrevious: true });
  return (
    <>
      <MonthsChoice />
      <Loaded call={tablero}>{(data) => <Drawn data={data} />}</Loaded>
    </>
  );
}

function Drawn({ data }: { data: TableroCobranza }) {
  const last = data.meses.at(-1);
  const before = data.meses.at(-2);
  const facturado = sumPesos(data.meses, (month) => month.facturado);
  const pagado = sumPesos(data.meses, (month) => month.pagado);
  return (
    <>
      <Figures
        figures={[
          {
            label: 'Cobrado este mes',
            value: formatMoney(last?.cobrado ?? 0),
            note: before ? `${longMonth(before.mes)}: ${formatMoney(before.cobrado)}` : undefined,
          },
          { label: 'Facturado este mes', value: formatMoney(last?.facturado ?? 0), note: 'vence en el mes, neto' },
          {
            label: 'Pagado de lo facturado',
            value: facturado === 0 ? '—' : percent(pagado / facturado),
            note: `de ${data.meses.length} meses, al día de hoy`,
          },
          {
            label: 'Cartera vencida',
            value: formatMoney(data.vencido),
            note: `hoy, ${formatNumber(data.lotesVencidos)} ${data.lotesVencidos === 1 ? 'lote' : 'lotes'}`,
            ...(data.vencido > 0 && { tone: 'red' as const }),
          },
          { label: 'Por vencer', value: formatMoney(data.porVencer), note: 'hoy: cargos que aún no vencen' },
          { label: 'Saldo a favor', value: formatMoney(data.fondo), note: 'hoy, en los fondos de los lotes' },
          asideFigure(data.porIdentificar),
        ]}
      />
      <Grid>
        <ChartCard
          wide
          tall
          title="Cobranza contra facturación"
          note="Lo que vence en cada mes, menos lo que en él se descontó, condonó o canceló, y el dinero de su corte de caja."
          category="Mes"
          rows={data.meses.map(({ mes, facturado: billed, cobrado, pagado: paid }) => ({
            name: shortMonth(mes),
            long: longMonth(mes),
            values: { facturado: billed, cobrado, pagado: paid },
          }))}
          series={[
            { key: 'facturado', name: 'Facturado', colour: COLOUR.gray, shape: 'bar' },
            { key: 'cobrado', name: 'Cobrado en el mes', colour: COLOUR.teal, shape: 'bar' },
            { key: 'pagado', name: 'Pagado a hoy de lo facturado', colour: COLOUR.blue, shape: 'line' },
          ]}
        />
        <AgeCard title="Antigüedad de la cartera vencida" ages={data.antiguedad} />
        <ChartCard
          lying
          title="Cartera vencida por tipo de cargo"
          note="A hoy."
          category="Tipo"
          rows={data.porTipo.map(({ name, monto }) => ({ name, values: { monto }, colour: colourOfTipo(name) }))}
          series={[{ key: 'monto', name: 'Vencido', colour: COLOUR.red, shape: 'bar' }]}
          emptyText="No hay cargos vencidos"
        />
      </Grid>
    </>
  );
}
