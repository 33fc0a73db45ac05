/** The audit log: every write records who, what, on what, and the state before and after. */
import { type CompiledQuery, sql } from 'kysely';
import type { DB, Json } from './database-types.ts';
import type { Tx } from './db.ts';
import { insertion, type NewRow } from './insert-rows.ts';
import { marking, SEALS } from './marks.ts';

export type AuditStatus = 'creado' | 'cancelado' | 'eliminado' | 'actualizado' | 'consultado';

export interface AuditEntry {
  status: AuditStatus;
  /** Table or concept: 'banco'. */
  entidad: string;
  entidadId?: number | string | null;
  /** What a person searches for: a lot's reference, a record's name. */
  referencia?: string;
  /** One Spanish sentence of what was done. */
  nota: string;
  antes?: unknown;
  despues?: unknown;
  /** Who did it, where that is not whoever is signed in: somebody who signs in. */
  autor?: { id: number; username: string };
}

export interface AuditAuthor {
  usuarioId: number | null;
  usuario: string;
  requestId: string | null;
}

/** Fields that never reach the log, whatever record they are in. */
const SECRET = new Set(['password', 'password_hash', 'access_token', 'token', 'cvv', 'numero_tarjeta']);

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !SECRET.has(key))
      .map(([key, inner]) => [key, withoutSecrets(inner)]),
  );
}

const json = (value: unknown) => (value === undefined ? null : (withoutSecrets(value) as Exclude<Json, string>));

const auditRows = (author: AuditAuthor, entries: readonly AuditEntry[], now: Date): NewRow<DB['bitacora']>[] =>
  entries.map((entry) => ({
    created_at: now,
    usuario_id: entry.autor?.id ?? author.usuarioId,
    usuario: entry.autor?.username ?? author.usuario,
    request_id: author.requestId,
    referencia: entry.referencia ?? '',
    status: entry.status,
    nota: entry.nota,
    entidad: entry.entidad,
    entidad_id: entry.entidadId === undefined || entry.entidadId === null ? null : String(entry.entidadId),
    antes: json(entry.antes),
    despues: json(entry.despues),
  }));

/** One statement writes a row for each, and the mark by which the sealer finds them. Of another community's log, by its schema. */
const writing = (author: AuditAuthor, entries: readonly AuditEntry[], now: Date, schema?: string) => sql`
  WITH marca AS (${marking(SEALS, schema)})
  ${insertion(schema === undefined ? 'bitacora' : `${schema}.bitacora`, auditRows(author, entries, now))}`;

/** Writes a row for each in the given transaction; they exist exactly if the changes that they tell of do. */
export async function recordAudits(
  tx: Tx,
  author: AuditAuthor,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  if (entries.length > 0) await writing(author, entries, now).execute(tx);
}

/** The statement that does, for the packet of the commit; there is at least one entry. */
export function auditing(tx: Tx, author: AuditAuthor, entries: readonly AuditEntry[], now: Date): CompiledQuery {
  return writing(author, entries, now).compile(tx);
}

export function recordAudit(tx: Tx, author: AuditAuthor, entry: AuditEntry, now: Date): Promise<void> {
  return recordAudits(tx, author, [entry], now);
}

/** A row in another community's log, in the same transaction: what is done in two communities stands in both or in neither. */
export async function recordAuditIn(
  tx: Tx,
  schema: string,
  author: AuditAuthor,
  entry: AuditEntry,
  now: Date,
): Promise<void> {
  await writing(author, [entry], now, schema).execute(tx);
}
