/** The tab Viviendas: the units of a condominal lot, added and deleted at once, apart from the form's save. */
import { TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { ACTION_DONE, DELETED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, FieldFaults, Refused } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { EmptyState, StatusBadge } from '#platform/web/kit/page.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { type LoteDetail, lotesContract, unidadSchema } from '../contract.ts';
import { newUnitRefusal } from '../rules.ts';
import { STATUS_LABELS, STATUS_TONES } from './labels.ts';
import classes from './lotes.module.css';

const DELETE_FAILED = 'No se puede ejecutar esta acción por el momento. Contacte al administrador';

/** One change at a time; the lists are read again after it. */
function useChange(onChanged: () => void) {
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const change = async (work: () => Promise<unknown>, done: string, onFailure: (failure: unknown) => void) => {
    setBusy(true);
    try {
      await work();
      toast.success(done, 2);
      void invalidate(lotesContract.all, lotesContract.counts);
      onChanged();
    } catch (failure) {
      onFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
}

interface ViviendasProps {
  lote: LoteDetail;
  /** Asks for the lot again. */
  onChanged: () => void;
}

function NewUnit({ lote, busy, change }: { lote: LoteDetail } & ReturnType<typeof useChange>) {
  const [referencia, setReferencia] = useState('');
  const [error, setError] = useState<string>();
  const refusal = newUnitRefusal({ ...lote, units: lote.childrenLotes.length });

  const add = async () => {
    if (busy || refusal) return;
    const parsed = unidadSchema.safeParse({ referencia });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    const save = async () => {
      await call(lotesContract.saveUnidad, { params: { parentLotId: lote.id }, body: { id: '', ...parsed.data } });
      setReferencia('');
    };
    await change(save, ACTION_DONE, (failure) => {
      if (failure instanceof Refused) toast.warning(failure.message, 8);
      else if (failure instanceof FieldFaults) setError(failure.errors[0]?.message);
      else toast.error(SERVER_ERROR_RETRY, 8);
    });
  };

  // Enter in the field adds the unit; it must not save the whole form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void add();
  };

  return (
    <div className={classes.addUnit}>
      <TextInput
        label="Referencia de la vivienda"
        value={referencia}
        maxLength={60}
        autoComplete="off"
        error={error}
        disabled={refusal !== undefined}
        description={refusal}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => {
          setReferencia(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <BusyButton variant="light" loading={busy} disabled={refusal !== undefined} onClick={() => void add()}>
        Agregar
      </BusyButton>
    </div>
  );
}

interface UnitsProps {
  units: LoteDetail['childrenLotes'];
  onRemove: (referencia: string) => void;
}

function Units({ units, onRemove }: UnitsProps) {
  if (units.length === 0) return <EmptyState text="El lote no tiene viviendas" />;
  return (
    <table className={classes.list}>
      <caption className="kit-hidden">Viviendas del lote</caption>
      <thead>
        <tr>
          <th scope="col">Referencia</th>
          <th scope="col">Estado</th>
          <th scope="col">
            <span className="kit-hidden">Acciones</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {units.map(({ referencia, status }) => (
          <tr key={referencia}>
            <td>{referencia}</td>
            <td>
              <StatusBadge color={STATUS_TONES[status]} label={STATUS_LABELS[status]} />
            </td>
            <td className={classes.rowActions}>
              <RowAction
                label={`Eliminar ${referencia}`}
                icon={<IconTrash size={16} />}
                danger
                onClick={() => onRemove(referencia)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Viviendas({ lote, onChanged }: ViviendasProps) {
  const { busy, change } = useChange(onChanged);
  const units = lote.childrenLotes;
  const remove = async (referencia: string) => {
    if (busy || !(await confirmDelete(`la vivienda ${referencia}`))) return;
    await change(
      () => call(lotesContract.deleteUnidad, { params: { referencia } }),
      DELETED,
      (failure) => toast.failure(failure, DELETE_FAILED, 5, { kind: 'warning' }),
    );
  };
  return (
    <div className={classes.units}>
      <p className={classes.hint}>
        {units.length} de {lote.numeroViviendas} {lote.numeroViviendas === 1 ? 'vivienda' : 'viviendas'}
      </p>
      <NewUnit lote={lote} busy={busy} change={change} />
      <Units units={units} onRemove={(referencia) => void remove(referencia)} />
    </div>
  );
}
