/** The form of a resident-app user, new or existing. It always returns to the list: soon after a save, later after a failure. */
import { useEffect, useRef, useState } from 'react';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useRecord } from '#platform/web/kit/FormPage.tsx';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { lotesContract } from '../../lotes/contract.ts';
import { appResidentesContract, userAppSchema } from '../contract.ts';
import { STATUS_LABELS, STATUSES_APP } from '../rules.ts';

const LIST = '/admin/usuarios-app';
const AFTER_SUCCESS_SECONDS = 2;
const AFTER_FAILURE_SECONDS = 7;

const STATUS_OPTIONS = STATUSES_APP.map((value) => ({ value, label: STATUS_LABELS[value] }));

type UserApp = Value<typeof appResidentesContract.get>;

/**
 * The return to the list after some seconds. Who goes on editing meanwhile stays: `values` are the form's, and a change
 * of them calls the return off.
 */
function useReturn(values: unknown) {
  const goTo = useGoTo();
  const [returning, setReturning] = useState<'saved' | 'failed' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => {
    clearTimeout(timer.current);
    setReturning(null);
  };
  const seen = useRef(values);
  useEffect(() => {
    if (seen.current === values) return;
    seen.current = values;
    if (returning === 'failed') {
      clearTimeout(timer.current);
      setReturning(null);
    }
  }, [values, returning]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    returning,
    cancel,
    start(outcome: 'saved' | 'failed') {
      clearTimeout(timer.current);
      setReturning(outcome);
      const seconds = outcome === 'saved' ? AFTER_SUCCESS_SECONDS : AFTER_FAILURE_SECONDS;
      timer.current = setTimeout(() => goTo(LIST), seconds * 1000);
    },
  };
}

function UserAppFields({ user }: { user: UserApp | undefined }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: userAppSchema,
    initial: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      lote: { id: user?.lote.id ?? null },
      status: user?.status ?? 'pendiente',
      phone: user?.phone ?? '',
    },
    onSubmit: async (values) => {
      back.cancel();
      await call(appResidentesContract.save, { body: { id: user?.id ?? '', ...values, token: user?.token ?? '' } });
      toast.success(ACTION_DONE, AFTER_SUCCESS_SECONDS);
      void invalidate(appResidentesContract.all);
      back.start('saved');
    },
    onError: (error) => {
      toast.failure(error);
      back.start('failed');
    },
  });
  const back = useReturn(form.values);

  return (
    <KitForm
      form={form}
      cancelTo={LIST}
      busy={back.returning === 'saved'}
      // The return was announced: it asks nothing.
      guard={back.returning === null}
      extraActions={
        back.returning === 'failed' ? (
          <span role="status" style={{ color: 'var(--kit-ink-2)', fontSize: 'var(--mantine-font-size-sm)' }}>
            Se volverá a la lista en unos segundos; si corrige algo, se queda aquí.
          </span>
        ) : undefined
      }
    >
      <Fields>
        <TextField form={form} name="name" label="Nombre" required maxLength={200} autoFocus={!user} />
        <TextField form={form} name="email" label="Correo electrónico" required type="email" maxLength={200} />
        <AsyncSelectField
          form={form}
          name="lote.id"
          label="Seleccionar lote"
          required
          initialOption={user && { value: user.lote.id, label: user.lote.referencia }}
          find={async (q, signal) =>
            (await call(lotesContract.referenciaLote, { query: { q }, signal })).map(({ id, name }) => ({
              value: id,
              label: name,
            }))
          }
        />
        <SelectField form={form} name="status" label="Estado" required options={STATUS_OPTIONS} />
        <TextField form={form} name="phone" label="Teléfono" required type="tel" maxLength={30} />
      </Fields>
    </KitForm>
  );
}

export default function UserAppForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo usuario de la app', edit: 'Editar usuario de la app' }}
      back={{ to: LIST, label: 'Volver a Usuarios de la app' }}
      record={useRecord(appResidentesContract.get)}
      lines={5}
    >
      {(user) => <UserAppFields user={user} />}
    </FormPage>
  );
}
