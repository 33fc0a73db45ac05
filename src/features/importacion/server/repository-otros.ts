/** What a book brings in besides lots, people and balances, and which rows came of a book. */
import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { addMonths, firstDayOf } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import type { DatosFiscales } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { INTERESES_ANTERIORES } from '../rules.ts';
import {
  type FiscalesNuevos,
  type KnownOtros,
  type MesesNuevos,
  type PagoAnteriorNuevo,
  type PorDefecto,
  paidKeyOf,
  type TarjetaNueva,
  type VehiculoNuevo,
} from '../rules-otros.ts';

const keysOf = (rows: readonly { clave: string }[]): Set<string> => new Set(rows.map(({ clave }) => comparable(clave)));
const idsBy = (rows: readonly { id: number; clave: string }[]): Map<string, number> =>
  new Map(rows.map(({ id, clave }) => [comparable(clave), id]));

async function findPorDefecto(tx: Tx): Promise<PorDefecto | null> {
  const { rows } = await sql<PorDefecto>`
    SELECT metodo_pago_cfdi_id AS "metodoPagoCfdi", forma_pago_cfdi_id AS "formaPagoCfdi", tipo_documento_id AS "tipoDocumento",
      clave_unidad_cfdi_id AS "claveUnidad", clave_producto_servicio_id AS "claveProducto",
      (SELECT min(id) FROM metodo_pago) AS "metodoPago"
    FROM receptor_datos_fiscales`.execute(tx);
  return rows[0] ?? null;
}

/** Lots whose paid months a book says that stands. */
const loadConMeses = (tx: Tx) =>
  rowsFrom(tx)<{ clave: string }>`
    SELECT l.referencia AS clave FROM importacion_fila f JOIN importacion i ON i.id = f.importacion_id
    JOIN lote l ON l.id = f.fila_id
    WHERE f.tabla = 'inicio' AND i.retirada_at IS NULL`;

async function loadHistoria(tx: Tx, referencias: readonly string[]): Promise<Set<string>> {
  if (referencias.length === 0) return new Set();
  const rows = await rowsFrom(tx)<Omit<PagoAnteriorNuevo, 'metodo'>>`
    SELECT l.referencia, p.fecha::text AS fecha, p.monto_centavos AS monto, p.concepto, p.folio, coalesce(p.uuid::text, '') AS uuid
    FROM pago_anterior p JOIN lote l ON l.id = p.lote_id
    WHERE ext.clave(l.referencia) = ANY (SELECT ext.clave(r) FROM unnest(${[...referencias]}::text[]) r)`;
  return new Set(rows.map(paidKeyOf));
}

/** @param conHistoria the references that its paid history speaks of */
export async function loadOtros(tx: Tx, conHistoria: readonly string[]): Promise<KnownOtros> {
  const { rows: placas } = await sql<{ clave: string }>`
    SELECT placa AS clave FROM vehiculo WHERE fecha_baja IS NULL`.execute(tx);
  const { rows: tarjetas } = await sql<{ clave: string }>`SELECT numero AS clave FROM tarjeta_acceso`.execute(tx);
  const { rows: fiscales } = await sql<{ clave: string }>`
    SELECT l.referencia AS clave FROM datos_fiscales d JOIN lote l ON l.id = d.lote_id`.execute(tx);
  const { rows: regimenes } = await sql<{ id: number; clave: string }>`SELECT id, clave FROM regimen_fiscal`.execute(
    tx,
  );
  const { rows: usos } = await sql<{ id: number; clave: string }>`
    SELECT id, uso_cfdi AS clave FROM uso_cfdi`.execute(tx);
  const { rows: bancos } = await sql<{ id: number; clave: string }>`SELECT id, name AS clave FROM banco`.execute(tx);
  return {
    ...{ placas: keysOf(placas), tarjetas: keysOf(tarjetas), conFiscales: keysOf(fiscales) },
    ...{ conMeses: keysOf(await loadConMeses(tx)), historia: await loadHistoria(tx, conHistoria) },
    regimenes: new Map(regimenes.map(({ id, clave }) => [clave, id])),
    usos: new Map(usos.map(({ id, clave }) => [clave, id])),
    bancos: idsBy(bancos),
    porDefecto: await findPorDefecto(tx),
  };
}

