/**
 * The tax authority's catalogues of the installation, loaded by `npm run claves`. Without them keys are checked by their shape
 * alone, and the provider has the last word.
 */
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from './db.ts';

/** What is loaded, by the authority's own names: how many digits its keys have, and where a community keeps those that it uses. */
export const OFFICIAL = {
  c_ClaveProdServ: { digits: 8, table: 'clave_producto_servicio', column: 'clave_produccion_servicio' },
  c_ClaveUnidad: { digits: 0, table: 'clave_unidad_cfdi', column: 'clave_unidad' },
  c_FormaPago: { digits: 2, table: 'forma_pago_cfdi', column: 'forma_pago' },
  c_UsoCFDI: { digits: 0, table: 'uso_cfdi', column: 'uso_cfdi' },
  c_RegimenFiscal: { digits: 3, table: 'regimen_fiscal', column: 'clave' },
} as const;
export type OfficialCatalogue = keyof typeof OFFICIAL;
export const OFFICIAL_CATALOGUES = Object.keys(OFFICIAL) as OfficialCatalogue[];

export interface OfficialKey {
  catalogo: OfficialCatalogue;
  clave: string;
}

export interface LoadedKey extends OfficialKey {
  texto: string;
  hasta: Fecha | null;
}

/** The authority's catalogue that a column of a community's holds keys of. */
export const officialOf = (table: string, column: string): OfficialCatalogue | undefined =>
  OFFICIAL_CATALOGUES.find((catalogo) => OFFICIAL[catalogo].table === table && OFFICIAL[catalogo].column === column);

/** Why the authority would not take these keys on a day, in Spanish; of a catalogue that nobody loaded nothing is said. */
export async function faultsOfKeys(
  tx: Tx,
  keys: readonly OfficialKey[],
  day: Fecha,
): Promise<(OfficialKey & { mensaje: string })[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<OfficialKey & { hasta: Fecha | null }>`
    SELECT k.catalogo, k.clave, c.hasta
    FROM (SELECT DISTINCT * FROM unnest(${keys.map(({ catalogo }) => catalogo)}::text[], ${keys.map(({ clave }) => clave)}::text[])
      AS k (catalogo, clave)) k
    LEFT JOIN porton.clave_sat c USING (catalogo, clave)
    WHERE (c.clave IS NULL AND EXISTS (SELECT FROM porton.clave_sat e WHERE e.catalogo = k.catalogo)) OR c.hasta < ${day}
    ORDER BY k.catalogo, k.clave`.execute(tx);
  return rows.map(({ hasta, catalogo, clave }) => ({
    catalogo,
    clave,
    mensaje:
      hasta === null
        ? `La clave «${clave}» no está en el catálogo ${catalogo} del SAT`
        : `El SAT dejó de admitir la clave «${clave}» (${catalogo}) el ${hasta.split('-').reverse().join('-')}`,
  }));
}

/** The keys that a community uses and the loaded catalogues lack, as the owner. */
export async function listUnofficial(client: Client, schema: string): Promise<OfficialKey[]> {
  const own = (catalogo: OfficialCatalogue) => {
    const { table, column } = OFFICIAL[catalogo];
    return `SELECT '${catalogo}' AS catalogo, ${column} AS clave FROM ${client.escapeIdentifier(schema)}.${table}`;
  };
  const { rows } = await client.query<OfficialKey>(
    `SELECT catalogo, clave FROM (${OFFICIAL_CATALOGUES.map(own).join(' UNION ALL ')}) k
     WHERE NOT EXISTS (SELECT FROM porton.clave_sat c WHERE c.catalogo = k.catalogo AND c.clave = k.clave) ORDER BY 1, 2`,
  );
  return rows;
}

/** Puts loaded catalogues in the place of those of before, as the owner; all of them or none. */
export async function replaceOfficialKeys(client: Client, keys: readonly LoadedKey[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('DELETE FROM porton.clave_sat');
    await client.query(
      `INSERT INTO porton.clave_sat (catalogo, clave, texto, hasta)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::date[])`,
      (['catalogo', 'clave', 'texto', 'hasta'] as const).map((name) => keys.map((key) => key[name])),
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
