/** The data of lots that letters are filled with, and whom they go to. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import type { Dato } from '../letters.ts';
import { enUnaLinea, referenciasDePago } from '../lotes/referencias.ts';
import { debtOfLote, isOverdue } from './debt.ts';
import { listClabesDe, listReferenceSchemes } from './references.ts';

export interface Addressee {
  id: number;
  referencia: string;
  /** Of the associate, in the order they were entered. */
  correos: string[];
  datos: Record<Dato, string>;
}

interface Row {
  id: number;
  referencia: string;
  status: string;
  direccion: string;
  asociado: string;
  correos: string[];
  adeudo: number;
  vencido: number;
  fondo: number;
  residencial: string;
}

/** Lots with what a letter can tell of them, in one query; by referencia. Unknown ids are left out. */
export async function loadAddressees(tx: Tx, ids: readonly number[], hoy: Fecha): Promise<Addressee[]> {
  if (ids.length === 0) return [];
  const [cajas, clabes] = await Promise.all([listReferenceSchemes(tx), listClabesDe(tx, ids)]);
  const { rows } = await sql<Row>`
    SELECT l.id, l.referencia, l.status, l.direccion, coalesce(r.name, '') AS asociado,
      coalesce((SELECT array_agg(e.correo ORDER BY e.id) FROM correo_electronico e WHERE e.residente_id = r.id), '{}') AS correos,
      coalesce(c.adeudo, 0)::bigint AS adeudo, coalesce(c.vencido, 0)::bigint AS vencido,
      coalesce(f.saldo_centavos, 0)::bigint AS fondo,
      (SELECT nombre_residencial FROM configuracion_residencial) AS residencial
    FROM lote l
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id
    LEFT JOIN fondo f ON f.lote_id = l.id
    LEFT JOIN LATERAL (
      SELECT sum(d.saldo_centavos) AS adeudo,
        -- Whoever is written to is reminded of the lot's own debt: dominio.md#counts.
        sum(d.saldo_centavos) FILTER (WHERE d.lote_id = l.id AND ${isOverdue('d', hoy)}) AS vencido
      FROM ${debtOfLote}) c ON true
    WHERE l.id = ANY (${[...ids]}::int[])
    ORDER BY l.referencia COLLATE ext.es, l.id`.execute(tx);
  return rows.map(({ id, referencia, status, direccion, asociado, correos, adeudo, vencido, fondo, residencial }) => ({
    id,
    referencia,
    correos,
    datos: {
      asociado,
      referencia,
      direccion,
      adeudo: formatMoney(toPesos(adeudo)),
      vencido: formatMoney(toPesos(vencido)),
      fondo: formatMoney(toPesos(fondo)),
      referencia_pago: enUnaLinea(referenciasDePago({ id, status }, cajas, clabes.get(id))),
      residencial,
      fecha: formatFecha(hoy),
    },
  }));
}

/** The HTML of a template by its name; undefined: there is none. */
export async function findPlantilla(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('newsletter')
    .select('descripcion')
    .where('tipo', '=', 'plantilla')
    .where(sql<boolean>`ext.clave(name) = ext.clave(${name})`)
    .executeTakeFirst();
  return row?.descripcion;
}
