import { sql } from 'kysely';
import { isFecha } from '#core/fecha.ts';
import { comparable } from '#core/text.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import {
  chargeKeyOf,
  type Known,
  type LoteNuevo,
  monthKeyOf,
  personKeysOf,
  type ResidenteNuevo,
  type Revision,
  tieKeyOf,
} from '../rules.ts';
import { type FilaTraida, filasDe, loadOtros } from './repository-otros.ts';

/** Rows per INSERT: a statement takes at most 65,535 parameters, and a lot has some twenty. */
const CHUNK = 2_000;

export function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}

/** The months that these lots were charged for, undone runs apart. */
async function loadMonths(tx: Tx, referencias: readonly string[]): Promise<Set<string>> {
  if (referencias.length === 0) return new Set();
  const { rows } = await sql<{ referencia: string; year: number; mes: number }>`
    SELECT l.referencia, c.year, c.mes FROM cargo c JOIN lote l ON l.id = c.lote_origen_id
    WHERE c.tipo = 'mantenimiento' AND c.cierre IS DISTINCT FROM 'anulado'
      AND ext.clave(l.referencia) = ANY (SELECT ext.clave(r) FROM unnest(${[...referencias]}::text[]) r)`.execute(tx);
  return new Set(rows.map(({ referencia, year, mes }) => monthKeyOf(referencia, { year, mes })));
}

/** Fees of these lots that are in force, and what opening books brought in of the other kinds and of funds. */
async function loadCharged(tx: Tx, referencias: readonly string[]): Promise<Set<string>> {
  if (referencias.length === 0) return new Set();
  const { rows } = await sql<{ referencia: string; cargo: string; nombreId: number | null }>`
    WITH de AS (
      SELECT id, referencia FROM lote
      WHERE ext.clave(referencia) = ANY (SELECT ext.clave(r) FROM unnest(${[...referencias]}::text[]) r)
    )
    SELECT de.referencia, c.tipo AS cargo,
      coalesce(c.cuota_inicial_id, c.cuota_extraordinaria_id, c.tipo_multa_id, c.tipo_cuota_id) AS "nombreId"
    FROM de JOIN cargo c ON c.lote_origen_id = de.id
    LEFT JOIN generacion g ON g.id = c.generacion_id
    WHERE c.cierre IS NULL AND (c.tipo IN ('cuota_inicial', 'cuota_extraordinaria') OR g.tipo = 'apertura')
    UNION ALL
    SELECT de.referencia, 'fondo', NULL FROM de JOIN fondo_movimiento v ON v.lote_id = de.id WHERE v.tipo = 'apertura'`.execute(
    tx,
  );
  return new Set(rows.map(({ referencia, cargo, nombreId }) => chargeKeyOf(referencia, cargo, nombreId)));
}

/** By type of lot the surface from which on a definition applies, as `scopeFor` picks it. */
async function loadConCuota(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ tipo: string; desde: number }>`
    SELECT tipo_lote AS tipo, min(coalesce(valido_metros_vivienda, 0))::float8 AS desde
    FROM mantenimiento GROUP BY tipo_lote`.execute(tx);
  return new Map(rows.map(({ tipo, desde }) => [tipo, desde]));
}

async function loadNames(tx: Tx): Promise<Known['nombres']> {
  const mapOf = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [comparable(name), id]));
  return {
    cuota_inicial: mapOf(await tx.selectFrom('cuota_inicial').select(['id', 'name']).execute()),
    cuota_extraordinaria: mapOf(await tx.selectFrom('cuota_extraordinaria').select(['id', 'name']).execute()),
    sancion: mapOf(await tx.selectFrom('tipo_multa').select(['id', 'name']).execute()),
    cuota: mapOf(await tx.selectFrom('tipo_cuota').select(['id', 'name']).execute()),
  };
}

