/** The pickers of a lot's active associate and its tenants. */
import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { call } from '#platform/web/api.ts';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { Fields } from '#platform/web/kit/form/KitForm.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { lotesContract } from '../contract.ts';
import type { LoteKitForm, ResidentNames } from './form-types.ts';
import classes from './lotes.module.css';

interface Props {
  form: LoteKitForm;
  names: ResidentNames;
  onNames: (names: ResidentNames) => void;
}

const find = (tipo: 'asociado' | 'inquilino') => async (q: string, signal: AbortSignal) => {
  const found = await call(lotesContract.residentes, { params: { tipo }, query: { q }, signal });
  return found.map(({ id, name }) => ({ value: id, label: name }));
};
const findAsociado = find('asociado');
const findInquilino = find('inquilino');

/** One select over the list's only associate, and one that adds tenants: both are fields of the same list. */
function useTies(form: LoteKitForm) {
  const [added, setAdded] = useState(0);
  const ties = form.values.residenteLoteList;
  const asociado = ties.find((tie) => tie.asociado);
  const asociadoId = asociado ? Number(asociado.resident.id) : null;
  const inquilinos = ties.filter((tie) => !tie.asociado);
  const replace = (next: typeof ties) => form.set('residenteLoteList', next);
  const asociadoForm: LoteKitForm = {
    ...form,
    get: () => asociadoId,
    set: (_path, value) =>
      replace([
        ...(typeof value === 'number' ? [{ id: '', resident: { id: value }, asociado: true }] : []),
        ...inquilinos,
      ]),
  };
  const inquilinoForm: LoteKitForm = {
    ...form,
    get: () => null,
    set: (_path, value) => {
      if (typeof value !== 'number') return;
      setAdded((count) => count + 1);
      if (inquilinos.some((tie) => Number(tie.resident.id) === value)) return;
      replace([...ties, { id: '', resident: { id: value }, asociado: false }]);
    },
    check: () => undefined,
  };
  const remove = (tie: (typeof ties)[number]) => replace(ties.filter((other) => other !== tie));
  return { asociadoId, asociadoForm, inquilinos, inquilinoForm, added, remove };
}

export function Residentes({ form, names, onNames }: Props) {
  const { asociadoId, asociadoForm, inquilinos, inquilinoForm, added, remove } = useTies(form);
  const remember = (option: Option<number> | null) => {
    if (option) onNames(new Map(names).set(option.value, option.label));
  };
  return (
    <Fields columns={2}>
      <AsyncSelectField
        form={asociadoForm}
        name="residenteLoteList"
        label="Asociado"
        required={form.values.status === 'entregado'}
        find={findAsociado}
        initialOption={asociadoId === null ? undefined : { value: asociadoId, label: names.get(asociadoId) ?? '' }}
        onChoose={remember}
        emptyText="Ningún asociado con ese nombre"
      />
      <div>
        <AsyncSelectField
          // A new one after each tenant, so that the next can be looked for.
          key={added}
          form={inquilinoForm}
          name="residenteLoteList.inquilinos"
          label="Inquilino"
          placeholder="Escriba para buscar y agregar"
          autoFocus={added > 0}
          find={findInquilino}
          onChoose={remember}
          emptyText="Ningún inquilino con ese nombre"
        />
        {inquilinos.length > 0 ? (
          <ul className={classes.chips} aria-label="Inquilinos del lote">
            {inquilinos.map((tie) => {
              const id = Number(tie.resident.id);
              const name = names.get(id) ?? '';
              return (
                <li key={id} className={classes.chip}>
                  {name}
                  <CloseButton size="xs" aria-label={`Quitar a ${name}`} onClick={() => remove(tie)} />
                </li>
              );
            })}
          </ul>
        ) : null}
      </div>
    </Fields>
  );
}
