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

/** `onChanged` asks for the lot again. */
export function Viviendas({ lote, onChanged }: { lote: LoteDetail; onChanged: () => void }) {
  const invalidate = useInvalidate();
  const [referencia, setReferencia] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const units = lote.childrenLotes.length;
  const refusal = newUnitRefusal({ ...lote, units });
  const changed = () => {
    void invalidate(lotesContract.all, lotesContract.counts);
    onChanged();
  };

  const add = async () => {
    if (busy || refusal) return;
    const parsed = unidadSchema.safeParse({ referencia });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    setBusy(true);
    try {
      await call(lotesContract.saveUnidad, { params: { parentLotId: lote.id }, body: { id: '', ...parsed.data } });
      setReferencia('');
      toast.success(ACTION_DONE, 2);
      changed();
    } catch (failure) {
      if (failure instanceof Refused) toast.warning(failure.message, 8);
      else if (failure instanceof FieldFaults) setError(failure.errors[0]?.message);
      else toast.error(SERVER_ERROR_RETRY, 8);
    } finally {
      setBusy(false);
    }
  };

  const remove = async (unit: string) => {
    if (busy || !(await confirmDelete(`la vivienda ${unit}`))) return;
    setBusy(true);
    try {
      await call(lotesContract.deleteUnidad, { params: { referencia: unit } });
      toast.success(DELETED, 2);
      changed();
    } catch (failure) {
      toast.failure(failure, DELETE_FAILED, 5, { kind: 'warning' });
    } finally {
      setBusy(false);
    }
  };

  // Enter in the field adds the unit; it must not save the whole form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void add();
  };

  return (
    <div className={classes.units}>
      <p className={classes.hint}>
        {units} de {lote.numeroViviendas} {lote.numeroViviendas === 1 ? 'vivienda' : 'viviendas'}
      </p>
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
      {units === 0 ? (
        <EmptyState text="El lote no tiene viviendas" />
      ) : (
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
            {lote.childrenLotes.map((unit) => (
              <tr key={unit.referencia}>
                <td>{unit.referencia}</td>
                <td>
                  <StatusBadge color={STATUS_TONES[unit.status]} label={STATUS_LABELS[unit.status]} />
                </td>
                <td className={classes.rowActions}>
                  <RowAction
                    label={`Eliminar ${unit.referencia}`}
                    icon={<IconTrash size={16} />}
                    danger
                    onClick={() => void remove(unit.referencia)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