/** Who is tied to which lot, and who is registered at all. */
async function loadPeople(tx: Tx): Promise<Pick<Known, 'vinculos' | 'personas'>> {
  const ties = await rowsFrom(tx)<{ referencia: string; name: string }>`
    SELECT l.referencia, r.name FROM lote_residente v JOIN lote l ON l.id = v.lote_id JOIN residente r ON r.id = v.residente_id
    WHERE v.active`;
  const people = await rowsFrom(tx)<{ name: string; telefonos: string[]; correos: string[] }>`
    SELECT r.name, array(SELECT numero FROM telefono WHERE residente_id = r.id) AS telefonos,
      array(SELECT correo FROM correo_electronico WHERE residente_id = r.id) AS correos
    FROM residente r`;
  return {
    vinculos: new Set(ties.map(({ referencia, name }) => tieKeyOf(referencia, name))),
    personas: new Set(people.flatMap(({ name, telefonos, correos }) => personKeysOf(name, telefonos, correos))),
  };
}

/**
 * What the community has that a workbook can refer to or collide with.
 * @param de the references that its opening balances and its paid history speak of
 */
export async function loadKnown(
  tx: Tx,
  { conSaldos, conHistoria }: Readonly<Record<'conSaldos' | 'conHistoria', readonly string[]>>,
): Promise<Known> {
  const { rows } = await sql<{
    referencia: string;
    tipo: string;
    status: string;
    superficie: number;
    numero_viviendas: number;
    unidades: number;
    tiene_asociado: boolean;
  }>`
    SELECT l.referencia, l.tipo, l.status, l.superficie::float8 AS superficie, l.numero_viviendas,
      coalesce(u.unidades, 0) AS unidades, a.lote_id IS NOT NULL AS tiene_asociado
    FROM lote l
    LEFT JOIN (SELECT parent_id, count(*) AS unidades FROM lote WHERE parent_id IS NOT NULL GROUP BY parent_id) u ON u.parent_id = l.id
    LEFT JOIN lote_residente a ON a.lote_id = l.id AND a.asociado AND a.active`.execute(tx);
  const types = await tx.selectFrom('tipo_numero_telefono').select(['id', 'name']).execute();
  return {
    lotes: new Map(
      rows.map((row) => [
        comparable(row.referencia),
        {
          tipo: row.tipo,
          status: row.status,
          superficie: row.superficie,
          numeroViviendas: row.numero_viviendas,
          unidades: row.unidades,
          tieneAsociado: row.tiene_asociado,
        },
      ]),
    ),
    tiposTelefono: new Map(types.map(({ id, name }) => [comparable(name), id])),
    nombres: await loadNames(tx),
    conCuota: await loadConCuota(tx),
    meses: await loadMonths(tx, conSaldos),
    cargados: await loadCharged(tx, conSaldos),
    ...(await loadPeople(tx)),
    otros: await loadOtros(tx, conHistoria),
  };
}

