/** The rows of a month's end: its list, what is frozen, to whom it went. */
import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { accountAddresses } from '#libro/server/recipients.ts';
import type { PeriodoPunto } from '#platform/server/database-types.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import type { Waiting } from '#platform/server/marks.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { ClaseArchivo, Congelable, NewArchivo, PuntoRow } from './month-end.ts';

/** Shifts up to a day: how many there were, and those that are not signed, by register. */
export async function sumTurnos(tx: Tx, hasta: Fecha) {
  const { rows } = await sql<{ turnos: number; cantidad: number; cajas: string }>`
    SELECT count(*)::int AS turnos, count(*) FILTER (WHERE t.firmado_at IS NULL)::int AS cantidad,
      coalesce(string_agg(k.name || ' (' || to_char(t.fecha, 'DD-MM-YYYY') || ')', ', ' ORDER BY t.fecha, t.id)
        FILTER (WHERE t.firmado_at IS NULL), '') AS cajas
    FROM turno_caja t JOIN caja k ON k.id = t.caja_id WHERE t.fecha <= ${hasta}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

export const insertPuntos = (tx: Tx, rows: readonly Insertable<PeriodoPunto>[]) =>
  tx
    .insertInto('periodo_punto')
    .values([...rows])
    .execute();

export async function listPuntos(tx: Tx, periodoId: number): Promise<PuntoRow[]> {
  const rows = await tx
    .selectFrom('periodo_punto')
    .select(['punto', 'estado', 'cantidad', 'detalle', 'motivo'])
    .where('periodo_id', '=', periodoId)
    .execute();
  return rows as PuntoRow[];
}

interface NewCongelado {
  periodoId: number;
  datos: Congelable;
  origen: string;
  usuarioId: number | null;
  now: Date;
}

/** Asks for the files of a closing; false where somebody did before. */
export async function insertCongelado(tx: Tx, { periodoId, datos, origen, usuarioId, now }: NewCongelado) {
  const added = await tx
    .insertInto('periodo_congelado')
    .values({
      ...{ periodo_id: periodoId, datos: JSON.stringify(datos), origen, usuario_id: usuarioId },
      ...{ leido_at: now, proximo_intento: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('periodo_id')
    .execute();
  return added.length > 0;
}

export interface CongeladoRow {
  periodoId: number;
  leidoAt: Date;
  /** Read in the closing's own transaction. */
  alCerrar: boolean;
  origen: string;
  usuarioId: number | null;
  intentos: number;
  proximo: Date;
  error: string;
  hechoAt: Date | null;
}

const CONGELADO = sql`
  SELECT c.periodo_id AS "periodoId", c.leido_at AS "leidoAt", c.leido_at = p.created_at AS "alCerrar", c.origen,
    c.usuario_id AS "usuarioId", c.intentos, c.proximo_intento AS proximo, c.error, c.hecho_at AS "hechoAt"
  FROM periodo_congelado c JOIN periodo_cierre p ON p.id = c.periodo_id`;

export const findCongelado = (tx: Tx, periodoId: number) =>
  rowFrom(tx)<CongeladoRow>`${CONGELADO} WHERE c.periodo_id = ${periodoId}`;

export const findCongeladoForUpdate = (tx: Tx, periodoId: number) =>
  rowFrom(tx)<CongeladoRow>`${CONGELADO} WHERE c.periodo_id = ${periodoId} FOR UPDATE OF c`;

/** Closings whose files are to be made by now, the oldest first. */
export async function listPorCongelar(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('periodo_congelado')
    .select('periodo_id')
    .where('hecho_at', 'is', null)
    .where('proximo_intento', '<=', now)
    .orderBy('periodo_id')
    .execute();
  return rows.map(({ periodo_id }) => periodo_id);
}

/** Whether files of closed months wait to be made. */
export const freezingWaits: Waiting = sql`EXISTS (SELECT FROM periodo_congelado WHERE hecho_at IS NULL)`;

/** What was read of a closing; undefined once its files were made. */
export async function findDatos(tx: Tx, periodoId: number): Promise<Congelable | undefined> {
  const row = await tx
    .selectFrom('periodo_congelado')
    .select('datos')
    .where('periodo_id', '=', periodoId)
    .executeTakeFirst();
  return (row?.datos ?? undefined) as Congelable | undefined;
}

/** The files stand for the data from then on. */
export const settleCongelado = (tx: Tx, periodoId: number, now: Date) =>
  tx
    .updateTable('periodo_congelado')
    .set({ datos: null, hecho_at: now, error: '', intentos: sql`intentos + 1` })
    .where('periodo_id', '=', periodoId)
    .execute();

export const putOff = (tx: Tx, periodoId: number, { error, proximo }: { error: string; proximo: Date }) =>
  tx
    .updateTable('periodo_congelado')
    .set({ error, proximo_intento: proximo, intentos: sql`intentos + 1` })
    .where('periodo_id', '=', periodoId)
    .where('hecho_at', 'is', null)
    .execute();

export const insertArchivos = (tx: Tx, periodoId: number, archivos: readonly NewArchivo[], now: Date) =>
  tx
    .insertInto('periodo_archivo')
    .values(archivos.map((one) => ({ ...one, periodo_id: periodoId, created_at: now })))
    .execute();

export interface ArchivoRow {
  clase: ClaseArchivo;
  nombre: string;
  bytes: number;
  huella: string;
  createdAt: Date;
}

export const listArchivos = (tx: Tx, periodoId: number) =>
  rowsFrom(tx)<ArchivoRow>`
    SELECT clase, nombre, length(contenido) AS bytes, encode(huella, 'hex') AS huella, created_at AS "createdAt"
    FROM periodo_archivo WHERE periodo_id = ${periodoId}`;

export const findArchivo = (tx: Tx, periodoId: number, clase: ClaseArchivo) =>
  tx
    .selectFrom('periodo_archivo')
    .select(['nombre', 'contenido', sql<string>`encode(huella, 'hex')`.as('huella')])
    .where('periodo_id', '=', periodoId)
    .where('clase', '=', clase)
    .executeTakeFirst();

/** How the audit log names a frozen file. */
export const ENTIDAD_ARCHIVO = 'periodo_archivo';

/** Whether the frozen files of a closing are what was frozen, by their hashes and the sealed log; null where there are none. */
export async function areFilesIntact(tx: Tx, periodoId: number): Promise<boolean | null> {
  const { rows } = await sql<{ intactos: boolean | null }>`
    SELECT bool_and(sha256(a.contenido) = a.huella AND EXISTS (
      SELECT FROM bitacora b
      WHERE b.created_at = a.created_at AND b.entidad = ${ENTIDAD_ARCHIVO} AND b.entidad_id = a.periodo_id::text
        AND b.despues->>a.clase = encode(a.huella, 'hex'))) AS intactos
    FROM periodo_archivo a WHERE a.periodo_id = ${periodoId}`.execute(tx);
  return rows[0]?.intactos ?? null;
}

/* To whom the ZIP goes. */

export async function listDestinatarios(tx: Tx) {
  const rows = await tx.selectFrom('periodo_destinatario').select(['usuario_id', 'correo']).orderBy('id').execute();
  return {
    usuarios: rows.flatMap(({ usuario_id }) => usuario_id ?? []),
    correos: rows.flatMap(({ correo }) => correo ?? []),
  };
}

export async function replaceDestinatarios(
  tx: Tx,
  { usuarios, correos }: { usuarios: readonly number[]; correos: readonly string[] },
): Promise<void> {
  // Two who save at once follow each other: neither leaves the other's rows beside its own.
  await sql`LOCK TABLE periodo_destinatario IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  await tx.deleteFrom('periodo_destinatario').execute();
  await tx
    .insertInto('periodo_destinatario')
    .values([
      ...usuarios.map((usuario_id) => ({ usuario_id, correo: null })),
      ...correos.map((correo) => ({ usuario_id: null, correo })),
    ])
    .execute();
}

