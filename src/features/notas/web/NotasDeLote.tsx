/** The notes, or the alerts, of one lot: a form for a new one and the list. Both screens have the same shape. */
import { IconBellCheck, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import { getLoteHeader } from '#libro/contract.ts';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast, useFailureToast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFecha } from '#ui/format.ts';
import { notaSchema, notasContract, type TipoNota } from '../contract.ts';
import { refusalOfFecha } from '../rules.ts';
import classes from './notas.module.css';

const LOAD_FAILED = 'Lo sentimos no se puede obtener la información. Contacte al administrador';

interface Words {
  title: string;
  form: string;
  list: string;
  fecha: string;
}

const WORDS: Record<TipoNota, Words> = {
  nota: { title: 'Notas del lote', form: 'Nueva nota', list: 'Lista de notas', fecha: 'Fecha creación' },
  alerta: { title: 'Alertas del lote', form: 'Nueva alerta', list: 'Lista de alertas', fecha: 'Fecha recordatorio' },
};

/** The day is asked for at each check: a form may stay open past midnight. */
const schema = notaSchema.superRefine(({ fechaRecordatorio }, context) => {
  const message = refusalOfFecha(fechaRecordatorio, today());
  if (message) context.addIssue({ code: 'custom', path: ['fechaRecordatorio'], message });
});

type NotaRow = Value<typeof notasContract.byLote>[number];

const columnsOf = (fecha: string): readonly Column<NotaRow>[] => [
  { key: 'fecha', header: fecha, kind: 'date', value: (row) => row.fechaRecordatorio, width: '11rem' },
  {
    key: 'descripcion',
    header: 'Descripción',
    value: (row) => row.descripcion,
    render: (row) => <span className={classes.descripcion}>{row.descripcion}</span>,
  },
];

const stateOf = ({ activa }: NotaRow) => (activa ? 'Activa' : 'Retirada');

const COLUMNS: Record<TipoNota, readonly Column<NotaRow>[]> = {
  nota: columnsOf(WORDS.nota.fecha),
  alerta: [
    ...columnsOf(WORDS.alerta.fecha),
    {
      key: 'estado',
      header: 'Estado',
      value: stateOf,
      render: (row) => <StatusBadge color={row.activa ? 'blue' : 'gray'} label={stateOf(row)} />,
      width: '7rem',
    },
  ],
};

export const Notas = () => <NotasDeLote tipo="nota" />;
export const Alertas = () => <NotasDeLote tipo="alerta" />;

function NotasDeLote({ tipo }: { tipo: TipoNota }) {
  const { id } = useParams<'id'>();
  const words = WORDS[tipo];
  const notas = useCall(notasContract.byLote, { params: { tipo, loteId: id } });
  const [saved, setSaved] = useState(0);

  useFailureToast(notas.isError, LOAD_FAILED, 8);

  return (
    <Page title={words.title} back={{ to: '/', label: 'Volver al inicio' }}>
      <LotHeaderOf loteId={Number(id)} />
      <div className={classes.columns}>
        <div>
          <Panel title={words.form}>
            <NuevaNota
              key={saved}
              tipo={tipo}
              lote={id}
              autoFocus={saved > 0}
              onSaved={() => setSaved((count) => count + 1)}
            />
          </Panel>
        </div>
        <div>
          <Panel title={words.list}>
            <DataTable
              caption={words.list}
              files={words.list}
              columns={COLUMNS[tipo]}
              found={notas}
              rowKey={(row) => row.id}
              urlKey
              failed={LOAD_FAILED}
              {...(tipo === 'alerta' && { rowActions: (row: NotaRow) => <Retirement alerta={row} lote={id} /> })}
            />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

/** Takes an alert out of the bell, or brings it back. The button stays in its place, and so does the focus. */
function Retirement({ alerta, lote }: { alerta: NotaRow; lote: string }) {
  const invalidate = useInvalidate();
  const { activa, ...kept } = alerta;
  const toggle = async () => {
    try {
      await call(notasContract.save, { body: { ...kept, tipo: 'alerta', lote: { id: lote }, activa: !activa } });
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      saveFailed(error);
    }
    // Also after a failure: somebody else may have changed it.
    void invalidate(notasContract.byLote, notasContract.warnings, getLoteHeader);
  };
  return (
    <RowAction
      label={`${activa ? 'Retirar' : 'Reactivar'} la alerta del ${formatFecha(alerta.fechaRecordatorio)}`}
      icon={activa ? <IconBellOff size={16} /> : <IconBellCheck size={16} />}
      onClick={() => void toggle()}
    />
  );
}

function saveFailed(error: unknown): void {
  toast.failure(error);
}

interface NuevaNotaProps {
  tipo: TipoNota;
  lote: string;
  autoFocus: boolean;
  /** The form starts anew after a save, with the focus in it. */
  onSaved: () => void;
}

function NuevaNota({ tipo, lote, autoFocus, onSaved }: NuevaNotaProps) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema,
    // A note is as a rule of the day on which it is written.
    initial: { fechaRecordatorio: tipo === 'nota' ? today() : '', descripcion: '' },
    onSubmit: async (values) => {
      await call(notasContract.save, { body: { id: '', tipo, lote: { id: lote }, activa: true, ...values } });
      toast.success(ACTION_DONE, 2);
      void invalidate(notasContract.byLote, notasContract.warnings, getLoteHeader);
      onSaved();
    },
    onError: saveFailed,
  });
  return (
    <KitForm form={form} submitLabel="Salvar" plain>
      <Fields columns={1}>
        <DateField
          form={form}
          name="fechaRecordatorio"
          label={WORDS[tipo].fecha}
          required
          min={today()}
          autoFocus={autoFocus && tipo === 'alerta'}
        />
        <TextareaField
          form={form}
          name="descripcion"
          label="Descripción"
          required
          autosize
          minRows={4}
          maxRows={12}
          maxLength={2000}
          autoFocus={autoFocus && tipo === 'nota'}
        />
      </Fields>
    </KitForm>
  );
}