/** When a file was applied before. */
export async function findApplied(tx: Tx, huella: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('importacion')
    .select('created_at')
    .where('huella', '=', huella)
    .where('retirada_at', 'is', null)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

export function listImportaciones(tx: Tx) {
  return tx
    .selectFrom('importacion')
    .leftJoin('usuario', 'usuario.id', 'importacion.usuario_id')
    .leftJoin('usuario as quien', 'quien.id', 'importacion.retirada_usuario_id')
    .select(['importacion.id', 'archivo', 'totales', 'importacion.created_at', 'usuario.username'])
    .select(['retirada_at', 'retirada_razon', 'quien.username as retiro'])
    .orderBy('importacion.id', 'desc')
    .execute();
}

/** Notes the file; a second transaction with the same one waits here and then fails on the unique fingerprint. */
export const insertImportacion = (
  tx: Tx,
  values: { huella: string; archivo: string; totales: Revision['totales']; usuario_id: number; created_at: Date },
) =>
  insertedId(
    tx
      .insertInto('importacion')
      .values({ ...values, totales: JSON.stringify(values.totales) })
      .returning('id'),
  );

const loteValues = (lote: LoteNuevo, parent_id: number | null, now: Date) => ({
  referencia: lote.referencia,
  tipo: lote.tipo,
  status: lote.status,
  numero_viviendas: lote.viviendas,
  calle: lote.calle,
  manzana: lote.manzana,
  lote: lote.lote,
  etapa: lote.etapa,
  superficie: lote.superficie,
  category: lote.category,
  subestado: lote.subestado,
  category_hab: lote.categoryHab,
  sub_category_hab: lote.subCategoryHab,
  fecha_entrega: lote.fechaEntrega,
  fecha_inicio_pagos: lote.fechaInicioPagos,
  is_recurrente: lote.recurrente,
  num_escrituracion: lote.escrituracion,
  parent_id,
  created_at: now,
  updated_at: now,
});

/** Ids of lots by comparable reference. */
export async function idsOf(tx: Tx, referencias: readonly string[]): Promise<Map<string, number>> {
  if (referencias.length === 0) return new Map();
  const { rows } = await sql<{ id: number; referencia: string }>`
    SELECT id, referencia FROM lote WHERE ext.clave(referencia) = ANY (SELECT ext.clave(r) FROM unnest(${referencias}::text[]) r)`.execute(
    tx,
  );
  return new Map(rows.map(({ id, referencia }) => [comparable(referencia), id]));
}

/** Ids of the lots, condominals before their units. */
async function insertLotes(tx: Tx, lotes: readonly LoteNuevo[], now: Date): Promise<number[]> {
  const alone = await insertRows(
    tx,
    'lote',
    lotes.filter((lote) => lote.condominal === '').map((lote) => loteValues(lote, null, now)),
  );
  const units = lotes.filter((lote) => lote.condominal !== '');
  const parents = await idsOf(
    tx,
    units.map((unit) => unit.condominal),
  );
  const inside = await insertRows(
    tx,
    'lote',
    units.map((unit) => loteValues(unit, parents.get(comparable(unit.condominal)) ?? null, now)),
  );
  return [...alone, ...inside];
}

async function insertResidentes(
  tx: Tx,
  residentes: readonly ResidenteNuevo[],
  { now, today }: Pick<Stamp, 'now' | 'today'>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const chunk of chunks(residentes)) {
    const rows = await tx
      .insertInto('residente')
      .values(
        chunk.map(({ nombre, tipo, consentimiento }) => ({
          ...{ name: nombre, tipo, created_at: now, updated_at: now },
          // Of one who accepted the day is not always told.
          consentimiento: consentimiento === 'si' ? today : isFecha(consentimiento) ? consentimiento : null,
        })),
      )
      .returning('id')
      .execute();
    // A multi-row INSERT without ON CONFLICT returns its rows in the order of its VALUES.
    for (const [index, { clave }] of chunk.entries()) {
      const id = rows[index]?.id;
      if (id !== undefined) ids.set(comparable(clave), id);
    }
    const withPhone = chunk.flatMap(({ clave, telefono, tipoTelefonoId }) =>
      telefono !== '' && tipoTelefonoId !== null
        ? [
            {
              residente_id: ids.get(comparable(clave)) ?? null,
              numero: telefono,
              tipo_numero_telefono_id: tipoTelefonoId,
            },
          ]
        : [],
    );
    if (withPhone.length > 0) await tx.insertInto('telefono').values(withPhone).execute();
    const withMail = chunk.flatMap(({ clave, correo, facturar }) =>
      correo === '' ? [] : [{ residente_id: ids.get(comparable(clave)) ?? null, correo, facturar }],
    );
    if (withMail.length > 0) await tx.insertInto('correo_electronico').values(withMail).execute();
  }
  return ids;
}

/** Writes lots, people and ties of a workbook without faults, in the given transaction; gives the rows that came of it. */
export async function apply(tx: Tx, revision: Revision, stamp: Stamp): Promise<FilaTraida[]> {
  const { lotes, residentes, vinculos } = revision;
  const inserted = await insertLotes(tx, lotes, stamp.now);
  const residenteIds = await insertResidentes(tx, residentes, stamp);
  const loteIds = await idsOf(
    tx,
    vinculos.map(({ referencia }) => referencia),
  );
  const ties = await insertRows(
    tx,
    'lote_residente',
    vinculos.map(({ referencia, clave, asociado }) => {
      const lote_id = loteIds.get(comparable(referencia));
      const residente_id = residenteIds.get(comparable(clave));
      if (lote_id === undefined || residente_id === undefined)
        throw new Error(`the review let «${referencia}» and «${clave}» pass`);
      return { lote_id, residente_id, asociado, active: true, desde: stamp.now };
    }),
  );
  return [
    ...filasDe('lote', inserted),
    ...filasDe('residente', [...residenteIds.values()]),
    ...filasDe('lote_residente', ties),
  ];
}
