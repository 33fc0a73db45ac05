/** One entry of the log: who did what, and the fields before and after. */
import { Button } from '@mantine/core';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { isMissing } from '#platform/web/api.ts';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ErrorPanel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFechaHora } from '#ui/format.ts';
import { bitacoraContract } from '../contract.ts';
import classes from './bitacora.module.css';
import { differences, type FieldDifference } from './difference.ts';
import { ActionBadge } from './status.tsx';

interface StatesProps {
  caption: string;
  fields: readonly FieldDifference[];
  before: boolean;
  after: boolean;
  afterLabel?: string;
}

function States({ caption, fields, before, after, afterLabel = 'Después' }: StatesProps) {
  return (
    <table className={classes.states}>
      <caption className="kit-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Campo</th>
          {before ? <th scope="col">Antes</th> : null}
          {after ? <th scope="col">{afterLabel}</th> : null}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, label, antes, despues, changed }) => (
          <tr key={path}>
            <th scope="row">{label}</th>
            {before ? <td data-side={changed && after ? 'antes' : undefined}>{antes ?? '—'}</td> : null}
            {after ? <td data-side={changed && before ? 'despues' : undefined}>{despues ?? '—'}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Difference({ antes, despues }: { antes: unknown; despues: unknown }) {
  const fields = differences(antes, despues);
  const sides = { before: fields.some((field) => field.antes !== null), after: fields.some((f) => f.despues !== null) };
  const changed = fields.filter((field) => field.changed);
  const same = fields.filter((field) => !field.changed);
  if (fields.length === 0)
    return <p className={classes.quiet}>Este registro no guarda valores de antes ni de después.</p>;
  return (
    <>
      {changed.length === 0 ? (
        <p className={classes.quiet}>Se guardó sin cambiar ningún campo.</p>
      ) : (
        <States caption="Campos que cambiaron" fields={changed} {...sides} />
      )}
      {same.length === 0 ? null : (
        <details className={classes.same}>
          <summary>{same.length === 1 ? '1 campo sin cambios' : `${same.length} campos sin cambios`}</summary>
          <States caption="Campos sin cambios" fields={same} before={false} after afterLabel="Valor" />
        </details>
      )}
    </>
  );
}

function SealBadge({ sealed }: { sealed: boolean }) {
  return sealed ? <StatusBadge color="green" label="Sellado" /> : <StatusBadge color="amber" label="Por sellar" />;
}

export function Detail({ id, onClose }: { id: number; onClose: () => void }) {
  const entry = useCall(bitacoraContract.get, { params: { id } });
  const { data, error } = entry;
  const missing = isMissing(error);
  return (
    <Dialog title={`Registro ${id} de la bitácora`} onClose={onClose} closeButton width="46rem">
      {data ? (
        <>
          <div className={classes.facts}>
            <Facts
              columns={2}
              items={[
                { label: 'Fecha', value: formatFechaHora(data.createdAt) },
                { label: 'Usuario', value: data.usuario },
                { label: 'Acción', value: <ActionBadge status={data.status} /> },
                { label: 'Sello', value: <SealBadge sealed={data.sellado} /> },
                { label: 'Referencia', value: data.referencia },
                { label: 'Nota', value: data.nota },
              ]}
            />
          </div>
          <Difference antes={data.antes} despues={data.despues} />
        </>
      ) : missing ? (
        <ErrorPanel message={`El registro ${id} no existe en la bitácora.`} />
      ) : error ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void entry.refetch()} />
      ) : (
        <Skeletons lines={8} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  );
}
