/** How each kind of charge is taxed, confirmed by somebody on a day. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useState } from 'react';
import { listClavesProductoServicio, listClavesUnidad } from '#libro/catalogos/contract.ts';
import { tipoLabel } from '#libro/rules.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { CheckboxField, MultiSelectField, SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFechaHora } from '#ui/format.ts';
import { soloReciboSchema, type TratamientoFiscal, timbradoContract, tratamientoSchema } from '../contract.ts';
import { TRATAMIENTOS } from '../rules.ts';
import classes from './fiscal.module.css';

type Tratamiento = TratamientoFiscal['tratamiento'];

const OPTIONS = (Object.keys(TRATAMIENTOS) as Tratamiento[]).map((value) => ({ value, label: TRATAMIENTOS[value] }));

const COLUMNS: readonly Column<TratamientoFiscal>[] = [
  { key: 'tipo', header: 'Cargo', value: ({ tipo }) => tipoLabel(tipo) },
  { key: 'tratamiento', header: 'Tratamiento', value: ({ tratamiento }) => TRATAMIENTOS[tratamiento] },
  { key: 'producto', header: 'Clave producto', value: ({ claveProductoServicio }) => claveProductoServicio },
  { key: 'unidad', header: 'Clave unidad', value: ({ claveUnidad }) => claveUnidad },
  {
    key: 'confirmado',
    header: 'Confirmado',
    value: ({ confirmadoAt }) => confirmadoAt,
    render: ({ confirmadoPor, confirmadoAt }) =>
      confirmadoAt === null ? (
        <StatusBadge color="amber" label="Sin confirmar" />
      ) : (
        `${confirmadoPor}, ${formatFechaHora(confirmadoAt)}`
      ),
  },
];

function TratamientoModal({ row, onClose }: { row: TratamientoFiscal; onClose: () => void }) {
  const invalidate = useInvalidate();
  const productos = useCall(listClavesProductoServicio, {});
  const unidades = useCall(listClavesUnidad, {});
  const { tipo, tratamiento, claveProductoServicio, claveUnidad } = row;
  const form = useKitForm({
    schema: tratamientoSchema,
    initial: { tipo, tratamiento, claveProductoServicio, claveUnidad },
    onSubmit: async (body) => {
      await call(timbradoContract.saveTratamiento, { body });
      toast.success(ACTION_DONE, 2);
      void invalidate(timbradoContract.tratamientos);
      onClose();
    },
  });
  return (
    <FormModal title={`Tratamiento fiscal: ${tipoLabel(tipo)}`} onClose={onClose} width="34rem">
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Confirmar">
        <p className={classes.note}>
          Pregúntelo a su contador. Quedan su nombre y la fecha; vale para lo que se facture desde ahora.
        </p>
        <Fields columns={1}>
          <SelectField form={form} name="tratamiento" label="Tratamiento" required autoFocus options={OPTIONS} />
          <SelectField
            form={form}
            name="claveProductoServicio"
            label="Clave producto servicio"
            required
            empty=""
            options={productos.data?.map((each) => ({
              value: String(each.claveProduccionServicio),
              label: `${each.claveProduccionServicio} - ${each.name}`,
            }))}
          />
          <SelectField
            form={form}
            name="claveUnidad"
            label="Clave unidad"
            required
            empty=""
            options={unidades.data?.map((each) => ({
              value: String(each.claveUnidad),
              label: `${each.claveUnidad} - ${each.name}`,
            }))}
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** What an association's members pay as members; fines and late interest rather are not. */
const DE_ASOCIADOS: ReadonlySet<string> = new Set([
  'mantenimiento',
  'cuota_inicial',
  'cuota_extraordinaria',
  'cuota_inicial_proyecto',
  'cuota',
]);

/** For associations whose members' fees need no invoice: which of them get a receipt alone. */
function SoloReciboModal({ rows, onClose }: { rows: readonly TratamientoFiscal[]; onClose: () => void }) {
  const invalidate = useInvalidate();
  const invoiced = rows.filter(({ tratamiento }) => tratamiento !== 'recibo').map(({ tipo }) => tipo);
  const form = useKitForm({
    schema: soloReciboSchema,
    initial: { tipos: invoiced.filter((tipo) => DE_ASOCIADOS.has(tipo)), confirmado: false },
    onSubmit: async (body) => {
      await call(timbradoContract.soloRecibo, { body });
      toast.success(ACTION_DONE, 2);
      void invalidate(timbradoContract.tratamientos);
      onClose();
    },
  });
  return (
    <FormModal title="Sólo recibo, sin factura" onClose={onClose} width="34rem">
      <KitForm form={form} plain guard={false} onCancel={onClose}>
        <p className={classes.note}>
          Algunas asociaciones de colonos entregan recibo, y no factura, por las cuotas de sus asociados. Depende de su
          régimen y de sus estatutos: confirme con su contador cuáles.
        </p>
        <p className={classes.note}>
          Vale para lo que se cobre desde ahora: lo facturado queda igual, y sus pagos ya no entran en la factura
          global. Cada cargo se puede volver a facturar cambiando su tratamiento.
        </p>
        <Fields columns={1}>
          <MultiSelectField
            form={form}
            name="tipos"
            label="Cargos que llevan sólo recibo"
            required
            autoFocus
            options={invoiced.map((tipo) => ({ value: tipo, label: tipoLabel(tipo) }))}
          />
          <CheckboxField form={form} name="confirmado" label="Lo confirmé con mi contador" />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

export function TratamientoPanel() {
  const rows = useCall(timbradoContract.tratamientos, {});
  const [open, setOpen] = useState<TratamientoFiscal | null>(null);
  const [guided, setGuided] = useState(false);
  const mayGuide = rows.data?.some(({ tratamiento }) => tratamiento !== 'recibo') ?? false;
  return (
    <Panel
      title="Tratamiento fiscal por tipo de cargo"
      actions={
        mayGuide ? (
          <Button variant="default" onClick={() => setGuided(true)}>
            Sólo recibo…
          </Button>
        ) : null
      }
    >
      <DataTable
        caption="Tratamiento fiscal por tipo de cargo"
        columns={COLUMNS}
        found={rows}
        rowKey={({ tipo }) => tipo}
        search={false}
        paging={false}
        onRowOpen={setOpen}
        rowActions={(row) => (
          <RowAction
            label={`Confirmar o cambiar ${tipoLabel(row.tipo)}`}
            icon={<IconEdit size={16} />}
            onClick={() => setOpen(row)}
          />
        )}
      />
      {guided && rows.data ? <SoloReciboModal rows={rows.data} onClose={() => setGuided(false)} /> : null}
      {open ? <TratamientoModal row={open} onClose={() => setOpen(null)} /> : null}
    </Panel>
  );
}
