/** What a person decides on an outgoing line. Source: dominio.md#money-out. */
import { toCentavos, toPesos } from '#core/money.ts';
import { lockCuenta } from '#libro/server/deposits/repository.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { formatFecha } from '#ui/format.ts';
import type { clasificarSchema, Egreso, Opciones, PorPagarDe } from '../contract.ts';
import {
  type Aprendido,
  CLASE,
  type Conocimiento,
  claveDeConcepto,
  DIAS_DEVOLUCION,
  DIAS_TRASPASO,
  DIAS_TRASPASO_MAX,
  llevaCategoria,
  type Parte,
  type PorPagar,
  type Propuesta,
  pideAprobacion,
  proponer,
  refusalOfPartes,
  refusalOfResolver,
} from '../rules.ts';
import {
  type EgresoRow,
  findClasificado,
  findEgreso,
  findLimite,
  findPedidoForUpdate,
  insertAprobacion,
  insertEgreso,
  insertPedido,
  insertReverso,
  listCategoriasActivas,
  listClasificadas,
  listEntradas,
  listFacturasPorPagar,
  listOrdenesPorPagar,
  lockCerradas,
  mayReturn,
  type PorPagarRow,
  settlePedido,
  wasApproved,
} from './repository.ts';

const MISSING = 'No existe la salida solicitada';
const CHANGED = 'Otra persona ya clasificó la salida. Actualice la página y revísela';

const abierto = ({ id, nombre, queda, proveedor, nombreComercial, rfc }: PorPagarRow): PorPagar => ({
  ...{ id, nombre, queda },
  proveedor: { nombre: proveedor, nombreComercial, rfc },
});

/** What lines that wait are proposed by. */
async function loadConocimiento(tx: Tx, waiting: readonly EgresoRow[]): Promise<Conocimiento> {
  const [facturas, ordenes, entradas, clasificadas, categorias] = await Promise.all([
    listFacturasPorPagar(tx),
    listOrdenesPorPagar(tx),
    listEntradas(tx, waiting, DIAS_TRASPASO),
    listClasificadas(tx),
    listCategoriasActivas(tx),
  ]);
  const aprendido = new Map<string, Aprendido>();
  const categoriaDe = new Map<string, number>();
  for (const { concepto, clase, categoriaId, fecha, proveedor } of clasificadas) {
    const clave = claveDeConcepto(concepto);
    // What paid an invoice says what it was spent on, and no more.
    const como = clase === 'factura' || clase === 'orden' ? 'categoria' : clase;
    if (clave !== '' && !aprendido.has(clave)) aprendido.set(clave, { clase: como, categoriaId, fecha });
    if (proveedor !== null && !categoriaDe.has(proveedor)) categoriaDe.set(proveedor, categoriaId);
  }
  return {
    ...{ facturas: facturas.map(abierto), ordenes: ordenes.map(abierto), entradas },
    ...{ aprendido, categorias, categoriaDe },
  };
}

function egresoOf(row: EgresoRow, propuesta: Propuesta | null, userId: number): Egreso {
  const { id, fecha, concepto, referencia, beneficiario, situacion, egresoId, createdAt } = row;
  return {
    ...{ id, fecha, concepto, referencia, beneficiario, situacion, propuesta },
    ...{ cuenta: { id: row.cuentaId, name: row.cuenta }, importe: toPesos(row.importe) },
    clasificacion:
      egresoId === null || createdAt === null
        ? null
        : {
            ...{ id: egresoId, usuario: row.usuario, propia: row.usuarioId === userId, aprobo: row.aprobo },
            deshacer: row.pidioAt && {
              ...{ usuario: row.pidio, propia: row.pidioId === userId, razon: row.pidioRazon },
              createdAt: row.pidioAt.toISOString(),
            },
            createdAt: createdAt.toISOString(),
            partes: row.partes.map(({ clase, importe, categoriaId, categoria, destino, ordenId }) => ({
              ...{ clase, importe: toPesos(importe), destino, ordenId },
              categoria: categoriaId === null ? null : { id: categoriaId, name: categoria ?? '' },
            })),
          },
  };
}

