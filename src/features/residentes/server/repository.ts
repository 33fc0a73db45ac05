import { sql } from 'kysely';
import type { Representante } from '#libro/residentes/contract.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { idsFrom, insertedId } from '#platform/server/rows.ts';
import type { ResidenteDetail, TipoResidente } from '../contract.ts';
import { contactsOfOne, withContacts } from './repository-contacts.ts';

export function listResidentes(tx: Tx, tipo: TipoResidente) {
  return tx
    .selectFrom('residente')
    .select(['id', 'name'])
    .select((residente) =>
      residente
        .selectFrom('lote_residente')
        .innerJoin('lote', 'lote.id', 'lote_residente.lote_id')
        .whereRef('lote_residente.residente_id', '=', 'residente.id')
        .where('lote_residente.active', '=', true)
        .select(sql<string>`coalesce(string_agg(lote.referencia, ', ' ORDER BY lote.referencia), '')`.as('lotes'))
        .$asScalar()
        .as('lotes'),
    )
    .where('tipo', '=', tipo)
    .orderBy(inSpanish('name'))
    .orderBy('id')
    .execute();
}

export interface ResidenteRow {
  id: number;
  name: string;
  tipo: TipoResidente;
  /** The day on which the privacy notice was accepted. */
  consentimiento: string | null;
}

function selectResidente(tx: Tx, id: number) {
  return tx
    .selectFrom('residente')
    .select(['id', 'name', sql<TipoResidente>`tipo`.as('tipo'), 'consentimiento'])
    .where('id', '=', id);
}

export function findResidente(tx: Tx, id: number): Promise<ResidenteRow | undefined> {
  return selectResidente(tx, id).executeTakeFirst();
}

/** The resident, locked until the transaction ends, so that two edits of one follow each other. */
export function findResidenteForUpdate(tx: Tx, id: number): Promise<ResidenteRow | undefined> {
  return selectResidente(tx, id).forUpdate().executeTakeFirst();
}

export const insertResidente = (tx: Tx, values: { name: string; tipo: TipoResidente }) =>
  insertedId(tx.insertInto('residente').values(values).returning('id'));

export async function updateResidente(tx: Tx, id: number, values: { name: string; updated_at: Date }): Promise<void> {
  await tx.updateTable('residente').set(values).where('id', '=', id).execute();
}

/** The lots that a resident is actively tied to, by referencia. */
function listDirecciones(tx: Tx, residenteId: number) {
  return tx
    .selectFrom('lote_residente as tie')
    .innerJoin('lote', 'lote.id', 'tie.lote_id')
    .select(['lote.referencia', 'tie.asociado as is_asociado', 'lote.direccion'])
    .where('tie.residente_id', '=', residenteId)
    .where('tie.active', '=', true)
    .orderBy(inSpanish('lote.referencia'))
    .orderBy('tie.asociado', 'desc')
    .execute();
}

/** A resident with everything that its form shows. */
export async function residenteDetail(tx: Tx, residente: ResidenteRow): Promise<ResidenteDetail> {
  return {
    ...residente,
    direcciones: await listDirecciones(tx, residente.id),
    ...(await contactsOfOne(tx, 'residente', residente.id)),
    tarjetaList: [],
  };
}

/** The active tenants of a lot, by name. */
export function listInquilinos(tx: Tx, loteId: number) {
  return tx
    .selectFrom('residente')
    .select(['id', 'name'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('lote_residente')
        .select('residente_id')
        .where('lote_id', '=', loteId)
        .where('active', '=', true)
        .where('asociado', '=', false),
    )
    .orderBy(inSpanish('name'))
    .orderBy('id')
    .execute();
}

export async function loteExists(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('lote').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

interface RepresentanteRow {
  id: number;
  name: string;
  tipoPoder: string;
}

function selectRepresentantes(tx: Tx) {
  return tx
    .selectFrom('representante_legal')
    .select(['representante_legal.id', 'representante_legal.name', 'representante_legal.tipo_poder as tipoPoder']);
}

/** The lots that representatives stand for, with the label of a picker: 'REF · Asociado · Dirección'. */
async function lotesOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ representante_id: number; id: number; referencia: string; name: string }>`
    SELECT rl.representante_id, l.id, l.referencia, concat_ws(' · ', l.referencia, r.name, NULLIF(l.direccion, '')) AS name
    FROM representante_lote rl
    JOIN lote l ON l.id = rl.lote_id
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    WHERE rl.representante_id = ANY (${ids})
    ORDER BY ${inSpanish('l.referencia')}, l.id`.execute(tx);
  const found = new Map<number, typeof rows>();
  for (const row of rows) found.set(row.representante_id, [...(found.get(row.representante_id) ?? []), row]);
  return found;
}

