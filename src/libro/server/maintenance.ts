/**
 * Maintenance of one lot: the definition that it pays by, its months, and the creation of them. The run over the whole
 * community is in maintenance-run.ts. Source: dominio.md#maintenance.
 */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, percentageOf } from '#core/money.ts';
import { dayOfMonth, firstChargeable, type Month, monthKey, monthNumber, monthTitle } from '#core/period.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { adjust } from './adjust.ts';
import { createCharges } from './charges.ts';
import { paysMaintenance } from './header.ts';
import type { LedgerLote } from './lotes.ts';
import type { Stamp } from './stamp.ts';

/** A prompt-payment rule of a definition; `monto` is what it takes off the present cuota. */
export interface DefinitionRule {
  id: number;
  name: string;
  description: string;
  percent: number;
  monto: Centavos;
}

export interface Definition {
  id: number;
  name: string;
  cuota: Centavos;
  diaCorte: number;
  reglas: DefinitionRule[];
}

/**
 * What a lot pays by: of its type's definitions the one with the largest `validoMetrosVivienda` that its surface reaches,
 * else the one without. Undefined where none applies.
 */
export async function definitionFor(
  tx: Tx,
  lote: Pick<LedgerLote, 'tipo' | 'superficie'>,
): Promise<Definition | undefined> {
  const { rows } = await sql<Omit<Definition, 'reglas'> & { regla: Omit<DefinitionRule, 'monto'> | null }>`
    SELECT d.*, CASE WHEN r.id IS NOT NULL THEN json_build_object(
      'id', r.id, 'name', r.name, 'description', r.description, 'percent', r.percent_discount::float8
    ) END AS regla
    FROM (
      SELECT id, name, cuota_centavos AS cuota, dia_corte AS "diaCorte"
      FROM mantenimiento
      WHERE tipo_lote = ${lote.tipo}
        AND (valido_metros_vivienda IS NULL OR valido_metros_vivienda <= ${lote.superficie}::numeric)
      ORDER BY valido_metros_vivienda DESC NULLS LAST LIMIT 1
    ) d
    LEFT JOIN mantenimiento_regla m ON m.mantenimiento_id = d.id
    LEFT JOIN regla_descuento r ON r.id = m.regla_id
    ORDER BY r.id`.execute(tx);
  const [first] = rows;
  if (!first) return undefined;
  const { regla: _, ...definition } = first;
  return {
    ...definition,
    reglas: rows.flatMap(({ regla }) =>
      regla ? [{ ...regla, monto: percentageOf(definition.cuota, regla.percent) }] : [],
    ),
  };
}

/** Every definition with its scope, for work over many lots: in the order in which `scopeFor` looks through them. */
export async function loadDefinitions(tx: Tx): Promise<(Definition & DefinitionScope)[]> {
  const { rows } = await sql<
    Omit<Definition & DefinitionScope, 'reglas'> & { reglas: Omit<DefinitionRule, 'monto'>[] }
  >`
    SELECT m.id, m.name, m.cuota_centavos AS cuota, m.dia_corte AS "diaCorte", m.tipo_lote AS "tipoLote",
      m.valido_metros_vivienda::float8 AS metros,
      coalesce((
        SELECT json_agg(json_build_object('id', r.id, 'name', r.name, 'description', r.description,
          'percent', r.percent_discount::float8) ORDER BY r.id)
        FROM mantenimiento_regla k JOIN regla_descuento r ON r.id = k.regla_id WHERE k.mantenimiento_id = m.id
      ), '[]') AS reglas
    FROM mantenimiento m ORDER BY m.valido_metros_vivienda DESC NULLS LAST`.execute(tx);
  return rows.map((row) => ({
    ...row,
    reglas: row.reglas.map((regla) => ({ ...regla, monto: percentageOf(row.cuota, regla.percent) })),
  }));
}

export interface DefinitionScope {
  id: number;
  diaCorte: number;
  tipoLote: string;
  /** From this surface on; null for every lot of the type that no other takes. */
  metros: number | null;
}

