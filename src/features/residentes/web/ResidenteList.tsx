/** The asociados or the inquilinos of the community. */
import type { Value } from '#platform/endpoint.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { NotFound } from '#platform/web/shell/states.tsx';
import { residentesContract, type TipoResidente } from '../contract.ts';
import { listOf, TITLES, useTipo } from './tipo.ts';

type Row = Value<typeof residentesContract.all>[number];

const COLUMNS = columns<Row>([
  { key: 'name', header: 'Nombre' },
  { key: 'lotes', header: 'Lote', grow: 50 },
]);

function List({ tipo }: { tipo: TipoResidente }) {
  const residentes = useCall(residentesContract.all, { params: { tipo } });
  return (
    <ListPage
      title={TITLES[tipo]}
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      form={`${listOf(tipo)}/value`}
      found={residentes}
      columns={COLUMNS}
      nameOf={({ name }) => name}
    />
  );
}

export default function ResidenteList() {
  const tipo = useTipo();
  return tipo ? <List key={tipo} tipo={tipo} /> : <NotFound />;
}