async function complete(tx: Tx, rows: readonly RepresentanteRow[]): Promise<Representante[]> {
  if (rows.length === 0) return [];
  const lotes = await lotesOf(
    tx,
    rows.map(({ id }) => id),
  );
  return (await withContacts(tx, 'representante', rows)).map((row) => {
    const own = lotes.get(row.id) ?? [];
    return {
      ...row,
      loteList: own.map(({ id, referencia }) => ({ id, referencia })),
      lote_residente: own.map(({ id, name }) => ({ id, name })),
    };
  });
}

export async function listRepresentantes(tx: Tx): Promise<Representante[]> {
  const rows = await selectRepresentantes(tx)
    .orderBy(inSpanish('representante_legal.name'))
    .orderBy('representante_legal.id')
    .execute();
  return complete(tx, rows);
}

/** The representatives of a lot, the one that came first before the others. */
export async function listRepresentantesByLote(tx: Tx, loteId: number): Promise<Representante[]> {
  const rows = await selectRepresentantes(tx)
    .innerJoin('representante_lote', 'representante_lote.representante_id', 'representante_legal.id')
    .where('representante_lote.lote_id', '=', loteId)
    .orderBy('representante_legal.id')
    .execute();
  return complete(tx, rows);
}

export async function findRepresentante(tx: Tx, id: number): Promise<Representante | undefined> {
  const [found] = await complete(tx, await selectRepresentantes(tx).where('representante_legal.id', '=', id).execute());
  return found;
}

/** The representative, locked until the transaction ends, so that two edits of one follow each other. */
export async function findRepresentanteForUpdate(tx: Tx, id: number): Promise<Representante | undefined> {
  const rows = await selectRepresentantes(tx).where('representante_legal.id', '=', id).forUpdate().execute();
  const [found] = await complete(tx, rows);
  return found;
}

interface RepresentanteValues {
  name: string;
  tipo_poder: string;
}

export const insertRepresentante = (tx: Tx, values: RepresentanteValues) =>
  insertedId(tx.insertInto('representante_legal').values(values).returning('id'));

export async function updateRepresentante(
  tx: Tx,
  id: number,
  values: RepresentanteValues & { updated_at: Date },
): Promise<void> {
  await tx.updateTable('representante_legal').set(values).where('id', '=', id).execute();
}

export async function deleteRepresentante(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('representante_legal').where('id', '=', id).execute();
}

/** The lots among `ids` that exist, held against deletion until the transaction ends. */
export function lockLotes(tx: Tx, ids: readonly number[]) {
  return tx.selectFrom('lote').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute();
}

/** Makes `loteIds` (at least one) the lots that a representative stands for. */
export async function replaceLotes(
  tx: Tx,
  { representanteId, loteIds, now }: { representanteId: number; loteIds: readonly number[]; now: Date },
): Promise<void> {
  await tx
    .deleteFrom('representante_lote')
    .where('representante_id', '=', representanteId)
    .where('lote_id', 'not in', loteIds)
    .execute();
  await tx
    .insertInto('representante_lote')
    .values(loteIds.map((lote_id) => ({ representante_id: representanteId, lote_id, desde: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Who represents a lot, the one that came first before the others. */
export function listRepresentantesDe(tx: Tx, loteId: number) {
  return tx
    .selectFrom('representante_legal')
    .innerJoin('representante_lote', 'representante_lote.representante_id', 'representante_legal.id')
    .select(['representante_legal.id', 'representante_legal.name', 'representante_lote.desde'])
    .where('representante_lote.lote_id', '=', loteId)
    .orderBy('representante_legal.id')
    .execute();
}

/** Nobody represents the lot any more. */
export async function deleteRepresentaciones(tx: Tx, loteId: number): Promise<void> {
  await tx.deleteFrom('representante_lote').where('lote_id', '=', loteId).execute();
}

/** Has those of these representatives that there are represent the lot, since when each did; gives their ids. */
export const insertRepresentaciones = (
  tx: Tx,
  loteId: number,
  ended: readonly { id: number; desde: string | null }[],
) =>
  idsFrom(tx)`
    WITH antes AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS a (id integer, desde timestamptz)),
    hay AS (SELECT id FROM representante_legal WHERE id IN (SELECT id FROM antes) ORDER BY id FOR KEY SHARE),
    puesto AS (
      INSERT INTO representante_lote (representante_id, lote_id, desde)
      SELECT id, ${loteId}, antes.desde FROM hay JOIN antes USING (id) ON CONFLICT DO NOTHING)
    SELECT id FROM hay ORDER BY id`;

/** The type of number that one without a type gets: the first of the catalogue. */
export const firstTipoNumero = (tx: Tx) =>
  tx.selectFrom('tipo_numero_telefono').select(['id', 'name']).orderBy('id').limit(1).executeTakeFirstOrThrow();
