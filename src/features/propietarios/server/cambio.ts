/** The change of owner and its taking back: each one transaction, under the lot's lock, and neither moves money. */
import { toCentavos } from '#core/money.ts';
import { lockLoteOfBody } from '#libro/server/lotes.ts';
import type { LoteVendido } from '#libro/server/owner-change.ts';
import { listPeriodos } from '#libro/server/owners.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import type { CambioBody, Preparacion } from '../contract.ts';
import {
  isConfirmed,
  QUEDAN_TEXTOS,
  refusalOfEnding,
  refusalOfFecha,
  refusalOfSeen,
  refusalOfSettling,
  TERMINAN,
} from '../rules.ts';
import type { OwnerChange } from './parts.ts';
import { countsOf, cuentasDe, impedimentoOf, presentOf, refusalToUndo, tenidosDe } from './read.ts';
import { findCambio, insertCambio, insertReverso } from './repository.ts';

const ENTIDAD = 'cambio_propietario';

function refuseIf(refusal: string | undefined, path?: string): void {
  if (refusal) throw new Refusal(refusal, path);
}

/** Everything that keeps a sale from being recorded, looked at with the lot's lock; gives who sells and what there is. */
async function checkSale(parts: OwnerChange, ctx: Context, body: CambioBody) {
  const lote = await lockLoteOfBody(ctx.tx, body.id);
  const { actual, ultima } = presentOf(await listPeriodos(ctx, lote.id));
  if (!actual) throw new Refusal(impedimentoOf(lote, false));
  refuseIf(impedimentoOf(lote, true));
  refuseIf(refusalOfFecha(body.fecha, { hoy: ctx.today(), ultima }), 'fecha');
  if (!isConfirmed(body.confirmacion, lote.referencia)) {
    throw new Refusal(`Escriba la referencia del lote, ${lote.referencia}, para confirmar`, 'confirmacion');
  }
  const cuentas = await cuentasDe(ctx.tx, lote.id, body.fecha);
  const tenidos = await tenidosDe(parts, ctx, lote.id);
  const ahora = { lazo: actual.id, adeudo: cuentas.adeudo, fondo: cuentas.fondo, termina: countsOf(tenidos) };
  refuseIf(refusalOfSeen(body.visto, ahora));
  const unsettled = refusalOfSettling({ ...cuentas, adeudo: cuentas.adeudoAlDia }, body);
  refuseIf(unsettled?.message, unsettled?.path);
  const unended = refusalOfEnding(body.termina, ahora.termina, body.fiscal);
  refuseIf(unended?.message, unended?.path);
  return { lote, actual, cuentas, tenidos };
}

/** Whoever buys: one that there is, or a new one. */
async function buyer(parts: OwnerChange, ctx: Context, body: CambioBody, vendeId: number) {
  const { residente, name, telefonoList, correoElectronicoList } = body;
  const contacts = { telefonoList, correoElectronicoList };
  if (residente.id === null) {
    return { id: await parts.createResidente(ctx, { name, tipo: 'asociado', ...contacts }), name };
  }
  if (residente.id === vendeId) {
    throw new Refusal('Quien compra ya es el propietario de este lote. Elija a otra persona', 'residente');
  }
  return parts.buyerOf(ctx, residente.id, contacts);
}

async function changeFiscal(parts: OwnerChange, ctx: Context, lote: LoteVendido, body: CambioBody): Promise<unknown> {
  if (body.fiscal === 'conservar') return null;
  if (body.fiscal === 'quitar') return parts.removeFiscal(ctx, lote);
  const { razonSocial, rfc, codigoPostal, email, regimenFiscal, usoCFDI } = body;
  return parts.replaceFiscal(ctx, lote, {
    ...{ razonSocial, rfc, codigoPostal, email },
    // Missing they are faults of the schema's.
    ...{ regimenFiscal: { id: regimenFiscal.id ?? 0 }, usoCFDI: { id: usoCFDI.id ?? 0 } },
  });
}

/** What of each was ended, in words, for the audit log. */
const endedIn = (body: CambioBody, tenidos: Preparacion['termina']) =>
  Object.fromEntries(
    TERMINAN.filter((clave) => body.termina[clave] && tenidos[clave].length > 0).map((clave) => [
      clave,
      tenidos[clave].map(({ texto }) => texto),
    ]),
  );

