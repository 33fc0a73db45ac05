/** What came of an order: received in parts, and taken back by a further row. The order's state follows. */
import { type Context, register } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { type Recepcion, recepcionesContract } from '../contract.ts';
import {
  estatusDeRecepciones,
  type LineaPedida,
  refusalOfCantidades,
  refusalOfDeshacer,
  refusalOfFechaRecibida,
  refusalOfRecibir,
} from '../rules.ts';
import { findOrdenForUpdate, type OrdenRow, updateOrden } from './repository.ts';
import {
  findRecepcion,
  insertRecepcion,
  insertReverso,
  listArticulosRecibidos,
  listPedidas,
  listRecepciones,
} from './repository-recepciones.ts';

export async function lineasPedidas(tx: Tx, ordenId: number): Promise<LineaPedida[]> {
  const rows = await listPedidas(tx, ordenId);
  return rows.map(({ numero, articuloId, articulo, cantidad, recibido }) => ({
    numero,
    articulo: { id: articuloId, nombre: articulo },
    cantidad,
    recibido: recibido ?? 0,
  }));
}

/** The receptions of an order, the latest first, those that were taken back among them. */
export async function listRecepcionesDe(tx: Tx, ordenId: number): Promise<Recepcion[]> {
  const [rows, articulos] = await Promise.all([listRecepciones(tx, ordenId), listArticulosRecibidos(tx, ordenId)]);
  const byRecepcion = Map.groupBy(articulos, ({ recepcionId }) => recepcionId);
  return rows.map(({ id, fecha, recibio, observacion, usuario, registrada, motivo, deshecha, deshizo }) => ({
    id,
    fecha,
    recibio,
    observacion,
    usuario: usuario ?? '',
    registrada: registrada.toISOString(),
    articulos: (byRecepcion.get(id) ?? []).map(({ numero, nombre, cantidad }) => ({ numero, nombre, cantidad })),
    deshecha: deshecha ? { motivo: motivo ?? '', usuario: deshizo ?? '', fecha: deshecha.toISOString() } : null,
  }));
}

/** Gives the order the state that its receptions say, and tells of it before and after. */
async function follow(ctx: Context, orden: OrdenRow): Promise<{ antes: string; despues: string }> {
  const estatus = estatusDeRecepciones(await lineasPedidas(ctx.tx, orden.id));
  await updateOrden(ctx.tx, orden.id, { estatus, updated_at: ctx.clock.now() });
  return { antes: orden.estatus, despues: estatus };
}

export const recepciones = register(recepcionesContract, {
  async recibir({ body, ctx }) {
    const { fecha, recibio, observacion } = body;
    const orden = await findOrdenForUpdate(ctx.tx, body.orden.id);
    if (!orden) throw new NotFound('No existe la orden de compra solicitada');
    const pedidas = await lineasPedidas(ctx.tx, orden.id);
    const refusal = refusalOfRecibir(orden.estatus, pedidas);
    if (refusal) throw new Refusal(refusal);
    const future = refusalOfFechaRecibida(fecha, ctx.today());
    if (future) throw new Refusal(future, 'fecha');
    const excess = refusalOfCantidades(pedidas, body.articulos);
    if (excess) throw new Refusal(excess.message, `articulos.${excess.at}.cantidad`);
    const articulos = pedidas.flatMap(({ numero, articulo }) => {
      const cantidad = body.articulos.find((one) => one.numero === numero)?.cantidad ?? 0;
      return cantidad > 0 ? [{ numero, articuloId: articulo.id, nombre: articulo.nombre, cantidad }] : [];
    });
    const values = { orden_compra_id: orden.id, fecha, recibio, observacion };
    const id = await insertRecepcion(
      ctx.tx,
      { ...values, usuario_id: ctx.user.id, created_at: ctx.clock.now() },
      articulos,
    );
    const estatus = await follow(ctx, orden);
    await ctx.audit({
      status: 'creado',
      entidad: 'recepcion_compra',
      entidadId: id,
      nota: `Recepción de la orden de compra ${orden.id} a «${orden.proveedor}»`,
      antes: { estatus: estatus.antes },
      despues: {
        ...{ orden: orden.id, fecha, recibio, observacion, estatus: estatus.despues },
        articulos: articulos.map(({ numero, nombre, cantidad }) => ({ numero, nombre, cantidad })),
      },
    });
    return `Recepción registrada. La orden queda ${estatus.despues}`;
  },

  async deshacer({ body: { id, motivo }, ctx }) {
    const found = await findRecepcion(ctx.tx, id);
    const orden = found && (await findOrdenForUpdate(ctx.tx, found.ordenId));
    if (!orden) throw new NotFound('No existe la recepción solicitada');
    // Read anew: another may have taken it back before the order was locked.
    const recepcion = await findRecepcion(ctx.tx, id);
    const refusal = refusalOfDeshacer(orden.estatus, recepcion?.deshecha != null);
    if (refusal) throw new Refusal(refusal);
    const now = ctx.clock.now();
    await insertReverso(ctx.tx, { recepcion_id: id, motivo, usuario_id: ctx.user.id, created_at: now });
    const estatus = await follow(ctx, orden);
    await ctx.audit({
      status: 'cancelado',
      entidad: 'recepcion_compra',
      entidadId: id,
      nota: `Recepción ${id} de la orden de compra ${orden.id}, deshecha: ${motivo}`,
      antes: { estatus: estatus.antes },
      despues: { motivo, estatus: estatus.despues },
    });
    return `Recepción deshecha. La orden queda ${estatus.despues}`;
  },
});
