/** The debt of a lot of one kind, cancelled charge by charge with a supervisor's code. */
import { useEffect, useState } from 'react';
import { lotesContract } from '#features/lotes/contract.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { CodeField } from '#libro/web/CodeField.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { LoteField } from '#libro/web/LoteField.tsx';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { EmptyState, Page } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import {
  cancelarDeudaSchema,
  type DeudaGlobal,
  descuentosContract,
  TIPOS_DEUDA_GLOBAL,
  type TipoDeudaGlobal,
} from '../contract.ts';
import classes from './descuentos.module.css';

const LABELS: Record<TipoDeudaGlobal, string> = {
  mantenimiento: 'Mantenimiento',
  cuota_inicial_proyecto: 'Cuota inicial de proyecto',
};
const TIPO_OPTIONS = TIPOS_DEUDA_GLOBAL.map((value) => ({ value, label: LABELS[value] }));

const MISSING = 'Debes seleccionar 1 lote y el tipo de deuda';

const ASKED = { tipo: oneOfParam(['', ...TIPOS_DEUDA_GLOBAL], ''), lote: intParam(0) };

/** One word for both fields, as the screen has always said it. */
const searchSchema = z.object({
  tipo: z.enum(TIPOS_DEUDA_GLOBAL, { error: MISSING }),
  lote: z.number({ error: MISSING }).int().min(1, MISSING),
});

const COLUMNS = columns<DeudaGlobal>([
  { key: 'concepto', header: 'Concepto' },
  { key: 'status', header: 'Estado', render: ({ status }) => <ChargeStatus status={status} />, width: '9rem' },
  {
    key: 'deuda',
    header: 'Deuda',
    kind: 'money',
    total: true,
    render: ({ id, deuda }) => <AmountButton cargoId={id} que="saldo" amount={deuda} />,
  },
  { key: 'pagado', header: 'Pagado', kind: 'money', total: true },
]);

function Search({
  tipo,
  lote,
  referencia,
  onSearch,
}: {
  tipo: TipoDeudaGlobal | '';
  lote: number;
  /** Of the lot, once it is known. */
  referencia: string | undefined;
  onSearch: (asked: { tipo: TipoDeudaGlobal; lote: number }) => void;
}) {
  const form = useKitForm({
    schema: searchSchema,
    initial: { tipo: tipo as TipoDeudaGlobal, lote },
    onSubmit: onSearch,
  });
  const { load } = form;
  // Back and Forward change the address, and the fields never name another lot than the rows below them are of.
  useEffect(() => load({ tipo: tipo as TipoDeudaGlobal, lote }), [load, tipo, lote]);
  return (
    <KitForm form={form} submitLabel="Seleccionar" guard={false}>
      <Fields>
        <SelectField form={form} name="tipo" label="Tipo deuda" required options={TIPO_OPTIONS} />
        <LoteField
          form={form}
          name="lote"
          label="Lote"
          required
          initialOption={referencia === undefined ? undefined : { value: lote, label: referencia }}
        />
      </Fields>
    </KitForm>
  );
}

function ConfirmModal({ row, tipo, onClose }: { row: DeudaGlobal; tipo: TipoDeudaGlobal; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: cancelarDeudaSchema,
    initial: { codigo: '', razon: '' },
    draft: `cancelacion ${tipo} ${row.id}`,
    onSubmit: async (values, idempotencyKey) => {
      await withBusy(call(descuentosContract.cancelarDeuda, { body: { ...values, id: row.id, tipo }, idempotencyKey }));
      toast.success('Proceso exitoso', 3);
      await invalidate(descuentosContract.deudaGlobal);
      onClose();
    },
    onError: (error) => toast.failure(error, 'Ha ocurrido un error. Contactar al administrador', 5),
  });
  return (
    <Dialog title="Seguro que desea cancelar la deuda" onClose={onClose} closeButton width="30rem">
      <p className={classes.what}>
        {row.concepto}: se cancelan <b>{formatMoney(row.deuda)}</b>
        {row.pagado > 0 ? `; lo pagado (${formatMoney(row.pagado)}) queda como está` : ''}.
      </p>
      <KitForm form={form} plain guard={false} onCancel={onClose} cancelLabel="Cerrar" submitLabel="Cancelar deuda">
        <Fields columns={1}>
          <CodeField form={form} name="codigo" autoFocus />
          <TextareaField form={form} name="razon" label="Motivo" required maxLength={500} autosize minRows={2} />
        </Fields>
      </KitForm>
    </Dialog>
  );
}

export default function CancelarDeuda() {
  const [asked, setAsked] = useUrlState(ASKED);
  const [cancelling, setCancelling] = useState<DeudaGlobal | null>(null);
  const chosen = asked.lote > 0;
  const lote = useCall(lotesContract.get, { params: { id: asked.lote } }, { enabled: chosen });
  const { tipo } = asked;
  const deudas = useCall(
    descuentosContract.deudaGlobal,
    { params: { tipo: tipo === '' ? 'mantenimiento' : tipo, loteId: asked.lote } },
    { enabled: chosen && tipo !== '' },
  );
  return (
    <Page title="Cancelar deuda" back={{ to: '/cancelaciones', label: 'Volver a Cancelaciones' }}>
      <div className={classes.search}>
        <Search
          tipo={tipo}
          lote={lote.isError ? 0 : asked.lote}
          referencia={lote.data?.referencia}
          onSearch={(next) => setAsked(next, { push: true })}
        />
      </div>
      {tipo === '' || !chosen ? (
        <EmptyState text="Elija el tipo de deuda y el lote para ver lo que debe" />
      ) : (
        <DataTable
          caption={`Deuda de ${lote.data?.referencia ?? 'el lote'}`}
          columns={COLUMNS}
          found={deudas}
          rowKey={({ id }) => id}
          emptyHint="El lote no debe nada de este tipo"
          rowActions={(row) =>
            row.status === 'cancelado' ? null : (
              <button
                type="button"
                className={classes.link}
                aria-label={`Cancelar ${row.concepto}`}
                onClick={() => setCancelling(row)}
              >
                Cancelar
              </button>
            )
          }
        />
      )}
      {cancelling && tipo !== '' ? (
        <ConfirmModal row={cancelling} tipo={tipo} onClose={() => setCancelling(null)} />
      ) : null}
    </Page>
  );
}
