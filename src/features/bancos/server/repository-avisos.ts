/** Rows of CLABEs of lots, of who tells of deposits, and of what they told. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { rastreoComparable } from '#libro/server/deposits/repository.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Waiting } from '#platform/server/marks.ts';
import { idsFrom, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Transferencia } from '#platform/server/spei.ts';
import { claveDeRastreo, type Proveedor, type Resultado, type Situacion } from '../rules.ts';

/* CLABEs. */

export const listClabes = (tx: Tx, cuentaId: number) =>
  rowsFrom(tx)<{
    id: number;
    clabe: string;
    loteId: number | null;
    lote: string | null;
    asociado: string;
    asignadaAt: Date | null;
    liberadaAt: Date | null;
    razon: string;
  }>`
    SELECT c.id, c.clabe, c.lote_id AS "loteId", l.referencia AS lote, coalesce(r.name, '') AS asociado,
      c.asignada_at AS "asignadaAt", c.liberada_at AS "liberadaAt", c.razon
    FROM clabe_lote c
    LEFT JOIN lote l ON l.id = c.lote_id
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id
    WHERE c.cuenta_id = ${cuentaId}
    ORDER BY c.lote_id IS NULL, c.liberada_at IS NOT NULL, l.referencia COLLATE ext.es, c.id`;

/** Keeps CLABEs of an account; gives those that were new. */
export async function insertClabes(
  tx: Tx,
  stamp: Stamp,
  cuentaId: number,
  clabes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ clabe: string }>`
    INSERT INTO clabe_lote (cuenta_id, clabe, usuario_id, created_at)
    SELECT ${cuentaId}, c, ${stamp.usuarioId}, ${stamp.now} FROM unnest(${[...clabes]}::text[]) c
    ON CONFLICT (clabe) DO NOTHING RETURNING clabe`.execute(tx);
  return rows.map(({ clabe }) => clabe);
}

/** Gives each lot that takes payments and has none of the account's CLABEs the next free one; the caller has locked the account. */
export async function assignClabes(tx: Tx, stamp: Stamp, cuentaId: number) {
  const { rows } = await sql<{ asignadas: number; faltan: number }>`
    WITH libres AS (
      SELECT id, row_number() OVER (ORDER BY id) AS n FROM clabe_lote WHERE cuenta_id = ${cuentaId} AND lote_id IS NULL
    ), lotes AS (
      SELECT l.id, row_number() OVER (ORDER BY l.referencia COLLATE ext.es, l.id) AS n FROM lote l
      WHERE l.status NOT IN ('fusionado', 'inactivo') AND NOT EXISTS (
        SELECT FROM clabe_lote c WHERE c.cuenta_id = ${cuentaId} AND c.lote_id = l.id AND c.liberada_at IS NULL)
    ), dadas AS (
      UPDATE clabe_lote c SET lote_id = lotes.id, asignada_at = ${stamp.now}
      FROM libres JOIN lotes USING (n) WHERE c.id = libres.id RETURNING c.id
    )
    SELECT (SELECT count(*) FROM dadas)::int AS asignadas,
      greatest(0, (SELECT count(*) FROM lotes) - (SELECT count(*) FROM libres))::int AS faltan`.execute(tx);
  return rows[0] ?? { asignadas: 0, faltan: 0 };
}

export const findClabeForUpdate = (tx: Tx, id: number) =>
  rowFrom(tx)<{ clabe: string; loteId: number | null; lote: string; liberada: boolean }>`
    SELECT c.clabe, c.lote_id AS "loteId", coalesce(l.referencia, '') AS lote, c.liberada_at IS NOT NULL AS liberada
    FROM clabe_lote c LEFT JOIN lote l ON l.id = c.lote_id WHERE c.id = ${id} FOR UPDATE OF c`;

export async function releaseClabe(tx: Tx, id: number, { now, razon }: { now: Date; razon: string }): Promise<void> {
  await sql`UPDATE clabe_lote SET liberada_at = ${now}, razon = ${razon} WHERE id = ${id}`.execute(tx);
}