export async function changeOwner(parts: OwnerChange, ctx: Context, body: CambioBody) {
  const { lote, actual, cuentas, tenidos } = await checkSale(parts, ctx, body);
  const nuevo = await buyer(parts, ctx, body, actual.residenteId);
  const terminado: Record<string, unknown> = {};
  for (const clave of TERMINAN) if (body.termina[clave]) terminado[clave] = await parts.terminan[clave].end(ctx, lote);
  // After the card is out of use: with the tax data it goes for good.
  terminado.fiscal = await changeFiscal(parts, ctx, lote, body);
  // Of what was paid before it is told by this whom an invoice names.
  terminado.receptor = body.fiscal;
  const lazoNuevo = await parts.changeAssociate(ctx, lote, { lazoId: actual.id, residenteId: nuevo.id });
  const { fecha, adeudo, fondo, consentimiento } = body;
  const id = await insertCambio(ctx.tx, {
    ...{ lote_id: lote.id, fecha, lazo_anterior_id: actual.id, lazo_nuevo_id: lazoNuevo },
    ...{ adeudo, fondo, adeudo_centavos: toCentavos(cuentas.adeudo), fondo_centavos: toCentavos(cuentas.fondo) },
    ...{ consentimiento, terminado: JSON.stringify(terminado) },
    ...{ usuario_id: ctx.usuarioId, created_at: ctx.clock.now() },
  });
  await ctx.audit({
    ...{ status: 'creado', entidad: ENTIDAD, entidadId: id, referencia: lote.referencia },
    nota: `El lote «${lote.referencia}» pasó de «${actual.name}» a «${nuevo.name}» el ${formatFecha(fecha)}; ${QUEDAN_TEXTOS[adeudo].adeudo}, ${QUEDAN_TEXTOS[fondo].fondo}`,
    antes: { propietario: actual.name, residenteId: actual.residenteId },
    despues: {
      ...{ propietario: nuevo.name, residenteId: nuevo.id, fecha, adeudo, fondo, consentimiento, fiscal: body.fiscal },
      ...{ adeudoEntonces: cuentas.adeudo, fondoEntonces: cuentas.fondo, termina: endedIn(body, tenidos) },
    },
  });
  return { id, residenteId: nuevo.id, name: nuevo.name, fecha };
}

/** Takes back the last sale of a lot, and says what of it does not come back. */
export async function undoChange(
  parts: OwnerChange,
  ctx: Context,
  body: { id: number; razon: string },
): Promise<string> {
  const { tx } = ctx;
  const asked = await findCambio(tx, body.id);
  if (!asked) throw new NotFound('No existe el cambio de propietario solicitado');
  const lote = await lockLoteOfBody(tx, asked.lote_id);
  // Read again with the lock: somebody may have taken it back meanwhile.
  const cambio = await findCambio(tx, body.id);
  const { actual } = presentOf(await listPeriodos(ctx, lote.id));
  if (!cambio || cambio.deshecho_at !== null) {
    throw new Refusal('Este cambio de propietario ya se deshizo. Actualice la página');
  }
  if (actual?.id !== cambio.lazo_nuevo_id) {
    throw new Refusal('El lote cambió de propietario después. Sólo se deshace el último cambio');
  }
  refuseIf(await refusalToUndo(parts, ctx, cambio));
  await parts.restoreAssociate(ctx, { anteriorId: cambio.lazo_anterior_id, nuevoId: cambio.lazo_nuevo_id });
  const terminado = cambio.terminado as Record<string, unknown>;
  const left = await parts.restoreFiscal(ctx, lote, terminado.fiscal ?? null);
  // Vehicles before their cards, as they are listed the other way round.
  for (const clave of TERMINAN.toReversed()) {
    if (clave in terminado) left.push(...(await parts.terminan[clave].restore(ctx, lote, terminado[clave])));
  }
  await insertReverso(tx, {
    ...{ cambio_id: cambio.id, razon: body.razon, usuario_id: ctx.usuarioId, created_at: ctx.clock.now() },
  });
  await ctx.audit({
    ...{ status: 'cancelado', entidad: ENTIDAD, entidadId: cambio.id, referencia: lote.referencia },
    nota: `Se deshizo el cambio de propietario de «${lote.referencia}» del ${formatFecha(cambio.fecha)}: ${body.razon}`,
    ...{ antes: { propietario: actual.name }, despues: { noVuelve: left } },
  });
  return ['El lote vuelve a ser del propietario anterior', ...left].join('. ');
}