/** The type that late interest of the system before is a fee of; nobody is charged by it here. */
export async function ensureIntereses(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH nuevo AS (
      INSERT INTO tipo_cuota (name, monto_centavos, descripcion, active)
      VALUES (${INTERESES_ANTERIORES}, 100, 'Los que ya se debían en el sistema anterior', false)
      ON CONFLICT DO NOTHING RETURNING id
    )
    SELECT id FROM nuevo UNION ALL
    SELECT id FROM tipo_cuota WHERE ext.clave(name) = ext.clave(${INTERESES_ANTERIORES}) LIMIT 1`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('no type for late interest');
  return row.id;
}

/** A row that a book brought in; `antes` of one that it changed. */
export interface FilaTraida {
  tabla: string;
  filaId: number;
  antes?: Record<string, string | null>;
}

export const filasDe = (tabla: string, ids: readonly number[]): FilaTraida[] =>
  ids.map((filaId) => ({ tabla, filaId }));

export async function insertFilas(tx: Tx, importacionId: number, filas: readonly FilaTraida[]): Promise<void> {
  if (filas.length === 0) return;
  await sql`
    INSERT INTO importacion_fila (importacion_id, tabla, fila_id, antes)
    SELECT ${importacionId}::int, f.tabla, f.fila_id, f.antes
    FROM json_to_recordset(${JSON.stringify(filas.map(({ tabla, filaId, antes }) => ({ tabla, fila_id: filaId, antes })))}::json)
      AS f(tabla text, fila_id integer, antes jsonb)`.execute(tx);
}

type Ids = ReadonlyMap<string, number>;

/** The lot that the review let pass. */
export function idOf(ids: Ids, referencia: string): number {
  const id = ids.get(comparable(referencia));
  if (id === undefined) throw new Error(`the review let «${referencia}» pass`);
  return id;
}

/** From the month after the last one that is paid on the lots are charged for maintenance. */
export async function updateInicios(tx: Tx, meses: readonly MesesNuevos[], ids: Ids): Promise<FilaTraida[]> {
  if (meses.length === 0) return [];
  const filas = meses.map(({ referencia, hasta }) => ({
    ...{ lote_id: idOf(ids, referencia), inicio: firstDayOf(addMonths(hasta, 1)) },
  }));
  const { rows } = await sql<{ id: number; antes: Fecha | null; puesto: Fecha }>`
    WITH n AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(filas)}::json) AS n(lote_id integer, inicio date)
    ), antes AS (SELECT id, fecha_inicio_pagos FROM lote WHERE id IN (SELECT lote_id FROM n))
    UPDATE lote l SET fecha_inicio_pagos = n.inicio FROM n JOIN antes ON antes.id = n.lote_id WHERE l.id = n.lote_id
    RETURNING l.id, antes.fecha_inicio_pagos AS antes, l.fecha_inicio_pagos AS puesto`.execute(tx);
  return rows.map(({ id, antes, puesto }) => ({ tabla: 'inicio', filaId: id, antes: { inicio: antes, puesto } }));
}

export async function insertVehiculos(
  tx: Tx,
  vehiculos: readonly VehiculoNuevo[],
  ids: Ids,
  now: Date,
): Promise<FilaTraida[]> {
  const at = { created_at: now, updated_at: now };
  const cars = await insertRows(
    tx,
    'vehiculo',
    vehiculos.map(({ referencia, placa, marca, modelo, color }) => ({
      ...{ placa, marca, modelo, color, lote_id: idOf(ids, referencia), ...at },
    })),
  );
  const cards = await insertRows(
    tx,
    'tarjeta_acceso',
    vehiculos.flatMap(({ tarjetas }, n) =>
      tarjetas.map((numero) => ({ numero, status: 'activo', vehiculo_id: cars[n] ?? 0, ...at })),
    ),
  );
  return [...filasDe('vehiculo', cars), ...filasDe('tarjeta_acceso', cards)];
}

function fiscalRow(de: FiscalesNuevos, defecto: PorDefecto, lote_id: number, now: Date): Insertable<DatosFiscales> {
  const { textos } = de;
  return {
    ...{ lote_id, razon_social: de.razonSocial, rfc: de.rfc, cuenta: '', email: textos.correo },
    ...{ domicilio: textos.domicilio, numero_exterior: textos.numeroExterior, colonia: textos.colonia },
    ...{ ciudad: textos.ciudad, municipio: textos.municipio, estado: textos.estado, pais: 'México' },
    ...{ codigo_postal: textos.codigoPostal, uso_cfdi_id: de.usoId, regimen_fiscal_id: de.regimenId },
    ...{ metodo_pago_cfdi_id: defecto.metodoPagoCfdi, forma_pago_cfdi_id: defecto.formaPagoCfdi },
    ...{ tipo_documento_id: defecto.tipoDocumento, clave_unidad_cfdi_id: defecto.claveUnidad },
    ...{ clave_producto_servicio_id: defecto.claveProducto, metodo_pago_id: defecto.metodoPago },
    ...{ created_at: now, updated_at: now },
  };
}

/** Ids in the order given. */
export async function insertFiscales(
  tx: Tx,
  fiscales: readonly FiscalesNuevos[],
  { ids, porDefecto, now }: { ids: Ids; porDefecto: PorDefecto; now: Date },
): Promise<number[]> {
  const inserted: number[] = [];
  for (const de of fiscales) {
    const row = await tx
      .insertInto('datos_fiscales')
      .values(fiscalRow(de, porDefecto, idOf(ids, de.referencia), now))
      .returning('id')
      .executeTakeFirstOrThrow();
    inserted.push(row.id);
  }
  return inserted;
}

/** The card that a lot's maintenance is charged to; its number comes sealed. */
export async function insertTarjeta(
  tx: Tx,
  { loteId, fiscalesId, numero, now }: { loteId: number; fiscalesId: number; numero: Buffer; now: Date },
  { nombre, ultimos, vencimiento, marca, tipo, bancoId }: TarjetaNueva,
): Promise<void> {
  await tx
    .insertInto('tarjeta')
    .values({
      ...{ datos_fiscales_id: fiscalesId, nombre, numero, ultimos, fecha_vencimiento: vencimiento, tarjeta: marca },
      ...{ tipo, banco_id: bancoId, updated_at: now },
    })
    .execute();
  await tx.updateTable('lote').set({ is_recurrente: true }).where('id', '=', loteId).execute();
}

export async function insertHistoria(
  tx: Tx,
  importacionId: number,
  historia: readonly PagoAnteriorNuevo[],
  { ids, now }: { ids: Ids; now: Date },
): Promise<void> {
  await insertRows(
    tx,
    'pago_anterior',
    historia.map(({ referencia, fecha, monto, concepto, metodo, folio, uuid }) => ({
      ...{ importacion_id: importacionId, lote_id: idOf(ids, referencia), fecha, concepto, monto_centavos: monto },
      ...{ metodo, folio, uuid: uuid === '' ? null : uuid, created_at: now },
    })),
  );
}

export async function insertFacturas(
  tx: Tx,
  facturas: readonly { cargoId: number; uuid: string }[],
  usuarioId: number,
): Promise<void> {
  if (facturas.length === 0) return;
  const values = facturas.map(({ cargoId, uuid }) => ({ cargo_id: cargoId, uuid, usuario_id: usuarioId }));
  await sql`
    INSERT INTO factura_anterior (cargo_id, uuid, usuario_id)
    SELECT * FROM json_to_recordset(${JSON.stringify(values)}::json) AS f(cargo_id integer, uuid uuid, usuario_id integer)`.execute(
    tx,
  );
}
