/** The tax data of the lots. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { type DatosFiscalesRow, fiscalContract } from '../contract.ts';

const FORM = '/operaciones/datos-fiscales/value';

const COLUMNS = columns<DatosFiscalesRow>([
  { key: 'razonSocial', header: 'Razón social' },
  { key: 'rfc', header: 'RFC', width: '10rem' },
  { key: 'lote', header: 'Lote', value: ({ lote_residente }) => lote_residente.name },
]);

export default function DatosFiscalesList() {
  const rows = useCall(fiscalContract.all, {});
  return (
    <ListPage
      title="Datos fiscales"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      form={FORM}
      found={rows}
      columns={COLUMNS}
      nameOf={({ razonSocial }) => razonSocial}
    />
  );
}
