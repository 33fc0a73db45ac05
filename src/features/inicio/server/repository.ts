import { type RawBuilder, sql } from 'kysely';
import { addDays, type Fecha } from '#core/fecha.ts';
import { firstDayOf, lastDayOf, monthOf } from '#core/period.ts';
import type { TipoLote } from '#libro/lotes/contract.ts';
import { AGES } from '#libro/rules.ts';
import { cashMovements } from '#libro/server/corte.ts';
import { debtOfLote, isOverdue, lotesAtrasados } from '#libro/server/debt.ts';
import { adjustedSince, chargesWithin, paidSince } from '#libro/server/movements.ts';
import { closedUntil } from '#libro/server/periods.ts';
import { lotesOfReference } from '#libro/server/references.ts';
import { anywhere, type Tx } from '#platform/server/db.ts';
import { idsFrom, rowsFrom } from '#platform/server/rows.ts';
import type { LoteStatus } from '../../lotes/contract.ts';
import type { SearchType } from '../contract.ts';
import { partsOfReferencia } from '../rules.ts';

export interface TotalesRow {
  lotes: number;
  entregados: number;
  disponibles: number;
  domiciliados: number;
  hoy: number;
  semana: number;
  mes: number;
  atrasados: number;
}

/** Receipts that money came in by, as the cut-off of these days counts them: recibo_id, fecha, metodo_pago_id. */
const receipts = (desde: Fecha, hasta: Fecha) => sql`
  SELECT DISTINCT recibo_id, fecha, metodo_pago_id FROM (${cashMovements({ fechas: { desde, hasta } })}) k
  WHERE k.clase = 'cobro'`;

/** The counts of the home's tiles; weeks begin on Monday. */
export async function countTotales(tx: Tx, today: Fecha): Promise<TotalesRow> {
  // The week may have begun in the month before.
  const [semana, mes] = [addDays(today, -6), firstDayOf(monthOf(today))];
  const { rows } = await sql<TotalesRow>`
    WITH lotes AS (
      SELECT count(*) AS lotes,
        count(*) FILTER (WHERE status = 'entregado') AS entregados,
        count(*) FILTER (WHERE status = 'disponible') AS disponibles,
        count(*) FILTER (WHERE is_recurrente) AS domiciliados
      FROM lote
    ), pagos AS (
      SELECT count(*) FILTER (WHERE fecha = ${today}::date) AS hoy,
        count(*) FILTER (WHERE fecha >= date_trunc('week', ${today}::date)) AS semana,
        count(*) FILTER (WHERE fecha >= ${mes}::date) AS mes
      FROM (${receipts(semana < mes ? semana : mes, today)}) AS recibido
    ), deudas AS (
      SELECT count(*) AS atrasados FROM ${lotesAtrasados(today)} AS atrasado
    )
    SELECT lotes.*, pagos.*, deudas.* FROM lotes, pagos, deudas`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

interface Vencidos {
  d30: number;
  d60: number;
  d90: number;
  todos: number;
  /** Those of no older charge. */
  hasta30: number;
  hasta60: number;
}

/** Lots that have a charge overdue up to 30 days, 31 to 60, longer, and at all; a lot may have several such. */
export async function countVencidos(tx: Tx, today: Fecha): Promise<Vencidos> {
  const { rows } = await sql<Vencidos>`
    SELECT count(*) FILTER (WHERE d30) AS d30, count(*) FILTER (WHERE d60) AS d60, count(*) FILTER (WHERE d90) AS d90,
      count(*) AS todos, count(*) FILTER (WHERE NOT d60 AND NOT d90) AS hasta30,
      count(*) FILTER (WHERE d60 AND NOT d90) AS hasta60
    FROM (
      SELECT bool_or(${isOverdue('c', today, AGES['30'])}) AS d30, bool_or(${isOverdue('c', today, AGES['60'])}) AS d60,
        bool_or(${isOverdue('c', today, AGES['90'])}) AS d90
      FROM cargo AS c WHERE ${isOverdue('c', today)} GROUP BY lote_id
    ) AS vencidos`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

/** Receipts of a month counted by their method. `primero` is the month's first day. */
export const countRecibos = (tx: Tx, primero: Fecha) =>
  rowsFrom(tx)<{ name: string; value: number }>`
    SELECT m.name, count(*) AS value
    FROM (${receipts(primero, lastDayOf(monthOf(primero)))}) AS recibido
    JOIN metodo_pago m ON m.id = recibido.metodo_pago_id GROUP BY m.name`;

/** What was paid of charges in a month, counted by their kind: a receipt of several pays several. */
export function countCargosPagados(tx: Tx, primero: Fecha) {
  return tx
    .selectFrom('pago_recibido')
    .select(({ fn }) => [sql<string>`coalesce(tipo, '')`.as('name'), fn.countAll<number>().as('value')])
    .where(inMonth('fecha', primero))
    .groupBy('name')
    .execute();
}

/** How many charges of a month nothing is owed of, and of how many something is. */
interface CargosDelMes {
  pagados: number;
  no_pagados: number;
}

/** Charges that fall due in a month; of a closed one as they stood at its end, of any other as they stand now. */
export async function countCargos(tx: Tx, primero: Fecha): Promise<CargosDelMes> {
  const ultimo = lastDayOf(monthOf(primero));
  const cerrado = await closedUntil(tx);
  if (cerrado !== undefined && ultimo <= cerrado) return countCargosAtEnd(tx, primero, ultimo);
  return tx
    .selectFrom('cargo_en_vigor')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('pagado', '=', true).as('pagados'),
      fn.countAll<number>().filterWhere('pagado', '=', false).as('no_pagados'),
    ])
    .where(inMonth('vence', primero))
    .executeTakeFirstOrThrow();
}

