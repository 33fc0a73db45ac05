import { type Insertable, type Selectable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { urlOfArchivo } from '#features/archivos/contract.ts';
import type {
  ControlFactura,
  DatosFiscales as DatosFiscalesTable,
  Emisor as EmisorTable,
  ReceptorDatosFiscales,
  Tarjeta as TarjetaTable,
} from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { countFrom, insertedId, rowFrom } from '#platform/server/rows.ts';
import type { DatosFiscales, Emisor, ReceptorPorDefecto, Tarjeta } from '../contract.ts';
import { maskOf, type ReceptorCodes } from '../rules.ts';

/* The issuer, the control and the default receiver: one row each, which exists once it has been saved. */

export function findEmisor(tx: Tx): Promise<Emisor | undefined> {
  return tx
    .selectFrom('emisor')
    .select([
      'id',
      'compania',
      'direccion',
      'numero_ext as numeroExt',
      'colonia',
      'ciudad',
      'municipio',
      'estado',
      'pais',
      'codigo_postal as codigoPostal',
      'rfc',
      'email',
      'regimen_fiscal as regimenFiscal',
      'serie',
      'numero_aprobacion as numeroAprobacion',
      'anio_aprobacion as anioAprobacion',
      'numero_certificado as numeroCertificado',
      'contacto_tipo as contactoTipo',
      'contacto_nombre as contactoNombre',
      'contacto_email as contactoEmail',
      'contacto_telefono as contactoTelefono',
      'version',
    ])
    .executeTakeFirst();
}

export async function saveEmisor(tx: Tx, values: Omit<Insertable<EmisorTable>, 'id'>): Promise<void> {
  await tx
    .insertInto('emisor')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** A series begins at folio 1, unless it has begun. */
export async function beginSerie(tx: Tx, serie: string): Promise<void> {
  await tx
    .insertInto('serie_folio')
    .values({ serie })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findControl(tx: Tx) {
  return tx
    .selectFrom('control_factura')
    .select(['id', 'email', 'email_secondary as emailSecondary'])
    .executeTakeFirst();
}

export async function saveControl(tx: Tx, values: Omit<Insertable<ControlFactura>, 'id'>): Promise<void> {
  await tx
    .insertInto('control_factura')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** The rows that a record refers to, as JSON objects; the alias is the record's table. */
const shown = (alias: string) => sql`
  (SELECT jsonb_build_object('id', x.id, 'name', x.name) FROM metodo_pago_cfdi x WHERE x.id = ${sql.ref(`${alias}.metodo_pago_cfdi_id`)}) AS "metodoPagoCFDI",
  (SELECT jsonb_build_object('id', x.id, 'name', x.name) FROM forma_pago_cfdi x WHERE x.id = ${sql.ref(`${alias}.forma_pago_cfdi_id`)}) AS "formaPagoCFDI",
  (SELECT jsonb_build_object('id', x.id, 'name', x.name) FROM uso_cfdi x WHERE x.id = ${sql.ref(`${alias}.uso_cfdi_id`)}) AS "usoCFDI",
  (SELECT jsonb_build_object('id', x.id, 'name', x.name) FROM tipo_documento x WHERE x.id = ${sql.ref(`${alias}.tipo_documento_id`)}) AS "tipoDocumento",
  (SELECT jsonb_build_object('id', x.id, 'name', x.name) FROM clave_unidad_cfdi x WHERE x.id = ${sql.ref(`${alias}.clave_unidad_cfdi_id`)}) AS "claveUnidadCFDI",
  (SELECT jsonb_build_object('id', x.id, 'name', x.name) FROM clave_producto_servicio x WHERE x.id = ${sql.ref(`${alias}.clave_producto_servicio_id`)}) AS "claveProductoServicio",
  (SELECT jsonb_build_object('id', x.id, 'name', x.name, 'clave', x.clave) FROM regimen_fiscal x WHERE x.id = ${sql.ref(`${alias}.regimen_fiscal_id`)}) AS "regimenFiscal"`;

export const findReceptor = (tx: Tx) =>
  rowFrom(tx)<Omit<ReceptorPorDefecto, 'timbresMes'>>`
    SELECT r.id, r.rfc, ${shown('r')}, r.sin_datos AS "sinDatos" FROM receptor_datos_fiscales r`;

/** Receipts of lots without tax data in the month before a day's. */
export const countWithoutData = (tx: Tx, hoy: Fecha) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM recibo r
    WHERE r.fecha_pago >= date_trunc('month', ${hoy}::date) - interval '1 month' AND r.fecha_pago < date_trunc('month', ${hoy}::date)
      AND NOT EXISTS (SELECT FROM datos_fiscales d WHERE d.lote_id = r.lote_id)`;

export async function saveReceptor(tx: Tx, values: Omit<Insertable<ReceptorDatosFiscales>, 'id'>): Promise<void> {
  await tx
    .insertInto('receptor_datos_fiscales')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export interface ChosenIds {
  regimenFiscal: { id: number };
  usoCFDI: { id: number };
  metodoPagoCFDI: { id: number };
  formaPagoCFDI: { id: number };
}

/** The authority's codes behind what was chosen. */
export async function findCodes(tx: Tx, chosen: ChosenIds): Promise<ReceptorCodes> {
  const { rows } = await sql<{ [K in keyof ReceptorCodes]: string | null }>`
    SELECT (SELECT clave FROM regimen_fiscal WHERE id = ${chosen.regimenFiscal.id}) AS regimen,
      (SELECT uso_cfdi FROM uso_cfdi WHERE id = ${chosen.usoCFDI.id}) AS uso,
      (SELECT metodo_pago FROM metodo_pago_cfdi WHERE id = ${chosen.metodoPagoCFDI.id}) AS metodo,
      (SELECT forma_pago FROM forma_pago_cfdi WHERE id = ${chosen.formaPagoCFDI.id}) AS forma`.execute(tx);
  const { regimen = null, uso = null, metodo = null, forma = null } = rows[0] ?? {};
  return {
    regimen: regimen ?? undefined,
    uso: uso ?? undefined,
    metodo: metodo ?? undefined,
    forma: forma ?? undefined,
  };
}

/* Tax data of the lots. */

/** 'REF · Asociado' with the parts that there are; joins `lote` as l. */
const loteName = sql<string>`concat_ws(' · ', l.referencia, (
  SELECT nullif(r.name, '') FROM lote_residente t JOIN residente r ON r.id = t.residente_id
  WHERE t.lote_id = l.id AND t.asociado AND t.active LIMIT 1))`;

export async function listDatosFiscales(tx: Tx) {
  const { rows } = await sql<{ id: number; razonSocial: string; rfc: string; lote: string }>`
    SELECT d.id, d.razon_social AS "razonSocial", d.rfc, ${loteName} AS lote
    FROM datos_fiscales d JOIN lote l ON l.id = d.lote_id
    ORDER BY ${inSpanish('d.razon_social')}, d.id`.execute(tx);
  return rows.map(({ lote, ...row }) => ({ ...row, lote_residente: { name: lote } }));
}

interface TarjetaRow extends Omit<Tarjeta, 'numero' | 'cvv'> {
  ultimos: string;
}

/** The whole record as it is shown: of the card only the last digits are read. */
export async function findDatosFiscales(tx: Tx, id: number): Promise<DatosFiscales | undefined> {
  const { rows } = await sql<
    Omit<DatosFiscales, 'tarjeta' | 'urlFileConstancia' | 'nameFileConstancia'> & {
      tarjeta: TarjetaRow | null;
      constanciaId: number | null;
      constancia: string | null;
    }
  >`
    SELECT d.id, d.razon_social AS "razonSocial", d.rfc, d.poblacion, d.cuenta, d.email, d.domicilio,
      d.numero_exterior AS "numeroExterior", d.colonia, d.ciudad, d.municipio, d.estado, d.pais,
      d.codigo_postal AS "codigoPostal", jsonb_build_object('id', l.id, 'name', ${loteName}) AS lote_residente,
      ${shown('d')},
      (SELECT jsonb_build_object('id', x.id, 'name', x.name) FROM metodo_pago x WHERE x.id = d.metodo_pago_id) AS "metodoPago",
      d.constancia_id AS "constanciaId", a.nombre AS constancia,
      (SELECT jsonb_build_object('id', t.id, 'nombre', t.nombre, 'ultimos', t.ultimos, 'fechaVencimiento', t.fecha_vencimiento,
          'tarjeta', t.tarjeta, 'tipo', t.tipo, 'active', t.active, 'banco', jsonb_build_object('id', b.id, 'name', b.name))
        FROM tarjeta t JOIN banco b ON b.id = t.banco_id WHERE t.datos_fiscales_id = d.id) AS tarjeta
    FROM datos_fiscales d JOIN lote l ON l.id = d.lote_id LEFT JOIN archivo a ON a.id = d.constancia_id
    WHERE d.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { tarjeta, constanciaId, constancia, ...record } = row;
  let card: Tarjeta | null = null;
  if (tarjeta) {
    const { ultimos, ...rest } = tarjeta;
    card = { ...rest, numero: maskOf(ultimos), cvv: '' };
  }
  return {
    ...record,
    urlFileConstancia: constanciaId === null ? '' : urlOfArchivo(constanciaId),
    nameFileConstancia: constancia ?? '',
    tarjeta: card,
  };
}

/** Holds the record until the transaction ends. */
export function lockDatosFiscales(tx: Tx, id: number) {
  return tx
    .selectFrom('datos_fiscales')
    .select(['id', 'lote_id', 'constancia_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function findLote(tx: Tx, id: number) {
  return tx.selectFrom('lote').select(['id', 'referencia']).where('id', '=', id).executeTakeFirst();
}

export const insertDatosFiscales = (tx: Tx, values: Insertable<DatosFiscalesTable>) =>
  insertedId(tx.insertInto('datos_fiscales').values(values).returning('id'));

export async function updateDatosFiscales(
  tx: Tx,
  id: number,
  values: Partial<Insertable<DatosFiscalesTable>>,
): Promise<void> {
  await tx.updateTable('datos_fiscales').set(values).where('id', '=', id).execute();
}

/** The card of some tax data, its number still sealed. */
export function findTarjeta(tx: Tx, datosFiscalesId: number) {
  return tx
    .selectFrom('tarjeta')
    .select(['id', 'numero', 'ultimos'])
    .where('datos_fiscales_id', '=', datosFiscalesId)
    .executeTakeFirst();
}

export async function deleteTarjeta(tx: Tx, datosFiscalesId: number): Promise<void> {
  await tx.deleteFrom('tarjeta').where('datos_fiscales_id', '=', datosFiscalesId).execute();
}

export async function saveTarjeta(tx: Tx, values: Insertable<TarjetaTable>): Promise<void> {
  await tx
    .insertInto('tarjeta')
    .values(values)
    .onConflict((conflict) => conflict.column('datos_fiscales_id').doUpdateSet(values))
    .execute();
}

/** A file, and the tax data that it is attached to. */
export function findConstancia(tx: Tx, archivoId: number) {
  return tx
    .selectFrom('archivo')
    .leftJoin('datos_fiscales', 'datos_fiscales.constancia_id', 'archivo.id')
    .select(['archivo.id', 'archivo.uso', 'archivo.nombre', 'archivo.clave', 'datos_fiscales.id as datosFiscalesId'])
    .where('archivo.id', '=', archivoId)
    .executeTakeFirst();
}

export type FilaFiscal = Selectable<DatosFiscalesTable>;

/** The row of a lot's tax data as it is kept, held until the transaction ends. */
export function findFilaDe(tx: Tx, loteId: number): Promise<FilaFiscal | undefined> {
  return tx.selectFrom('datos_fiscales').selectAll().where('lote_id', '=', loteId).forUpdate().executeTakeFirst();
}

/** Its card goes along. */
export async function deleteDatosFiscales(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('datos_fiscales').where('id', '=', id).execute();
}
