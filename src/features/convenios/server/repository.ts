/** Agreements: rows that stay, and their state. */
import { sql } from 'kysely';
import type { InteresConvenido } from '#core/agreement.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Estado } from '#libro/convenios/rules.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { anyFrom, idsFrom, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Reglas } from '../contract.ts';

/** How the audit log names an agreement. */
export const ENTIDAD = 'convenio';

export interface CargoRow {
  id: number;
  concepto: string;
  tipo: string;
  vence: Fecha;
  saldo: Centavos;
  condonado: Centavos;
  queda: Centavos;
}

export const listCargos = (tx: Tx, id: number) =>
  rowsFrom(tx)<CargoRow>`
    SELECT c.id, c.concepto, c.tipo, c.vence, k.saldo_centavos AS saldo, k.condonado_centavos AS condonado,
      coalesce(n.saldo_centavos, c.saldo_centavos) AS queda
    FROM convenio_cargo k JOIN cargo c ON c.id = k.cargo_id
    LEFT JOIN cargo n ON c.cierre = 'reemplazado' AND n.base_id = c.base_id AND n.year = c.year AND n.mes = c.mes
      AND n.tipo = 'interes' AND n.cierre IS NULL
    WHERE k.convenio_id = ${id} ORDER BY c.tipo <> 'interes', c.vence, c.id`;

interface EventoRow {
  id: number;
  tipo: string;
  fecha: Fecha;
  nota: string;
  usuario: string;
  archivoId: number | null;
}

export const listEventos = (tx: Tx, id: number) =>
  rowsFrom(tx)<EventoRow>`
    SELECT e.id, e.tipo, e.fecha, e.nota, ${fullName('u')} AS usuario, e.archivo_id AS "archivoId"
    FROM convenio_evento e LEFT JOIN usuario u ON u.id = e.usuario_id
    WHERE e.convenio_id = ${id} ORDER BY e.id DESC`;

export interface AdeudoRow {
  id: number;
  tipo: string;
  concepto: string;
  vence: Fecha;
  saldo: Centavos;
  monto: Centavos;
  pagado: Centavos;
  ajustado: Centavos;
  year: number | null;
  mes: number | null;
  baseId: number | null;
  baseTipo: string | null;
}

/** All that a lot owes, late interest the oldest first. */
export const listAdeudos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<AdeudoRow>`
    SELECT c.id, c.tipo, c.concepto, c.vence, c.saldo_centavos AS saldo, c.monto_centavos AS monto, c.pagado_centavos AS pagado,
      c.ajustado_centavos AS ajustado, c.year, c.mes, b.id AS "baseId", b.tipo AS "baseTipo"
    FROM cargo c LEFT JOIN cargo b ON b.id = c.base_id
    WHERE c.lote_id = ${loteId} AND c.saldo_centavos > 0
    ORDER BY c.vence, b.vence, c.id`;

export interface NewConvenio {
  loteId: number;
  fecha: Fecha;
  interes: InteresConvenido;
  tolerancia: number;
  firmante: string;
  observacion: string;
  codigoId: number | null;
  cargos: readonly { id: number; saldo: Centavos; condonado: Centavos }[];
  parcialidades: readonly { vence: Fecha; monto: Centavos }[];
  usuarioId: number | null;
  now: Date;
}

