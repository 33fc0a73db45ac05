/** What has come of an order, the latest first; a reception that was taken back stays in view. */

import { useState } from 'react';
import { call } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { NumberField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { formatFecha, formatFechaHora, formatNumber } from '#ui/format.ts';
import {
  type DetalleDeOrden,
  deshacerSchema,
  type Recepcion,
  recepcionesContract,
  recibirSchema,
} from '../contract.ts';
import { faltante, refusalOfDeshacer } from '../rules.ts';
import classes from './compras.module.css';

interface Props {
  orden: DetalleDeOrden;
  onChanged: () => Promise<void>;
}

/** '12.5 de Pasto en rollo, 3 de Cemento gris' */
const llegaron = ({ articulos }: Recepcion): string =>
  articulos.map(({ nombre, cantidad }) => `${formatNumber(cantidad)} de ${nombre}`).join(', ');

function Deshecha({ deshecha }: Recepcion) {
  if (!deshecha) return null;
  const { motivo, usuario, fecha } = deshecha;
  return (
    <span className={classes.undone}>
      Deshecha el {formatFechaHora(fecha)}
      {usuario ? ` por ${usuario}` : ''}: {motivo}
    </span>
  );
}

const COLUMNS = columns<Recepcion>([
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  {
    key: 'articulos',
    header: 'Llegó',
    value: llegaron,
    render: (recepcion) => (
      <>
        <span className={recepcion.deshecha ? classes.struck : undefined}>{llegaron(recepcion)}</span>
        <Deshecha {...recepcion} />
      </>
    ),
  },
  { key: 'recibio', header: 'Recibió' },
  { key: 'observacion', header: 'Observación' },
  { key: 'usuario', header: 'Capturó' },
]);

export function Recepciones({ orden, onChanged }: Props) {
  const [undoing, setUndoing] = useState<Recepcion>();
  return (
    <Panel title="Recepciones">
      <DataTable
        caption="Recepciones"
        columns={COLUMNS}
        rows={orden.recepciones}
        rowKey={({ id }) => id}
        search={false}
        paging={false}
        emptyText="Todavía no se ha recibido nada"
        emptyHint="Lo que llega se anota con «Registrar recepción»"
        rowActions={(recepcion) => (
          <RowAction
            label={`Deshacer la recepción del ${formatFecha(recepcion.fecha)}`}
            text="Deshacer"
            danger
            disabledReason={refusalOfDeshacer(orden.estatus, recepcion.deshecha !== null)}
            onClick={() => setUndoing(recepcion)}
          />
        )}
      />
      {undoing ? (
        <DeshacerDialog recepcion={undoing} onClose={() => setUndoing(undefined)} onChanged={onChanged} />
      ) : null}
    </Panel>
  );
}

function DeshacerDialog({
  recepcion,
  onClose,
  onChanged,
}: Pick<Props, 'onChanged'> & { recepcion: Recepcion; onClose: () => void }) {
  const form = useKitForm({
    schema: deshacerSchema,
    initial: { id: recepcion.id, motivo: '' },
    onSubmit: async (body) => {
      toast.success((await call(recepcionesContract.deshacer, { body })) ?? '', 5);
      onClose();
      await onChanged();
    },
  });
  return (
    <Dialog title="Deshacer la recepción" onClose={onClose} closeButton width="28rem">
      <KitForm
        form={form}
        plain
        guard={false}
        danger
        submitLabel="Deshacer la recepción"
        cancelLabel="Volver"
        onCancel={onClose}
      >
        <p className={classes.ask}>
          Del {formatFecha(recepcion.fecha)}, recibió {recepcion.recibio}: {llegaron(recepcion)} vuelven a faltar. La
          recepción queda a la vista como deshecha.
        </p>
        <Fields columns={1}>
          <TextareaField form={form} name="motivo" label="Motivo" required maxLength={500} autoFocus />
        </Fields>
      </KitForm>
    </Dialog>
  );
}

/** As much of everything as is missing, until told otherwise: an order mostly comes as it was placed. */
export function RecibirModal({ orden, onClose, onChanged }: Props & { onClose: () => void }) {
  const lineas = orden.ordenCompraArticuloList.filter((linea) => faltante(linea) > 0);
  const form = useKitForm({
    schema: recibirSchema,
    initial: {
      orden: { id: orden.id },
      fecha: today(),
      recibio: '',
      observacion: '',
      articulos: lineas.map((linea) => ({ numero: linea.numero, cantidad: faltante(linea) })),
    },
    draft: `recepción ${orden.id}`,
    onSubmit: async (body, idempotencyKey) => {
      toast.success((await call(recepcionesContract.recibir, { body, idempotencyKey })) ?? '', 5);
      onClose();
      await onChanged();
    },
  });
  return (
    <FormModal title={`Registrar recepción de la orden ${orden.id}`} onClose={onClose} width="42rem">
      <KitForm form={form} plain submitLabel="Registrar recepción" onCancel={onClose}>
        <Fields columns={2}>
          <DateField form={form} name="fecha" label="Fecha" required max={today()} />
          <TextField form={form} name="recibio" label="Recibió" required maxLength={120} />
        </Fields>
        <ul className={classes.arriving} aria-label="Lo que llegó">
          {lineas.map((linea, index) => (
            <li key={linea.numero}>
              <span className={classes.arrivingName}>
                {linea.articulo.nombre}
                <small>{[linea.presentacion, linea.unidadMedida].filter(Boolean).join(' · ')}</small>
              </span>
              <NumberField
                form={form}
                name={`articulos.${index}.cantidad`}
                label={`Cantidad de ${linea.articulo.nombre}`}
                description={`Falta ${formatNumber(faltante(linea))} de ${formatNumber(linea.cantidad)}`}
                decimals={3}
                empty=""
              />
            </li>
          ))}
        </ul>
        <Fields columns={1}>
          <FullWidth>
            <TextareaField form={form} name="observacion" label="Observación" maxLength={500} autosize minRows={2} />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}