/** The addresses of those that are still users with one, and the others. */
export const addressesOf = async (tx: Tx): Promise<string[]> => {
  const { usuarios, correos } = await listDestinatarios(tx);
  return [...(await accountAddresses(tx, usuarios)), ...correos];
};

export const insertEnvio = (
  tx: Tx,
  envio: { periodoId: number; para: readonly string[]; adjunto: boolean; usuarioId: number | null; now: Date },
) =>
  insertedId(
    tx
      .insertInto('periodo_envio')
      .values({
        ...{ periodo_id: envio.periodoId, para: [...envio.para], adjunto: envio.adjunto },
        ...{ usuario_id: envio.usuarioId, created_at: envio.now },
      })
      .returning('id'),
  );

export interface EnvioRow {
  id: number;
  fecha: Date;
  usuario: string;
  para: string[];
  adjunto: boolean;
  cartas: number;
  pendientes: number;
  fallidas: number;
  guardadas: number;
  mensaje: string | null;
}

/** Who was sent the ZIP, the latest first, and where its letters are. */
export const listEnvios = (tx: Tx, periodoId: number) =>
  rowsFrom(tx)<EnvioRow>`
    SELECT e.id, e.created_at AS fecha, ${fullName('u')} AS usuario, e.para, e.adjunto, c.*
    FROM periodo_envio e LEFT JOIN usuario u ON u.id = e.usuario_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS cartas, count(*) FILTER (WHERE k.estado = 'pendiente')::int AS pendientes,
        count(*) FILTER (WHERE k.estado = 'fallido')::int AS fallidas,
        count(*) FILTER (WHERE k.estado = 'enviado' AND k.enviado_at IS NULL)::int AS guardadas,
        (array_agg(k.ultimo_error ORDER BY k.estado = 'fallido' DESC, k.id) FILTER (WHERE k.ultimo_error IS NOT NULL))[1] AS mensaje
      FROM correo_saliente k WHERE k.periodo_envio_id = e.id
    ) c
    WHERE e.periodo_id = ${periodoId} ORDER BY e.id DESC`;

