/** The money that came in: by month and kind of charge, by method, by register, and on which days. */
import { sumPesos } from '#core/money.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { COLOUR } from '#ui/colours.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { type TableroPagos, tablerosContract } from '../contract.ts';
import { ChartCard, colourOfTipo, Figures, Grid, Loaded, longMonth, shortMonth } from './dashboard-parts.tsx';
import { MONTHS, MonthsChoice } from './MonthsChoice.tsx';

export function PagosPorPeriodo() {
  const [{ meses }] = useUrlState(MONTHS);
  const tablero = useCall(tablerosContract.pagos, { query: { meses } }, { keepPrevious: true });
  return (
    <>
      <MonthsChoice />
      <Loaded call={tablero}>
        {(data) => (
          <>
            <Cifras data={data} />
            <Charts data={data} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface DrawnProps {
  data: TableroPagos;
}

function Charts({ data }: DrawnProps) {
  const tipos = [...new Set(data.meses.flatMap((month) => month.tipos.map(({ name }) => name)))];
  return (
    <Grid>
      <ChartCard
        wide
        tall
        title="Pagos por período"
        note="El dinero del corte de caja de cada mes por tipo de cargo: las correcciones y los reembolsos restan."
        category="Mes"
        rows={data.meses.map(({ mes, tipos: of }) => ({
          name: shortMonth(mes),
          long: longMonth(mes),
          values: Object.fromEntries(of.map(({ name, monto }) => [name, monto])),
        }))}
        series={tipos.map((name) => ({
          key: name,
          name,
          colour: colourOfTipo(name),
          shape: 'bar' as const,
          stack: 'tipos',
        }))}
      />
      <ChartCard
        lying
        title="Por método de pago"
        category="Método"
        rows={data.metodos.map(({ name, monto }) => ({ name, values: { monto } }))}
        series={[{ key: 'monto', name: 'Cobrado', colour: COLOUR.teal, shape: 'bar' }]}
      />
      <ChartCard
        lying
        title="Por caja"
        category="Caja"
        rows={data.cajas.map(({ name, monto }) => ({ name, values: { monto } }))}
        series={[{ key: 'monto', name: 'Cobrado', colour: COLOUR.violet, shape: 'bar' }]}
      />
      <ChartCard
        wide
        title="Por día del mes"
        note="En qué días entra el dinero."
        category="Día"
        rows={Array.from({ length: 31 }, (_, at) => ({
          name: String(at + 1),
          long: `Día ${at + 1}`,
          values: { monto: data.dias.find(({ dia }) => dia === at + 1)?.monto ?? 0 },
        }))}
        series={[{ key: 'monto', name: 'Cobrado', colour: COLOUR.blue, shape: 'bar' }]}
      />
    </Grid>
  );
}

function Cifras({ data }: DrawnProps) {
  const months = data.meses.map(({ mes, tipos: of }) => ({ mes, monto: sumPesos(of, ({ monto }) => monto) }));
  const total = sumPesos(months, ({ monto }) => monto);
  const best = months.toSorted((a, b) => b.monto - a.monto)[0];
  const day = data.dias.toSorted((a, b) => b.monto - a.monto)[0];
  const pagos = data.metodos.reduce((sum, metodo) => sum + metodo.pagos, 0);
  return (
    <Figures
      figures={[
        {
          label: 'Cobrado en el período',
          value: formatMoney(total),
          note: `${formatNumber(pagos)} ${pagos === 1 ? 'pago' : 'pagos'}`,
        },
        { label: 'Promedio por mes', value: formatMoney(Math.round((total / data.meses.length) * 100) / 100) },
        {
          label: 'Mejor mes',
          value: best && best.monto > 0 ? formatMoney(best.monto) : '—',
          note: best && best.monto > 0 ? longMonth(best.mes) : undefined,
        },
        {
          label: 'Día en que más se paga',
          value: day ? `Día ${day.dia}` : '—',
          note: day ? formatMoney(day.monto) : undefined,
        },
      ]}
    />
  );
}
