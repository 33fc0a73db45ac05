/** The lots that are in a state. */

import { lotesContract } from '#features/lotes/contract.ts';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { LOTES } from '../listings.ts';
import { lotesPdf } from '../pdf.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const ESTADOS = ['disponible', 'entregado', 'fusionado', 'inactivo'] as const;
type Estado = (typeof ESTADOS)[number];
const LABELS: Readonly<Record<Estado, string>> = {
  disponible: 'Disponible',
  entregado: 'Entregado',
  fusionado: 'Fusionado',
  inactivo: 'Inactivo',
};
const STATE = { estado: oneOfParam(ESTADOS, 'disponible') };
const ROWS_MAX = 15;

export default function TipoLotes() {
  const [{ estado }, setState] = useUrlState(STATE);
  const found = useCall(lotesContract.byStatus, { params: { status: estado } });
  const rows = found.isError ? undefined : found.data;
  return (
    <Page
      title="Tipo de lotes"
      back={BACK}
      actions={
        <PdfButton rows={rows?.length} make={() => lotesPdf(estado, { rows: rows ?? [], hoy: today() }, making())} />
      }
    >
      <search className={classes.search}>
        <div className={classes.filters}>
          <SelectInput
            className={classes.choice}
            label="Estado"
            data={ESTADOS.map((value) => ({ value, label: LABELS[value] }))}
            value={estado}
            onChange={(value) => setState({ estado: value as Estado }, { push: true })}
          />
        </div>
      </search>
      <p className={classes.count} role="status">
        {rows ? `Cantidad de elementos ${formatNumber(rows.length)}` : ''}
      </p>
      <DataTable
        key={estado}
        caption={`Lotes: ${LABELS[estado]}`}
        columns={LOTES.screen}
        found={found}
        rowKey={(row) => row.referencia}
        loading={found.isFetching}
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        urlKey
      />
    </Page>
  );
}
