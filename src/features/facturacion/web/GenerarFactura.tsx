/** Several unbilled payments of a lot on one invoice, chosen by the account that paid. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { lotesContract } from '#features/lotes/contract.ts';
import type { Sugerencia } from '#libro/facturas/contract.ts';
import { formaFor } from '#libro/facturas/rules.ts';
import { type ConceptoElegido, Facturar } from '#libro/web/CrearFactura.tsx';
import { LoteField } from '#libro/web/LoteField.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Fields } from '#platform/web/kit/form/KitForm.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useOpened } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import { facturacionContract, type PagoSinFacturar } from '../contract.ts';
import { formaOfLargest, WITHOUT_ACCOUNT } from '../rules.ts';
import classes from './factura.module.css';

const CODECS = { lote: intParam(0) };
const loteSchema = z.object({ lote: z.union([z.number(), z.literal('')]) });

const FECHA: Column<PagoSinFacturar> = {
  key: 'fechaPago',
  header: 'Fecha',
  kind: 'date',
  value: (pago) => pago.fechaPago,
  width: '8rem',
};
const CONCEPTO: Column<PagoSinFacturar> = {
  key: 'description',
  header: 'Concepto',
  value: (pago) => pago.description,
};
const CUENTA: Column<PagoSinFacturar> = {
  key: 'noCuenta',
  header: 'No cuenta',
  value: (pago) => pago.noCuenta ?? WITHOUT_ACCOUNT,
  width: '12rem',
};
const MONTO: Column<PagoSinFacturar> = {
  key: 'amount',
  header: 'Monto',
  kind: 'money',
  value: (pago) => pago.amount,
};
const UNBILLED = [FECHA, CONCEPTO, CUENTA] as const;
const CHOSEN = [FECHA, CONCEPTO, MONTO] as const;

const conceptoOf = ({ id, tipo, description, amount }: PagoSinFacturar): ConceptoElegido => ({
  id,
  tipo,
  descripcion: description,
  importe: amount,
});

export default function GenerarFactura() {
  const [{ lote }, setUrl] = useUrlState(CODECS);
  const form = useKitForm({
    schema: loteSchema,
    initial: { lote: lote === 0 ? '' : lote },
    onSubmit: () => undefined,
  });
  const { load } = form;
  // Back and Forward change the address.
  useEffect(() => load({ lote: lote === 0 ? '' : lote }), [load, lote]);
  // What is invoiced is told by the server: an address may name one lot and mean another.
  const { data: named } = useCall(lotesContract.get, { params: { id: lote } }, { enabled: lote > 0 });
  return (
    <Page title="Generar Factura" back={{ to: '/cobranza', label: 'Volver a Cobranza' }}>
      <Panel>
        <Fields>
          <LoteField
            form={form}
            name="lote"
            label="Lote"
            initialOption={named && { value: lote, label: named.referencia }}
            onChoose={(option) => setUrl({ lote: option?.value ?? 0 }, { push: true })}
          />
        </Fields>
      </Panel>
      {lote === 0 ? null : <Unbilled key={lote} loteId={lote} />}
    </Page>
  );
}

function Unbilled({ loteId }: { loteId: number }) {
  const found = useCall(facturacionContract.source, { params: { loteId } });
  const opened = useOpened(found, loteId);
  const reload = async () => {
    if ((await found.refetch()).isError) toast.error(SERVER_ERROR_RETRY, 8);
  };
  if (!opened || !found.data) {
    return found.isError ? (
      <RecordError error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeletons lines={8} />
    );
  }
  const { misPagosResponseList, direccion, sugerencia } = found.data;
  return (
    <ByAccount
      loteId={direccion.id}
      pagos={misPagosResponseList}
      sugerencia={sugerencia}
      onReload={() => void reload()}
    />
  );
}

interface ChosenProps {
  pagos: readonly PagoSinFacturar[];
  onRemove: (pago: PagoSinFacturar) => void;
  /** Where some were removed. */
  onRestore: (() => void) | undefined;
  onBill: () => void;
}

/** What goes on the invoice. */
function Chosen({ pagos, onRemove, onRestore, onBill }: ChosenProps) {
  return (
    <>
      <DataTable
        caption="Pagos a facturar"
        columns={CHOSEN}
        rows={pagos}
        rowKey={(pago) => pago.id}
        search={false}
        paging={false}
        emptyHint="Quitó todos los pagos de esta cuenta; elíjala de nuevo para verlos"
        totals={(shown) => ({ amount: sumPesos(shown, ({ amount }) => amount) })}
        rowActions={(pago) => (
          <RowAction
            label={`Quitar ${pago.description} de ${formatMoney(pago.amount)}`}
            icon={<IconX size={16} />}
            onClick={() => onRemove(pago)}
          />
        )}
      />
      <div className={classes.actions}>
        {onRestore ? (
          <Button variant="subtle" onClick={onRestore}>
            Volver a incluir todos
          </Button>
        ) : null}
        <Button disabled={pagos.length === 0} onClick={onBill}>
          Facturar
        </Button>
      </div>
    </>
  );
}

interface ByAccountProps {
  loteId: number;
  pagos: readonly PagoSinFacturar[];
  sugerencia: Sugerencia;
  onReload: () => void;
}

function ByAccount({ loteId, pagos, sugerencia, onReload }: ByAccountProps) {
  const [cuenta, setCuenta] = useState('');
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const cuentas = useMemo(() => [...new Set(pagos.map((pago) => pago.noCuenta ?? WITHOUT_ACCOUNT))].sort(), [pagos]);
  const chosen = useMemo(
    () => pagos.filter((pago) => (pago.noCuenta ?? WITHOUT_ACCOUNT) === cuenta && !removed.has(pago.id)),
    [pagos, cuenta, removed],
  );
  const forma = formaOfLargest(chosen.map(({ formaPago, amount }) => ({ formaPago, monto: amount })));
  return (
    <Facturar
      loteId={loteId}
      conceptos={chosen.map(conceptoOf)}
      sugerencia={sugerencia && { ...sugerencia, formaPagoCFDI: formaFor(sugerencia, forma) }}
      onBack={onReload}
    >
      {(ask) => (
        <>
          <Panel title="Pagos sin facturar">
            <DataTable
              caption="Pagos sin facturar"
              columns={UNBILLED}
              rows={pagos}
              rowKey={(pago) => pago.id}
              emptyHint="Este lote no tiene pagos sin facturar"
              urlKey
            />
          </Panel>
          {pagos.length === 0 ? null : (
            <Panel title="Pagos a facturar">
              <div className={classes.choose}>
                <SelectInput
                  className={classes.chooseField}
                  label="No Cuenta"
                  data={[
                    { value: '', label: 'Seleccionar cuenta' },
                    ...cuentas.map((value) => ({ value, label: value })),
                  ]}
                  value={cuenta}
                  onChange={(next) => {
                    setCuenta(next ?? '');
                    setRemoved(new Set());
                  }}
                />
              </div>
              {cuenta === '' ? (
                <p className="kit-quiet">Seleccione la cuenta con la que se pagó para ver sus pagos.</p>
              ) : (
                <Chosen
                  pagos={chosen}
                  onRemove={({ id }) => setRemoved((before) => new Set([...before, id]))}
                  onRestore={removed.size > 0 ? () => setRemoved(new Set()) : undefined}
                  onBill={ask}
                />
              )}
            </Panel>
          )}
        </>
      )}
    </Facturar>
  );
}
