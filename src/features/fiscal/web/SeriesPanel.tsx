/** The series of invoices, and the folio that follows in each; role A may move it forward. */
import { IconEdit } from '@tabler/icons-react';
import { useState } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { NumberField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { type SerieFolio, serieFolioSchema, timbradoContract } from '../contract.ts';

const COLUMNS: readonly Column<SerieFolio>[] = [
  { key: 'serie', header: 'Serie', value: ({ serie }) => serie || 'Sin serie' },
  {
    key: 'siguiente',
    header: 'Folio siguiente',
    kind: 'number',
    value: ({ siguiente, libres }) => libres[0] ?? siguiente,
  },
  { key: 'libres', header: 'Folios por usar de nuevo', value: ({ libres }) => libres.join(', ') },
];

function SerieModal({ serie, onClose }: { serie: SerieFolio; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: serieFolioSchema,
    initial: { serie: serie.serie, siguiente: serie.siguiente + 1 },
    onSubmit: async (body) => {
      await call(timbradoContract.saveSerie, { body });
      toast.success(ACTION_DONE, 2);
      void invalidate(timbradoContract.series);
      onClose();
    },
  });
  return (
    <FormModal title={`Folio de la serie ${serie.serie}`} onClose={onClose} width="26rem">
      <p>
        El folio que sigue es el {serie.siguiente}. Sólo se puede adelantar; los folios que se salten no se usarán
        {serie.libres.length > 0 ? `, tampoco los ${serie.libres.length} por usar de nuevo` : ''}.
      </p>
      <KitForm form={form} plain guard={false} onCancel={onClose}>
        <Fields columns={1}>
          <NumberField form={form} name="siguiente" label="Folio siguiente" required autoFocus />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

export function SeriesPanel() {
  const series = useCall(timbradoContract.series, {});
  const { role } = useSession();
  const [asking, setAsking] = useState<SerieFolio | null>(null);
  const reason = passes(timbradoContract.saveSerie.roles, role) ? undefined : 'Su rol no puede cambiar los folios';
  return (
    <Panel title="Series y folios">
      <DataTable
        caption="Series y folios"
        columns={COLUMNS}
        found={series}
        rowKey={({ serie }) => serie}
        search={false}
        paging={false}
        emptyHint="La serie empieza al guardar los datos del emisor"
        {...(reason === undefined && { onRowOpen: setAsking })}
        rowActions={(serie) => (
          <RowAction
            label={`Cambiar el folio siguiente de la serie ${serie.serie}`}
            icon={<IconEdit size={18} />}
            disabledReason={reason}
            onClick={() => setAsking(serie)}
          />
        )}
      />
      {asking ? <SerieModal serie={asking} onClose={() => setAsking(null)} /> : null}
    </Panel>
  );
}
