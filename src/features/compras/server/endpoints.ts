import { addDays, instantInZone } from '#core/fecha.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { registerCatalogue } from '#platform/server/catalogue-handlers.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { comprasContract, type OrdenCompra } from '../contract.ts';
import { articulo, proveedor } from '../definitions.ts';
import { type Estatus, type EstatusPago, lineasLlenas, refusalOfCancel, refusalOfEdit } from '../rules.ts';
import {
  countOrdenes,
  findArticulos,
  findOrden,
  findOrdenForUpdate,
  hasProveedor,
  insertOrden,
  listLineas,
  listOrdenes,
  type OrdenRow,
  replaceLineas,
  updateOrden,
} from './repository.ts';

const MISSING = 'No existe la orden de compra solicitada';

/** Midnight at which a civil date begins in the community's zone. */
const startOfDay = (ctx: Context, fecha: string): Date => instantInZone(`${fecha}T00:00:00`, ctx.community.timeZone);

/** The orders with their lines, as the contract has them. */
async function withLineas(ctx: Context, rows: readonly OrdenRow[]): Promise<OrdenCompra[]> {
  const lineas = await listLineas(
    ctx.tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    estatus: row.estatus as Estatus,
    precio: toPesos(row.precioCentavos),
    estatusPago: row.estatusPago as EstatusPago,
    numFacturas: row.numFacturas,
    proveedor: { id: row.proveedorId, nombre: row.proveedor },
    createdAt: row.createdAt.toISOString(),
    ordenCompraArticuloList: lineas
      .filter(({ ordenId }) => ordenId === row.id)
      .map((linea) => ({
        articulo: { id: linea.articuloId, nombre: linea.articulo },
        unidadMedida: linea.unidadMedida,
        cantidad: linea.cantidad,
        presentacion: linea.presentacion,
        precioUnitario: toPesos(linea.precioUnitarioCentavos),
      })),
  }));
}

/** One order with its lines; undefined when there is none. */
async function load(ctx: Context, row: OrdenRow | undefined): Promise<OrdenCompra | undefined> {
  return row && (await withLineas(ctx, [row]))[0];
}

const orders = register(comprasContract, {
  async page({ query, ctx }) {
    const filter = {
      proveedorId: query.proveedorId,
      estatus: query.estatus,
      estatusPago: query.estatusPago,
      from: query.dateIni ? startOfDay(ctx, query.dateIni) : null,
      until: query.dateFin ? startOfDay(ctx, addDays(query.dateFin, 1)) : null,
    };
    const rows = await listOrdenes(ctx.tx, filter, query.page, query.size);
    const total = await countOrdenes(ctx.tx, filter);
    return {
      ordenCompraList: await withLineas(ctx, rows),
      previous: query.page > 0,
      next: (query.page + 1) * query.size < total,
      total,
    };
  },

  async get({ params, ctx }) {
    const orden = await load(ctx, await findOrden(ctx.tx, params.id));
    if (!orden) throw new NotFound(MISSING);
    return orden;
  },

  async save({ body, ctx }) {
    const { id } = body;
    const lineas = lineasLlenas(body.ordenCompraArticuloList);
    const row = id === null ? undefined : await findOrdenForUpdate(ctx.tx, id);
    if (id !== null && !row) throw new Refusal('La orden de compra ya no existe. Vuelva a la lista');
    const refusal = row && refusalOfEdit(row.estatus);
    if (refusal) throw new Refusal(refusal);
    if (!(await hasProveedor(ctx.tx, body.proveedor.id))) {
      throw new Refusal('El proveedor elegido no existe. Actualice la página y elija otro');
    }
    const known = await findArticulos(
      ctx.tx,
      lineas.flatMap(({ articulo: { id: articuloId } }) => articuloId ?? []),
    );
    const values = lineas.map((linea, index) => {
      const articuloId = linea.articulo.id;
      if (articuloId === null || !known.has(articuloId)) {
        throw new Refusal(`El artículo de la línea ${index + 1} no existe. Actualice la página y elija otro`);
      }
      return {
        articulo_id: articuloId,
        presentacion: linea.presentacion,
        unidad_medida: linea.unidadMedida,
        precio_unitario_centavos: toCentavos(linea.precioUnitario),
        cantidad: String(linea.cantidad),
      };
    });
    const antes = await load(ctx, row);
    const order = {
      proveedor_id: body.proveedor.id,
      estatus: body.estatus,
      precio_centavos: toCentavos(body.precio),
      estatus_pago: body.estatusPago,
      num_facturas: body.numFacturas,
      updated_at: ctx.clock.now(),
    };
    const savedId = row
      ? row.id
      : await insertOrden(ctx.tx, { ...order, usuario_id: ctx.user.id, created_at: ctx.clock.now() });
    if (row) await updateOrden(ctx.tx, row.id, order);
    await replaceLineas(ctx.tx, savedId, values);
    const despues = await load(ctx, await findOrden(ctx.tx, savedId));
    await ctx.audit({
      status: !row ? 'creado' : body.estatus === 'CANCELADA' ? 'cancelado' : 'actualizado',
      entidad: 'orden_compra',
      entidadId: savedId,
      nota: `Orden de compra ${savedId} a «${despues?.proveedor.nombre ?? ''}»`,
      antes,
      despues,
    });
    return undefined;
  },

  async cancel({ params, ctx }) {
    const row = await findOrdenForUpdate(ctx.tx, params.id);
    if (!row) throw new NotFound(MISSING);
    const refusal = refusalOfCancel(row.estatus);
    if (refusal) throw new Refusal(refusal);
    await updateOrden(ctx.tx, row.id, { estatus: 'CANCELADA', updated_at: ctx.clock.now() });
    await ctx.audit({
      status: 'cancelado',
      entidad: 'orden_compra',
      entidadId: row.id,
      nota: `Orden de compra ${row.id} a «${row.proveedor}»`,
      antes: { estatus: row.estatus },
      despues: { estatus: 'CANCELADA' },
    });
    return 'La orden de compra ha sido cancelada';
  },
});

export const comprasEndpoints: readonly Registration[] = [
  registerCatalogue(proveedor),
  registerCatalogue(articulo),
  orders,
];
