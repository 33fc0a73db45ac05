/**
 * The tax authority's catalogues of the installation, loaded by `npm run claves`. Without them keys are checked by their shape
 * alone, and the provider has the last word.
 */
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from './db.ts';
import { inLockedTx } from './migrate.ts';
import { Obstacle } from './obstacles.ts';

/**
 * What is loaded, by the authority's own names: how many digits its keys have, how few it never published (with 52,513, 2,418,
 * 22, 24 and 19 of them in 2025), and where a community keeps those that it uses.
 */
export const OFFICIAL = {
  c_ClaveProdServ: {
    ...{ digits: 8, least: 50_000 },
    ...{ table: 'clave_producto_servicio', column: 'clave_produccion_servicio' },
  },
  c_ClaveUnidad: { digits: 0, least: 2_200, table: 'clave_unidad_cfdi', column: 'clave_unidad' },
  c_FormaPago: { digits: 2, least: 20, table: 'forma_pago_cfdi', column: 'forma_pago' },
  c_UsoCFDI: { digits: 0, least: 20, table: 'uso_cfdi', column: 'uso_cfdi' },
  c_RegimenFiscal: { digits: 3, least: 17, table: 'regimen_fiscal', column: 'clave' },
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

/** A key that a community uses. */
export interface UsedKey extends OfficialKey {
  /** The community's code. */
  codigo: string;
}

/** The keys that communities use, as the owner. */
async function listUsed(client: Client): Promise<UsedKey[]> {
  const { rows: communities } = await client.query<{ codigo: string; schema: string }>(
    'SELECT codigo, esquema AS schema FROM porton.comunidad ORDER BY codigo',
  );
  const used = communities.flatMap(({ codigo, schema }) =>
    OFFICIAL_CATALOGUES.map((catalogo) => {
      const { table, column } = OFFICIAL[catalogo];
      return `SELECT ${client.escapeLiteral(codigo)} AS codigo, '${catalogo}' AS catalogo, ${column} AS clave
        FROM ${client.escapeIdentifier(schema)}.${table}`;
    }),
  );
  if (used.length === 0) return [];
  const { rows } = await client.query<UsedKey>(`${used.join(' UNION ALL ')} ORDER BY 1, 2, 3`);
  return rows;
}

async function countByCatalogue(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ catalogo: string; n: number }>(
    'SELECT catalogo, count(*)::int AS n FROM porton.clave_sat GROUP BY catalogo',
  );
  return new Map(rows.map(({ catalogo, n }) => [catalogo, n]));
}

/** With a smaller part of what was there before, it is not a later issue of it but a piece. */
const KEPT_PART = 0.95;

/** What speaks against taking these catalogues for whole, in Spanish: a file that was cut or damaged loads as a smaller one. */
function doubtsOf(
  keys: readonly OfficialKey[],
  before: ReadonlyMap<string, number>,
  missing: readonly UsedKey[],
): string[] {
  const doubts: string[] = [];
  for (const catalogo of OFFICIAL_CATALOGUES) {
    const n = keys.filter((key) => key.catalogo === catalogo).length;
    const { least } = OFFICIAL[catalogo];
    const had = before.get(catalogo) ?? 0;
    if (n < least) doubts.push(`${catalogo} trae ${n} claves y el SAT publica más de ${least}`);
    else if (n < had * KEPT_PART) doubts.push(`${catalogo} trae ${n} claves y había ${had}`);
  }
  for (const { codigo, catalogo, clave } of missing)
    doubts.push(`${catalogo} no trae la clave «${clave}», que usa ${codigo}`);
  return doubts;
}

/**
 * Puts loaded catalogues in the place of those of before, as the owner; all of them or none.
 * @returns the keys in use that they lack
 * @throws Obstacle where something speaks against them, unless `force`
 */
export function replaceOfficialKeys(client: Client, keys: readonly LoadedKey[], force: boolean): Promise<UsedKey[]> {
  return inLockedTx(client, async () => {
    const loaded = new Set(keys.map(({ catalogo, clave }) => `${catalogo} ${clave}`));
    const missing = (await listUsed(client)).filter(({ catalogo, clave }) => !loaded.has(`${catalogo} ${clave}`));
    const doubts = doubtsOf(keys, await countByCatalogue(client), missing);
    if (doubts.length > 0 && !force) {
      throw new Obstacle(
        `No se cargó nada: el archivo no parece el catálogo completo del SAT.\n${doubts.map((doubt) => `  ${doubt}.`).join('\n')}
Descárguelo de nuevo, o corrija en Catálogos las claves que el SAT no tiene. Si está seguro del archivo, repita la orden con --forzar.`,
      );
    }
    await client.query('DELETE FROM porton.clave_sat');
    await client.query(
      `INSERT INTO porton.clave_sat (catalogo, clave, texto, hasta)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::date[])`,
      (['catalogo', 'clave', 'texto', 'hasta'] as const).map((name) => keys.map((key) => key[name])),
    );
    return missing;
  });
}

/** Empties one catalogue, or all, as the owner: its keys are checked by their shape alone again. Returns how many keys went. */
export function removeOfficialKeys(client: Client, catalogo: OfficialCatalogue | undefined): Promise<number> {
  return inLockedTx(client, async () => {
    const { rowCount } = await client.query('DELETE FROM porton.clave_sat WHERE $1::text IS NULL OR catalogo = $1', [
      catalogo ?? null,
    ]);
    return rowCount ?? 0;
  });
}
