/** The vehicles of a lot and their cards, as a change of owner ends them. */
import type { Ending } from '#libro/server/owner-change.ts';
import type { StatusTarjeta } from '../contract.ts';
import { STATUS_LABELS } from '../rules.ts';
import {
  findTarjeta,
  listTarjetasDe,
  listTarjetasPorId,
  listVehiculosDe,
  listVehiculosDevueltos,
  lockTarjetas,
  updateTarjeta,
  updateTarjetas,
  updateVehiculosBaja,
} from './repository.ts';

type TarjetasTerminadas = { id: number; status: StatusTarjeta; fechaBaja: string | null }[];

export const tarjetasEnding: Ending<TarjetasTerminadas> = {
  list: async ({ tx }, loteId) =>
    (await listTarjetasDe(tx, loteId)).map(({ id, numero, placa, status }) => ({
      id,
      texto: `${numero}, ${placa}${status === 'activo' ? '' : ` (${STATUS_LABELS[status].toLowerCase()})`}`,
    })),

  async end(ctx, lote) {
    const ids = (await listTarjetasDe(ctx.tx, lote.id)).map(({ id }) => id);
    if (ids.length === 0) return [];
    await lockTarjetas(ctx.tx, ids);
    const antes = (await listTarjetasPorId(ctx.tx, ids)).filter(({ status }) => status !== 'baja');
    const baja = { status: 'baja', fecha_baja: ctx.today(), updated_at: ctx.clock.now() };
    await updateTarjetas(ctx.tx, ids, baja);
    for (const tarjeta of antes) {
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'tarjeta_acceso', entidadId: tarjeta.id, referencia: lote.referencia },
        nota: `Tarjeta de acceso «${tarjeta.numero}» dada de baja por el cambio de propietario`,
        ...{ antes: tarjeta, despues: await findTarjeta(ctx.tx, tarjeta.id) },
      });
    }
    return antes.map(({ id, status, fecha_baja: fechaBaja }) => ({ id, status, fechaBaja }));
  },

  async restore(ctx, lote, ended) {
    if (ended.length === 0) return [];
    const ids = ended.map(({ id }) => id);
    await lockTarjetas(ctx.tx, ids);
    const now = new Map((await listTarjetasPorId(ctx.tx, ids)).map((tarjeta) => [tarjeta.id, tarjeta]));
    const left: string[] = [];
    for (const { id, status, fechaBaja } of ended) {
      const antes = now.get(id);
      if (antes?.status !== 'baja' || antes.vehiculo_baja !== null) {
        left.push(`La tarjeta ${antes?.numero ?? id} cambió después y se queda como está`);
        continue;
      }
      await updateTarjeta(ctx.tx, id, { status, fecha_baja: fechaBaja, updated_at: ctx.clock.now() });
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'tarjeta_acceso', entidadId: id, referencia: lote.referencia },
        nota: `Tarjeta de acceso «${antes.numero}» devuelta al deshacer el cambio de propietario`,
        ...{ antes, despues: await findTarjeta(ctx.tx, id) },
      });
    }
    return left;
  },
};

export const vehiculosEnding: Ending<number[]> = {
  list: async ({ tx }, loteId) =>
    (await listVehiculosDe(tx, loteId)).map(({ id, placa, marca, modelo, color }) => ({
      id,
      texto: `${placa}, ${marca} ${modelo} ${color}`,
    })),

  async end(ctx, lote) {
    const vehiculos = await listVehiculosDe(ctx.tx, lote.id, true);
    const ids = vehiculos.map(({ id }) => id);
    if (ids.length === 0) return ids;
    await updateVehiculosBaja(ctx.tx, ids, ctx.today(), ctx.clock.now());
    for (const antes of vehiculos) {
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'vehiculo', entidadId: antes.id, referencia: lote.referencia },
        nota: `Vehículo «${antes.placa}» dado de baja por el cambio de propietario`,
        ...{ antes, despues: { ...antes, fechaBaja: ctx.today() } },
      });
    }
    return ids;
  },

  async restore(ctx, lote, ids) {
    const back = await listVehiculosDevueltos(ctx.tx, ids);
    if (back.length > 0) {
      await updateVehiculosBaja(
        ctx.tx,
        back.map(({ id }) => id),
        null,
        ctx.clock.now(),
      );
    }
    for (const { id, placa } of back) {
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'vehiculo', entidadId: id, referencia: lote.referencia },
        nota: `Vehículo «${placa}» devuelto al deshacer el cambio de propietario`,
        despues: { id, placa, fechaBaja: null },
      });
    }
    const n = ids.length - back.length;
    if (n === 0) return [];
    return [`${n === 1 ? 'Un vehículo no vuelve' : `${n} vehículos no vuelven`}: su placa ya es de otro`];
  },
};