/** Whoever numbers an agreement does so after the other: a folio that is rolled back leaves no gap. */
export async function insertConvenio(tx: Tx, of: NewConvenio): Promise<number> {
  const sum = (key: 'saldo' | 'condonado') => of.cargos.reduce((all, cargo) => all + cargo[key], 0);
  await sql`SELECT id FROM configuracion_residencial FOR NO KEY UPDATE`.execute(tx);
  const { id } = await tx
    .insertInto('convenio')
    .values({
      folio: sql<number>`(SELECT coalesce(max(folio), 0) + 1 FROM convenio)`,
      ...{ lote_id: of.loteId, fecha: of.fecha, estado_desde: of.fecha, interes: of.interes },
      ...{ tolerancia_dias: of.tolerancia, firmante: of.firmante, observacion: of.observacion },
      ...{ adeudo_centavos: sum('saldo'), condonado_centavos: sum('condonado'), codigo_id: of.codigoId },
      ...{ usuario_id: of.usuarioId, created_at: of.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('convenio_cargo')
    .values(
      of.cargos.map((cargo) => ({
        ...{ convenio_id: id, cargo_id: cargo.id },
        ...{ saldo_centavos: cargo.saldo, condonado_centavos: cargo.condonado },
      })),
    )
    .execute();
  await tx
    .insertInto('convenio_parcialidad')
    .values(
      of.parcialidades.map(({ vence, monto }, n) => ({ convenio_id: id, numero: n + 1, vence, monto_centavos: monto })),
    )
    .execute();
  return id;
}

export interface NewEvento {
  convenioId: number;
  tipo: 'firmado' | 'avisado' | 'cumplido' | 'reabierto' | 'roto' | 'cancelado' | 'copia';
  numero?: number;
  /** Of a copy, the file. */
  archivoId?: number;
  fecha: Fecha;
  nota: string;
  usuarioId: number | null;
  now: Date;
}

export async function insertEvento(tx: Tx, of: NewEvento): Promise<void> {
  await tx
    .insertInto('convenio_evento')
    .values({
      ...{ convenio_id: of.convenioId, tipo: of.tipo, numero: of.numero ?? null, fecha: of.fecha, nota: of.nota },
      ...{ usuario_id: of.usuarioId, created_at: of.now, archivo_id: of.archivoId ?? null },
    })
    .execute();
}

export async function updateEstado(tx: Tx, id: number, estado: Estado, desde: Fecha): Promise<void> {
  await tx.updateTable('convenio').set({ estado, estado_desde: desde }).where('id', '=', id).execute();
}

export async function insertAjustes(
  tx: Tx,
  convenioId: number,
  ajustes: readonly number[],
  alCumplir: boolean,
): Promise<void> {
  if (ajustes.length === 0) return;
  await tx
    .insertInto('convenio_ajuste')
    .values(ajustes.map((ajuste_id) => ({ ajuste_id, convenio_id: convenioId, al_cumplir: alCumplir })))
    .execute();
}

/** The waivers of an agreement that stand, on charges that nobody cancelled. */
export const listCondonaciones = (tx: Tx, convenioId: number, alCumplir?: boolean) =>
  rowsFrom(tx)<{ id: number; monto: Centavos }>`
    SELECT a.id, a.monto_centavos AS monto FROM convenio_ajuste x JOIN ajuste a ON a.id = x.ajuste_id JOIN cargo c ON c.id = a.cargo_id
    WHERE x.convenio_id = ${convenioId} AND NOT a.revertido AND c.cierre IS NULL
      AND (${alCumplir === undefined} OR x.al_cumplir = ${alCumplir ?? false})
    ORDER BY a.id`;

/** What late interest grows on, of the charges of an agreement. */
export const listPrincipales = (tx: Tx, convenioId: number) =>
  idsFrom(tx)`
    SELECT DISTINCT coalesce(c.base_id, c.id) AS id FROM convenio_cargo k JOIN cargo c ON c.id = k.cargo_id
    WHERE k.convenio_id = ${convenioId} AND c.tipo IN ('mantenimiento', 'cuota_inicial', 'interes') ORDER BY id`;

/** The lots that an agreement's charges and receipts are of by now, with its own. */
export const listLotes = (tx: Tx, convenioId: number) =>
  idsFrom(tx)`
    SELECT lote_id AS id FROM convenio WHERE id = ${convenioId}
    UNION SELECT c.lote_id FROM convenio_cargo k JOIN cargo c ON c.id = k.cargo_id WHERE k.convenio_id = ${convenioId}`;

/** Stops the interest on an agreement's principals from its day on. */
export async function stopInterest(tx: Tx, convenioId: number): Promise<void> {
  await sql`
    INSERT INTO interes_detenido (convenio_id, cargo_id, desde)
    SELECT DISTINCT v.id, coalesce(c.base_id, c.id), v.fecha
    FROM convenio v JOIN convenio_cargo k ON k.convenio_id = v.id JOIN cargo c ON c.id = k.cargo_id
    WHERE v.id = ${convenioId} AND c.tipo IN ('mantenimiento', 'cuota_inicial', 'interes')
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** What a lot owes of which an agreement stops the interest. */
export const listDetenidos = (tx: Tx, loteId: number) =>
  idsFrom(tx)`
    SELECT DISTINCT c.id FROM interes_detenido d JOIN cargo c ON c.id = d.cargo_id
    WHERE c.lote_id = ${loteId} AND c.saldo_centavos > 0 ORDER BY c.id`;

export async function letInterestGrow(tx: Tx, convenioId: number): Promise<void> {
  await tx.deleteFrom('interes_detenido').where('convenio_id', '=', convenioId).execute();
}

/** The interest that grew on an agreement's principals since its month, and is owed. */
export const listInteresDesde = (tx: Tx, convenioId: number) =>
  rowsFrom(tx)<{ id: number; saldo: Centavos }>`
    SELECT i.id, i.saldo_centavos AS saldo FROM cargo i JOIN convenio v ON v.id = ${convenioId}
    WHERE i.tipo = 'interes' AND i.saldo_centavos > 0
      AND make_date(i.year, i.mes, 1) >= date_trunc('month', v.fecha::timestamp)::date
      AND i.base_id IN (
        SELECT coalesce(c.base_id, c.id) FROM convenio_cargo k JOIN cargo c ON c.id = k.cargo_id WHERE k.convenio_id = v.id)
    ORDER BY i.id`;

/** Agreements that may have to be told something: those in force, and fulfilled ones of which something is owed again. */
export const listPorSeguir = (tx: Tx) =>
  idsFrom(tx)`
    SELECT id FROM convenio WHERE estado = 'vigente'
    UNION SELECT convenio_id FROM convenio_cargo_vivo WHERE estado = 'cumplido' AND saldo_centavos > 0
    ORDER BY id`;

/** Whether a deposit of before a day waits to be confirmed on one of these lots, or a proof of a payment of then to be looked at. */
export const saysPaid = (tx: Tx, lotes: readonly number[], before: Fecha) =>
  anyFrom(tx)`
    SELECT FROM deposito_entrante
    WHERE situacion = 'por_confirmar' AND lote_id = ANY (${[...lotes]}::int[]) AND fecha < ${before}::date
    UNION ALL SELECT FROM solicitud s JOIN comprobante c ON c.solicitud_id = s.id
    WHERE s.estado = 'pendiente' AND s.lote_id = ANY (${[...lotes]}::int[]) AND c.fecha < ${before}::date
    LIMIT 1`;

/** Whether a lot has another agreement in force. */
export const hasVigente = (tx: Tx, loteId: number) =>
  anyFrom(tx)`
    SELECT FROM convenio v JOIN lote l ON l.id = v.lote_id
    WHERE v.estado = 'vigente' AND (l.id = ${loteId} OR l.fusion_lote_id = ${loteId})`;

export async function findReglas(tx: Tx): Promise<Reglas> {
  return tx
    .selectFrom('configuracion_residencial')
    .select(['convenio_primero as primero', 'convenio_tolerancia_dias as tolerancia', 'convenio_aviso_dias as aviso'])
    .executeTakeFirstOrThrow();
}

/** The same, locked until the transaction ends, so that two saves follow each other. */
export async function findReglasForUpdate(tx: Tx): Promise<Reglas> {
  await sql`SELECT id FROM configuracion_residencial FOR NO KEY UPDATE`.execute(tx);
  return findReglas(tx);
}

export async function updateReglas(tx: Tx, { primero, tolerancia, aviso }: Reglas): Promise<void> {
  await tx
    .updateTable('configuracion_residencial')
    .set({ convenio_primero: primero, convenio_tolerancia_dias: tolerancia, convenio_aviso_dias: aviso })
    .execute();
}

/** The last rate that is recorded, and the factor. */
export const findTasa = (tx: Tx) =>
  rowFrom(tx)<{ year: number | null; mes: number | null; porcentaje: number | null; factor: number }>`
    SELECT t.year, t.mes, t.porcentaje::float8 AS porcentaje, k.factor_moratorio::float8 AS factor
    FROM configuracion_residencial k
    LEFT JOIN LATERAL (SELECT year, mes, porcentaje FROM tiie ORDER BY year DESC, mes DESC LIMIT 1) t ON true`;

/** Who owns a lot, in words; '' where nobody is known. */
export async function findAsociado(tx: Tx, loteId: number): Promise<string> {
  const row = await tx
    .selectFrom('lote_residente as t')
    .innerJoin('residente as r', 'r.id', 't.residente_id')
    .select('r.name')
    .where('t.lote_id', '=', loteId)
    .where('t.asociado', '=', true)
    .where('t.active', '=', true)
    .executeTakeFirst();
  return row?.name ?? '';
}

/** The agreements in force of these lots. */
export async function listVigentes(tx: Tx, lotes: readonly number[]) {
  const owing = sql<number>`coalesce(l.fusion_lote_id, l.id)`;
  return tx
    .selectFrom('convenio as v')
    .innerJoin('lote as l', 'l.id', 'v.lote_id')
    .select([owing.as('loteId'), 'v.folio', 'v.fecha'])
    .where('v.estado', '=', 'vigente')
    .where(sql<boolean>`${owing} = ANY(${[...lotes]}::int[])`)
    .execute();
}
