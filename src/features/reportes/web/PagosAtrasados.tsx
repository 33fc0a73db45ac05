/** Which lots owe charges of a kind that are overdue. */

import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { NO_INFORMATION, SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { reportesContract, TIPOS_ATRASADOS, type TipoAtrasado } from '../contract.ts';
import { VENCIDOS } from '../listings.ts';
import { ATRASADOS, atrasadosPdf, atrasadosTitle } from '../pdf.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

/** All of them at first: what the home's tile counts. */
const STATE = { tipo: oneOfParam(TIPOS_ATRASADOS, 'todos') };

export default function PagosAtrasados() {
  const [{ tipo }, setState] = useUrlState(STATE);
  const found = useCall(reportesContract.atrasados, { params: { tipo } });
  const rows = found.isError ? undefined : found.data;
  useFailureToast(found.isError, SERVER_ERROR_ADMIN, 8);
  return (
    <Page
      title="Pagos atrasados"
      back={BACK}
      actions={<PdfButton rows={rows?.length} make={() => atrasadosPdf(tipo, rows ?? [], making())} />}
    >
      <search className={classes.search}>
        <div className={classes.filters}>
          <SelectInput
            className={classes.choice}
            label="Tipo"
            data={TIPOS_ATRASADOS.map((value) => ({ value, label: ATRASADOS[value] }))}
            value={tipo}
            onChange={(value) => setState({ tipo: value as TipoAtrasado }, { push: true })}
          />
        </div>
      </search>
      <DataTable
        key={tipo}
        caption={atrasadosTitle(tipo)}
        rowKey={(row) => row.referencia}
        columns={VENCIDOS.screen}
        found={found}
        loading={found.isFetching}
        failed={SERVER_ERROR_ADMIN}
        emptyText={NO_INFORMATION}
        search={!!rows?.length}
        urlKey
      />
    </Page>
  );
}
