import { register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { notasContract, TIPOS_NOTA, type TipoNota } from '../contract.ts';
import { refusalOfFecha } from '../rules.ts';
import {
  findNota,
  findNotaForUpdate,
  hasLote,
  insertNota,
  listActiveAlertas,
  listNotasOfLote,
  type NotaRow,
  updateNota,
} from './repository.ts';

/** How an alert leaves the bell and comes back, told by whether it was active and is. */
const CHANGES: Record<string, string> = { 'true false': ' retirada', 'false true': ' reactivada' };

const NAMES: Record<TipoNota, string> = { nota: 'Nota', alerta: 'Alerta' };

function toNota({ lote_id, referencia, fecha_recordatorio, tipo, ...nota }: NotaRow) {
  return {
    ...nota,
    tipo: tipo as TipoNota,
    lote: { id: lote_id, referencia },
    fechaRecordatorio: fecha_recordatorio,
  };
}

export const notasEndpoints = register(notasContract, {
  async warnings({ ctx }) {
    return (await listActiveAlertas(ctx.tx)).map(toNota);
  },

  async byLote({ params, ctx }) {
    if (!(TIPOS_NOTA as readonly string[]).includes(params.tipo)) throw new NotFound('No existe esa lista');
    if (!(await hasLote(ctx.tx, params.loteId))) throw new NotFound('No existe el lote solicitado');
    return (await listNotasOfLote(ctx.tx, params.tipo, params.loteId)).map(toNota);
  },

  async save({ body, ctx }) {
    const { id, tipo, lote, activa, descripcion, fechaRecordatorio } = body;
    if (!(await hasLote(ctx.tx, lote.id))) {
      throw new Refusal('El lote no existe. Actualice la página y elija otro');
    }
    const antes = id === null ? undefined : await findNotaForUpdate(ctx.tx, id);
    if (id !== null && !antes) throw new Refusal('La nota o alerta ya no existe. Actualice la página');
    if (antes && (antes.tipo !== tipo || antes.lote_id !== lote.id)) {
      throw new Refusal('Una nota o alerta no cambia de lote ni de tipo. Cree una nueva');
    }
    const refusal = refusalOfFecha(fechaRecordatorio, ctx.today(), antes?.fecha_recordatorio);
    if (refusal) throw new Refusal(refusal);

    const values = { activa, descripcion, fecha_recordatorio: fechaRecordatorio };
    const savedId =
      antes?.id ??
      (await insertNota(ctx.tx, {
        ...values,
        tipo,
        lote_id: lote.id,
        usuario_id: ctx.user.id,
        created_at: ctx.clock.now(),
      }));
    if (antes) await updateNota(ctx.tx, antes.id, values);
    const despues = await findNota(ctx.tx, savedId);
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'nota_alerta',
      entidadId: savedId,
      referencia: despues.referencia,
      nota: `${NAMES[tipo]}${CHANGES[`${antes?.activa ?? activa} ${activa}`] ?? ''} del lote ${despues.referencia} para el ${formatFecha(fechaRecordatorio)}`,
      antes,
      despues,
    });
    return toNota(despues);
  },
});
