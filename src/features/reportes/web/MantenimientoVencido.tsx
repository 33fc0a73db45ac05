/** Which lots owe maintenance that is overdue by so many days. */
import { useState } from 'react';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { SearchForm } from '#platform/web/kit/SearchForm.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { ATRASOS, type Atraso, reportesContract } from '../contract.ts';
import { VENCIDOS } from '../listings.ts';
import { VENCIDO_EMPTY, vencidoPdf, vencidoTitle } from '../pdf.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const FAILED = 'Ocurrió un error. Intente más tarde o contacte con el administrador';
const NOT_ASKED = '';
const STATE = { dias: oneOfParam([...ATRASOS, NOT_ASKED], NOT_ASKED) };

const LABELS: Readonly<Record<Atraso, string>> = {
  '30': '30 días',
  '60': '60 días',
  '90': '90 días',
  '100': '90 días o más',
};

export default function MantenimientoVencido() {
  const [{ dias }, setState] = useUrlState(STATE);
  const [draft, setDraft] = useState<Atraso>(dias || '30');
  const [seen, setSeen] = useState(dias);
  if (seen !== dias) {
    setSeen(dias);
    setDraft(dias || '30');
  }
  const asked = dias !== NOT_ASKED;
  const found = useCall(reportesContract.vencido, { body: { atrasado: dias || '30' } }, { enabled: asked });
  useFailureToast(found.isError, FAILED, 5);
  const rows = asked ? (found.isError ? undefined : found.data) : [];
  const search = () => {
    if (draft === dias) void found.refetch();
    else setState({ dias: draft }, { push: true });
  };
  return (
    <Page
      title="Mantenimiento vencido"
      back={BACK}
      actions={
        <PdfButton
          rows={asked ? rows?.length : undefined}
          make={() => vencidoPdf(dias || '30', rows ?? [], making())}
        />
      }
    >
      <SearchForm className={classes.search} onSearch={search}>
        <SelectInput
          className={classes.choice}
          label="Días de atraso"
          data={ATRASOS.map((value) => ({ value, label: LABELS[value] }))}
          value={draft}
          onChange={(value) => setDraft(value as Atraso)}
        />
      </SearchForm>
      <DataTable
        caption={asked ? vencidoTitle(dias) : 'Mantenimiento vencido'}
        rows={rows}
        rowKey={(row) => row.referencia}
        columns={VENCIDOS.screen}
        found={found}
        loading={found.isFetching}
        failed={FAILED}
        emptyText={VENCIDO_EMPTY}
        search={!!rows?.length}
        urlKey
      />
    </Page>
  );
}
