/** Rows of what went out of the accounts. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { countDevueltosSinSalida, rastreoComparable } from '#libro/server/deposits/repository.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { anywhere, fullName, type Tx } from '#platform/server/db.ts';
import { childrenOf, insertFamilies } from '#platform/server/insert-rows.ts';
import { countFrom, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Filtro } from '../contract.ts';
import type { Clase, Entrada, GastoEntonces, Parte, Situacion, Uso } from '../rules.ts';

export interface ParteRow {
  clase: Clase;
  importe: Centavos;
  categoriaId: number | null;
  categoria: string | null;
  facturaId: number | null;
  ordenId: number | null;
  destino: string;
}

export interface EgresoRow {
  id: number;
  cuentaId: number;
  cuenta: string;
  fecha: Fecha;
  importe: Centavos;
  concepto: string;
  referencia: string;
  beneficiario: string;
  rfc: string;
  /** It gives a deposit of the account back. */
  devuelve: boolean;
  situacion: Situacion;
  egresoId: number | null;
  usuarioId: number | null;
  usuario: string;
  createdAt: Date | null;
  aprobo: string;
  /** Who asks to undo what was approved, when, and why; no moment where nobody does. */
  pidioId: number | null;
  pidio: string;
  pidioAt: Date | null;
  pidioRazon: string;
  partes: ParteRow[];
}

/** Undoing what was approved waits for a second person, as approving does. */
const PEDIDO = sql`EXISTS (SELECT FROM egreso_reverso_pedido q WHERE q.egreso_id = e.id AND q.resuelto IS NULL)`;
const SITUACION = sql`CASE WHEN e.estado IS NULL THEN 'pendiente' WHEN e.estado = 'por_aprobar' OR ${PEDIDO} THEN 'por_aprobar' ELSE 'clasificado' END`;
/** An outgoing line with what stands of it. */
const LINEA = sql`movimiento_bancario m LEFT JOIN egreso e ON e.movimiento_id = m.id AND e.estado <> 'deshecho'`;

/** The bank says so of the line, and its amount and clave de rastreo are a deposit's. */
const DEVUELVE = sql`(m.devolucion AND m.rastreo <> '' AND EXISTS (
  SELECT FROM deposito_entrante d WHERE d.cuenta_id = m.cuenta_id AND d.importe_centavos = -m.importe_centavos AND d.situacion <> 'retirado'
    AND ${rastreoComparable(sql`d.rastreo`)} = ${rastreoComparable(sql`m.rastreo`)}))`;

const egresos = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<EgresoRow>`
  SELECT m.id, m.cuenta_id AS "cuentaId", k.name AS cuenta, m.fecha, -m.importe_centavos AS importe, m.concepto, m.referencia,
    m.nombre AS beneficiario, m.rfc, ${DEVUELVE} AS devuelve, ${SITUACION} AS situacion, e.id AS "egresoId", e.usuario_id AS "usuarioId",
    ${fullName('u')} AS usuario, e.created_at AS "createdAt", ${fullName('v')} AS aprobo, y.usuario_id AS "pidioId",
    ${fullName('w')} AS pidio, y.created_at AS "pidioAt", coalesce(y.razon, '') AS "pidioRazon", coalesce(p.partes, '[]') AS partes
  FROM ${LINEA}
  JOIN cuenta_bancaria c ON c.id = m.cuenta_id
  JOIN caja k ON k.id = c.caja_id
  LEFT JOIN usuario u ON u.id = e.usuario_id
  LEFT JOIN egreso_aprobacion a ON a.egreso_id = e.id
  LEFT JOIN usuario v ON v.id = a.usuario_id
  LEFT JOIN egreso_reverso_pedido y ON y.egreso_id = e.id AND y.resuelto IS NULL
  LEFT JOIN usuario w ON w.id = y.usuario_id
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('clase', p.clase, 'importe', p.importe_centavos, 'categoriaId', p.categoria_id,
      'categoria', g.name, 'facturaId', p.factura_id, 'ordenId', coalesce(p.orden_id, f.orden_compra_id),
      'destino', CASE
        WHEN p.clase = 'factura' THEN 'Factura ' || f.folio || ' de ' || r.nombre
        WHEN p.clase = 'orden' THEN 'Orden ' || o.id || ' de ' || r.nombre
        WHEN p.clase = 'traspaso' THEN 'A ' || kc.name
        ELSE '' END) ORDER BY p.id) AS partes
    FROM egreso_parte p
    LEFT JOIN categoria_egreso g ON g.id = p.categoria_id
    LEFT JOIN factura_compra f ON f.id = p.factura_id
    LEFT JOIN orden_compra o ON o.id = coalesce(p.orden_id, f.orden_compra_id)
    LEFT JOIN proveedor r ON r.id = o.proveedor_id
    LEFT JOIN movimiento_bancario mc ON mc.id = e.contrario_id
    LEFT JOIN cuenta_bancaria cc ON cc.id = mc.cuenta_id
    LEFT JOIN caja kc ON kc.id = cc.caja_id
    WHERE p.egreso_id = e.id
  ) p ON true
  WHERE m.importe_centavos < 0 AND NOT m.retirado AND ${where} ${rest}`;

