import { addDays, instantInZone } from '#core/fecha.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { registerCatalogue } from '#platform/server/catalogue-handlers.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { formatNumber } from '#ui/format.ts';
import {
  comprasContract,
  type DetalleDeOrden,
  ORDENES_MAX,
  type OrdenCompra,
  type ordenCompraSchema,
} from '../contract.ts';
import { articulo, proveedor } from '../definitions.ts';
import {
  type Estatus,
  type EstatusPago,
  estatusDeRecepciones,
  lineasLlenas,
  refusalOfCancel,
  refusalOfEdit,
  refusalOfLineasRecibidas,
  refusalOfPagada,
} from '../rules.ts';
import { facturasCompra, listFacturasDe } from './facturas.ts';
import { lineasPedidas, listRecepcionesDe, recepciones } from './recepciones.ts';
import {
  countOrdenes,
  findArticulos,
  findEmisor,
  findOrden,
  findOrdenForUpdate,
  findProveedor,
  hasPagos,
  hasProveedor,
  insertOrden,
  listLineas,
  listOrdenes,
  type OrdenFilter,
  type OrdenRow,
  replaceLineas,
  updateOrden,
} from './repository.ts';

const MISSING = 'No existe la orden de compra solicitada';

/** Midnight at which a civil date begins in the community's zone. */
const startOfDay = (ctx: Context, fecha: string): Date => instantInZone(`${fecha}T00:00:00`, ctx.community.timeZone);

type Filtros = z.output<typeof comprasContract.lista.query>;

const filterOf = (ctx: Context, { dateIni, dateFin, proveedorId, estatus, estatusPago }: Filtros): OrdenFilter => ({
  ...{ proveedorId, estatus, estatusPago },
  from: dateIni ? startOfDay(ctx, dateIni) : null,
  until: dateFin ? startOfDay(ctx, addDays(dateFin, 1)) : null,
});

/** The orders with their lines, as the contract has them. */
async function withLineas(ctx: Context, rows: readonly OrdenRow[]): Promise<OrdenCompra[]> {
  const lineas = Map.groupBy(
    await listLineas(
      ctx.tx,
      rows.map(({ id }) => id),
    ),
    ({ ordenId }) => ordenId,
  );
  return rows.map((row) => ({
    id: row.id,
    estatus: row.estatus as Estatus,
    precio: toPesos(row.precioCentavos),
    estatusPago: row.estatusPago as EstatusPago,
    numFacturas: row.numFacturas,
    proveedor: { id: row.proveedorId, nombre: row.proveedor },
    createdAt: row.createdAt.toISOString(),
    ordenCompraArticuloList: (lineas.get(row.id) ?? []).map((linea) => ({
      articulo: { id: linea.articuloId, nombre: linea.articulo },
      unidadMedida: linea.unidadMedida,
      cantidad: linea.cantidad,
      presentacion: linea.presentacion,
      precioUnitario: toPesos(linea.precioUnitarioCentavos),
      numero: linea.numero,
    })),
  }));
}

type LineaLeida = z.output<typeof ordenCompraSchema>['ordenCompraArticuloList'][number];

/** One order with its lines; undefined when there is none. */
async function load(ctx: Context, row: OrdenRow | undefined): Promise<OrdenCompra | undefined> {
  return row && (await withLineas(ctx, [row]))[0];
}

/** The lines of a form as rows. Those that the order has keep their numbers, by which receptions know them. */
async function valuesOf(ctx: Context, lineas: readonly LineaLeida[], taken: readonly number[]) {
  const known = await findArticulos(
    ctx.tx,
    lineas.flatMap(({ articulo: { id } }) => id ?? []),
  );
  let last = Math.max(0, ...taken, ...lineas.map(({ numero }) => numero ?? 0));
  return lineas.map((linea, index) => {
    const articuloId = linea.articulo.id;
    if (articuloId === null || !known.has(articuloId)) {
      throw new Refusal(`El artículo de la línea ${index + 1} no existe. Actualice la página y elija otro`);
    }
    last += linea.numero == null ? 1 : 0;
    return {
      numero: linea.numero ?? last,
      articulo_id: articuloId,
      presentacion: linea.presentacion,
      unidad_medida: linea.unidadMedida,
      precio_unitario_centavos: toCentavos(linea.precioUnitario),
      cantidad: String(linea.cantidad),
    };
  });
}

