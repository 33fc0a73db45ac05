/** What somebody asks for of their data, whoever writes it down. */
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { DERECHO, responderHasta, type Via } from '../rules.ts';
import { NO_PERSONA } from './personas.ts';
import * as repository from './repository.ts';

/** Keeps what somebody asks for of their data; gives the day until which it is to be answered. */
export async function requestRight(
  ctx: Context,
  {
    residenteId,
    via,
    ...asked
  }: { residenteId: number; via: Via; derecho: repository.SolicitudRow['derecho']; texto: string; recibida: string },
): Promise<{ id: number; responderHasta: string }> {
  const persona = await repository.findPersona(ctx.tx, residenteId);
  if (!persona) throw new NotFound(NO_PERSONA);
  const hasta = responderHasta(asked.recibida);
  const values = { ...asked, via, residente_id: residenteId, responder_hasta: hasta };
  const id = await repository.insertSolicitud(ctx.tx, {
    ...values,
    usuario_id: ctx.usuarioId,
    created_at: ctx.clock.now(),
  });
  await ctx.audit({
    ...{ status: 'creado', entidad: 'solicitud_privacidad', entidadId: id, referencia: persona.name },
    ...{
      nota: `${DERECHO[asked.derecho]} que pidió «${persona.name}», a responder hasta el ${formatFecha(hasta)}`,
      despues: values,
    },
  });
  return { id, responderHasta: hasta };
}
