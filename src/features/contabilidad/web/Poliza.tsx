/** One entry, line by line. */

import { EmptyState, Page } from '#platform/web/kit/page.tsx';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { dateParam, intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { polizasContract } from '../contract.ts';
import { PARTIDAS } from '../listings.ts';
import { TIPO, TIPOS } from '../rules.ts';
import { CONTABILIDAD, PEDIDO, pedidoDe, searchOf } from './state.ts';

const SIZE = 50;
/** What a phone shows of a line. */
const CARDS = ['cuenta', 'concepto'];
const STATE = { ...PEDIDO, fecha: dateParam(), tipo: oneOfParam(TIPOS, 'diario'), pag: intParam(1, 1) };

export default function Poliza() {
  const [{ fecha, tipo, pag, ...state }, setUrl] = useUrlState(STATE);
  const pedido = pedidoDe(state);
  const found = useCall(
    polizasContract.partidas,
    { query: { ...pedido, fecha, tipo, page: pag - 1, size: SIZE } },
    { enabled: fecha !== '', keepPrevious: true },
  );
  const { data } = found;
  const title = fecha === '' ? 'Póliza' : `Póliza de ${TIPO[tipo]} del ${formatFecha(fecha)}`;
  return (
    <Page title={title} back={{ to: `${CONTABILIDAD}?${searchOf({ ...pedido })}`, label: 'Volver a Contabilidad' }}>
      {fecha === '' ? (
        <EmptyState text="No se dijo qué póliza" hint="Elíjala en la lista de Contabilidad" />
      ) : (
        <PagedTable
          caption="Renglones de la póliza"
          columns={PARTIDAS.screen}
          found={found}
          {...(found.error && { error: found.error.message })}
          rows={data?.rows.map((row, n) => ({ ...row, n }))}
          rowKey={({ n }) => n}
          cards={CARDS}
          page={pag - 1}
          hasPrevious={pag > 1}
          hasNext={(data?.total ?? 0) > pag * SIZE}
          onPage={(page) => setUrl({ pag: page + 1 }, { push: true })}
          total={data?.total}
        />
      )}
    </Page>
  );
}
