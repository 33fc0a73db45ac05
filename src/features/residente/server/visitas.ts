/** Visitors that a resident announces to the gate: rows of the resident's own database role. */
import { register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { visitasContract } from '../contract.ts';
import { refusalOfVisita } from '../rules.ts';
import { referenciaDe } from './repository.ts';
import { cancelVisita, insertVisita, listVisitas } from './repository-cuenta.ts';

const TAKEN = { uq_visita_anunciada: 'Esa visita ya está anunciada para ese día. No hace falta avisar otra vez' };

export const visitasEndpoints = register(visitasContract, {
  async anunciar({ body, ctx }) {
    const hoy = ctx.today();
    const ese = (await listVisitas(ctx.tx, hoy)).filter(({ fecha }) => fecha === body.fecha).length;
    const refusal = refusalOfVisita(body.fecha, hoy, ese);
    if (refusal) throw new Refusal(refusal, 'fecha');
    const { loteId, enlaceId } = ctx.resident;
    const values = { ...body, lote_id: loteId, enlace_id: enlaceId, created_at: ctx.clock.now() };
    const id = await refusing(TAKEN, () => insertVisita(ctx.tx, values));
    await ctx.audit({
      ...{ status: 'creado', entidad: 'visita', entidadId: id, referencia: await referenciaDe(ctx) },
      ...{ nota: `Visita anunciada para el ${formatFecha(body.fecha)}`, despues: body },
    });
    return 'Listo: la caseta ya lo sabe';
  },

  async cancelarVisita({ body, ctx }) {
    const gone = await cancelVisita(ctx.tx, body.id, ctx.today(), ctx.clock.now());
    if (!gone) throw new NotFound('Esa visita ya no está anunciada');
    await ctx.audit({
      ...{ status: 'cancelado', entidad: 'visita', entidadId: body.id, referencia: await referenciaDe(ctx) },
      ...{ nota: `Visita del ${formatFecha(gone.fecha)} cancelada`, antes: gone },
    });
    return 'La visita se canceló';
  },
});