/** What picks the definition of a lot, for work over many lots. */
export const loadScopes = (tx: Tx) =>
  rowsFrom(tx)<DefinitionScope>`
    SELECT id, dia_corte AS "diaCorte", tipo_lote AS "tipoLote", valido_metros_vivienda::float8 AS metros
    FROM mantenimiento ORDER BY valido_metros_vivienda DESC NULLS LAST`;

/** `definitionFor` over scopes as `loadScopes` orders them. */
export function scopeFor<S extends DefinitionScope>(
  scopes: readonly S[],
  lote: Pick<LedgerLote, 'tipo' | 'superficie'>,
): S | undefined {
  return scopes.find(
    ({ tipoLote, metros }) => tipoLote === lote.tipo && (metros === null || metros <= lote.superficie),
  );
}

/** The first cut-off that a lot is charged for; null where it does not pay maintenance by itself. */
export function firstChargeableOf(lote: LedgerLote, diaCorte: number): Fecha | null {
  if (!paysMaintenance(lote) || lote.fechaEntrega === null) return null;
  return firstChargeable(lote.fechaEntrega, diaCorte, lote.fechaInicioPagos);
}

/** The months that exist of a lot of origin, oldest first: cancelled ones too, undone ones not. */
export const monthsOf = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<Month>`
    SELECT year, mes FROM cargo
    WHERE lote_origen_id = ${loteId} AND tipo = 'mantenimiento' AND cierre IS DISTINCT FROM 'anulado'
    ORDER BY year, mes`;

export interface NewMonth extends Month {
  /** What the lot's special percentage takes off; left out, that percentage of the cuota. */
  especial?: Centavos | undefined;
}

/** What a created month is found by in the answer of `createMonths`. */

export interface CreateMonthsOptions {
  generacionId?: number | undefined;
}

/**
 * Charges a lot for these months, each with its special percentage; answers the ids of those that it created, by
 * `monthKey`. Months that exist are left alone. The caller has locked the lot and decided that it is charged for them.
 * Refuses where no definition applies to the lot.
 */
export async function createMonths(
  tx: Tx,
  stamp: Stamp,
  lote: LedgerLote,
  months: readonly NewMonth[],
  options: CreateMonthsOptions = {},
): Promise<Map<string, number>> {
  if (months.length === 0) return new Map();
  const definition = await definitionFor(tx, lote);
  if (!definition) throw new Refusal(noDefinition(lote));
  const existing = new Set((await monthsOf(tx, lote.id)).map(monthNumber));
  const missing = [...new Map(months.map((month) => [monthNumber(month), month])).entries()]
    .filter(([number]) => !existing.has(number))
    .map(([, month]) => month);
  const ids = await createCharges(
    tx,
    stamp,
    missing.map((month) => ({
      lote_id: lote.id,
      tipo: 'mantenimiento' as const,
      concepto: conceptOf(month),
      monto_centavos: definition.cuota,
      vence: dayOfMonth(month, definition.diaCorte),
      year: month.year,
      mes: month.mes,
      dia_corte: definition.diaCorte,
      mantenimiento_id: definition.id,
      generacion_id: options.generacionId ?? null,
    })),
  );
  const created = missing.flatMap((month, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ month, id }];
  });
  const percent = lote.plusPercentMtto;
  if (percent !== null) {
    await adjust(
      tx,
      stamp,
      created
        .map(({ month, id }) => ({
          cargoId: id,
          tipo: 'especial' as const,
          monto: Math.min(definition.cuota, month.especial ?? percentageOf(definition.cuota, percent)),
          porcentaje: percent,
          razon: specialReason(percent),
        }))
        .filter(({ monto }) => monto > 0),
    );
  }
  return new Map(created.map(({ month, id }) => [monthKey(month), id]));
}

/** What a statement calls a month. */
export function conceptOf(month: Month): string {
  return `Mantenimiento ${monthTitle(month)}`;
}

/** Why a month owes less from its first day. */
function specialReason(percent: number): string {
  return `Descuento especial del lote: ${percent}%`;
}

/** Why a lot cannot be charged, and what to do about it. */
export function noDefinition({ referencia, tipo }: Pick<LedgerLote, 'referencia' | 'tipo'>): string {
  return `No hay una cuota de mantenimiento para el lote ${referencia} (${tipo}). Defínala en Mantenimiento ordinario`;
}
