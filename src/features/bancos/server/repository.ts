/** Rows of accounts, statements and the inbox of deposits. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { rastreoComparable } from '#libro/server/deposits/repository.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { anywhere, fullName, type Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { anyFrom, countFrom, idsFrom, insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Dentro, Eslabon } from '../lectura/cadena.ts';
import type { Disposicion } from '../lectura/disposicion.ts';
import type { EstadoDeCuenta, Formato } from '../lectura/estado.ts';
import type { Identificado } from '../lectura/identidad.ts';
import {
  type ClabeDeLote,
  type Conocida,
  DIAS_CERCA,
  type Origen,
  type Parecido,
  type Propuesta,
  type Situacion,
  type Sosten,
  type Via,
} from '../rules.ts';

/* Accounts. */

export interface CuentaRow {
  id: number;
  cajaId: number;
  caja: string;
  banco: string;
  noCuenta: string;
  noClabe: string;
  metodoId: number | null;
  metodo: string | null;
  conocidasSolas: boolean;
  columnas: Disposicion | null;
  hasta: Fecha | null;
  saldo: Centavos | null;
  pendientes: number;
  porIdentificar: number;
  montoPorIdentificar: Centavos;
}

const cuentas = (where: RawBuilder<unknown>) => sql<CuentaRow>`
  SELECT c.id, k.id AS "cajaId", k.name AS caja, b.name AS banco, k.no_cuenta AS "noCuenta", k.no_clabe AS "noClabe",
    m.id AS "metodoId", m.name AS metodo, c.conocidas_solas AS "conocidasSolas", c.columnas, e.hasta, e.saldo_final_centavos AS saldo,
    coalesce(d.pendientes, 0)::int AS pendientes, coalesce(d.apartados, 0)::int AS "porIdentificar",
    coalesce(d.monto, 0)::bigint AS "montoPorIdentificar"
  FROM cuenta_bancaria c
  JOIN caja k ON k.id = c.caja_id
  JOIN banco b ON b.id = k.banco_id
  LEFT JOIN metodo_pago m ON m.id = c.metodo_pago_id
  LEFT JOIN LATERAL (
    SELECT u.hasta, u.saldo_final_centavos FROM estado_bancario u
    WHERE u.cuenta_id = c.id AND NOT u.retirado
      AND u.hasta = (SELECT max(hasta) FROM estado_bancario WHERE cuenta_id = c.id AND NOT retirado)
    ORDER BY estado_sigue(u), u.id DESC LIMIT 1
  ) e ON true
  LEFT JOIN (
    SELECT cuenta_id, count(*) FILTER (WHERE situacion <> 'por_identificar') AS pendientes,
      count(*) FILTER (WHERE situacion = 'por_identificar') AS apartados,
      sum(importe_centavos - entrante_aplicado(id)) FILTER (WHERE situacion = 'por_identificar') AS monto
    FROM deposito_entrante WHERE situacion IN ('por_confirmar', 'desconocido', 'conflicto', 'por_identificar') GROUP BY cuenta_id
  ) d ON d.cuenta_id = c.id
  WHERE ${where}
  ORDER BY k.name COLLATE ext.es, c.id`;

export const listCuentas = async (tx: Tx): Promise<CuentaRow[]> => (await cuentas(sql`true`).execute(tx)).rows;

export const findCuenta = async (tx: Tx, id: number): Promise<CuentaRow | undefined> =>
  (await cuentas(sql`c.id = ${id}`).execute(tx)).rows[0];

