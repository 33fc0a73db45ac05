/** Agreements as screens of a lot show them; what becomes of them is of their own feature. Source: dominio.md#agreements. */
import { sql } from 'kysely';
import { type InteresConvenido, progressOf } from '#core/agreement.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { Context } from '#platform/server/context.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Convenio } from '../convenios/contract.ts';
import { type Estado, folioOf } from '../convenios/rules.ts';

export interface ConvenioRow {
  id: number;
  folio: number;
  loteId: number;
  referencia: string;
  asociado: string;
  fecha: Fecha;
  estado: Estado;
  desde: Fecha;
  interes: InteresConvenido;
  tolerancia: number;
  firmante: string;
  observacion: string;
  adeudo: Centavos;
  condonado: Centavos;
  total: Centavos;
  /** What is owed of its charges now. */
  queda: Centavos;
  codigoId: number | null;
  usuario: string;
  createdAt: Date;
}

export interface Which {
  id?: number;
  ids?: readonly number[];
  loteId?: number;
  estado?: Estado;
}

/** The latest first; of a merged lot those of the lots that went into it too. */
export async function listConvenios(tx: Tx, { id, ids, loteId, estado }: Which = {}): Promise<ConvenioRow[]> {
  const only = [
    ...(id === undefined ? [] : [sql`v.id = ${id}`]),
    ...(ids === undefined ? [] : [sql`v.id = ANY(${[...ids]}::int[])`]),
    ...(loteId === undefined ? [] : [sql`(l.id = ${loteId} OR l.fusion_lote_id = ${loteId})`]),
    ...(estado === undefined ? [] : [sql`v.estado = ${estado}`]),
  ];
  const where = only.length === 0 ? sql`true` : sql.join(only, sql` AND `);
  return rowsFrom(tx)<ConvenioRow>`
    SELECT v.id, v.folio, l.id AS "loteId", l.referencia, coalesce(r.name, '') AS asociado, v.fecha, v.estado,
      v.estado_desde AS desde, v.interes, v.tolerancia_dias AS tolerancia, v.firmante, v.observacion, v.adeudo_centavos AS adeudo,
      v.condonado_centavos AS condonado, v.total_centavos AS total, v.codigo_id AS "codigoId", ${fullName('u')} AS usuario,
      v.created_at AS "createdAt",
      (SELECT coalesce(sum(c.saldo_centavos), 0) FROM convenio_cargo_vivo c WHERE c.convenio_id = v.id)::bigint AS queda
    FROM convenio v JOIN lote l ON l.id = v.lote_id
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id
    LEFT JOIN usuario u ON u.id = v.usuario_id
    WHERE ${where} ORDER BY v.folio DESC`;
}

/** Those in force of some lots, one after the other. */
export async function listVigentesDe(
  tx: Tx,
  lotes: readonly number[],
): Promise<{ referencia: string; folio: string }[]> {
  const found: { referencia: string; folio: string }[] = [];
  for (const loteId of lotes) {
    const rows = await listConvenios(tx, { loteId, estado: 'vigente' });
    found.push(...rows.map(({ referencia, folio }) => ({ referencia, folio: folioOf(folio) })));
  }
  return found;
}

export interface ParcialidadRow {
  convenioId: number;
  numero: number;
  vence: Fecha;
  monto: Centavos;
  avisada: boolean;
}

export async function listParcialidades(tx: Tx, ids: readonly number[]): Promise<Map<number, ParcialidadRow[]>> {
  const { rows } = await sql<ParcialidadRow>`
    SELECT p.convenio_id AS "convenioId", p.numero, p.vence, p.monto_centavos AS monto,
      EXISTS (SELECT FROM convenio_evento e WHERE e.convenio_id = p.convenio_id AND e.numero = p.numero AND e.tipo = 'avisado') AS avisada
    FROM convenio_parcialidad p WHERE p.convenio_id = ANY(${[...ids]}::int[]) ORDER BY p.convenio_id, p.numero`.execute(
    tx,
  );
  return Map.groupBy(rows, ({ convenioId }) => convenioId);
}

/** How far an agreement is paid. */
export function avanceOf(row: ConvenioRow, parcialidades: readonly ParcialidadRow[], today: string) {
  return progressOf(parcialidades, row.queda, { today, tolerancia: row.tolerancia });
}

export function toConvenio(row: ConvenioRow, parcialidades: readonly ParcialidadRow[], today: string): Convenio {
  const { cubierto, siguiente, parcialidades: told } = avanceOf(row, parcialidades, today);
  const open = row.estado === 'vigente' && siguiente !== undefined;
  return {
    ...{ id: row.id, folio: folioOf(row.folio), lote: { id: row.loteId, referencia: row.referencia } },
    ...{ asociado: row.asociado, fecha: row.fecha, estado: row.estado, desde: row.desde, interes: row.interes },
    ...{ adeudo: toPesos(row.adeudo), condonado: toPesos(row.condonado), total: toPesos(row.total) },
    ...{ pagado: toPesos(cubierto), queda: toPesos(row.queda), parcialidades: told.length },
    pagadas: told.filter(({ situacion }) => situacion === 'pagada').length,
    siguiente: open ? { numero: siguiente.numero, vence: siguiente.vence, falta: toPesos(siguiente.falta) } : null,
  };
}

/** Agreements as they travel. */
export async function listed({ tx, today }: Pick<Context, 'tx' | 'today'>, which: Which = {}): Promise<Convenio[]> {
  const rows = await listConvenios(tx, which);
  const parcialidades = await listParcialidades(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toConvenio(row, parcialidades.get(row.id) ?? [], today()));
}

/** That a charge, by its name in the query, is paid before others: an agreement in force names it, and the community says so. */
export const goesFirst = (cargo: 'c' | 'i' | 'cargo') =>
  sql<boolean>`(EXISTS (SELECT FROM convenio_cargo_vivo k WHERE k.cargo_id = ${sql.ref(`${cargo}.id`)} AND k.estado = 'vigente')
  AND (SELECT convenio_primero FROM configuracion_residencial))`;

/** What a lot's head tells of its agreement in force; null where it has none. */
export async function findVigente(tx: Tx, loteId: number) {
  const [row] = await listConvenios(tx, { loteId, estado: 'vigente' });
  if (!row) return null;
  const parcialidades = (await listParcialidades(tx, [row.id])).get(row.id) ?? [];
  const { id, folio, siguiente } = toConvenio(row, parcialidades, row.fecha);
  return { id, folio, siguiente };
}
