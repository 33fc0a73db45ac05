/** What is owed, of what kind and since when, and how that has changed. */
import { sumPesos } from '#core/money.ts';
import { useCall } from '#platform/web/query.ts';
import { COLOUR } from '#ui/colours.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { type TableroSaldos, tablerosContract } from '../contract.ts';
import { AgeCard, asideFigure, ChartCard, Figures, Grid, Loaded, longMonth, shortMonth } from './dashboard-parts.tsx';

export function Saldos() {
  const tablero = useCall(tablerosContract.saldos, {});
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

/** From so many months on they are told together. */
const MANY = 12;
const monthsText = (meses: number) => (meses >= MANY ? '12 o más' : `${meses} ${meses === 1 ? 'mes' : 'meses'}`);

interface DrawnProps {
  data: TableroSaldos;
}

function Cifras({ data }: DrawnProps) {
  const vencido = sumPesos(data.porTipo, (tipo) => tipo.vencido);
  const porVencer = sumPesos(data.porTipo, (tipo) => tipo.porVencer);
  const earlier = data.cierres.at(-2);
  const lotes = data.porMeses.reduce((sum, group) => sum + group.lotes, 0);
  return (
    <Figures
      figures={[
        {
          label: 'Vencido',
          value: formatMoney(vencido),
          note: earlier ? `al cierre de ${longMonth(earlier.mes)}: ${formatMoney(earlier.vencido)}` : undefined,
          ...(vencido > 0 && { tone: 'red' as const }),
        },
        { label: 'Por vencer', value: formatMoney(porVencer), note: 'hoy' },
        {
          label: 'Saldo a favor',
          value: formatMoney(data.fondo),
          note: `hoy, ${formatNumber(data.lotesConFondo)} ${data.lotesConFondo === 1 ? 'lote' : 'lotes'}`,
        },
        asideFigure(data.porIdentificar),
        { label: 'Lotes con mantenimiento vencido', value: formatNumber(lotes), note: 'hoy' },
      ]}
    />
  );
}

function Charts({ data }: DrawnProps) {
  return (
    <Grid>
      <ChartCard
        wide
        title="Cartera vencida al cierre de cada mes"
        note="Lo que estaba vencido el último día de cada mes, según lo registrado hasta entonces; del actual, hoy."
        category="Mes"
        rows={data.cierres.map(({ mes, vencido: monto }) => ({
          name: shortMonth(mes),
          long: longMonth(mes),
          values: { monto },
        }))}
        series={[{ key: 'monto', name: 'Vencido', colour: COLOUR.red, shape: 'area' }]}
      />
      <ChartCard
        lying
        title="Saldo por tipo de cargo"
        note="A hoy."
        category="Tipo"
        rows={data.porTipo.map(({ name, porVencer: later, vencido: overdue }) => ({
          name,
          values: { porVencer: later, vencido: overdue },
        }))}
        series={[
          { key: 'vencido', name: 'Vencido', colour: COLOUR.red, shape: 'bar', stack: 'saldo' },
          { key: 'porVencer', name: 'Por vencer', colour: COLOUR.gray, shape: 'bar', stack: 'saldo' },
        ]}
        emptyText="Nadie debe nada"
      />
      <AgeCard title="Antigüedad" ages={data.antiguedad} />
      <ChartCard
        wide
        unit="number"
        title="Lotes por meses de mantenimiento que deben"
        note="A hoy."
        category="Meses"
        rows={data.porMeses.map(({ meses, lotes: count, monto }) => ({
          name: monthsText(meses),
          long: `${monthsText(meses)}: ${formatMoney(monto)}`,
          values: { lotes: count },
        }))}
        series={[{ key: 'lotes', name: 'Lotes', colour: COLOUR.amber, shape: 'bar' }]}
        emptyText="No hay mantenimiento vencido"
      />
    </Grid>
  );
}