export interface EgresoFilter {
  situacion: Filtro;
  cuentaId: number | null;
  /** Null: open. */
  desde: Fecha | null;
  hasta: Fecha | null;
  q: string;
  monto: Centavos | null;
}

/** What is not classified for good, as `sumSinClasificar` counts it. */
const SIN_CLASIFICAR = sql`e.estado IS DISTINCT FROM 'firme'`;

function enSituacion(situacion: Filtro): RawBuilder<unknown> {
  if (situacion === 'todas') return sql`true`;
  return situacion === 'sin_clasificar' ? SIN_CLASIFICAR : sql`${SITUACION} = ${situacion}`;
}

const whereOf = ({ situacion, cuentaId, desde, hasta, q, monto }: EgresoFilter) =>
  sql.join(
    [
      enSituacion(situacion),
      cuentaId === null ? sql`true` : sql`m.cuenta_id = ${cuentaId}`,
      desde === null ? sql`true` : sql`m.fecha >= ${desde}`,
      hasta === null ? sql`true` : sql`m.fecha <= ${hasta}`,
      q === ''
        ? sql`true`
        : sql`(ext.clave(concat_ws(' ', m.concepto, m.referencia, m.nombre, m.rfc)) LIKE ${anywhere(q)} OR m.importe_centavos = -${monto}::bigint)`,
    ],
    sql` AND `,
  );