export function findCuentaForUpdate(tx: Tx, id: number) {
  return tx.selectFrom('cuenta_bancaria').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

interface CuentaValues {
  caja_id: number;
  metodo_pago_id: number | null;
  conocidas_solas: boolean;
  columnas: Disposicion | null;
}

const stored = ({ columnas, ...values }: CuentaValues) => ({
  ...values,
  columnas: columnas === null ? null : JSON.stringify(columnas),
});

export const insertCuenta = (tx: Tx, values: CuentaValues) =>
  insertedId(tx.insertInto('cuenta_bancaria').values(stored(values)).returning('id'));

export function updateCuenta(tx: Tx, id: number, values: CuentaValues) {
  return tx.updateTable('cuenta_bancaria').set(stored(values)).where('id', '=', id).execute();
}

/** Whether anything is known of an account: what is closed and reconciled of it stands on its register. */
export const isUsada = (tx: Tx, id: number) =>
  anyFrom(tx)`
    SELECT FROM estado_bancario WHERE cuenta_id = ${id} UNION ALL SELECT FROM deposito_entrante WHERE cuenta_id = ${id}
    UNION ALL SELECT FROM saldo_inicial WHERE cuenta_id = ${id} LIMIT 1`;

/** How somebody declared the columns of an account's files; null where nobody did, undefined where there is no account. */
export async function findColumnas(tx: Tx, id: number): Promise<Disposicion | null | undefined> {
  const { rows } = await sql<{ columnas: Disposicion | null }>`
    SELECT columnas FROM cuenta_bancaria WHERE id = ${id}`.execute(tx);
  return rows[0]?.columnas;
}

export async function hasMetodo(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('metodo_pago').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/* Statements. */

export interface EstadoRow {
  id: number;
  nombre: string;
  formato: Formato;
  desde: Fecha | null;
  hasta: Fecha | null;
  saldoInicial: Centavos | null;
  saldoFinal: Centavos | null;
  lineas: number;
  nuevas: number;
  aviso: string;
  usuario: string;
  createdAt: Date;
  /** Who took it back, when, and why; no moment while it stands. */
  retiroUsuario: string;
  retiroAt: Date | null;
  retiroRazon: string;
}

export const listEstados = (tx: Tx, cuentaId: number) =>
  rowsFrom(tx)<EstadoRow>`
    SELECT e.id, e.nombre, e.formato, e.desde, e.hasta, e.saldo_inicial_centavos AS "saldoInicial",
      e.saldo_final_centavos AS "saldoFinal", e.lineas, e.nuevas, e.aviso, ${fullName('u')} AS usuario, e.created_at AS "createdAt",
      ${fullName('v')} AS "retiroUsuario", r.created_at AS "retiroAt", coalesce(r.razon, '') AS "retiroRazon"
    FROM estado_bancario e LEFT JOIN usuario u ON u.id = e.usuario_id
    LEFT JOIN estado_reverso r ON r.estado_id = e.id LEFT JOIN usuario v ON v.id = r.usuario_id
    WHERE e.cuenta_id = ${cuentaId} ORDER BY e.id DESC LIMIT 500`;

export interface EslabonRow extends Eslabon {
  /** Its first line; null without any. */
  primera: number | null;
}

/** Further back nobody looks for a gap. */
const ESLABONES_MAX = 2_000;

/** The statements of an account that stand, as their balances have to follow one another; the latest of them. */
export const listEslabones = (tx: Tx, cuentaId: number) =>
  rowsFrom(tx)<EslabonRow>`
    SELECT e.id, e.desde, e.hasta, e.saldo_inicial_centavos AS "saldoInicial", e.saldo_final_centavos AS "saldoFinal",
      coalesce(u.orden + 1, 0) AS lineas, coalesce(u.antes_centavos + um.importe_centavos, 0)::bigint AS suma,
      p.movimiento_id AS primera, least(pm.fecha, um.fecha) AS "primerDia", greatest(pm.fecha, um.fecha) AS "ultimoDia",
      coalesce(d.dentro, '[]') AS dentro
    FROM estado_bancario e
    LEFT JOIN estado_linea p ON p.estado_id = e.id AND p.orden = 0
    LEFT JOIN movimiento_bancario pm ON pm.id = p.movimiento_id
    LEFT JOIN LATERAL (SELECT * FROM estado_linea WHERE estado_id = e.id ORDER BY orden DESC LIMIT 1) u ON true
    LEFT JOIN movimiento_bancario um ON um.id = u.movimiento_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', o.estado_id, 'orden', o.orden, 'antes', o.antes_centavos)) AS dentro
      FROM estado_linea o JOIN estado_bancario x ON x.id = o.estado_id AND NOT x.retirado
      WHERE o.movimiento_id = p.movimiento_id AND o.estado_id <> e.id
    ) d ON true
    WHERE e.cuenta_id = ${cuentaId} AND NOT e.retirado
    ORDER BY e.hasta DESC NULLS LAST, e.id DESC LIMIT ${ESLABONES_MAX}`;

/** Where lines stand in the statements that told them. */
export const listDichas = (tx: Tx, movimientoId: number) =>
  rowsFrom(tx)<Dentro>`
    SELECT l.estado_id AS id, l.orden, l.antes_centavos AS antes
    FROM estado_linea l JOIN estado_bancario e ON e.id = l.estado_id AND NOT e.retirado
    WHERE l.movimiento_id = ${movimientoId}`;

/** What a line is known by, in one text. */
export const claveDeLinea = ({ huella, ordinal }: Pick<Identificado, 'huella' | 'ordinal'>): string =>
  `${huella} ${ordinal}`;

/** The lines like these that are known, by what they are known by. */
export async function listKnownLines(
  tx: Tx,
  cuentaId: number,
  lineas: readonly Pick<Identificado, 'huella'>[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; clave: string }>`
    SELECT m.id, m.huella || ' ' || m.ordinal AS clave
    FROM movimiento_bancario m
    WHERE m.cuenta_id = ${cuentaId} AND NOT m.retirado
      AND m.huella = ANY(${[...new Set(lineas.map(({ huella }) => huella))]}::text[])`.execute(tx);
  return new Map(rows.map(({ clave, id }) => [clave, id]));
}

/** Lines of a file that are looked for in other accounts. */
const MUESTRA_AJENA = 200;

/** Of the first lines of a file how many another account has, that with the most; undefined where none has any. */
export async function findAjenas(
  tx: Tx,
  cuentaId: number,
  lineas: readonly Pick<Identificado, 'huella' | 'ordinal'>[],
): Promise<{ caja: string; cuantas: number; de: number } | undefined> {
  const some = lineas.slice(0, MUESTRA_AJENA);
  const row = await rowFrom(tx)<{ caja: string; cuantas: number }>`
    SELECT k.name AS caja, count(*)::int AS cuantas
    FROM unnest(${some.map(({ huella }) => huella)}::text[], ${some.map(({ ordinal }) => ordinal)}::int[]) AS l (huella, ordinal)
    JOIN movimiento_bancario m ON m.cuenta_id IN (SELECT id FROM cuenta_bancaria WHERE id <> ${cuentaId})
      AND m.huella = l.huella AND m.ordinal = l.ordinal AND NOT m.retirado
    JOIN cuenta_bancaria c ON c.id = m.cuenta_id JOIN caja k ON k.id = c.caja_id
    GROUP BY k.id ORDER BY 2 DESC LIMIT 1`;
  return row && { ...row, de: some.length };
}

export async function insertEstado(
  tx: Tx,
  stamp: Stamp,
  estado: Pick<EstadoDeCuenta, 'formato' | 'desde' | 'hasta' | 'saldoInicial' | 'saldoFinal'> & {
    cuentaId: number;
    nombre: string;
    lineas: number;
    nuevas: number;
    aviso: string;
  },
): Promise<number> {
  const [id] = await insertRows(tx, 'estado_bancario', [
    {
      ...{ cuenta_id: estado.cuentaId, nombre: estado.nombre, formato: estado.formato },
      ...{
        desde: estado.desde,
        hasta: estado.hasta,
        lineas: estado.lineas,
        nuevas: estado.nuevas,
        aviso: estado.aviso,
      },
      ...{ saldo_inicial_centavos: estado.saldoInicial, saldo_final_centavos: estado.saldoFinal },
      ...{ usuario_id: stamp.usuarioId, created_at: stamp.now },
    },
  ]);
  return id as number;
}

/** Keeps new lines of a statement; gives their ids in their order. */
export function insertLines(
  tx: Tx,
  stamp: Stamp,
  of: { cuentaId: number; estadoId: number },
  lineas: readonly Identificado[],
): Promise<number[]> {
  return insertRows(
    tx,
    'movimiento_bancario',
    lineas.map(({ movimiento: m, huella, ordinal }) => ({
      ...{ cuenta_id: of.cuentaId, estado_id: of.estadoId, huella, ordinal, created_at: stamp.now },
      ...{ fecha: m.fecha, valor: m.valor, importe_centavos: m.importe, saldo_centavos: m.saldo },
      ...{ concepto: m.concepto, referencia: m.referencia, rastreo: m.rastreo, devolucion: m.devolucion },
      ...{ nombre: m.ordenante.nombre, cuenta: m.ordenante.cuenta, rfc: m.ordenante.rfc },
    })),
  );
}

/** Says which lines a statement told, in its order. */
export async function insertDichas(
  tx: Tx,
  estadoId: number,
  lineas: readonly { id: number; importe: Centavos }[],
): Promise<void> {
  await sql`
    INSERT INTO estado_linea (estado_id, movimiento_id, orden, antes_centavos)
    SELECT ${estadoId}::int, l.id, l.n - 1, sum(l.importe) OVER (ORDER BY l.n) - l.importe
    FROM unnest(${lineas.map(({ id }) => id)}::int[], ${lineas.map(({ importe }) => importe)}::bigint[])
      WITH ORDINALITY AS l (id, importe, n)`.execute(tx);
}

/* Statements that are taken back. */

export const findEstado = (tx: Tx, id: number) =>
  rowFrom(tx)<{ cuentaId: number; caja: string; nombre: string; retirado: boolean }>`
    SELECT e.cuenta_id AS "cuentaId", k.name AS caja, e.nombre, e.retirado
    FROM estado_bancario e JOIN cuenta_bancaria c ON c.id = e.cuenta_id JOIN caja k ON k.id = c.caja_id
    WHERE e.id = ${id}`;

export interface SostenidaRow {
  fecha: Fecha;
  importe: Centavos;
  concepto: string;
  por: Sosten;
  recibos: number[];
  /** How many lines are held. */
  cuantas: number;
}

/** Of the lines that a statement told alone the first that something was made of; undefined where none was. */
export const findSostenida = (tx: Tx, estadoId: number) =>
  rowFrom(tx)<SostenidaRow>`
    SELECT x.fecha, x.importe_centavos AS importe, x.concepto, x.por, x.cuantas,
      ARRAY(SELECT a.recibo_id FROM deposito_aplicacion a WHERE a.entrante_id = d.id AND NOT a.deshecha AND recibo_en_firme(a.recibo_id) > 0 ORDER BY 1) AS recibos
    FROM (
      SELECT m.*, linea_sostenida(m) AS por, count(*) OVER ()::int AS cuantas
      FROM movimiento_bancario m WHERE m.id IN (SELECT estado_propias(${estadoId})) AND linea_sostenida(m) IS NOT NULL
    ) x LEFT JOIN deposito_entrante d ON d.movimiento_id = x.id
    ORDER BY x.fecha, x.id LIMIT 1`;

/** The lines that a statement told alone. */
export const listPropias = (tx: Tx, estadoId: number) => idsFrom(tx)`SELECT estado_propias(${estadoId}) AS id`;

export async function insertEstadoReverso(tx: Tx, stamp: Stamp, estadoId: number, razon: string): Promise<void> {
  await tx
    .insertInto('estado_reverso')
    .values({ estado_id: estadoId, razon, usuario_id: stamp.usuarioId, created_at: stamp.now })
    .execute();
}

/* The inbox. */

export interface EntranteNuevo {
  origen: Origen;
  cuentaId: number;
  movimientoId: number | null;
  fecha: Fecha;
  importe: Centavos;
  concepto: string;
  referencia: string;
  rastreo: string;
  nombre: string;
  cuenta: string;
  /** Of what a provider told of: the CLABE that it was sent to, and its name there. */
  clabe?: string;
  transferencia?: string;
  /** Where it stands at first; unknown unless told. */
  situacion?: Situacion;
  motivo?: string;
}

export function insertEntrantes(tx: Tx, stamp: Stamp, entrantes: readonly EntranteNuevo[]): Promise<number[]> {
  return insertRows(
    tx,
    'deposito_entrante',
    entrantes.map((one) => ({
      ...{ origen: one.origen, cuenta_id: one.cuentaId, movimiento_id: one.movimientoId, fecha: one.fecha },
      ...{ importe_centavos: one.importe, concepto: one.concepto, referencia: one.referencia, rastreo: one.rastreo },
      ...{ nombre: one.nombre, cuenta: one.cuenta },
      ...{ situacion: one.situacion ?? 'desconocido', motivo: one.motivo ?? '' },
      ...{ clabe: one.clabe ?? '', transferencia: one.transferencia ?? '' },
      ...{ usuario_id: stamp.usuarioId, created_at: stamp.now },
    })),
  );
}

export interface EntranteRow {
  id: number;
  version: number;
  origen: Origen;
  cuentaId: number;
  caja: string;
  fecha: Fecha;
  importe: Centavos;
  aplicado: Centavos;
  concepto: string;
  referencia: string;
  rastreo: string;
  pagador: string;
  cuentaPagador: string;
  situacion: Situacion;
  loteId: number | null;
  loteReferencia: string | null;
  asociado: string;
  motivo: string;
  /** A line of a statement is it. */
  conLinea: boolean;
  recibos: {
    id: number;
    loteId: number;
    lote: string;
    monto: Centavos;
    solo: boolean;
    motivo: string;
    unido: boolean;
    enFirme: Centavos;
  }[];
}

const entrantes = (from: RawBuilder<unknown>) => sql<EntranteRow>`
  SELECT d.id, d.version, d.origen, d.cuenta_id AS "cuentaId", k.name AS caja, d.fecha, d.importe_centavos AS importe,
    coalesce(a.aplicado, 0)::bigint AS aplicado, d.concepto, d.referencia, d.rastreo, d.nombre AS pagador, d.cuenta AS "cuentaPagador",
    d.situacion, d.lote_id AS "loteId", l.referencia AS "loteReferencia", coalesce(r.name, '') AS asociado, d.motivo,
    d.movimiento_id IS NOT NULL AS "conLinea",
    coalesce(a.recibos, '[]') AS recibos
  FROM ${from}
  JOIN cuenta_bancaria c ON c.id = d.cuenta_id
  JOIN caja k ON k.id = c.caja_id
  LEFT JOIN lote l ON l.id = d.lote_id
  LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
  LEFT JOIN residente r ON r.id = lr.residente_id
  LEFT JOIN LATERAL (
    SELECT sum(x.firme) AS aplicado, json_agg(json_build_object(
      'id', x.recibo_id, 'loteId', x.lote_id, 'lote', x.referencia, 'monto', x.total_centavos, 'solo', x.sola, 'motivo', x.motivo,
      'unido', x.unida, 'enFirme', x.firme)
      ORDER BY x.recibo_id) AS recibos
    FROM (
      SELECT y.recibo_id, y.sola, y.motivo, y.antes IS NOT NULL AS unida, q.lote_id, q.total_centavos, n.referencia, recibo_en_firme(y.recibo_id) AS firme
      FROM deposito_aplicacion y JOIN recibo q ON q.id = y.recibo_id JOIN lote n ON n.id = q.lote_id
      WHERE y.entrante_id = d.id AND NOT y.deshecha
    ) x
  ) a ON true`;

export interface EntranteFilter {
  situaciones: readonly Situacion[] | null;
  cuentaId: number | null;
  /** Null: open. */
  desde: Fecha | null;
  hasta: Fecha | null;
  q: string;
  monto: Centavos | null;
  /** The oldest first: those that wait for somebody. */
  antiguos: boolean;
}

const whereOf = ({ situaciones, cuentaId, desde, hasta, q, monto }: EntranteFilter) =>
  sql.join(
    [
      situaciones === null ? sql`true` : sql`d.situacion = ANY(${[...situaciones]}::text[])`,
      cuentaId === null ? sql`true` : sql`d.cuenta_id = ${cuentaId}`,
      desde === null ? sql`true` : sql`d.fecha >= ${desde}`,
      hasta === null ? sql`true` : sql`d.fecha <= ${hasta}`,
      q === ''
        ? sql`true`
        : sql`(ext.clave(concat_ws(' ', d.concepto, d.referencia, d.rastreo, d.nombre, d.cuenta)) LIKE ${anywhere(q)}
            OR d.importe_centavos = ${monto}
            OR EXISTS (SELECT FROM lote x WHERE x.id = d.lote_id AND x.referencia_clave LIKE ${anywhere(q)}))`,
    ],
    sql` AND `,
  );

export async function listEntrantes(
  tx: Tx,
  filter: EntranteFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntranteRow[]> {
  const order = filter.antiguos ? sql`d.fecha, d.id` : sql`d.fecha DESC, d.id DESC`;
  return rowsFrom(tx)<EntranteRow>`
    ${entrantes(sql`(
      SELECT * FROM deposito_entrante d WHERE ${whereOf(filter)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
    ) d`)}
    ORDER BY ${order}`;
}

export const countEntrantes = (tx: Tx, filter: EntranteFilter) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM deposito_entrante d WHERE ${whereOf(filter)}`;

export const findEntrante = (tx: Tx, id: number) =>
  rowFrom(tx)<EntranteRow>`${entrantes(sql`deposito_entrante d`)} WHERE d.id = ${id}`;

/** A deposit that is to be decided on, locked until the transaction ends. */
export const lockEntrante = (tx: Tx, id: number) =>
  rowFrom(tx)<{ version: number }>`
    SELECT version FROM deposito_entrante WHERE id = ${id} FOR UPDATE`;

/**
 * Deposits that receipts were just booked for, locked in the order of their ids until the transaction ends: after their lots, as
 * whoever moves money does, and before anything is written of them. A receipt written to a deposit holds it as well, and two who
 * wrote first would each wait for the other.
 */
export async function lockEntrantes(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM deposito_entrante WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(tx);
}

export interface PorRevisar {
  id: number;
  version: number;
  cuentaId: number;
  cajaId: number;
  metodoId: number | null;
  conocidasSolas: boolean;
  fecha: Fecha;
  importe: Centavos;
  concepto: string;
  referencia: string;
  rastreo: string;
  clabe: string;
  cuenta: string;
  nombre: string;
  loteId: number | null;
  via: Via | null;
  clave: string;
  motivo: string;
  situacion: Situacion;
}

/** The deposits that wait and of which nothing was ever applied, a lot's proposal being of no account. What was undone, and what a
 * provider told otherwise before, is a person's. */
export const listPorRevisar = (tx: Tx) =>
  rowsFrom(tx)<PorRevisar>`
    SELECT d.id, d.version, d.cuenta_id AS "cuentaId", c.caja_id AS "cajaId", c.metodo_pago_id AS "metodoId",
      c.conocidas_solas AS "conocidasSolas", d.fecha, d.importe_centavos AS importe, d.concepto, d.referencia, d.rastreo, d.clabe, d.cuenta, d.nombre,
      d.lote_id AS "loteId", d.via, d.clave, d.motivo, d.situacion
    FROM deposito_entrante d JOIN cuenta_bancaria c ON c.id = d.cuenta_id
    WHERE d.situacion IN ('por_confirmar', 'desconocido')
      AND NOT EXISTS (SELECT FROM deposito_aplicacion a WHERE a.entrante_id = d.id)
      AND NOT EXISTS (SELECT FROM aviso_tomado t WHERE t.entrante_id = d.id AND t.resultado = 'conflicto')
    ORDER BY d.fecha, d.id`;

/**
 * Of deposits with the lots that they are proposed to, those that may be the same money as an earlier one of their account and
 * amount, with the latest such: by clave de rastreo, or by lot and days where the two were told in different ways (a statement, a
 * notice, typed). Or as a receipt that somebody made of it about that day: its own day's is asked about where it is applied.
 * @param tambienPosteriores whether a later one counts as well
 */
export async function listParecidos(
  tx: Tx,
  propuestos: readonly { id: number; loteId: number }[],
  tambienPosteriores = false,
): Promise<Parecido[]> {
  if (propuestos.length === 0) return [];
  const near = sql`o.fecha BETWEEN p.fecha - ${DIAS_CERCA}::int AND p.fecha + ${DIAS_CERCA}::int`;
  return rowsFrom(tx)<Parecido>`
    WITH p AS MATERIALIZED (
      SELECT d.*, x."loteId", ${rastreoComparable(sql`d.rastreo`)} AS clave_rastreo
      FROM json_to_recordset(${JSON.stringify(propuestos)}::json) AS x (id int, "loteId" int) JOIN deposito_entrante d USING (id)
    ), del_lote AS (
      SELECT p.id, o.id AS otro FROM p JOIN deposito_entrante o ON o.lote_id = p."loteId" AND ${near}
      UNION
      SELECT p.id, o.id FROM p JOIN recibo r ON r.lote_id = p."loteId" JOIN deposito_aplicacion a ON a.recibo_id = r.id AND NOT a.deshecha
        JOIN deposito_entrante o ON o.id = a.entrante_id AND ${near}
      UNION
      SELECT p.id, o.id FROM p JOIN p o ON o."loteId" = p."loteId" AND ${near}
    ), por_rastreo AS (
      -- In one pass over these amounts: a month of equal fees is no product of its deposits with each other.
      SELECT id, lag(id) OVER mismo AS otro, lag(fecha) OVER mismo AS fecha
      FROM deposito_entrante d
      WHERE rastreo <> '' AND situacion <> 'retirado' AND importe_centavos = ANY(ARRAY(SELECT DISTINCT importe_centavos FROM p))
      WINDOW mismo AS (PARTITION BY cuenta_id, importe_centavos, ${rastreoComparable(sql`rastreo`)} ORDER BY id)
    ), parecido AS (
      SELECT id, otro, r.fecha, true AS "porRastreo", NULL::int AS "reciboId" FROM por_rastreo r JOIN p USING (id)
      WHERE otro IS NOT NULL AND p.clave_rastreo <> ''
      UNION ALL
      SELECT p.id, 0, r.fecha_pago, false, r.id
      FROM p JOIN recibo r ON r.lote_id = p."loteId" AND r.total_centavos = p.importe_centavos AND r.fecha_pago <> p.fecha
        AND r.fecha_pago BETWEEN p.fecha - ${DIAS_CERCA}::int AND p.fecha + ${DIAS_CERCA}::int
      JOIN metodo_pago m ON m.id = r.metodo_pago_id AND NOT m.en_caja
      WHERE NOT EXISTS (SELECT FROM deposito_aplicacion a WHERE a.recibo_id = r.id AND NOT a.deshecha)
        AND recibo_en_firme(r.id) = r.total_centavos
      UNION ALL
      SELECT p.id, o.id, o.fecha, false, NULL
      FROM del_lote JOIN p USING (id) JOIN deposito_entrante o ON o.id = otro
        AND o.cuenta_id = p.cuenta_id AND o.importe_centavos = p.importe_centavos AND o.situacion <> 'retirado'
      WHERE CASE WHEN p.movimiento_id IS NOT NULL THEN p.transferencia = '' AND o.movimiento_id IS NULL
        WHEN p.transferencia <> '' THEN o.transferencia = ''
        ELSE o.movimiento_id IS NOT NULL OR o.transferencia <> '' END
    )
    SELECT DISTINCT ON (id) id, fecha, "porRastreo", "reciboId" FROM parecido WHERE otro < id OR ${tambienPosteriores}::boolean
    ORDER BY id, "porRastreo" DESC, otro DESC`;
}

/** Whose CLABEs are, or were. */
export async function listClabesDeLotes(tx: Tx, clabes: readonly string[]): Promise<Map<string, ClabeDeLote>> {
  if (clabes.length === 0) return new Map();
  const { rows } = await sql<ClabeDeLote & { clabe: string }>`
    SELECT clabe, lote_id AS "loteId", liberada_at IS NOT NULL AS liberada FROM clabe_lote
    WHERE clabe = ANY(${[...new Set(clabes)]}::text[]) AND lote_id IS NOT NULL`.execute(tx);
  return new Map(rows.map(({ clabe, ...of }) => [clabe, of]));
}

/** Deposits that a provider told of and no statement has had yet, by their clave de rastreo. */
export async function listPorUnir(
  tx: Tx,
  cuentaId: number,
  claves: readonly string[],
): Promise<{ id: number; clave: string; importe: Centavos }[]> {
  if (claves.length === 0) return [];
  const clave = rastreoComparable(sql`rastreo`);
  return rowsFrom(tx)<{ id: number; clave: string; importe: Centavos }>`
    SELECT id, ${clave} AS clave, importe_centavos AS importe FROM deposito_entrante
    WHERE cuenta_id = ${cuentaId} AND transferencia <> '' AND movimiento_id IS NULL AND rastreo <> '' AND situacion <> 'duplicado'
      AND ${clave} = ANY(${[...new Set(claves)]}::text[])
    ORDER BY id FOR UPDATE`;
}

/** Says of deposits which line of a statement they are. */
export async function joinLines(tx: Tx, joined: readonly { id: number; movimientoId: number }[]): Promise<void> {
  if (joined.length === 0) return;
  await sql`
    UPDATE deposito_entrante d SET movimiento_id = p."movimientoId"
    FROM json_to_recordset(${JSON.stringify(joined)}::json) AS p (id int, "movimientoId" int) WHERE d.id = p.id`.execute(
    tx,
  );
}

/**
 * What payers' accounts have paid, those of them that paid one lot alone by what stands, since they were last forgotten, and to whoever
 * still owns it: who sold the house pays nothing of it any more.
 */
export async function listConocidas(tx: Tx, pagadores: readonly string[]): Promise<Map<string, Conocida>> {
  if (pagadores.length === 0) return new Map();
  const { rows } = await sql<Conocida & { cuenta: string }>`
    SELECT d.cuenta, min(r.lote_id) AS "loteId", (array_agg(d.nombre ORDER BY d.id DESC))[1] AS nombre
    FROM deposito_entrante d
    JOIN deposito_aplicacion a ON a.entrante_id = d.id AND NOT a.deshecha
    JOIN recibo r ON r.id = a.recibo_id
    WHERE d.cuenta = ANY(${[...new Set(pagadores)]}::text[]) AND recibo_en_firme(r.id) > 0
      AND NOT EXISTS (SELECT FROM lote_residente t WHERE t.lote_id = r.lote_id AND t.asociado AND t.hasta >= a.created_at AND t.hasta > t.desde)
      AND NOT EXISTS (SELECT FROM cuenta_olvidada o WHERE o.cuenta = d.cuenta AND o.created_at >= a.created_at)
    GROUP BY d.cuenta
    HAVING count(DISTINCT r.lote_id) = 1`.execute(tx);
  return new Map(rows.map(({ cuenta, loteId, nombre }) => [cuenta, { loteId, nombre }]));
}

export async function insertOlvido(tx: Tx, stamp: Stamp, cuenta: string): Promise<void> {
  await insertRows(tx, 'cuenta_olvidada', [{ cuenta, usuario_id: stamp.usuarioId, created_at: stamp.now }]);
}

/** Writes what was found of deposits, but of those that changed meanwhile. */
export async function updatePropuestas(
  tx: Tx,
  propuestas: readonly (Propuesta & { id: number; version: number; situacion: Situacion })[],
): Promise<void> {
  if (propuestas.length === 0) return;
  await sql`
    UPDATE deposito_entrante d
    SET lote_id = p."loteId", via = p.via, clave = p.clave, motivo = p.motivo, situacion = p.situacion
    FROM json_to_recordset(${JSON.stringify(propuestas)}::json)
      AS p (id int, version int, "loteId" int, via text, clave text, motivo text, situacion text)
    WHERE d.id = p.id AND d.version = p.version AND d.situacion IN ('por_confirmar', 'desconocido')`.execute(tx);
}

/** Moves deposits on from the version that was decided on; gives the ids of those that it had. */
export const moveEntrantes = (
  tx: Tx,
  movidos: readonly { id: number; version: number; situacion: Situacion; motivo: string }[],
) =>
  idsFrom(tx)`
    UPDATE deposito_entrante d SET situacion = p.situacion, motivo = p.motivo, version = d.version + 1
    FROM json_to_recordset(${JSON.stringify(movidos)}::json) AS p (id int, version int, situacion text, motivo text)
    WHERE d.id = p.id AND d.version = p.version
    RETURNING d.id`;

/**
 * Says of deposits that receipts were just booked for where they stand now: applied, or with a part left over. Gives the ids of
 * those that had the version that was decided on.
 */
export const settleEntrantes = (
  tx: Tx,
  settled: readonly { id: number; version: number; propuesta?: Propuesta | undefined }[],
) =>
  idsFrom(tx)`
    UPDATE deposito_entrante d SET
      situacion = CASE WHEN x.todo THEN 'aplicado' ELSE 'por_confirmar' END,
      motivo = CASE WHEN x.todo THEN '' ELSE 'Falta aplicar una parte' END,
      lote_id = CASE WHEN x.todo THEN coalesce(p."loteId", d.lote_id) END,
      via = CASE WHEN x.todo THEN coalesce(p.via, d.via) END, clave = coalesce(p.clave, d.clave), version = d.version + 1
    FROM json_to_recordset(${JSON.stringify(settled.map(({ propuesta, ...of }) => ({ ...propuesta, ...of })))}::json)
      AS p (id int, version int, "loteId" int, via text, clave text)
    JOIN LATERAL (
      -- Asked once for each: without the OFFSET it would be asked wherever its answer is used.
      SELECT f.centavos >= e.importe_centavos AS todo
      FROM deposito_entrante e CROSS JOIN firme_de_entrante(p.id) f WHERE e.id = p.id OFFSET 0
    ) x ON true
    WHERE d.id = p.id AND d.version = p.version
    RETURNING d.id`;

/** Keeps which receipts deposits were applied by; of what needed nobody's word also why, as the deposit says until it is settled. */
export async function insertAplicaciones(
  tx: Tx,
  stamp: Stamp,
  aplicaciones: readonly { entranteId: number; reciboId: number; sola: boolean; motivo?: string | undefined }[],
): Promise<void> {
  await sql`
    INSERT INTO deposito_aplicacion (entrante_id, recibo_id, sola, motivo, usuario_id, created_at)
    SELECT d.id, p."reciboId", p.sola, CASE WHEN p.sola THEN coalesce(p.motivo, d.motivo) ELSE '' END,
      ${stamp.usuarioId}, ${stamp.now}
    FROM json_to_recordset(${JSON.stringify(aplicaciones)}::json)
      AS p ("entranteId" int, "reciboId" int, sola boolean, motivo text)
    JOIN deposito_entrante d ON d.id = p."entranteId" ORDER BY d.id`.execute(tx);
}

/** Says of a deposit that it is the money of a receipt which stood already, and keeps what the deposit was until then. */
export async function insertUnion(
  tx: Tx,
  stamp: Stamp,
  { entranteId, reciboId, sola }: { entranteId: number; reciboId: number; sola: boolean },
): Promise<void> {
  await sql`
    INSERT INTO deposito_aplicacion (entrante_id, recibo_id, sola, motivo, antes, usuario_id, created_at)
    SELECT d.id, ${reciboId}, ${sola}, CASE WHEN ${sola} THEN d.motivo ELSE '' END, CASE WHEN entrante_aplicado(d.id) = 0
        THEN jsonb_build_object('situacion', d.situacion, 'motivo', d.motivo, 'lote_id', d.lote_id, 'via', d.via, 'clave', d.clave)
        ELSE '{"situacion": "desconocido", "motivo": "", "clave": ""}' END, ${stamp.usuarioId}, ${stamp.now}
    FROM deposito_entrante d WHERE d.id = ${entranteId}`.execute(tx);
}

/** How a deposit and a receipt belong together; undefined where they do not. */
export const findUnion = (tx: Tx, entranteId: number, reciboId: number) =>
  rowFrom(tx)<{ id: number; unida: boolean; loteId: number; lote: string; firme: Centavos }>`
    SELECT a.id, a.antes IS NOT NULL AS unida, r.lote_id AS "loteId", l.referencia AS lote, recibo_en_firme(r.id) AS firme
    FROM deposito_aplicacion a JOIN recibo r ON r.id = a.recibo_id JOIN lote l ON l.id = r.lote_id
    WHERE a.entrante_id = ${entranteId} AND a.recibo_id = ${reciboId} AND NOT a.deshecha`;

export async function insertSeparacion(tx: Tx, stamp: Stamp, aplicacionId: number, razon: string): Promise<void> {
  await tx
    .insertInto('deposito_aplicacion_reverso')
    .values({ aplicacion_id: aplicacionId, razon, usuario_id: stamp.usuarioId, created_at: stamp.now })
    .execute();
}

export interface Numerado {
  loteId: number;
  fecha: Fecha;
  monto: Centavos;
  /** The largest number in use. */
  ultimo: number;
  /** Deposits of the same lot, day and amount that a workbook brought: in force, and never said to be one of the inbox. */
  libres: number[];
}

/** The numbers that equal deposits have. */
export async function listNumeros(
  tx: Tx,
  claves: readonly { loteId: number; fecha: Fecha; monto: Centavos }[],
): Promise<Numerado[]> {
  if (claves.length === 0) return [];
  return rowsFrom(tx)<Numerado>`
    SELECT d.lote_id AS "loteId", d.fecha_pago AS fecha, d.monto_centavos AS monto, max(d.numero)::int AS ultimo,
      coalesce(array_agg(d.numero::int ORDER BY d.numero) FILTER (
        WHERE NOT EXISTS (SELECT FROM deposito_aplicacion a WHERE a.recibo_id = d.recibo_id)
          AND recibo_en_firme(d.recibo_id) > 0), '{}') AS libres
    FROM json_to_recordset(${JSON.stringify(claves)}::json) AS k ("loteId" int, fecha date, monto bigint)
    JOIN deposito d ON d.lote_id = k."loteId" AND d.fecha_pago = k.fecha AND d.monto_centavos = k.monto
    GROUP BY 1, 2, 3`;
}

export interface ReciboLibre {
  id: number;
  fechaPago: Fecha;
  monto: Centavos;
  metodo: string;
  caja: string;
}

/** Receipts of a lot in force that no deposit accounts for, by what a bank takes, of that amount within so many days. */
export const listRecibosLibres = (
  tx: Tx,
  { loteId, monto, fecha, dias }: { loteId: number; monto: Centavos; fecha: Fecha; dias: number },
) =>
  rowsFrom(tx)<ReciboLibre>`
    SELECT r.id, r.fecha_pago AS "fechaPago", r.total_centavos AS monto, m.name AS metodo, k.name AS caja
    FROM recibo r JOIN metodo_pago m ON m.id = r.metodo_pago_id JOIN caja k ON k.id = r.caja_id
    WHERE r.lote_id = ${loteId} AND r.total_centavos = ${monto}
      AND r.fecha_pago BETWEEN ${fecha}::date - ${dias}::int AND ${fecha}::date + ${dias}::int
      AND NOT EXISTS (SELECT FROM deposito_aplicacion a WHERE a.recibo_id = r.id AND NOT a.deshecha)
      AND recibo_en_firme(r.id) = r.total_centavos
    ORDER BY abs(r.fecha_pago - ${fecha}::date), r.id LIMIT 5`;

/** The deposit that a line's may be a duplicate of; `sinLinea`: it came by another way, and the line is its. */
export interface Gemelo {
  id: number;
  sinLinea: boolean;
}

/**
 * Of a statement's line the deposit that it may be once more: of its account and amount and no other transfer's, told by somebody
 * else within so many days, or by a line of its day that no statement tells together with it. First that of its clave de rastreo,
 * then of the lot that it was proposed with, since many pay the same; then the nearest. Locked; undefined where there is none.
 */
export const findGemelo = (tx: Tx, entranteId: number, dias: number) =>
  rowFrom(tx)<Gemelo>`
    SELECT o.id, o.movimiento_id IS NULL AS "sinLinea"
    FROM deposito_entrante d JOIN movimiento_bancario m ON m.id = d.movimiento_id
    JOIN deposito_entrante o ON o.cuenta_id = d.cuenta_id AND o.importe_centavos = d.importe_centavos AND o.id <> d.id
      AND deposito_cuenta(o.situacion)
      AND (d.rastreo = '' OR o.rastreo = '' OR ${rastreoComparable(sql`o.rastreo`)} = ${rastreoComparable(sql`d.rastreo`)})
    LEFT JOIN movimiento_bancario n ON n.id = o.movimiento_id
    WHERE d.id = ${entranteId} AND CASE WHEN n.id IS NULL
      THEN o.fecha BETWEEN d.fecha - ${dias}::int AND d.fecha + ${dias}::int
      ELSE n.fecha = m.fecha AND NOT EXISTS (
        SELECT FROM estado_linea a JOIN estado_linea b ON b.estado_id = a.estado_id AND b.movimiento_id = n.id
        WHERE a.movimiento_id = m.id) END
    ORDER BY o.rastreo = '' OR d.rastreo = '', o.lote_id IS DISTINCT FROM d.lote_id AND NOT EXISTS (
        SELECT FROM deposito_aplicacion x JOIN recibo r ON r.id = x.recibo_id
        WHERE x.entrante_id = o.id AND NOT x.deshecha AND r.lote_id = d.lote_id),
      n.id IS NOT NULL, abs(o.fecha - d.fecha), o.id LIMIT 1 FOR UPDATE OF o`;

/** Says what a deposit is a duplicate of; where that one has no line, this one's is its. */
export async function markDuplicado(tx: Tx, id: number, gemelo: Gemelo): Promise<void> {
  const { rows } = await sql<{
    linea: number;
  }>`SELECT movimiento_id AS linea FROM deposito_entrante WHERE id = ${id}`.execute(tx);
  await sql`
    UPDATE deposito_entrante SET duplicado_de_id = ${gemelo.id},
      movimiento_id = CASE WHEN ${gemelo.sinLinea}::boolean THEN NULL ELSE movimiento_id END WHERE id = ${id}`.execute(
    tx,
  );
  if (!gemelo.sinLinea) return;
  await sql`
    UPDATE deposito_entrante SET movimiento_id = ${rows[0]?.linea ?? null}::int, version = version + 1
    WHERE id = ${gemelo.id}`.execute(tx);
}

/**
 * A deposit is no duplicate any more: a line that it gave to another one is its own again, also where that one gave it on as a
 * duplicate of a third.
 */
export async function unmarkDuplicado(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ linea: number }>`
    WITH RECURSIVE suya AS (
      SELECT duplicado_de_id AS id FROM deposito_entrante
      WHERE id = ${id} AND movimiento_id IS NULL AND origen = 'estado' AND duplicado_de_id IS NOT NULL
      UNION
      SELECT o.duplicado_de_id FROM suya JOIN deposito_entrante o USING (id)
      WHERE o.movimiento_id IS NULL AND o.duplicado_de_id IS NOT NULL
    )
    UPDATE deposito_entrante o SET movimiento_id = NULL, version = o.version + 1
    FROM suya JOIN deposito_entrante x USING (id) WHERE o.id = x.id AND x.movimiento_id IS NOT NULL
    RETURNING x.movimiento_id AS linea`.execute(tx);
  await sql`
    UPDATE deposito_entrante SET duplicado_de_id = NULL, movimiento_id = coalesce(movimiento_id, ${rows[0]?.linea ?? null}::int)
    WHERE id = ${id}`.execute(tx);
}

/** A receipt that a deposit may be said to be; its lot is locked by the caller. */
export const findReciboLibre = (tx: Tx, id: number) =>
  rowFrom(tx)<{
    id: number;
    loteId: number;
    lote: string;
    firme: Centavos;
    tomado: boolean;
    enMano: boolean;
  }>`
    SELECT r.id, r.lote_id AS "loteId", l.referencia AS lote, recibo_en_firme(r.id) AS firme,
      EXISTS (SELECT FROM deposito_aplicacion a WHERE a.recibo_id = r.id AND NOT a.deshecha) AS tomado, coalesce(m.en_caja, true) AS "enMano"
    FROM recibo r JOIN lote l ON l.id = r.lote_id LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    WHERE r.id = ${id}`;

/** Deposits up to a day that wait for somebody, or were set aside, and what of them is nobody's yet; `deposito`: there is any up to then. */
export async function countAbiertos(tx: Tx, hasta: Fecha) {
  const { rows } = await sql<{
    deposito: boolean;
    pendientes: number;
    monto: Centavos;
    apartados: number;
    montoApartado: Centavos;
  }>`
    SELECT EXISTS (SELECT FROM deposito_entrante WHERE fecha <= ${hasta}) AS deposito,
      count(*) FILTER (WHERE situacion <> 'por_identificar')::int AS pendientes,
      coalesce(sum(queda) FILTER (WHERE situacion <> 'por_identificar'), 0)::bigint AS monto,
      count(*) FILTER (WHERE situacion = 'por_identificar')::int AS apartados,
      coalesce(sum(queda) FILTER (WHERE situacion = 'por_identificar'), 0)::bigint AS "montoApartado"
    FROM (
      SELECT situacion, CASE WHEN deposito_cuenta(situacion) THEN importe_centavos - entrante_aplicado(id) ELSE 0 END AS queda
      FROM deposito_entrante
      WHERE situacion IN ('por_confirmar', 'desconocido', 'conflicto', 'por_identificar') AND fecha <= ${hasta}
    ) x`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}
