/** The rules that agendas apply. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { useCall } from '#platform/web/query.ts';
import { reglaAmenidadContract } from '../contract.ts';
import { COLUMNS } from './activa.tsx';

export default function ReglaList() {
  return (
    <ListPage
      title="Reglas"
      caption="Reglas de amenidades"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      form="/admin/reglas-amenidades/value"
      found={useCall(reglaAmenidadContract.all, {})}
      columns={COLUMNS}
      nameOf={({ name }) => name}
    />
  );
}