/* Who tells. */

export interface ProveedorRow {
  cuentaId: number;
  proveedor: Proveedor;
  cuenta: string;
  llave: Buffer | null;
  secreto: Buffer;
  rechazadoAt: Date | null;
  rechazo: string;
  conciliadoAt: Date | null;
  conciliacion: string;
}

const proveedores = (where: ReturnType<typeof sql>) => sql<ProveedorRow>`
  SELECT cuenta_id AS "cuentaId", proveedor, cuenta, llave, secreto, rechazado_at AS "rechazadoAt", rechazo,
    conciliado_at AS "conciliadoAt", conciliacion
  FROM proveedor_avisos WHERE ${where} ORDER BY cuenta_id`;

export const listProveedores = async (tx: Tx): Promise<ProveedorRow[]> =>
  (await proveedores(sql`true`).execute(tx)).rows;

export const findProveedor = async (tx: Tx, cuentaId: number): Promise<ProveedorRow | undefined> =>
  (await proveedores(sql`cuenta_id = ${cuentaId}`).execute(tx)).rows[0];

export async function saveProveedor(
  tx: Tx,
  cuentaId: number,
  values: { proveedor: Proveedor; cuenta: string; llave: Buffer | null; secreto: Buffer; updated_at: Date },
): Promise<void> {
  await tx
    .insertInto('proveedor_avisos')
    .values({ cuenta_id: cuentaId, ...values })
    .onConflict((oc) => oc.column('cuenta_id').doUpdateSet({ ...values, rechazado_at: null, rechazo: '' }))
    .execute();
}

export async function deleteProveedor(tx: Tx, cuentaId: number): Promise<void> {
  await tx.deleteFrom('proveedor_avisos').where('cuenta_id', '=', cuentaId).execute();
}

/** The last call that was turned away; of a storm of them one in ten seconds. */
export async function keepRechazo(tx: Tx, cuentaId: number, { now, rechazo }: { now: Date; rechazo: string }) {
  await sql`
    UPDATE proveedor_avisos SET rechazado_at = ${now}, rechazo = ${rechazo}
    WHERE cuenta_id = (
      SELECT cuenta_id FROM proveedor_avisos WHERE cuenta_id = ${cuentaId}
        AND (rechazado_at IS NULL OR rechazado_at < ${now}::timestamptz - interval '10 seconds') FOR UPDATE SKIP LOCKED
    )`.execute(tx);
}

export async function keepConciliacion(
  tx: Tx,
  cuentaId: number,
  { conciliadoAt, conciliacion }: { conciliadoAt: Date | null; conciliacion: string },
): Promise<void> {
  await sql`
    UPDATE proveedor_avisos SET conciliacion = ${conciliacion}, conciliado_at = coalesce(${conciliadoAt}, conciliado_at)
    WHERE cuenta_id = ${cuentaId}`.execute(tx);
}

/* What they told. */

export interface AvisoNuevo {
  cuentaId: number;
  proveedor: Proveedor;
  evento: string;
  deLista: boolean;
  transferencia: Transferencia | undefined;
  nota: string;
}

/** Keeps notices, each once; gives how many were new. */
export async function insertAvisos(tx: Tx, now: Date, avisos: readonly AvisoNuevo[]): Promise<number> {
  if (avisos.length === 0) return 0;
  const rows = avisos.map(({ cuentaId, proveedor, evento, deLista, transferencia: t, nota }) => ({
    ...{ cuenta_id: cuentaId, proveedor, evento, de_lista: deLista, tipo: t?.tipo ?? ('otro' as const), nota },
    ...{ transferencia: t?.id ?? '', clabe: t?.clabe ?? '', importe_centavos: t?.importe ?? 0 },
    ...{ instante: t?.instante ?? now, concepto: t?.concepto ?? '', referencia: t?.referencia ?? '' },
    ...{ rastreo: t?.rastreo ?? '', nombre: t?.nombre ?? '', cuenta: t?.cuenta ?? '', recibido_at: now },
  }));
  const kept = await tx
    .insertInto('aviso_deposito')
    .values(rows)
    .onConflict((oc) => oc.columns(['cuenta_id', 'evento']).doNothing())
    .returning('id')
    .execute();
  return kept.length;
}

