/** The phones and e-mails of residents and of legal representatives: one pair of tables, one way to read and save them. */
import { sql } from 'kysely';
import type { Correo, Telefono } from '#libro/residentes/contract.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { CorreoInput, TelefonoInput } from '../contract.ts';
import { type Owner, refusalOfItems } from '../rules.ts';

const OWNER_COLUMN = { residente: 'residente_id', representante: 'representante_id' } as const;

export interface Contacts {
  telefonoList: Telefono[];
  correoElectronicoList: Correo[];
}

/** The phones and e-mails of these owners by owner id, in the order in which they were added; every id is in the map. */
export async function contactsOf(tx: Tx, owner: Owner, ids: readonly number[]): Promise<Map<number, Contacts>> {
  const found = new Map<number, Contacts>(ids.map((id) => [id, { telefonoList: [], correoElectronicoList: [] }]));
  if (ids.length === 0) return found;
  const column = OWNER_COLUMN[owner];
  const telefonos = await tx
    .selectFrom('telefono')
    .innerJoin('tipo_numero_telefono as tipo', 'tipo.id', 'telefono.tipo_numero_telefono_id')
    .select([
      sql<number>`${sql.ref(`telefono.${column}`)}`.as('owner_id'),
      'telefono.id',
      'tipo.id as tipo_id',
      'tipo.name as tipo_name',
      'telefono.numero',
      'telefono.referencia',
    ])
    .where(`telefono.${column}`, '=', (eb) => eb.fn.any(sql<number[]>`${ids}`))
    .orderBy('telefono.id')
    .execute();
  for (const { owner_id, id, tipo_id, tipo_name, numero, referencia } of telefonos) {
    const tipoNumeroTelefono = { id: tipo_id, name: tipo_name };
    found.get(owner_id)?.telefonoList.push({ id, tipoNumeroTelefono, numero, referencia });
  }
  const correos = await tx
    .selectFrom('correo_electronico')
    .select([sql<number>`${sql.ref(column)}`.as('owner_id'), 'id', 'correo', 'facturar', 'referencia'])
    .where(column, '=', (eb) => eb.fn.any(sql<number[]>`${ids}`))
    .orderBy('id')
    .execute();
  for (const { owner_id, ...correo } of correos) found.get(owner_id)?.correoElectronicoList.push(correo);
  return found;
}

/** The phones and e-mails of one owner. */
export async function contactsOfOne(tx: Tx, owner: Owner, id: number): Promise<Contacts> {
  const all = await contactsOf(tx, owner, [id]);
  return all.get(id) ?? { telefonoList: [], correoElectronicoList: [] };
}

/** Refuses phone types that are not in their catalogue. */
async function checkTipos(tx: Tx, telefonos: readonly TelefonoInput[]): Promise<void> {
  const ids = [...new Set(telefonos.map(({ tipoNumeroTelefono }) => tipoNumeroTelefono.id))];
  if (ids.length === 0) return;
  // Shared locks, so that no type is removed from under the phones that are about to use it.
  const known = await tx.selectFrom('tipo_numero_telefono').select('id').where('id', 'in', ids).forKeyShare().execute();
  if (known.length < ids.length) {
    throw new Refusal('El tipo de número de teléfono elegido no existe. Actualice la página y elija otro');
  }
}

function check(sent: readonly { id: number | null }[], saved: readonly { id: number }[], what: string): void {
  const refusal = refusalOfItems(
    sent.map(({ id }) => id),
    new Set(saved.map(({ id }) => id)),
    what,
  );
  if (refusal) throw new Refusal(refusal);
}

/**
 * Inserts the items without an id and updates those with one; saved items that are not in the lists stay. `saved` is what the
 * owner, whose row the caller holds locked, has now. Refuses ids of others, repeated ones and unknown types of number.
 */
