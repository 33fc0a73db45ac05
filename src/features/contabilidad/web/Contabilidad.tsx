/** The accountant's entries, and what is booked to which account. */
import { Tabs } from '@mantine/core';
import { Page } from '#platform/web/kit/page.tsx';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { Equivalencias } from './Equivalencias.tsx';
import { Descargas, Polizas } from './Polizas.tsx';

const TABS = [
  { value: 'polizas', label: 'Pólizas' },
  { value: 'cuentas', label: 'Cuentas y equivalencias' },
] as const;
type Tab = (typeof TABS)[number]['value'];
const STATE = {
  vista: oneOfParam(
    TABS.map(({ value }) => value),
    'polizas',
  ),
};

export default function Contabilidad() {
  const [{ vista }, setUrl] = useUrlState(STATE);
  return (
    <Page
      title="Contabilidad"
      back={{ to: '/reportes', label: 'Volver a Reportes' }}
      actions={vista === 'polizas' ? <Descargas /> : undefined}
    >
      <Tabs value={vista} onChange={(next) => next && setUrl({ vista: next as Tab }, { push: true })}>
        <Tabs.List aria-label="Secciones de contabilidad">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="polizas" pt="md">
          <Polizas />
        </Tabs.Panel>
        <Tabs.Panel value="cuentas" pt="md">
          <Equivalencias />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
