/** An invoice that nobody can stamp any more, or whose provider's account is given up. */
import { relojDe } from '#cfdi/husos.ts';
import { spendCode } from '#libro/server/codes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { Vencer } from '../../contract.ts';
import { isUnanswered, nameOf } from '../../rules.ts';
import { findFacturaForUpdate, findReferencia } from '../repository.ts';
import { leaveAccountAlone } from './halt.ts';
import { findHalt, updateRejected } from './repository.ts';

/** Ends it on the word of whoever looked at the provider's: its payments may be invoiced anew. The bytes that were sent stay. */
export async function expireInvoice(ctx: Context, body: Vencer): Promise<undefined> {
  const { tx, clock } = ctx;
  const row = await findFacturaForUpdate(tx, body.id);
  if (!row) throw new NotFound('La factura no existe');
  const folio = nameOf(row);
  const now = clock.now();
  const ahora = relojDe(row.lugar_expedicion, now);
  const detenido = (await findHalt(tx)) !== undefined;
  if (!isUnanswered({ ...row, fechaEmision: row.fecha ?? ahora }, ahora, detenido)) {
    throw new Refusal(
      row.status === 'pendiente'
        ? `La factura ${folio} todavía se puede timbrar o se está consultando. Espere la respuesta del proveedor`
        : `La factura ${folio} ya no está pendiente. Actualice la página`,
    );
  }
  await spendCode(ctx, body.codeAutorizacion, {
    operacion: 'Factura dada por vencida',
    loteId: row.lote_id,
    detalle: `Factura ${folio}: ${body.razon}`,
    monto: row.total_centavos,
  });
  const mensaje = `Se dio por vencida sin timbrar: ${body.razon}`;
  await updateRejected(tx, row, { codigo: '', mensaje }, now, 'vencido');
  await leaveAccountAlone(tx, now);
  const nota = `Se dio por vencida la factura ${folio} de ${inPesos(row.total_centavos)}, que el proveedor no confirmó. ${body.razon}`;
  await ctx.audit({
    status: 'actualizado',
    entidad: 'factura',
    entidadId: row.id,
    referencia: await findReferencia(tx, row.lote_id),
    nota: nota.slice(0, 500),
    antes: { estado: row.estado, mensaje: row.mensaje },
    despues: { estado: 'vencido' },
  });
  return undefined;
}