/** Reckoned back from today's balances: what was paid or taken off since was owed. */
async function countCargosAtEnd(tx: Tx, primero: Fecha, ultimo: Fecha): Promise<CargosDelMes> {
  const since = addDays(ultimo, 1);
  const { rows } = await sql<CargosDelMes>`
    WITH del_mes AS MATERIALIZED (
      SELECT c.id, c.saldo_centavos AS saldo FROM (${chargesWithin(primero, ultimo)}) c
      WHERE c.cierre IS NULL OR NOT EXISTS (
        SELECT FROM ajuste a
        WHERE a.cargo_id = c.id AND a.tipo IN ('cancelacion', 'anulacion', 'reemplazo') AND a.fecha <= ${ultimo}::date)
    ), despues AS (
      SELECT j.cargo_id, sum(j.monto) AS monto FROM (${paidSince(since)} UNION ALL ${adjustedSince(since)}) j
      JOIN del_mes d ON d.id = j.cargo_id GROUP BY 1
    )
    SELECT count(*) FILTER (WHERE d.saldo + coalesce(s.monto, 0) = 0)::int AS pagados,
      count(*) FILTER (WHERE d.saldo + coalesce(s.monto, 0) <> 0)::int AS no_pagados
    FROM del_mes d LEFT JOIN despues s ON s.cargo_id = d.id`.execute(tx);
  return rows[0] ?? { pagados: 0, no_pagados: 0 };
}

function inMonth(column: string, primero: Fecha) {
  return sql<boolean>`${sql.ref(column)} >= ${primero}::date AND ${sql.ref(column)} < ${primero}::date + interval '1 month'`;
}

export interface FoundRow {
  id_lote: number;
  id_residente: number;
  name: string;
  /** Whoever sold it, by whose name it was found; '' where it was found otherwise. */
  anterior: string;
  referencia: string;
  direccion: string;
  status: LoteStatus;
  tipo_lote: TipoLote;
  category_hab: string;
  sub_category_hab: string;
  category_const: string;
  subestado: string;
  is_recurrente: boolean;
  has_representante: boolean;
  paga_mtto: boolean;
  cant_notas: number;
  sancion: number;
  mantenimiento: number;
  inicial: number;
  extraordinaria: number;
  moratorio: number;
  inicial_proyecto: number;
  cuota: number;
  total: number;
}

const ofLote = (column: string) => ({ clave: sql.ref(`l.${column}`), from: sql`lote AS l` });

/** Where each type of search looks: the stored comparison form, which has a trigram index, and the tables that reach it. */
const PLACES: Record<SearchType, { clave: RawBuilder<unknown>; from: RawBuilder<unknown> }> = {
  Asociado: {
    clave: sql.ref('r.name_clave'),
    from: sql`residente AS r
      JOIN lote_residente AS t ON t.residente_id = r.id AND r.tipo = 'asociado' AND t.asociado AND t.active
      JOIN lote AS l ON l.id = t.lote_id`,
  },
  Referencia: ofLote('referencia_clave'),
  Manzana: ofLote('manzana_clave'),
  Calle: ofLote('calle_clave'),
  Lote: ofLote('lote_clave'),
};

/** The expression that a whole reference is found by, however its parts are set apart and its numbers filled with zeros. */
function patternOfReferencia(text: string): string | undefined {
  const parts = partsOfReferencia(text);
  return parts && `^${parts.map((part) => (/^\d/.test(part) ? `0*${part}` : part)).join('[^a-z0-9]*')}$`;
}

const deudaDe = (tipo: string) =>
  sql`coalesce(sum(d.saldo_centavos) FILTER (WHERE d.tipo = ${sql.lit(tipo)}), 0)::bigint`;

/**
 * The lots in which every word is found, and the one whose payment reference the text is: this one and those that equal the whole text first, then those that begin with it, those of
 * which a word begins with it, the rest; within each by referencia.
 */
