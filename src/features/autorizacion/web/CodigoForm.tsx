/** The form of a code, and under it the trace of its uses. */
import { CODE_MAX } from '#libro/contract.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useRecord } from '#platform/web/kit/FormPage.tsx';
import { NumberField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFechaHora } from '#ui/format.ts';
import { autorizacionContract, type Codigo, type CodigoUso, codigoSchema } from '../contract.ts';
import classes from './autorizacion.module.css';

const LIST = '/codigo-autorizacion';

const COLUMNS = columns<CodigoUso>([
  { key: 'created_at', header: 'Fecha', render: ({ created_at }) => formatFechaHora(created_at), width: '10rem' },
  { key: 'usuario', header: 'Usuario' },
  { key: 'operacion', header: 'Operación' },
  { key: 'detalle', header: 'Detalle' },
  { key: 'referencia', header: 'Referencia' },
  { key: 'monto', header: 'Monto', kind: 'money' },
]);

function CodigoFields({ codigo }: { codigo: Codigo | undefined }) {
  const { role } = useSession();
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const form = useKitForm({
    schema: codigoSchema,
    initial: { id: codigo?.id ?? '', codigo: codigo?.codigo ?? '', cantidad: codigo?.cantidad ?? null },
    onSubmit: async (body) => {
      await call(autorizacionContract.save, { body });
      toast.success(ACTION_DONE, 3);
      void invalidate(autorizacionContract.getbyuser);
      goTo(LIST);
    },
  });
  const maySave = passes(autorizacionContract.save.roles, role);
  return (
    <KitForm
      form={form}
      cancelTo={LIST}
      disabledReason={maySave ? undefined : 'Su rol no puede crear ni cambiar códigos'}
    >
      <Fields>
        <TextField form={form} name="codigo" label="Código" required maxLength={CODE_MAX} autoFocus={!codigo} />
        <NumberField
          form={form}
          name="cantidad"
          label="Usos"
          required
          description={codigo ? 'Los que le quedan' : undefined}
        />
      </Fields>
    </KitForm>
  );
}

export default function CodigoForm() {
  const record = useRecord(autorizacionContract.get);
  return (
    <FormPage
      titles={{ new: 'Nuevo código de autorización', edit: 'Editar código de autorización' }}
      back={{ to: LIST, label: 'Volver a Códigos de autorización' }}
      width={record.editing ? 'full' : 'narrow'}
      record={record}
      lines={4}
    >
      {(codigo) => (
        <>
          <CodigoFields codigo={codigo} />
          {codigo ? (
            <div className={classes.uses}>
              <Panel title="Usos del código">
                <DataTable
                  caption="Usos del código"
                  columns={COLUMNS}
                  rows={codigo.usos}
                  rowKey={(uso) => uso.id}
                  urlKey="usos"
                  emptyHint="El código no se ha usado"
                />
              </Panel>
            </div>
          ) : null}
        </>
      )}
    </FormPage>
  );
}
