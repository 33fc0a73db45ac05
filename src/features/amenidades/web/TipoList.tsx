/** The types of amenity. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { useCall } from '#platform/web/query.ts';
import { tipoAmenidadContract } from '../contract.ts';
import { COLUMNS } from './activa.tsx';

export default function TipoList() {
  return (
    <ListPage
      title="Tipos de amenidades"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      form="/admin/amenidades/value"
      found={useCall(tipoAmenidadContract.all, {})}
      columns={COLUMNS}
      nameOf={({ name }) => name}
    />
  );
}