/* The report to the owners. */

export interface Owner {
  loteId: number;
  referencia: string;
  asociado: string;
  correo: string;
}

/** The associates of delivered lots with an address, each address once. */
export const listOwners = (tx: Tx) =>
  rowsFrom(tx)<Owner>`
    SELECT DISTINCT ON (lower(btrim(e.correo))) l.id AS "loteId", l.referencia, r.name AS asociado, btrim(e.correo) AS correo
    FROM lote l
    JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    JOIN residente r ON r.id = t.residente_id
    JOIN correo_electronico e ON e.residente_id = r.id
    WHERE l.status = 'entregado' AND btrim(e.correo) <> ''
    ORDER BY lower(btrim(e.correo)), l.referencia COLLATE ext.es, l.id`;

export interface NewCarta {
  loteId: number;
  correo: string;
  token: Buffer;
}

/** Takes down to whom the report goes; gives the places of those that had not been written to. */
export async function insertCartas(
  tx: Tx,
  periodoId: number,
  cartas: readonly NewCarta[],
  { now, vence }: { now: Date; vence: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ token: Buffer }>`
    INSERT INTO periodo_informe (periodo_id, lote_id, correo, token, vence, created_at)
    SELECT ${periodoId}::int, x.lote_id, x.correo, x.token, ${vence}, ${now}
    FROM unnest(${cartas.map(({ loteId }) => loteId)}::int[], ${cartas.map(({ correo }) => correo)}::text[],
      ${cartas.map(({ token }) => token)}::bytea[]) AS x (lote_id, correo, token)
    ON CONFLICT (periodo_id, lower(correo)) DO NOTHING
    RETURNING token`.execute(tx);
  return new Set(rows.map(({ token }) => token.toString('hex')));
}

