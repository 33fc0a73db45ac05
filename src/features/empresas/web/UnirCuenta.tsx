/** The window in which somebody joins an account of another community: both are shown to be theirs. */

import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { PasswordField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { empresasContract, unirSchema } from '../contract.ts';
import classes from './empresas.module.css';

type Mias = Value<typeof empresasContract.mias>;

export function UnirCuenta({ mias, onClose }: { mias: Mias; onClose: () => void }) {
  const invalidate = useInvalidate();
  const [only] = mias.porUnir;
  const form = useKitForm({
    schema: unirSchema,
    initial: {
      ...{ comunidad: mias.porUnir.length === 1 ? (only?.codigo ?? '') : '', usuario: '', passwordAlla: '' },
      ...{ tokenAlla: '', password: '', codigo: '' },
    },
    onSubmit: async (body) => {
      const message = await call(empresasContract.unir, { body });
      toast.success(message ?? ACTION_DONE, 4);
      onClose();
      void invalidate(empresasContract.mias);
      void invalidate(empresasContract.resumen);
    },
  });
  return (
    <FormModal title="Unir una cuenta" onClose={onClose} width="34rem">
      <p className={`kit-quiet ${classes.said}`}>
        Escriba las señas con que entra a la otra comunidad. Su cuenta y su rol de ahí no cambian: sólo podrá pasar de
        una a otra sin entrar de nuevo.
      </p>
      <KitForm form={form} onCancel={onClose} submitLabel="Unir" guard={false} plain>
        <Fields>
          <SelectField
            form={form}
            name="comunidad"
            label="Comunidad"
            required
            autoFocus={mias.porUnir.length > 1}
            options={mias.porUnir.map(({ codigo, nombre }) => ({ value: codigo, label: nombre }))}
          />
          <TextField
            form={form}
            name="usuario"
            label="Usuario de ahí"
            required
            autoComplete="off"
            autoFocus={mias.porUnir.length === 1}
          />
          <PasswordField
            form={form}
            name="passwordAlla"
            label="Contraseña de ahí"
            required
            autoComplete="new-password"
          />
          <TextField
            form={form}
            name="tokenAlla"
            label="Código de ahí"
            description="Si esa cuenta tiene segundo factor"
            autoComplete="one-time-code"
          />
          <PasswordField
            form={form}
            name="password"
            label="Su contraseña de aquí"
            required
            autoComplete="current-password"
          />
          {mias.conFactor ? (
            <TextField form={form} name="codigo" label="Su código de aquí" required autoComplete="one-time-code" />
          ) : null}
        </Fields>
      </KitForm>
    </FormModal>
  );
}
