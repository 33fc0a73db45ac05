import { EmbeddedDashboard } from '#platform/web/EmbeddedDashboard.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { ProyeccionesPropias } from './ProyeccionesPropias.tsx';
import { BACK } from './parts.tsx';

export default function Proyecciones() {
  return (
    <Page title="Proyecciones" back={BACK}>
      <EmbeddedDashboard name="proyecciones" title="Proyecciones">
        <ProyeccionesPropias />
      </EmbeddedDashboard>
    </Page>
  );
}