/** Lines as the contract has them, those that wait with what they are proposed to be. */
export async function egresosOf(ctx: Context, rows: readonly EgresoRow[]): Promise<Egreso[]> {
  const waiting = rows.filter(({ situacion }) => situacion === 'pendiente');
  const known = waiting.length === 0 ? undefined : await loadConocimiento(ctx.tx, waiting);
  return rows.map((row) =>
    egresoOf(row, (known && row.situacion === 'pendiente' ? proponer(row, known) : null) ?? null, ctx.user.id),
  );
}

async function loadEgreso(ctx: Context, movimientoId: number): Promise<Egreso> {
  const row = await findEgreso(ctx.tx, movimientoId);
  const [egreso] = row ? await egresosOf(ctx, [row]) : [];
  if (!egreso) throw new NotFound(MISSING);
  return egreso;
}

const porPagarOf = ({ id, nombre, proveedor, total, queda, ordenId }: PorPagarRow): PorPagarDe => ({
  ...{ id, nombre, proveedor, ordenId, total: toPesos(total), queda: toPesos(queda) },
});

export async function optionsOf(ctx: Context, movimientoId: number): Promise<Opciones> {
  const { tx } = ctx;
  const row = await findEgreso(tx, movimientoId);
  if (!row) throw new NotFound(MISSING);
  const [facturas, ordenes, entradas, limite] = await Promise.all([
    listFacturasPorPagar(tx),
    listOrdenesPorPagar(tx),
    listEntradas(tx, [row], DIAS_TRASPASO_MAX),
    findLimite(tx),
  ]);
  return {
    ...{ facturas: facturas.map(porPagarOf), ordenes: ordenes.map(porPagarOf) },
    entradas: entradas
      .filter(({ cuentaId }) => cuentaId !== row.cuentaId)
      .map(({ id, cuenta, fecha, concepto }) => ({ id, cuenta, fecha, concepto })),
    limite: limite === null ? null : toPesos(limite),
  };
}

const REFUSALS = {
  uq_egreso_movimiento: CHANGED,
  uq_egreso_contrario: 'Esa entrada ya es de otro traspaso. Elija otra',
  egreso_no_excede:
    'Se pagaría más de lo que queda de la factura o de la orden. Actualice la página y reparta de nuevo',
  egreso_traspaso:
    'Esa entrada ya está aplicada a un lote, o su depósito está devuelto, duplicado o en conflicto. Corrija antes su recibo, regréselo a los pendientes en Depósitos o elija otra',
  egreso_es_de_su_linea: 'La entrada no es de este importe o no es de otra cuenta. Elija otra',
  egreso_pide_aprobacion: CHANGED,
  egreso_parte_factura_id_fkey: 'La factura ya no está. Actualice la página y elija otra',
  egreso_parte_orden_id_fkey: 'La orden de compra no existe. Actualice la página y elija otra',
  egreso_contrario_id_fkey: 'La entrada no existe. Actualice la página y elija otra',
};