/** What a notice says of a transfer, in one text. */
export const claveDeDicho = ({ id, tipo, importe, clabe }: Transferencia): string =>
  `${id} ${tipo} ${importe} ${clabe}`;

/** What of these transfers was told before, by `claveDeDicho`. */
export async function listToldTransfers(tx: Tx, cuentaId: number, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ clave: string }>`
    SELECT concat_ws(' ', transferencia, tipo, importe_centavos, clabe) AS clave FROM aviso_deposito
    WHERE cuenta_id = ${cuentaId} AND transferencia = ANY(${[...ids]}::text[])`.execute(tx);
  return new Set(rows.map(({ clave }) => clave));
}

/** The accounts of which something was told that is not taken yet. */
export const listCuentasConAvisos = (tx: Tx) =>
  idsFrom(tx)`
    SELECT DISTINCT a.cuenta_id AS id FROM aviso_deposito a
    WHERE NOT EXISTS (SELECT FROM aviso_tomado t WHERE t.aviso_id = a.id) ORDER BY 1`;

/** Whether notices wait to be taken. */
export const noticesWait: Waiting = sql`EXISTS (
  SELECT FROM aviso_deposito a WHERE NOT EXISTS (SELECT FROM aviso_tomado t WHERE t.aviso_id = a.id))`;

export interface AvisoPorTomar extends Omit<Transferencia, 'tipo' | 'id'> {
  id: number;
  tipo: Transferencia['tipo'] | 'otro';
  transferencia: string;
}

/** In the order that they came in. */
export const listPorTomar = (tx: Tx, cuentaId: number, limit: number) =>
  rowsFrom(tx)<AvisoPorTomar>`
    SELECT a.id, a.tipo, a.transferencia, a.clabe, a.importe_centavos AS importe, a.instante, a.concepto, a.referencia, a.rastreo,
      a.nombre, a.cuenta
    FROM aviso_deposito a
    WHERE a.cuenta_id = ${cuentaId} AND NOT EXISTS (SELECT FROM aviso_tomado t WHERE t.aviso_id = a.id)
    ORDER BY a.id LIMIT ${limit}`;

export interface EntranteDeAviso {
  id: number;
  version: number;
  situacion: Situacion;
  aplicado: Centavos;
}

/** What was told first of a transfer. */
export interface EntranteDicho extends EntranteDeAviso {
  fecha: Fecha;
  importe: Centavos;
  clabe: string;
}

/** The deposit that a transfer is; of one that a statement had before, by clave de rastreo and amount, it is so from now on. */
export async function findDeTransferencia(
  tx: Tx,
  cuentaId: number,
  { transferencia, rastreo, importe, clabe }: Pick<AvisoPorTomar, 'transferencia' | 'rastreo' | 'importe' | 'clabe'>,
): Promise<{ entrante: EntranteDicho; unido: boolean } | undefined> {
  const { rows: told } = await sql<{ id: number }>`
    SELECT id FROM deposito_entrante WHERE cuenta_id = ${cuentaId} AND transferencia = ${transferencia} FOR UPDATE`.execute(
    tx,
  );
  const { rows: joined } =
    told.length > 0 || claveDeRastreo(rastreo) === ''
      ? { rows: [] }
      : await sql<{ id: number }>`
          UPDATE deposito_entrante SET transferencia = ${transferencia}, clabe = ${clabe}
          WHERE id = (
            SELECT id FROM deposito_entrante WHERE cuenta_id = ${cuentaId} AND rastreo <> ''
              AND ${rastreoComparable(sql`rastreo`)} = ${claveDeRastreo(rastreo)} AND importe_centavos = ${importe}
              AND transferencia = '' AND situacion <> 'retirado' ORDER BY id LIMIT 1 FOR UPDATE)
          RETURNING id`.execute(tx);
  const id = told[0]?.id ?? joined[0]?.id;
  if (id === undefined) return undefined;
  // Read once it is locked: whoever applied it a moment ago was waited for.
  const { rows } = await sql<EntranteDicho>`
    SELECT id, version, situacion, entrante_aplicado(id) AS aplicado, fecha, importe_centavos AS importe, clabe
    FROM deposito_entrante WHERE id = ${id}`.execute(tx);
  return rows[0] && { entrante: rows[0], unido: joined.length > 0 };
}