export async function saveContacts(
  tx: Tx,
  owner: Owner,
  ownerId: number,
  saved: Contacts,
  sent: { telefonoList: readonly TelefonoInput[]; correoElectronicoList: readonly CorreoInput[] },
): Promise<void> {
  const column = OWNER_COLUMN[owner];
  check(sent.telefonoList, saved.telefonoList, 'teléfono');
  check(sent.correoElectronicoList, saved.correoElectronicoList, 'correo electrónico');
  await checkTipos(tx, sent.telefonoList);

  const telefonos = sent.telefonoList.map(({ id, tipoNumeroTelefono, numero, referencia }) => ({
    id,
    tipo_numero_telefono_id: tipoNumeroTelefono.id,
    numero,
    referencia,
  }));
  const newTelefonos = telefonos.filter(({ id }) => id === null);
  if (newTelefonos.length > 0) {
    await tx
      .insertInto('telefono')
      .values(newTelefonos.map(({ id: _new, ...values }) => ({ ...values, [column]: ownerId })))
      .execute();
  }
  if (newTelefonos.length < telefonos.length) {
    const known = JSON.stringify(telefonos.filter(({ id }) => id !== null));
    await sql`
      UPDATE telefono t
      SET tipo_numero_telefono_id = s.tipo_numero_telefono_id, numero = s.numero, referencia = s.referencia
      FROM jsonb_to_recordset(${known}::jsonb) AS s(id integer, tipo_numero_telefono_id integer, numero text, referencia text)
      WHERE t.id = s.id`.execute(tx);
  }

  const correos = sent.correoElectronicoList;
  const newCorreos = correos.filter(({ id }) => id === null);
  if (newCorreos.length > 0) {
    await tx
      .insertInto('correo_electronico')
      .values(newCorreos.map(({ id: _new, ...values }) => ({ ...values, [column]: ownerId })))
      .execute();
  }
  if (newCorreos.length < correos.length) {
    const known = JSON.stringify(correos.filter(({ id }) => id !== null));
    await sql`
      UPDATE correo_electronico c
      SET correo = s.correo, facturar = s.facturar, referencia = s.referencia
      FROM jsonb_to_recordset(${known}::jsonb) AS s(id integer, correo text, facturar boolean, referencia text)
      WHERE c.id = s.id`.execute(tx);
  }
}

/** Whose a phone or an e-mail is, with the name that people know the owner by. */
export interface Ownership {
  owner: Owner;
  ownerId: number;
  ownerName: string;
}

/** The owner of an item, its row locked until the transaction ends; undefined when there is no such item. */
async function lockOwner(tx: Tx, table: 'telefono' | 'correo_electronico', id: number): Promise<Ownership | undefined> {
  const row = await tx
    .selectFrom(table)
    .select(['residente_id', 'representante_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  const owner: Owner = row?.residente_id ? 'residente' : 'representante';
  const ownerId = row?.residente_id ?? row?.representante_id;
  if (!ownerId) return undefined;
  const named = await tx
    .selectFrom(owner === 'residente' ? 'residente' : 'representante_legal')
    .select('name')
    .where('id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
  return named && { owner, ownerId, ownerName: named.name };
}

/** Deletes a phone and tells what it was and whose; undefined when it is already gone. */
export async function deleteTelefono(tx: Tx, id: number): Promise<(Ownership & { item: Telefono }) | undefined> {
  const ownership = await lockOwner(tx, 'telefono', id);
  if (!ownership) return undefined;
  const { telefonoList } = await contactsOfOne(tx, ownership.owner, ownership.ownerId);
  const item = telefonoList.find((candidate) => candidate.id === id);
  if (!item) return undefined;
  await tx.deleteFrom('telefono').where('id', '=', id).execute();
  return { ...ownership, item };
}

/** Deletes an e-mail and tells what it was and whose; undefined when it is already gone. */
export async function deleteCorreo(tx: Tx, id: number): Promise<(Ownership & { item: Correo }) | undefined> {
  const ownership = await lockOwner(tx, 'correo_electronico', id);
  if (!ownership) return undefined;
  const { correoElectronicoList } = await contactsOfOne(tx, ownership.owner, ownership.ownerId);
  const item = correoElectronicoList.find((candidate) => candidate.id === id);
  if (!item) return undefined;
  await tx.deleteFrom('correo_electronico').where('id', '=', id).execute();
  return { ...ownership, item };
}

/** People by name, with what they are reached by: the tenants and the representative of contact data. */
export async function withContacts<P extends { id: number }>(
  tx: Tx,
  owner: Owner,
  people: readonly P[],
): Promise<(P & Contacts)[]> {
  const contacts = await contactsOf(
    tx,
    owner,
    people.map(({ id }) => id),
  );
  return people.map((person) => ({
    ...person,
    ...(contacts.get(person.id) ?? { telefonoList: [], correoElectronicoList: [] }),
  }));
}
