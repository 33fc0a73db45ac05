/** The tax data of a lot, as a change of owner has them: they are of whoever sells, with the card that they keep. */
import { normalizeNombre, refusalOfNombre } from '#cfdi/nombre.ts';
import type { LoteVendido, NuevoReceptor } from '#libro/server/owner-change.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { faultsOfReceptor, refusalOfName } from '../rules.ts';
import {
  deleteDatosFiscales,
  deleteTarjeta,
  type FilaFiscal,
  findCodes,
  findDatosFiscales,
  findFilaDe,
  insertDatosFiscales,
  updateDatosFiscales,
} from './repository.ts';

/** The record as it was, by which it is given back; the sealed card is no part of it. null: there was none. */
export type FiscalDeAntes = { fila: FilaFiscal; que: 'quitar' | 'cambiar' } | null;

const auditOf = (lote: LoteVendido, id: number) => ({
  entidad: 'datos_fiscales' as const,
  entidadId: id,
  referencia: lote.referencia,
});

/** The lot's tax data go with whoever sells: until others are captured it is invoiced as lots without them are. */
export async function removeFiscal(ctx: Context, lote: LoteVendido): Promise<FiscalDeAntes> {
  const fila = await findFilaDe(ctx.tx, lote.id);
  if (!fila) return null;
  const antes = await findDatosFiscales(ctx.tx, fila.id);
  await deleteDatosFiscales(ctx.tx, fila.id);
  if (fila.constancia_id !== null) await ctx.files.forget(fila.constancia_id);
  await ctx.audit({
    ...{ status: 'eliminado', ...auditOf(lote, fila.id), antes },
    nota: `Datos fiscales de ${fila.razon_social}, por el cambio de propietario`,
  });
  return { fila, que: 'quitar' };
}

/** The same record names another receiver, all else of it, such as the house's address, stays; certificate and card were the other's and go. */
export async function replaceFiscal(ctx: Context, lote: LoteVendido, to: NuevoReceptor): Promise<FiscalDeAntes> {
  const nuevo = { ...to, rfc: to.rfc.toUpperCase(), razonSocial: normalizeNombre(to.razonSocial) };
  const fila = await findFilaDe(ctx.tx, lote.id);
  if (!fila) {
    throw new Refusal('El lote no tiene datos fiscales que cambiar. Elija quitarlos y captúrelos después', 'fiscal');
  }
  const name = refusalOfNombre(nuevo.razonSocial) ?? refusalOfName(nuevo.rfc, nuevo.razonSocial);
  if (name) throw new Refusal(name, 'razonSocial');
  const codes = await findCodes(ctx.tx, {
    ...{ regimenFiscal: nuevo.regimenFiscal, usoCFDI: nuevo.usoCFDI },
    ...{ metodoPagoCFDI: { id: fila.metodo_pago_cfdi_id }, formaPagoCFDI: { id: fila.forma_pago_cfdi_id } },
  });
  const [fault] = faultsOfReceptor(nuevo.rfc, codes);
  if (fault) throw new Refusal(fault.message, fault.path);
  const antes = await findDatosFiscales(ctx.tx, fila.id);
  await updateDatosFiscales(ctx.tx, fila.id, {
    ...{ razon_social: nuevo.razonSocial, rfc: nuevo.rfc, codigo_postal: nuevo.codigoPostal, email: nuevo.email },
    ...{ regimen_fiscal_id: nuevo.regimenFiscal.id, uso_cfdi_id: nuevo.usoCFDI.id },
    ...{ constancia_id: null, updated_at: ctx.clock.now() },
  });
  await deleteTarjeta(ctx.tx, fila.id);
  if (fila.constancia_id !== null) await ctx.files.forget(fila.constancia_id);
  await ctx.audit({
    ...{ status: 'actualizado', ...auditOf(lote, fila.id), antes },
    nota: `Datos fiscales de ${nuevo.razonSocial}, por el cambio de propietario`,
    despues: await findDatosFiscales(ctx.tx, fila.id),
  });
  return { fila, que: 'cambiar' };
}

/** Gives them back as they were, but for certificate and card. What somebody captured since stays. */
export async function restoreFiscal(ctx: Context, lote: LoteVendido, antes: FiscalDeAntes): Promise<string[]> {
  if (!antes) return [];
  const { fila, que } = antes;
  const ahora = await findFilaDe(ctx.tx, lote.id);
  const values = { ...fila, constancia_id: null, updated_at: ctx.clock.now() };
  if (que === 'quitar') {
    if (ahora) return ['El lote ya tiene otros datos fiscales y se quedan como están'];
    await insertDatosFiscales(ctx.tx, values);
  } else {
    if (ahora?.id !== fila.id) return ['Los datos fiscales se cambiaron después y se quedan como están'];
    await updateDatosFiscales(ctx.tx, fila.id, values);
  }
  await ctx.audit({
    ...{ status: que === 'quitar' ? 'creado' : 'actualizado', ...auditOf(lote, fila.id) },
    nota: `Datos fiscales de ${fila.razon_social} devueltos al deshacer el cambio de propietario`,
    despues: await findDatosFiscales(ctx.tx, fila.id),
  });
  return fila.constancia_id === null ? [] : ['La constancia de situación fiscal se borró y no vuelve: súbala de nuevo'];
}