/** Refuses parts that may not be by now; the orders that they pay of, and the account of what goes back, are locked from here on. */
async function refuseGone(tx: Tx, row: EgresoRow, partes: readonly Parte[]): Promise<void> {
  const returned = partes.findIndex(({ clase }) => clase === 'devolucion');
  if (returned >= 0) {
    await lockCuenta(tx, row.cuentaId);
    if (!(await mayReturn(tx, row, DIAS_DEVOLUCION))) {
      throw new Refusal(
        `Ningún depósito devuelto de esta cuenta por ${inPesos(row.importe)} espera su salida. Si el banco regresó uno, diga antes en Depósitos que lo devolvió; si no, elija la categoría de la salida`,
        `partes.${returned}.clase`,
      );
    }
  }
  const activas = new Set((await listCategoriasActivas(tx)).map(({ id }) => id));
  const inactiva = partes.findIndex(
    ({ clase, categoriaId }) => llevaCategoria(clase) && categoriaId !== null && !activas.has(categoriaId),
  );
  if (inactiva >= 0) {
    throw new Refusal(
      'La categoría no existe o está desactivada. Actualice la página y elija otra',
      `partes.${inactiva}.categoria.id`,
    );
  }
  const [cerrada] = await lockCerradas(tx, partes);
  if (cerrada) {
    throw new Refusal(
      cerrada.cancelada
        ? `La orden ${cerrada.id} está cancelada y ya no se paga. Elija otra, o diga en qué se gastó`
        : `La orden ${cerrada.id} ya está marcada como pagada. Si el banco la paga ahora, cambie antes su pago en Órdenes de compra`,
    );
  }
}

export async function classify(ctx: Context, body: z.output<typeof clasificarSchema>): Promise<Egreso> {
  const row = await findEgreso(ctx.tx, body.movimiento.id);
  if (!row) throw new NotFound(MISSING);
  if (row.egresoId !== null) throw new Refusal(CHANGED);
  const partes = body.partes.map(({ clase, importe, categoria, factura, orden }) => ({
    ...{ clase, importe: toCentavos(importe), categoriaId: categoria.id },
    ...{ facturaId: clase === 'factura' ? factura.id : null, ordenId: clase === 'orden' ? orden.id : null },
  }));
  const esTraspaso = partes.some(({ clase }) => clase === 'traspaso');
  const contrarioId = esTraspaso ? body.contrario.id : null;
  const refusal = refusalOfPartes(row.importe, partes, contrarioId);
  if (refusal) throw new Refusal(refusal.message, refusal.at === undefined ? 'partes' : `partes.${refusal.at}.clase`);
  await refuseGone(ctx.tx, row, partes);
  // What was approved once asks for it again, whatever the limit is by now.
  const porAprobar = pideAprobacion(row.importe, await findLimite(ctx.tx)) || (await wasApproved(ctx.tx, row.id));
  const id = await refusing(REFUSALS, () =>
    insertEgreso(
      ctx.tx,
      stampOf(ctx),
      { movimientoId: row.id, importe: row.importe, contrarioId, porAprobar },
      partes.map((parte) => ({
        ...parte,
        categoriaId: llevaCategoria(parte.clase) ? parte.categoriaId : null,
      })),
    ),
  );
  const despues = await loadEgreso(ctx, row.id);
  await ctx.audit({
    ...{ status: 'creado', entidad: 'egreso', entidadId: id, referencia: row.cuenta },
    nota: `Salida de ${inPesos(row.importe)} del ${formatFecha(row.fecha)}: ${partes.map(({ clase }) => CLASE[clase]).join(', ')}${porAprobar ? ', por aprobar' : ''}`,
    despues: { movimientoId: row.id, contrarioId, partes: despues.clasificacion?.partes },
  });
  return despues;
}

/** A classification that somebody decides on. */
async function loadClasificado(ctx: Context, egresoId: number) {
  const found = await findClasificado(ctx.tx, egresoId);
  if (!found) throw new NotFound('No existe la clasificación solicitada');
  if (found.estado === 'deshecho') throw new Refusal('La clasificación ya está deshecha. Actualice la página');
  const row = await findEgreso(ctx.tx, found.movimientoId);
  if (!row) throw new NotFound(MISSING);
  return { ...found, row };
}

const APROBADO = 'Otra persona lo aprobó o lo deshizo. Actualice la página';

