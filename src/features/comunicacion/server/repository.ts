import { type Insertable, sql } from 'kysely';
import type { CorreoCampana } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import type { Estado } from '../rules.ts';

export function listCampanas(tx: Tx) {
  return tx.selectFrom('correo_campana').select(['id', 'name']).orderBy(inSpanish('name')).orderBy('id').execute();
}

const selectCampana = (tx: Tx, id: number) =>
  tx.selectFrom('correo_campana').select(['id', 'name', 'titulo', 'cuerpo']).where('id', '=', id);

export function findCampana(tx: Tx, id: number) {
  return selectCampana(tx, id).executeTakeFirst();
}

/** The campaign, locked until the transaction ends, so that two edits follow each other. */
export function findCampanaForUpdate(tx: Tx, id: number) {
  return selectCampana(tx, id).forUpdate().executeTakeFirst();
}

export async function insertCampana(tx: Tx, values: Insertable<CorreoCampana>): Promise<number> {
  const { id } = await tx.insertInto('correo_campana').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateCampana(tx: Tx, id: number, values: Insertable<CorreoCampana>): Promise<void> {
  await tx.updateTable('correo_campana').set(values).where('id', '=', id).execute();
}

/** A lot's reference and the addresses of its associate, in the order they were entered. Undefined: no such lot. */
export async function findAddressee(tx: Tx, loteId: number) {
  const lote = await tx.selectFrom('lote').select(['id', 'referencia']).where('id', '=', loteId).executeTakeFirst();
  if (!lote) return undefined;
  const rows = await tx
    .selectFrom('lote_residente')
    .innerJoin('correo_electronico', 'correo_electronico.residente_id', 'lote_residente.residente_id')
    .select('correo_electronico.correo')
    .where('lote_residente.lote_id', '=', loteId)
    .where('lote_residente.asociado', '=', true)
    .where('lote_residente.active', '=', true)
    .orderBy('correo_electronico.id')
    .execute();
  return { ...lote, correos: rows.map(({ correo }) => correo) };
}

const COLUMNS = [
  'c.id',
  'c.estado',
  'c.para',
  'c.asunto',
  'c.created_at',
  'c.enviado_at',
  'c.intentos',
  'c.proximo_intento',
  'c.ultimo_error',
] as const;

function selectCorreos(tx: Tx) {
  return tx
    .selectFrom('correo_saliente as c')
    .leftJoin('lote as l', 'l.id', 'c.lote_id')
    .leftJoin('usuario as u', 'u.id', 'c.usuario_id');
}

function shown(tx: Tx) {
  return selectCorreos(tx)
    .select(COLUMNS)
    .select([
      sql<string>`coalesce(l.referencia, '')`.as('referencia'),
      sql<string>`coalesce(u.username, '')`.as('usuario'),
      sql<number>`(SELECT count(*) FROM correo_adjunto a WHERE a.correo_id = c.id)`.as('adjuntos'),
    ]);
}
export type CorreoRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

interface Wanted {
  estado: Estado | '';
  q: string;
}

/** One page of the outbox, newest first, and the number of all that are wanted. */
export async function pageOfCorreos(tx: Tx, { estado, q }: Wanted, page: number, size: number) {
  const conditions = [
    ...(q === ''
      ? []
      : [
          sql<boolean>`strpos(ext.clave(c.asunto || ' ' || array_to_string(c.para, ' ') || ' ' || coalesce(l.referencia, '')), ext.clave(${q})) > 0`,
        ]),
    ...(estado === '' ? [] : [sql<boolean>`c.estado = ${estado === 'guardado' ? 'enviado' : estado}`]),
    ...(estado === 'guardado' ? [sql<boolean>`c.enviado_at IS NULL`] : []),
    ...(estado === 'enviado' ? [sql<boolean>`c.enviado_at IS NOT NULL`] : []),
  ];
  const rows = await shown(tx)
    .where((eb) => eb.and(conditions))
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await selectCorreos(tx)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export function findCorreo(tx: Tx, id: number) {
  return shown(tx).select(['c.html', 'c.texto']).where('c.id', '=', id).executeTakeFirst();
}

export function listAdjuntos(tx: Tx, correoId: number) {
  return tx
    .selectFrom('correo_adjunto')
    .select(['id', 'nombre', 'mime', sql<number>`length(contenido)`.as('bytes')])
    .where('correo_id', '=', correoId)
    .orderBy('id')
    .execute();
}

export function findAdjunto(tx: Tx, id: number) {
  return tx
    .selectFrom('correo_adjunto')
    .select(['nombre', 'mime', 'contenido'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A letter's state, locked: the job passes over it meanwhile. */
export function findCorreoForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('correo_saliente as c')
    .leftJoin('lote as l', 'l.id', 'c.lote_id')
    .select(['c.id', 'c.estado', 'c.enviado_at', 'c.asunto', 'c.para', 'c.intentos', 'c.ultimo_error'])
    .select(sql<string>`coalesce(l.referencia, '')`.as('referencia'))
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirst();
}

/** Puts a letter on its way again, with all its attempts before it. */
export async function requeueCorreo(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('correo_saliente')
    .set({ estado: 'pendiente', intentos: 0, proximo_intento: now })
    .where('id', '=', id)
    .execute();
}