/** The state that an order is saved with: from the first reception on, it is theirs to say. */
async function estatusGuardado(
  ctx: Context,
  id: number | null,
  {
    estatus,
    lineas,
  }: { estatus: Estatus; lineas: readonly { numero: number; articulo_id: number; cantidad: string }[] },
): Promise<Estatus> {
  const pedidas = id === null ? [] : await lineasPedidas(ctx.tx, id);
  if (estatus === 'CANCELADA' || pedidas.every(({ recibido }) => recibido === 0)) return estatus;
  const editadas = lineas.map(({ numero, articulo_id, cantidad }) => ({
    numero,
    articulo: { id: articulo_id },
    cantidad: Number(cantidad),
    recibido: pedidas.find((pedida) => pedida.numero === numero)?.recibido ?? 0,
  }));
  const refusal = refusalOfLineasRecibidas(pedidas, editadas);
  if (refusal) throw new Refusal(refusal);
  return estatusDeRecepciones(editadas);
}

/** The order is locked: a payment of it waits. */
async function refusalOfPaid(ctx: Context, row: OrdenRow, { proveedor, estatus }: z.output<typeof ordenCompraSchema>) {
  const refusal = refusalOfPagada(row, { proveedorId: proveedor.id, estatus });
  return refusal !== undefined && (await hasPagos(ctx.tx, row.id)) ? refusal : undefined;
}

const orders = register(comprasContract, {
  async page({ query, ctx }) {
    const { page, size } = query;
    const filter = filterOf(ctx, query);
    const rows = await listOrdenes(ctx.tx, filter, { limit: size, offset: page * size });
    const total = await countOrdenes(ctx.tx, filter);
    return {
      ordenCompraList: await withLineas(ctx, rows),
      previous: page > 0,
      next: (page + 1) * size < total,
      total,
    };
  },

  async lista({ query, ctx }) {
    const rows = await listOrdenes(ctx.tx, filterOf(ctx, query), { limit: ORDENES_MAX + 1, offset: 0 });
    if (rows.length > ORDENES_MAX) {
      throw new Refusal(`Son más de ${formatNumber(ORDENES_MAX)} órdenes. Elija un periodo más corto o un proveedor`);
    }
    return withLineas(ctx, rows);
  },

  async detalle({ params, ctx }): Promise<DetalleDeOrden> {
    const row = await findOrden(ctx.tx, params.id);
    const orden = await load(ctx, row);
    if (!row || !orden) throw new NotFound(MISSING);
    const [supplier, emisor, pedidas, recibidas, facturas] = await Promise.all([
      findProveedor(ctx.tx, row.proveedorId),
      findEmisor(ctx.tx),
      lineasPedidas(ctx.tx, row.id),
      listRecepcionesDe(ctx.tx, row.id),
      listFacturasDe(ctx.tx, row.id),
    ]);
    return {
      ...orden,
      usuario: row.usuario ?? '',
      proveedor: supplier,
      facturarA: emisor ?? null,
      ordenCompraArticuloList: orden.ordenCompraArticuloList.map((linea) => ({
        ...linea,
        recibido: pedidas.find(({ numero }) => numero === linea.numero)?.recibido ?? 0,
      })),
      recepciones: recibidas,
      facturas,
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
    const refusal = row && (refusalOfEdit(row.estatus) ?? (await refusalOfPaid(ctx, row, body)));
    if (refusal) throw new Refusal(refusal);
    if (!(await hasProveedor(ctx.tx, body.proveedor.id))) {
      throw new Refusal('El proveedor elegido no existe. Actualice la página y elija otro');
    }
    const antes = await load(ctx, row);
    const values = await valuesOf(ctx, lineas, antes?.ordenCompraArticuloList.map(({ numero }) => numero) ?? []);
    const estatus = await estatusGuardado(ctx, id, { estatus: body.estatus, lineas: values });
    const order = {
      proveedor_id: body.proveedor.id,
      estatus,
      precio_centavos: toCentavos(body.precio),
      estatus_pago: body.estatusPago,
      num_facturas: body.numFacturas,
      updated_at: ctx.clock.now(),
    };
    const savedId = row
      ? row.id
      : await insertOrden(ctx.tx, { ...order, usuario_id: ctx.user.id, created_at: ctx.clock.now() });
    if (row) {
      await refusing({ egreso_no_excede: 'El banco ya pagó más que ese precio. Escriba lo pagado o más' }, () =>
        updateOrden(ctx.tx, row.id, order),
      );
    }
    await replaceLineas(ctx.tx, savedId, values);
    const despues = await load(ctx, await findOrden(ctx.tx, savedId));
    await ctx.audit({
      status: !row ? 'creado' : estatus === 'CANCELADA' ? 'cancelado' : 'actualizado',
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
    const refusal = refusalOfCancel(row.estatus, await hasPagos(ctx.tx, row.id));
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
  recepciones,
  facturasCompra,
];