/** The deposit of a notice that told the same as this one, and not what was told first; undefined where none did. */
export async function findConflicto(
  tx: Tx,
  cuentaId: number,
  {
    id,
    transferencia,
    tipo,
    importe,
    clabe,
  }: Pick<AvisoPorTomar, 'id' | 'transferencia' | 'tipo' | 'importe' | 'clabe'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.entrante_id AS id FROM aviso_deposito a JOIN aviso_tomado t ON t.aviso_id = a.id AND t.resultado = 'conflicto'
    WHERE a.cuenta_id = ${cuentaId} AND a.transferencia = ${transferencia} AND a.tipo = ${tipo}
      AND a.importe_centavos = ${importe} AND a.clabe = ${clabe} AND a.id < ${id} ORDER BY a.id LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

/** Whether a notice of this name was told before, and says the same of its transfer. */
export async function saysTheSame(
  tx: Tx,
  cuentaId: number,
  { evento, transferencia: t }: Pick<AvisoNuevo, 'evento' | 'transferencia'>,
): Promise<boolean> {
  const { rows } = await sql<{ igual: boolean }>`
    SELECT tipo = ${t?.tipo ?? 'otro'} AND transferencia = ${t?.id ?? ''} AND clabe = ${t?.clabe ?? ''}
      AND importe_centavos = ${t?.importe ?? 0} AS igual
    FROM aviso_deposito WHERE cuenta_id = ${cuentaId} AND evento = ${evento}`.execute(tx);
  return rows[0]?.igual ?? false;
}

export async function insertTomados(
  tx: Tx,
  now: Date,
  tomados: readonly { avisoId: number; resultado: Resultado; entranteId: number | null }[],
): Promise<void> {
  if (tomados.length === 0) return;
  await tx
    .insertInto('aviso_tomado')
    .values(
      tomados.map(({ avisoId, resultado, entranteId }) => ({
        ...{ aviso_id: avisoId, resultado, entrante_id: entranteId, created_at: now },
      })),
    )
    .execute();
}

/** Whether a deposit was told of that nobody has looked for a lot of yet. */
export async function hasUnreviewed(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ hay: boolean }>`
    SELECT EXISTS (
      SELECT FROM deposito_entrante d WHERE d.origen = 'aviso' AND d.situacion = 'desconocido' AND d.motivo = ''
        AND NOT EXISTS (SELECT FROM aviso_tomado t WHERE t.entrante_id = d.id AND t.resultado = 'conflicto')) AS hay`.execute(
    tx,
  );
  return rows[0]?.hay ?? false;
}

export const listAvisos = (tx: Tx, cuentaId: number) =>
  rowsFrom(tx)<{
    id: number;
    recibidoAt: Date;
    deLista: boolean;
    tipo: AvisoPorTomar['tipo'];
    clabe: string;
    importe: Centavos;
    rastreo: string;
    nombre: string;
    nota: string;
    resultado: Resultado | null;
    entranteId: number | null;
  }>`
    SELECT a.id, a.recibido_at AS "recibidoAt", a.de_lista AS "deLista", a.tipo, a.clabe, a.importe_centavos AS importe, a.rastreo,
      a.nombre, a.nota, t.resultado, t.entrante_id AS "entranteId"
    FROM aviso_deposito a LEFT JOIN aviso_tomado t ON t.aviso_id = a.id
    WHERE a.cuenta_id = ${cuentaId} ORDER BY a.id DESC LIMIT 500`;