/** By whether and when it was opened: who has not yet comes last. */
export const listCartas = (tx: Tx, periodoId: number) =>
  rowsFrom(tx)<{
    id: number;
    referencia: string;
    correo: string;
    enviado: Date;
    abierto: Date | null;
    aperturas: number;
  }>`
    SELECT i.id, l.referencia, i.correo, i.created_at AS enviado, i.abierto_at AS abierto, i.aperturas
    FROM periodo_informe i JOIN lote l ON l.id = i.lote_id
    WHERE i.periodo_id = ${periodoId}
    ORDER BY i.abierto_at NULLS LAST, l.referencia COLLATE ext.es, i.id`;

export async function sumCartas(tx: Tx, periodoId: number): Promise<{ cartas: number; abiertas: number }> {
  const { rows } = await sql<{ cartas: number; abiertas: number }>`
    SELECT count(*)::int AS cartas, count(abierto_at)::int AS abiertas
    FROM periodo_informe WHERE periodo_id = ${periodoId}`.execute(tx);
  return rows[0] ?? { cartas: 0, abiertas: 0 };
}

export const findCarta = (tx: Tx, token: Buffer) =>
  rowFrom(tx)<{
    id: number;
    periodoId: number;
    referencia: string;
    correo: string;
    vence: Date;
    aperturas: number;
  }>`
    SELECT i.id, i.periodo_id AS "periodoId", l.referencia, i.correo, i.vence, i.aperturas
    FROM periodo_informe i JOIN lote l ON l.id = i.lote_id WHERE i.token = ${token} FOR UPDATE OF i`;

export const noteOpening = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('periodo_informe')
    .set({ abierto_at: sql<Date>`coalesce(abierto_at, ${now})`, aperturas: sql<number>`aperturas + 1` })
    .where('id', '=', id)
    .execute();

/** Notes that somebody of a lot opened the report: on the letter to one of their addresses, else in a row of its own. */
export async function noteReading(
  tx: Tx,
  of: { periodoId: number; loteId: number; correos: readonly string[]; token: Buffer },
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO periodo_informe (periodo_id, lote_id, correo, token, vence, created_at, abierto_at, aperturas)
    SELECT ${of.periodoId}::int, ${of.loteId}::int, x.correo, ${of.token}, ${now}, ${now}, ${now}, 1
    FROM unnest(${[...of.correos]}::text[]) WITH ORDINALITY AS x (correo, n)
    LEFT JOIN periodo_informe i ON i.periodo_id = ${of.periodoId} AND lower(i.correo) = lower(x.correo)
    ORDER BY i.id NULLS LAST, x.n LIMIT 1
    ON CONFLICT (periodo_id, lower(correo)) DO UPDATE
    SET abierto_at = coalesce(periodo_informe.abierto_at, excluded.abierto_at), aperturas = periodo_informe.aperturas + 1`.execute(
    tx,
  );
}

export const findPublicado = (tx: Tx, periodoId: number) =>
  rowFrom(tx)<{ fecha: Date; usuario: string }>`
    SELECT p.created_at AS fecha, ${fullName('u')} AS usuario
    FROM periodo_publicado p LEFT JOIN usuario u ON u.id = p.usuario_id WHERE p.periodo_id = ${periodoId}`;

export const insertPublicado = (
  tx: Tx,
  {
    periodoId,
    newsletterId,
    usuarioId,
    now,
  }: { periodoId: number; newsletterId: number; usuarioId: number | null; now: Date },
) =>
  tx
    .insertInto('periodo_publicado')
    .values({ periodo_id: periodoId, newsletter_id: newsletterId, usuario_id: usuarioId, created_at: now })
    .execute();