export async function approve(ctx: Context, egresoId: number): Promise<Egreso> {
  const { usuarioId, estado, row } = await loadClasificado(ctx, egresoId);
  if (estado !== 'por_aprobar') throw new Refusal('La salida no espera la aprobación de nadie. Actualice la página');
  if (usuarioId === ctx.user.id) {
    throw new Refusal('Usted la clasificó: otra persona tiene que aprobarla');
  }
  await refusing({ egreso_aprobacion_pkey: APROBADO, egreso_aprueba: APROBADO }, () =>
    insertAprobacion(ctx.tx, stampOf(ctx), egresoId),
  );
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'egreso', entidadId: egresoId, referencia: row.cuenta },
    nota: `Se aprobó la salida de ${inPesos(row.importe)} del ${formatFecha(row.fecha)}, que clasificó ${row.usuario}`,
    ...{ antes: { estado }, despues: { estado: 'firme' } },
  });
  return loadEgreso(ctx, row.id);
}

const ASKED = 'Ya se pidió deshacerla. Otra persona tiene que confirmarlo';
const UNDONE = {
  egreso_reverso_pkey: 'Otra persona ya la deshizo. Actualice la página',
  egreso_deshace_entre_dos: 'Otra persona acaba de aprobarla. Actualice la página y pida que se deshaga',
};

/** Undoes a classification. What a second person approved one alone does not change: it asks for it. */
export async function undo(ctx: Context, egresoId: number, razon: string): Promise<Egreso> {
  const { estado, aprobado, row } = await loadClasificado(ctx, egresoId);
  const what = `cómo se clasificó la salida de ${inPesos(row.importe)} del ${formatFecha(row.fecha)}`;
  if (aprobado) {
    if (row.pidioAt) throw new Refusal(ASKED);
    await refusing({ uq_egreso_reverso_pedido: ASKED }, () => insertPedido(ctx.tx, stampOf(ctx), egresoId, razon));
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'egreso', entidadId: egresoId, referencia: row.cuenta },
      nota: `Se pidió deshacer ${what}, que aprobó ${row.aprobo}: ${razon}`,
      ...{ antes: { deshacer: null }, despues: { deshacer: razon } },
    });
    return loadEgreso(ctx, row.id);
  }
  await refusing(UNDONE, () =>
    insertReverso(ctx.tx, stampOf(ctx), { egresoId, razon, pidio: ctx.user.id, aprobo: null }),
  );
  await ctx.audit({
    ...{ status: 'cancelado', entidad: 'egreso', entidadId: egresoId, referencia: row.cuenta },
    nota: `Se deshizo ${what}: ${razon}`,
    ...{ antes: { estado, partes: row.partes }, despues: { estado: 'deshecho' } },
  });
  return loadEgreso(ctx, row.id);
}

/** A second person says yes or no to undoing what was approved; whoever asked may only think better of it. */
export async function settleUndo(ctx: Context, egresoId: number, acepta: boolean): Promise<Egreso> {
  const { estado, row } = await loadClasificado(ctx, egresoId);
  const pedido = await findPedidoForUpdate(ctx.tx, egresoId);
  if (!pedido) throw new Refusal('Nadie pide que se deshaga. Actualice la página');
  const refusal = refusalOfResolver(ctx.user, pedido, acepta);
  if (refusal) throw new Refusal(refusal);
  if (acepta) {
    const { razon, usuarioId: pidio } = pedido;
    await refusing(UNDONE, () => insertReverso(ctx.tx, stampOf(ctx), { egresoId, razon, pidio, aprobo: ctx.user.id }));
  }
  await settlePedido(ctx.tx, stampOf(ctx), pedido.id, acepta ? 'deshecho' : 'negado');
  const what = `la salida de ${inPesos(row.importe)} del ${formatFecha(row.fecha)}, como pidió ${row.pidio}: ${pedido.razon}`;
  await ctx.audit({
    ...{ status: acepta ? 'cancelado' : 'actualizado', entidad: 'egreso', entidadId: egresoId, referencia: row.cuenta },
    nota: acepta ? `Se deshizo cómo se clasificó ${what}` : `No se deshizo ${what}`,
    ...{ antes: { estado, partes: row.partes }, despues: { estado: acepta ? 'deshecho' : estado } },
  });
  return loadEgreso(ctx, row.id);
}
