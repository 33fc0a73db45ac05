/** The notice on the resident's own page. The session's role has views of its lot alone: what is written here is written apart. */
import { type Context, register } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { avisoPropioContract } from '../contract.ts';
import { consent } from './personas.ts';
import { findAvisoVigente, findRespuesta } from './repository.ts';

export interface AvisoPendiente {
  version: number;
  texto: string;
}

/** The version in force that this resident has not accepted; undefined where there is none. A representative speaks for another. */
export async function avisoPendiente(ctx: Context): Promise<AvisoPendiente | undefined> {
  const { residenteId } = ctx.resident;
  if (residenteId === null) return undefined;
  return ctx.separately(async (tx) => {
    const vigente = await findAvisoVigente(tx, ctx.today());
    if (!vigente) return undefined;
    const respuesta = await findRespuesta(tx, residenteId);
    return respuesta?.acepta && respuesta.avisoId === vigente.id ? undefined : vigente;
  });
}

/** The same request in a transaction of the office's role. */
export const apart = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.separately((tx: Tx) => work(Object.create(ctx, { tx: { value: tx } }) as Context));

export const avisoPropioEndpoints = register(avisoPropioContract, {
  async responder({ body, ctx }) {
    const { residenteId } = ctx.resident;
    const vigente = await avisoPendiente(ctx);
    if (residenteId === null || !vigente) return 'Ya estaba aceptado';
    if (vigente.version !== body.version)
      throw new Refusal('El aviso cambió mientras lo leía. Abra la página otra vez');
    const aviso = { acepta: body.acepta, fecha: ctx.today() };
    await apart(ctx, (own) => consent(own, { residenteId, aviso, finalidades: [], via: 'pagina' }));
    return body.acepta ? 'Gracias' : 'Quedó anotado que no lo acepta';
  },
});