export async function listEgresos(
  tx: Tx,
  filter: EgresoFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<EgresoRow[]> {
  const waits = filter.situacion !== 'todas' && filter.situacion !== 'clasificado';
  const order = waits ? sql`m.fecha, m.id` : sql`m.fecha DESC, m.id DESC`;
  return (await egresos(whereOf(filter), sql`ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`).execute(tx)).rows;
}

export const countEgresos = (tx: Tx, filter: EgresoFilter) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM ${LINEA} WHERE m.importe_centavos < 0 AND NOT m.retirado AND ${whereOf(filter)}`;

export const findEgreso = async (tx: Tx, movimientoId: number): Promise<EgresoRow | undefined> =>
  (await egresos(sql`m.id = ${movimientoId}`, sql``).execute(tx)).rows[0];

/**
 * Whether a line may give a deposit back: its bank says that it does, or one of its amount is said to have been returned about that
 * day, or the bank returned what had gone out, and no other line is that return's. The account is locked by the caller.
 */
export async function mayReturn(
  tx: Tx,
  { id, cuentaId, fecha, importe }: Pick<EgresoRow, 'id' | 'cuentaId' | 'fecha' | 'importe'>,
  dias: number,
): Promise<boolean> {
  const [desde, hasta] = [addDays(fecha, -dias), addDays(fecha, dias)];
  const row = await rowFrom(tx)<{ marcada: boolean; cerca: boolean }>`
    SELECT devolucion AS marcada, EXISTS (
      SELECT FROM deposito_entrante WHERE cuenta_id = ${cuentaId} AND importe_centavos = ${importe}::bigint AND situacion = 'devuelto'
        AND fecha BETWEEN ${desde} AND ${hasta}
      UNION ALL
      SELECT FROM movimiento_bancario WHERE cuenta_id = ${cuentaId} AND importe_centavos = ${importe}::bigint AND devolucion
        AND NOT retirado AND fecha BETWEEN ${desde} AND ${hasta}
    ) AS cerca
    FROM movimiento_bancario WHERE id = ${id}`;
  return (
    row !== undefined && (row.marcada || (row.cerca && (await countDevueltosSinSalida(tx, { cuentaId, importe })) > 0))
  );
}

/** The line that a classification is of, and who made it. */
export const findClasificado = (tx: Tx, egresoId: number) =>
  rowFrom(tx)<{ movimientoId: number; usuarioId: number | null; estado: string; aprobado: boolean }>`
    SELECT movimiento_id AS "movimientoId", usuario_id AS "usuarioId", estado,
      EXISTS (SELECT FROM egreso_aprobacion a WHERE a.egreso_id = e.id) AS aprobado
    FROM egreso e WHERE id = ${egresoId}`;

/** Whether a classification of a line was ever approved by a second person. */
export async function wasApproved(tx: Tx, movimientoId: number): Promise<boolean> {
  const { rows } = await sql<{ hay: boolean }>`
    SELECT EXISTS (
      SELECT FROM egreso e JOIN egreso_aprobacion a ON a.egreso_id = e.id WHERE e.movimiento_id = ${movimientoId}
    ) AS hay`.execute(tx);
  return rows[0]?.hay ?? false;
}

export async function insertPedido(tx: Tx, stamp: Stamp, egresoId: number, razon: string): Promise<void> {
  await tx
    .insertInto('egreso_reverso_pedido')
    .values({ egreso_id: egresoId, razon, usuario_id: stamp.usuarioId, created_at: stamp.now })
    .execute();
}

/** What somebody asks to undo, locked. */
export function findPedidoForUpdate(tx: Tx, egresoId: number) {
  return tx
    .selectFrom('egreso_reverso_pedido')
    .select(['id', 'razon', 'usuario_id as usuarioId'])
    .where('egreso_id', '=', egresoId)
    .where('resuelto', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function settlePedido(tx: Tx, stamp: Stamp, id: number, resuelto: 'deshecho' | 'negado'): Promise<void> {
  await tx
    .updateTable('egreso_reverso_pedido')
    .set({ resuelto, resuelto_usuario_id: stamp.usuarioId, resuelto_at: stamp.now })
    .where('id', '=', id)
    .execute();
}

export interface PorPagarRow {
  id: number;
  nombre: string;
  proveedor: string;
  nombreComercial: string;
  rfc: string;
  total: Centavos;
  queda: Centavos;
  ordenId: number;
}

/** What was cancelled is not open, nor what somebody said was paid before accounts were read. */
const ABIERTA = sql`o.estatus <> 'CANCELADA' AND (o.estatus_pago <> 'PAGO TOTAL' OR orden_pagado(o.id, false) > 0)`;

/** Invoices of suppliers that something is left of. */
export const listFacturasPorPagar = (tx: Tx) =>
  rowsFrom(tx)<PorPagarRow>`
    SELECT * FROM (
      SELECT f.id, 'Factura ' || f.folio AS nombre, p.nombre AS proveedor, p.nombre_comercial AS "nombreComercial", p.rfc,
        f.total_centavos AS total, o.id AS "ordenId",
        least(f.total_centavos - factura_pagado(f.id), orden_debe(o.id, o.precio_centavos) - orden_pagado(o.id, false)) AS queda
      FROM factura_compra f JOIN orden_compra o ON o.id = f.orden_compra_id JOIN proveedor p ON p.id = o.proveedor_id
      WHERE ${ABIERTA}
    ) x WHERE queda > 0 ORDER BY id DESC LIMIT 500`;

/** Orders that something is left of beside their invoices. */
export const listOrdenesPorPagar = (tx: Tx) =>
  rowsFrom(tx)<PorPagarRow>`
    SELECT * FROM (
      SELECT o.id, 'Orden ' || o.id AS nombre, p.nombre AS proveedor, p.nombre_comercial AS "nombreComercial", p.rfc,
        orden_debe(o.id, o.precio_centavos) AS total, o.id AS "ordenId",
        orden_debe(o.id, o.precio_centavos) - orden_pagado(o.id, false) AS queda
      FROM orden_compra o JOIN proveedor p ON p.id = o.proveedor_id WHERE ${ABIERTA}
    ) x WHERE queda > 0 ORDER BY id DESC LIMIT 500`;

/** What came into own accounts about these days in these amounts, and is nobody's yet. */
export async function listEntradas(
  tx: Tx,
  salidas: readonly { fecha: Fecha; importe: Centavos }[],
  dias: number,
): Promise<(Entrada & { concepto: string })[]> {
  if (salidas.length === 0) return [];
  const fechas = salidas.map(({ fecha }) => fecha).toSorted();
  const [desde = '', hasta = ''] = [fechas[0], fechas.at(-1)];
  return rowsFrom(tx)<Entrada & { concepto: string }>`
    SELECT m.id, m.cuenta_id AS "cuentaId", k.name AS cuenta, m.fecha, m.importe_centavos AS importe, m.concepto
    FROM movimiento_bancario m
    JOIN cuenta_bancaria c ON c.id = m.cuenta_id
    JOIN caja k ON k.id = c.caja_id
    LEFT JOIN deposito_entrante d ON d.movimiento_id = m.id
    WHERE m.importe_centavos = ANY(${[...new Set(salidas.map(({ importe }) => importe))]}::bigint[])
      AND m.fecha BETWEEN ${addDays(desde, -dias)} AND ${addDays(hasta, dias)}
      AND NOT m.retirado AND NOT EXISTS (SELECT FROM egreso e WHERE e.contrario_id = m.id AND e.estado <> 'deshecho')
      AND (d.id IS NULL OR (d.situacion IN ('por_confirmar', 'desconocido', 'por_identificar') AND entrante_aplicado(d.id) = 0))
    ORDER BY m.fecha, m.id LIMIT 500`;
}

/** How the last lines were classified that are one thing each, the latest first. */
export const listClasificadas = (tx: Tx) =>
  rowsFrom(tx)<{
    concepto: string;
    clase: Clase;
    categoriaId: number;
    fecha: Fecha;
    proveedor: string | null;
  }>`
    SELECT m.concepto, p.clase, p.categoria_id AS "categoriaId", m.fecha, r.nombre AS proveedor
    FROM egreso e JOIN movimiento_bancario m ON m.id = e.movimiento_id
    JOIN egreso_parte p ON p.egreso_id = e.id AND p.importe_centavos = e.importe_centavos
    JOIN categoria_egreso g ON g.id = p.categoria_id AND g.active
    LEFT JOIN factura_compra f ON f.id = p.factura_id
    LEFT JOIN orden_compra o ON o.id = coalesce(p.orden_id, f.orden_compra_id)
    LEFT JOIN proveedor r ON r.id = o.proveedor_id
    WHERE e.estado <> 'deshecho' ORDER BY m.fecha DESC, e.id DESC LIMIT 2000`;

export const listCategoriasActivas = (tx: Tx) =>
  rowsFrom(tx)<{
    id: number;
    uso: Uso;
  }>`SELECT id, uso FROM categoria_egreso WHERE active ORDER BY id`;

export async function findLimite(tx: Tx): Promise<Centavos | null> {
  const row = await tx.selectFrom('configuracion_residencial').select('limite_egreso_centavos').executeTakeFirst();
  return row?.limite_egreso_centavos ?? null;
}

/** The orders that parts pay of, locked; those that are not open any more. */
export async function lockCerradas(tx: Tx, partes: readonly Parte[]): Promise<{ id: number; cancelada: boolean }[]> {
  // In one order for all, and before a part holds its order: of two who pay one each would wait for the other to let it go.
  const ordenes = await rowsFrom(tx)<{ id: number; cancelada: boolean; abierta: boolean }>`
    SELECT o.id, o.estatus = 'CANCELADA' AS cancelada, ${ABIERTA} AS abierta FROM orden_compra o
    WHERE o.id = ANY(${partes.map(({ ordenId }) => ordenId)}::int[])
      OR o.id IN (SELECT orden_compra_id FROM factura_compra WHERE id = ANY(${partes.map(({ facturaId }) => facturaId)}::int[]))
    ORDER BY o.id FOR UPDATE`;
  return ordenes.filter(({ abierta }) => !abierta);
}

/** Keeps a classification; the orders that it pays of are locked. */
export async function insertEgreso(
  tx: Tx,
  stamp: Stamp,
  egreso: { movimientoId: number; importe: Centavos; contrarioId: number | null; porAprobar: boolean },
  partes: readonly Parte[],
): Promise<number> {
  const { ids } = await insertFamilies(
    tx,
    'egreso',
    [
      {
        ...{ movimiento_id: egreso.movimientoId, importe_centavos: egreso.importe, contrario_id: egreso.contrarioId },
        ...{ estado: egreso.porAprobar ? 'por_aprobar' : 'firme', usuario_id: stamp.usuarioId, created_at: stamp.now },
      },
    ],
    [
      childrenOf(
        'egreso_parte',
        'egreso_id',
        partes.map(({ clase, importe, categoriaId, facturaId, ordenId }) => ({
          ...{ egreso_id: 1, clase, importe_centavos: importe, categoria_id: categoriaId, factura_id: facturaId },
          orden_id: ordenId,
        })),
      ),
    ],
  );
  return ids[0] as number;
}

export async function insertAprobacion(tx: Tx, stamp: Stamp, egresoId: number): Promise<void> {
  await tx
    .insertInto('egreso_aprobacion')
    .values({ egreso_id: egresoId, usuario_id: stamp.usuarioId, created_at: stamp.now })
    .execute();
}

/** Undoes a classification; of one that was approved, who asked for it, and who said yes. */
export async function insertReverso(
  tx: Tx,
  { now }: Pick<Stamp, 'now'>,
  { egresoId, razon, pidio, aprobo }: { egresoId: number; razon: string; pidio: number | null; aprobo: number | null },
): Promise<void> {
  await tx
    .insertInto('egreso_reverso')
    .values({ egreso_id: egresoId, razon, usuario_id: pidio, aprobo_usuario_id: aprobo, created_at: now })
    .execute();
}

export interface PagadoRow {
  categoria: string;
  quien: string;
  monto: Centavos;
}

/** Whom a part paid: the supplier, whom the bank names, or else its words. */
const QUIEN = sql`coalesce(r.nombre, nullif(btrim(m.nombre), ''), m.concepto)`;
/** What the parts `p` were spent on and at whom. */
const GASTO = sql`categoria_egreso g ON g.id = p.categoria_id
    LEFT JOIN factura_compra f ON f.id = p.factura_id
    LEFT JOIN orden_compra o ON o.id = coalesce(p.orden_id, f.orden_compra_id)
    LEFT JOIN proveedor r ON r.id = o.proveedor_id`;

/** What was spent between two days of the bank, by category and by who was paid. */
export const listPagados = (tx: Tx, desde: Fecha, hasta: Fecha) =>
  rowsFrom(tx)<PagadoRow>`
    SELECT g.name AS categoria, ${QUIEN} AS quien, sum(p.importe_centavos)::bigint AS monto
    FROM egreso e JOIN movimiento_bancario m ON m.id = e.movimiento_id
    JOIN egreso_parte p ON p.egreso_id = e.id
    JOIN ${GASTO}
    WHERE e.estado = 'firme' AND m.fecha BETWEEN ${desde} AND ${hasta}
    GROUP BY g.id, 2 ORDER BY g.name COLLATE ext.es, 3 DESC, 2`;

/**
 * Lines of before a period that were told, classified, undone or taken back on its days: what each was by then, and what it had been
 * the day before the period began; nothing where it was not known, taken back, or no expense.
 */
export const listRectificados = (tx: Tx, desde: Fecha, hasta: Fecha) =>
  rowsFrom(tx)<GastoEntonces>`
    SELECT l.id AS linea, t.ahora, g.name AS categoria, ${QUIEN} AS quien,
      sum(coalesce(p.importe_centavos, -m.importe_centavos))::bigint AS monto
    FROM (
      SELECT DISTINCT m.id FROM registro_contable c LEFT JOIN egreso e ON e.id = c.egreso_id
      JOIN movimiento_bancario m ON m.id = coalesce(c.movimiento_id, e.movimiento_id)
      WHERE c.fecha BETWEEN ${desde} AND ${hasta} AND m.fecha < ${desde}
    ) l
    CROSS JOIN (VALUES (false, ${addDays(desde, -1)}::date), (true, ${hasta}::date)) t (ahora, dia)
    JOIN movimiento_bancario m ON m.id = l.id
      AND (SELECT sum(signo) FROM registro_contable WHERE movimiento_id = l.id AND fecha <= t.dia) > 0
    LEFT JOIN egreso e ON e.movimiento_id = l.id
      AND (SELECT sum(signo) FROM registro_contable WHERE egreso_id = e.id AND fecha <= t.dia) > 0
    LEFT JOIN egreso_parte p ON p.egreso_id = e.id
    LEFT JOIN ${GASTO}
    WHERE e.id IS NULL OR p.categoria_id IS NOT NULL
    GROUP BY l.id, t.ahora, g.id, 4 ORDER BY l.id`;
