/** The CLABEs of one account: which lot each is of, those that are free, and those that were released for good. */
import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { NumberField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import { agregarClabesSchema, type ClabeDeLoteRow, clabesContract, cuentasContract } from '../contract.ts';
import { fallaDe } from './falla.ts';

function stateOf({ lote, liberadaAt }: ClabeDeLoteRow): string {
  if (lote === null) return 'libre';
  return liberadaAt === null ? 'en uso' : 'liberada';
}

const COLUMNS = columns<ClabeDeLoteRow>([
  { key: 'clabe', header: 'CLABE' },
  { key: 'estado', header: 'Estado', value: stateOf },
  { key: 'lote', header: 'Lote', value: ({ lote }) => lote?.referencia ?? '' },
  { key: 'asociado', header: 'Asociado' },
  {
    key: 'asignadaAt',
    header: 'Desde',
    value: ({ asignadaAt }) => (asignadaAt === null ? '' : formatFechaHora(asignadaAt)),
  },
  {
    key: 'liberadaAt',
    header: 'Se liberó',
    value: ({ liberadaAt }) => (liberadaAt === null ? '' : formatFechaHora(liberadaAt)),
  },
  { key: 'razon', header: 'Razón' },
]);

function AgregarModal({ cuenta, onClose, onDone }: { cuenta: number; onClose: () => void; onDone: () => void }) {
  const form = useKitForm({
    schema: agregarClabesSchema,
    initial: {
      ...{ cuenta: { id: cuenta as number | '' }, prefijo: '', lista: '' },
      ...{ desde: 1, cuantas: 100 },
    },
    onSubmit: async (body) => {
      const { nuevas } = await call(clabesContract.agregar, { body });
      toast.success(`Se agregaron ${formatNumber(nuevas)} CLABE`, 3);
      onClose();
      onDone();
    },
  });
  return (
    <FormModal title="Agregar CLABE" onClose={onClose} width="34rem">
      <KitForm form={form} onCancel={onClose}>
        <Fields columns={3}>
          <TextField
            form={form}
            name="prefijo"
            label="Prefijo del rango"
            description="El que dio el proveedor"
            maxLength={16}
            autoFocus
          />
          <NumberField form={form} name="desde" label="Desde el número" decimals={0} required />
          <NumberField form={form} name="cuantas" label="Cuántas" decimals={0} required />
          <FullWidth>
            <TextareaField
              form={form}
              name="lista"
              label="O las CLABE, una por renglón"
              description="Si el proveedor no da un rango: copie las que creó ahí. El dígito verificador se revisa"
              minRows={4}
              autosize
            />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function LiberarModal({ row, onClose, onDone }: { row: ClabeDeLoteRow; onClose: () => void; onDone: () => void }) {
  const release = async (razon: string) => {
    await call(clabesContract.liberar, { body: { id: row.id, razon } });
    toast.success('La CLABE se liberó', 3);
    onClose();
    onDone();
  };
  return (
    <ReasonModal
      title={`Liberar la CLABE de ${row.lote?.referencia ?? ''}`}
      onClose={onClose}
      submitLabel="Liberar"
      danger
      onReason={release}
    >
      La {row.clabe} no se da nunca a otro lote, y lo que todavía le llegue se pregunta en vez de aplicarse. El lote
      recibe una nueva con «Asignar a todos los lotes».
    </ReasonModal>
  );
}

/** Gives each lot without a CLABE the next free one. False where nobody said yes. */
async function assignAll(cuenta: number, free: number): Promise<boolean> {
  const yes = await confirm({
    title: 'Asignar a todos los lotes',
    text: `Cada lote que no tiene CLABE de esta cuenta recibe la siguiente libre; hay ${formatNumber(free)}. Una CLABE dada a un lote no se da después a otro.`,
    confirmLabel: 'Asignar',
  });
  if (!yes) return false;
  try {
    const { asignadas, faltan } = await withBusy(() =>
      call(clabesContract.asignar, { body: { cuenta: { id: cuenta } } }),
    );
    const rest = faltan === 0 ? '' : `. A ${formatNumber(faltan)} lotes les falta: agregue otro rango`;
    toast.success(`Se asignaron ${formatNumber(asignadas)} CLABE${rest}`, 5);
  } catch (error) {
    toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
  }
  return true;
}

export default function Clabes() {
  const { id } = useParams<'id'>();
  const cuenta = Number(id);
  const cuentas = useCall(cuentasContract.all, {});
  const clabes = useCall(clabesContract.all, { params: { id: cuenta } });
  const [adding, setAdding] = useState(false);
  const [releasing, setReleasing] = useState<ClabeDeLoteRow>();
  const invalidate = useInvalidate();
  const reload = () => void invalidate(clabesContract.all);
  const name = cuentas.data?.find((one) => one.id === cuenta)?.caja.name ?? '';
  const free = clabes.data?.filter(({ lote }) => lote === null).length ?? 0;

  const assign = async () => {
    if (await assignAll(cuenta, free)) reload();
  };
  return (
    <Page
      title={name === '' ? 'CLABE de los lotes' : `CLABE de los lotes: ${name}`}
      back={{ to: '/cobranza/bancos', label: 'Volver a Cuentas de banco' }}
      actions={
        <>
          <Button variant="default" onClick={() => setAdding(true)}>
            Agregar CLABE
          </Button>
          <Button disabled={free === 0} onClick={() => void assign()}>
            Asignar a todos los lotes
          </Button>
        </>
      }
    >
      <DataTable
        caption="CLABE de los lotes"
        columns={COLUMNS}
        found={clabes}
        rows={clabes.data}
        rowKey={(row) => row.id}
        urlKey
        files={`CLABE de los lotes ${name}`}
        failed={fallaDe(clabes.error)}
        emptyText="La cuenta no tiene CLABE para sus lotes"
        emptyHint="Elija «Agregar CLABE» y escriba el rango que dio su proveedor"
        rowActions={(row) =>
          row.lote !== null && row.liberadaAt === null ? (
            <RowAction
              label={`Liberar la CLABE de ${row.lote.referencia}`}
              icon={<IconLinkOff size={16} />}
              onClick={() => setReleasing(row)}
              danger
            />
          ) : null
        }
      />
      {adding ? <AgregarModal cuenta={cuenta} onClose={() => setAdding(false)} onDone={reload} /> : null}
      {releasing ? <LiberarModal row={releasing} onClose={() => setReleasing(undefined)} onDone={reload} /> : null}
    </Page>
  );
}
