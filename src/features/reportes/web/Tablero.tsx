/** The dashboards that the original links to: the configured address, or the product's own. */

import type { FunctionComponent } from 'react';
import type { DashboardName } from '#platform/dashboards.ts';
import { EmbeddedDashboard } from '#platform/web/EmbeddedDashboard.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { useParams } from '#platform/web/router.tsx';
import { NotFound } from '#platform/web/shell/states.tsx';
import { LotesEntregados } from './LotesEntregados.tsx';
import { PagosPorPeriodo } from './PagosPorPeriodo.tsx';
import { ProyeccionesPropias } from './ProyeccionesPropias.tsx';
import { BACK } from './parts.tsx';
import { Saldos } from './Saldos.tsx';

const TABLEROS: Readonly<Record<string, { name: DashboardName; title: string; Own: FunctionComponent }>> = {
  proyecciones: { name: 'proyecciones', title: 'Proyecciones', Own: ProyeccionesPropias },
  'pagos-por-periodo': { name: 'pagosPorPeriodo', title: 'Pagos por Periodo', Own: PagosPorPeriodo },
  saldos: { name: 'saldos', title: 'Saldos', Own: Saldos },
  'lotes-entregados': { name: 'lotesEntregados', title: 'Lotes entregados', Own: LotesEntregados },
};

export default function Tablero() {
  const { tablero } = useParams<'tablero'>();
  const known = Object.hasOwn(TABLEROS, tablero) ? TABLEROS[tablero] : undefined;
  if (!known) return <NotFound />;
  const { name, title, Own } = known;
  return (
    <Page title={title} back={BACK}>
      <EmbeddedDashboard key={name} name={name} title={title}>
        <Own />
      </EmbeddedDashboard>
    </Page>
  );
}
