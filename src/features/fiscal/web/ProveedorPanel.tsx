/** Who stamps, with which account. */
import { useState } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { PasswordField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Notice, StatusBadge } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import { type Timbrado, timbradoContract, timbradoSchema } from '../contract.ts';
import { isReal, PROVEEDORES, type Proveedor } from '../rules.ts';
import classes from './fiscal.module.css';

const OPTIONS = (Object.keys(PROVEEDORES) as Proveedor[]).map((value) => ({ value, label: PROVEEDORES[value] }));

function Credito() {
  const credito = useCall(timbradoContract.credito, {});
  const creditos = credito.data?.creditos;
  const text = credito.isPending
    ? 'Consultando…'
    : creditos == null
      ? 'El proveedor no lo dice'
      : formatNumber(creditos);
  return (
    <div className={classes.actions}>
      <Facts items={[{ label: 'Timbres disponibles', value: text }]} />
    </div>
  );
}

/** Cancellations are signed here: said, and tried out with account and certificate as they are. */
function Firma() {
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ funciona: boolean; mensaje: string }>();
  const tryOut = async () => {
    setBusy(true);
    try {
      setTried(await call(timbradoContract.probarTimbrado, { body: {} }));
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={classes.signing}>
        Las cancelaciones se firman aquí, con el certificado de quien emitió, y se envían ya firmadas: el proveedor no
        guarda certificado ni llave.
      </p>
      <div className={classes.actions}>
        <BusyButton variant="default" loading={busy} onClick={() => void tryOut()}>
          Probar cuenta y firma
        </BusyButton>
      </div>
      {tried ? (
        <p role="status">
          <StatusBadge color={tried.funciona ? 'green' : 'red'} label={tried.funciona ? 'Funciona' : 'No funciona'} />{' '}
          {tried.mensaje}
        </p>
      ) : null}
    </>
  );
}

export function ProveedorForm({ timbrado }: { timbrado: Timbrado }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: timbradoSchema,
    initial: { proveedor: timbrado.proveedor, usuario: timbrado.usuario, contrasena: '' } as {
      proveedor: Proveedor;
      usuario: string;
      contrasena: string;
    },
    onSubmit: async (body) => {
      await call(timbradoContract.saveTimbrado, { body });
      toast.success(ACTION_DONE, 2);
      // The password does not stay in the page.
      form.load({ ...body, contrasena: '' });
      void invalidate(timbradoContract.timbrado, timbradoContract.credito);
    },
  });
  const { proveedor, usuario } = form.values;
  const simulated = proveedor === 'simulador';
  const kept = timbrado.conContrasena && proveedor === timbrado.proveedor && usuario === timbrado.usuario;
  return (
    <>
      {timbrado.detenido ? (
        <Notice role="alert">
          El timbrado está detenido desde el {formatFechaHora(timbrado.detenido.desde)}: {timbrado.detenido.mensaje} Las
          facturas esperan y ninguna se pierde; se pregunta de nuevo cada diez minutos, y en cuanto guarde la cuenta.
        </Notice>
      ) : null}
      <KitForm form={form} plain>
        <Fields columns={1}>
          <SelectField
            form={form}
            name="proveedor"
            label="Proveedor"
            required
            options={OPTIONS}
            description={
              isReal(proveedor) ? 'Las facturas tienen validez fiscal' : 'Las facturas dicen «Sin validez fiscal»'
            }
          />
          {simulated ? null : (
            <>
              <TextField form={form} name="usuario" label="Usuario" required maxLength={200} />
              <PasswordField
                form={form}
                name="contrasena"
                label="Contraseña"
                required={!kept}
                description={
                  kept ? 'Ya hay una guardada; escriba sólo si cambia' : 'Se guarda cifrada y no se vuelve a mostrar'
                }
              />
            </>
          )}
        </Fields>
      </KitForm>
      {timbrado.proveedor === 'simulador' ? null : <Credito />}
      <Firma />
    </>
  );
}
