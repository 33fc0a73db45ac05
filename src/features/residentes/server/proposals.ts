/** Contact data that somebody proposed and the office accepts: a new phone or e-mail, or one in the place of another. */
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { findResidenteForUpdate, firstTipoNumero, residenteDetail } from './repository.ts';
import { saveContacts } from './repository-contacts.ts';

export interface Propuesta {
  telefono: string;
  correo: string;
  reemplazaTelefono?: number | null | undefined;
  reemplazaCorreo?: number | null | undefined;
}

const GONE = 'Lo que se iba a reemplazar ya no existe. Cámbielo a mano y acepte después, o rechácelo';

export async function applyContacto(ctx: Context, residenteId: number, propuesta: Propuesta): Promise<void> {
  const { tx } = ctx;
  const found = await findResidenteForUpdate(tx, residenteId);
  if (!found) throw new Refusal('La persona ya no existe. Rechace la propuesta');
  const antes = await residenteDetail(tx, found);
  const { telefono, correo, reemplazaTelefono: deTelefono, reemplazaCorreo: deCorreo } = propuesta;
  const oldTelefono = antes.telefonoList.find(({ id }) => id === deTelefono);
  const oldCorreo = antes.correoElectronicoList.find(({ id }) => id === deCorreo);
  if ((deTelefono && !oldTelefono) || (deCorreo && !oldCorreo)) throw new Refusal(GONE);
  const tipoNumeroTelefono = oldTelefono?.tipoNumeroTelefono ?? (await firstTipoNumero(tx));
  const { facturar = false, referencia = '' } = oldCorreo ?? {};
  await saveContacts(tx, 'residente', residenteId, antes, {
    telefonoList:
      telefono === ''
        ? []
        : [
            {
              id: oldTelefono?.id ?? null,
              tipoNumeroTelefono,
              numero: telefono,
              referencia: oldTelefono?.referencia ?? '',
            },
          ],
    correoElectronicoList: correo === '' ? [] : [{ id: oldCorreo?.id ?? null, correo, facturar, referencia }],
  });
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'residente', entidadId: residenteId, referencia: found.name },
    ...{ nota: `Datos de contacto que propuso «${found.name}»`, antes, despues: await residenteDetail(tx, found) },
  });
}