async function findLotes(tx: Tx, words: readonly string[], type: SearchType, limit: number): Promise<number[]> {
  const { clave, from } = PLACES[type];
  const text = sql`ext.clave(${words.join(' ')})`;
  const pattern = type === 'Referencia' ? patternOfReferencia(words.join(' ')) : undefined;
  const written = sql.join(
    words.map((word) => sql`${clave} LIKE ${anywhere(word)}`),
    sql` AND `,
  );
  const paid = type === 'Referencia' ? await lotesOfReference(tx, words.join(' ')) : [];
  const found = sql.join(
    [
      sql`(${written})`,
      ...(pattern === undefined ? [] : [sql`${clave} ~ ${pattern}`]),
      ...(paid.length === 0 ? [] : [sql`l.id = ANY(${paid}::int[])`]),
    ],
    sql` OR `,
  );
  return idsFrom(tx)`
    SELECT l.id FROM ${from} WHERE ${found}
    ORDER BY CASE
        WHEN ${paid.length === 0 ? sql`false` : sql`l.id = ANY(${paid}::int[])`} THEN 0
        WHEN ${clave} = ${text} ${pattern === undefined ? sql`` : sql`OR ${clave} ~ ${pattern}`} THEN 0
        WHEN starts_with(${clave}, ${text}) THEN 1
        WHEN strpos(${clave}, ' ' || ${text}) > 0 THEN 2
        ELSE 3
      END, l.referencia COLLATE ext.es, l.id
    LIMIT ${limit}`;
}

/** Lots that somebody sold in whose name every word is found: of few sales, whatever else there is to be searched. */
async function findVendidos(
  tx: Tx,
  words: readonly string[],
  type: SearchType,
): Promise<{ id: number; name: string }[]> {
  if (type !== 'Asociado') return [];
  const written = words.map((word) => sql`r.name_clave LIKE ${anywhere(word)}`);
  return rowsFrom(tx)<{ id: number; name: string }>`
    SELECT DISTINCT ON (c.lote_id) c.lote_id AS id, r.name
    FROM cambio_propietario c
    JOIN lote_residente t ON t.id = c.lazo_anterior_id
    JOIN residente r ON r.id = t.residente_id
    WHERE ${sql.join(written, sql` AND `)}
      AND NOT EXISTS (SELECT FROM cambio_propietario_reverso v WHERE v.cambio_id = c.id)
    ORDER BY c.lote_id, c.id DESC`;
}

/** The lots that a search finds, the nearest first, and after them those whose former owner it names. Debts are in centavos, those of a lot's units included. */
export async function searchLotes(tx: Tx, words: readonly string[], type: SearchType, limit: number) {
  // Apart, so that only the search itself is planned anew for each text.
  const [own, sold] = await Promise.all([findLotes(tx, words, type, limit), findVendidos(tx, words, type)]);
  const former = sold.filter(({ id }) => !own.includes(id));
  const ids = [...own, ...former.map(({ id }) => id)].slice(0, limit);
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<FoundRow, 'anterior'>>`
    SELECT l.id AS id_lote, coalesce(a.id, 0) AS id_residente, coalesce(a.name, '') AS name, l.referencia, l.direccion,
      l.status, l.tipo AS tipo_lote,
      coalesce(l.category_hab, '') AS category_hab, coalesce(l.sub_category_hab, '') AS sub_category_hab,
      coalesce(l.category, '') AS category_const, coalesce(l.subestado, '') AS subestado, l.is_recurrente,
      EXISTS (SELECT FROM representante_lote AS p WHERE p.lote_id = l.id) AS has_representante,
      l.status = 'entregado' AND l.parent_id IS NULL AS paga_mtto,
      (SELECT count(*) FROM nota_alerta AS n WHERE n.lote_id = l.id AND n.tipo = 'nota' AND n.activa) AS cant_notas,
      d.*
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS hallado (id, lugar)
    JOIN lote AS l ON l.id = hallado.id
    LEFT JOIN lote_residente AS t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente AS a ON a.id = t.residente_id
    CROSS JOIN LATERAL (
      SELECT ${deudaDe('sancion')} AS sancion, ${deudaDe('mantenimiento')} AS mantenimiento,
        ${deudaDe('cuota_inicial')} AS inicial, ${deudaDe('cuota_extraordinaria')} AS extraordinaria,
        ${deudaDe('intereses_moratorios')} AS moratorio, ${deudaDe('cuota_inicial_proyecto')} AS inicial_proyecto,
        ${deudaDe('cuota')} AS cuota, coalesce(sum(d.saldo_centavos), 0)::bigint AS total
      FROM ${debtOfLote}
    ) AS d
    ORDER BY hallado.lugar`.execute(tx);
  const names = new Map(former.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, anterior: names.get(row.id_lote) ?? '' }));
}
