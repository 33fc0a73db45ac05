import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { knownName } from '#core/residenciales.ts';
import { cashMovements, NO_REGISTER } from '#libro/server/corte.ts';
import { isOverdue } from '#libro/server/debt.ts';
import { quotedSchema, type Tx } from '#platform/server/db.ts';
import { anyFrom, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import { countsElsewhere } from '#platform/server/session.ts';

export interface Sister {
  codigo: string;
  nombre: string;
  schema: string;
}

/** The administration company of this community, and the others that it administers; undefined where it has none. */
export async function findEmpresa(tx: Tx): Promise<{ nombre: string; otras: Sister[] } | undefined> {
  const { rows } = await sql<{ empresa: string; codigo: string | null; nombre: string | null; schema: string }>`
    SELECT e.nombre AS empresa, o.codigo, o.nombre, o.esquema AS schema
    FROM porton.comunidad k JOIN porton.empresa e ON e.id = k.empresa_id
      LEFT JOIN porton.comunidad o ON o.empresa_id = e.id AND o.esquema <> k.esquema
    WHERE k.esquema = current_schema() ORDER BY o.codigo`.execute(tx);
  const [first] = rows;
  if (!first) return undefined;
  const otras = rows.flatMap(({ codigo, nombre, schema }) =>
    codigo === null ? [] : [{ codigo, nombre: nombre ?? knownName(codigo), schema }],
  );
  return { nombre: first.empresa, otras };
}

export interface Account {
  id: number;
  username: string;
  role: string;
  enabled: boolean;
}

const selectAccount = (tx: Tx, id: number) =>
  tx
    .selectFrom('usuario')
    .innerJoin('role', 'role.id', 'usuario.role_id')
    .where('usuario.id', '=', id)
    .select(['usuario.id', 'usuario.username', 'usuario.enabled', 'role.name as role']);

export function findAccount(tx: Tx, id: number): Promise<Account | undefined> {
  return selectAccount(tx, id).executeTakeFirst();
}

/** The account, locked against changes: what disables it comes first and is seen, or comes after and ends the session. */
export function findAccountForShare(tx: Tx, id: number): Promise<Account | undefined> {
  return selectAccount(tx, id).forShare('usuario').executeTakeFirst();
}

/** What the log of a community has told of an account's reads today, by its own days. */
export async function listToldToday(
  tx: Tx,
  { usuarioId, today, zone }: { usuarioId: number; today: Fecha; zone: string },
): Promise<ReadonlySet<string>> {
  const rows = await rowsFrom(tx)<{ nota: string }>`
    SELECT nota FROM bitacora WHERE entidad = 'cuenta_unida' AND entidad_id = ${String(usuarioId)} AND status = 'consultado'
      AND created_at >= ${today}::timestamp AT TIME ZONE ${zone}
      AND created_at < (${today}::timestamp + interval '1 day') AT TIME ZONE ${zone}`;
  return new Set(rows.map(({ nota }) => nota));
}

/** Whether an account of another community still has the password that was given; locked so until the transaction ends. */
export const stillHasPassword = (
  tx: Tx,
  schema: string,
  { id, password_hash }: { id: number; password_hash: string },
) =>
  anyFrom(tx)`
    SELECT 1 FROM ${sql.raw(quotedSchema(schema))}.usuario
    WHERE id = ${id} AND enabled AND password_hash = ${password_hash} FOR SHARE`;

export interface Own {
  schema: string;
  usuarioId: number;
  usuario: string;
}

/** The person whose account it is; locked. */
export async function findPersonaForUpdate(tx: Tx, { schema, usuarioId }: Own): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM porton.persona p WHERE p.id = (
      SELECT persona_id FROM porton.cuenta_unida WHERE esquema = ${schema} AND usuario_id = ${usuarioId}) FOR UPDATE`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** The account that a person has joined of a community. */
export async function findUsuarioDe(tx: Tx, personaId: number, schema: string): Promise<string | undefined> {
  const { rows } = await sql<{ usuario: string }>`
    SELECT usuario FROM porton.cuenta_unida WHERE persona_id = ${personaId} AND esquema = ${schema}`.execute(tx);
  return rows[0]?.usuario;
}

export async function insertPersona(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`INSERT INTO porton.persona (creada) VALUES (${now}) RETURNING id`.execute(
    tx,
  );
  return rows[0]?.id ?? 0;
}

export async function insertCuenta(tx: Tx, personaId: number, own: Own, now: Date): Promise<void> {
  await sql`
    INSERT INTO porton.cuenta_unida (persona_id, esquema, usuario_id, usuario, unida_at)
    VALUES (${personaId}, ${own.schema}, ${own.usuarioId}, ${own.usuario}, ${now})`.execute(tx);
}

/** Which sign-in a session is of, and whether a second factor was given in it that counts in every community. */
export interface Fuerza {
  entrada: string | null;
  conFactor: boolean;
}

export const findFuerza = (tx: Tx, hash: Buffer, usuarioId: number) =>
  rowFrom(tx)<Fuerza>`
    SELECT s.entrada, (s.con_factor AND ${countsElsewhere(usuarioId)}) OR coalesce(e.con_factor, false) AS "conFactor"
    FROM sesion s LEFT JOIN porton.entrada e ON e.id = s.entrada WHERE s.token_hash = ${hash}`;

/** Whether an account gave its own second factor in a sign-in, as a session here knows. */
export async function hasGivenHere(tx: Tx, usuarioId: number, entrada: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('sesion')
    .select('id')
    .where('usuario_id', '=', usuarioId)
    .where('entrada', '=', entrada)
    .where('con_factor', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sign-in of a session, which goes over from now on; undefined where the session has ended. */
export async function entradaOf(tx: Tx, hash: Buffer, usuarioId: number): Promise<string | undefined> {
  const session = await tx
    .selectFrom('sesion')
    .select(['entrada', 'con_factor', 'created_at'])
    .where('token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
  if (!session) return undefined;
  if (session.entrada) return session.entrada;
  const entrada = randomUUID();
  await sql`
    INSERT INTO porton.entrada (id, esquema, usuario_id, creada, con_factor)
    VALUES (${entrada}::uuid, current_schema(), ${usuarioId}, ${session.created_at},
      ${session.con_factor} AND ${countsElsewhere(usuarioId)})`.execute(tx);
  await tx.updateTable('sesion').set({ entrada }).where('token_hash', '=', hash).execute();
  return entrada;
}

export interface Pase {
  entrada: string;
  deSchema: string;
  deUsuarioId: number;
  aSchema: string;
  aUsuarioId: number;
  creado: Date;
}

export async function insertPase(tx: Tx, huella: Buffer, pase: Pase): Promise<void> {
  await sql`
    INSERT INTO porton.pase (huella, entrada_id, de_esquema, de_usuario_id, a_esquema, a_usuario_id, creado)
    VALUES (${huella}, ${pase.entrada}::uuid, ${pase.deSchema}, ${pase.deUsuarioId}, ${pase.aSchema}, ${pase.aUsuarioId},
      ${pase.creado})`.execute(tx);
}

/** Uses a code up, whatever becomes of it: of any number at once one is the first. Undefined where there is none such. */
export async function takePase(tx: Tx, huella: Buffer, now: Date): Promise<(Pase & { first: boolean }) | undefined> {
  const columns = sql`entrada_id AS entrada, de_esquema AS "deSchema", de_usuario_id AS "deUsuarioId", a_esquema AS "aSchema",
    a_usuario_id AS "aUsuarioId", creado`;
  const taken = await sql<Pase>`
    UPDATE porton.pase SET usado_at = ${now} WHERE huella = ${huella} AND usado_at IS NULL RETURNING ${columns}`.execute(
    tx,
  );
  if (taken.rows[0]) return { ...taken.rows[0], first: true };
  const known = await sql<Pase>`SELECT ${columns} FROM porton.pase WHERE huella = ${huella}`.execute(tx);
  return known.rows[0] && { ...known.rows[0], first: false };
}

/** The sign-in that a code is of, if it has not ended and is not too old; locked so until the transaction ends. */
export const findEntradaForShare = (tx: Tx, id: string, openSince: Date) =>
  rowFrom(tx)<{ conFactor: boolean }>`
    SELECT con_factor AS "conFactor" FROM porton.entrada
    WHERE id = ${id}::uuid AND terminada_at IS NULL AND creada > ${openSince} FOR SHARE`;

/** Whether two accounts are one person's, and as what the first is known; locked so until the transaction ends. */
export async function findUnion(
  tx: Tx,
  { deSchema, deUsuarioId, aSchema, aUsuarioId }: Pase,
): Promise<{ codigo: string; nombre: string; usuario: string } | undefined> {
  // One statement after the other: what is read together with the lock may be from before it.
  await sql`
    SELECT 1 FROM porton.persona WHERE id = (
      SELECT persona_id FROM porton.cuenta_unida WHERE esquema = ${aSchema} AND usuario_id = ${aUsuarioId}) FOR SHARE`.execute(
    tx,
  );
  const { rows } = await sql<{ codigo: string; nombre: string | null; usuario: string }>`
    SELECT k.codigo, k.nombre, de.usuario FROM porton.cuenta_unida a
      JOIN porton.cuenta_unida de ON de.persona_id = a.persona_id JOIN porton.comunidad k ON k.esquema = de.esquema
    WHERE a.esquema = ${aSchema} AND a.usuario_id = ${aUsuarioId}
      AND de.esquema = ${deSchema} AND de.usuario_id = ${deUsuarioId}`.execute(tx);
  return rows[0] && { ...rows[0], nombre: rows[0].nombre ?? knownName(rows[0].codigo) };
}

export interface CifrasRow {
  vencido: Centavos;
  cajas: { caja: string; monto: Centavos }[];
}

/** What is overdue, and what each register took today, as the cash cut-off has it. */
export async function findCifras(tx: Tx, today: Fecha): Promise<CifrasRow> {
  const { rows } = await sql<CifrasRow>`
    SELECT
      (SELECT coalesce(sum(c.saldo_centavos), 0)::bigint FROM cargo AS c WHERE ${isOverdue('c', today)}) AS vencido,
      (SELECT coalesce(json_agg(json_build_object('caja', caja, 'monto', monto) ORDER BY monto DESC, caja), '[]') FROM (
        SELECT coalesce(k.name, ${NO_REGISTER}) AS caja, sum(m.monto)::bigint AS monto
        FROM (${cashMovements({ fechas: { desde: today, hasta: today } })}) m LEFT JOIN caja k ON k.id = m.caja_id
        GROUP BY 1) porCaja) AS cajas`.execute(tx);
  return rows[0] ?? { vencido: 0 as Centavos, cajas: [] };
}
