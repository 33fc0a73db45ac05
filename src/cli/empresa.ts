/** Administration companies: made, and the communities that each administers. */
import type pg from 'pg';
import { communityName, knownName } from '#core/residenciales.ts';
import { recordAudits } from '#platform/server/audit.ts';
import { type Clock, systemClock } from '#platform/server/clock.ts';
import { CommunityRefused, inCommunity } from '#platform/server/communities.ts';
import { orden } from '#platform/server/orden.ts';
import { findJoinedForUpdate, partFrom } from '#platform/server/unions.ts';

const SYSTEM = { usuarioId: null, usuario: 'sistema', requestId: null };

interface Of {
  esquema: string;
  empresa: string | null;
  practica_de: string | null;
}

async function findCommunity(client: pg.Client, codigo: string): Promise<Of> {
  const { rows } = await client.query<Of>(
    `SELECT k.esquema, k.practica_de, e.nombre AS empresa FROM porton.comunidad k LEFT JOIN porton.empresa e ON e.id = k.empresa_id
     WHERE k.codigo = $1`,
    [codigo],
  );
  const [found] = rows;
  if (!found) throw new CommunityRefused(`No existe la comunidad ${codigo}. Véalas con ${orden('comunidad lista')}.`);
  return found;
}

async function findEmpresa(client: pg.Client, nombre: string): Promise<{ id: number; nombre: string } | undefined> {
  const { rows } = await client.query<{ id: number; nombre: string }>(
    'SELECT id, nombre FROM porton.empresa WHERE ext.clave(nombre) = ext.clave($1)',
    [nombre],
  );
  return rows[0];
}

/** Gives the sentence that says so, as all of these. @throws CommunityRefused in a sentence */
export async function createEmpresa(client: pg.Client, text: string): Promise<string> {
  const nombre = communityName(text);
  if (nombre === undefined) {
    throw new CommunityRefused('El nombre de la empresa lleva de 2 a 60 caracteres, como "Administradora del Bajío".');
  }
  const known = await findEmpresa(client, nombre);
  if (known) throw new CommunityRefused(`La empresa «${known.nombre}» ya existe.`);
  await client.query('INSERT INTO porton.empresa (nombre) VALUES ($1)', [nombre]);
  return `La empresa «${nombre}» está lista. Agregue sus comunidades: ${orden(`comunidad empresa agregar "${nombre}" CODIGO`)}.`;
}

async function assign(client: pg.Client, codigo: string, empresaId: number | null): Promise<void> {
  await client.query('UPDATE porton.comunidad SET empresa_id = $2 WHERE codigo = $1', [codigo, empresaId]);
}

/** A row of the community's log, which nobody of it asked for. */
async function tell(client: pg.Client, esquema: string, codigo: string, nota: string, clock: Clock): Promise<void> {
  await inCommunity(client, esquema, (tx) =>
    recordAudits(
      tx,
      SYSTEM,
      [{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo, nota }],
      clock.now(),
    ),
  );
}

export async function addToEmpresa(
  client: pg.Client,
  nombre: string,
  codigo: string,
  clock: Clock = systemClock,
): Promise<string> {
  const empresa = await findEmpresa(client, nombre);
  if (!empresa) {
    throw new CommunityRefused(
      `No existe la empresa «${nombre}». Créela: ${orden(`comunidad empresa crear "${nombre}"`)}.`,
    );
  }
  const community = await findCommunity(client, codigo);
  if (community.practica_de !== null) {
    throw new CommunityRefused(`${codigo} es una práctica: de ninguna comunidad se pasa a ella.`);
  }
  if (community.empresa !== null && community.empresa !== empresa.nombre) {
    throw new CommunityRefused(
      `${codigo} es de «${community.empresa}». Quítela antes: ${orden(`comunidad empresa quitar ${codigo}`)}.`,
    );
  }
  await assign(client, codigo, empresa.id);
  await tell(client, community.esquema, codigo, `La administra la empresa «${empresa.nombre}»`, clock);
  return `«${empresa.nombre}» administra ${codigo}: quien tenga cuenta ahí puede unirla en «Mis comunidades».`;
}

/** No account of the community is joined any more. Gives how many were. */
async function partAll(client: pg.Client, { esquema }: Of, why: string, clock: Clock): Promise<number> {
  return inCommunity(client, esquema, async (tx) => {
    const { rows } = await client.query<{ usuario_id: number }>(
      'SELECT usuario_id FROM porton.cuenta_unida WHERE esquema = $1 ORDER BY usuario_id',
      [esquema],
    );
    for (const { usuario_id } of rows) {
      const members = await findJoinedForUpdate(tx, usuario_id);
      const gone = members.find(({ schema }) => schema === esquema);
      if (!gone) continue;
      const telling = { tx, clock, community: { schema: esquema }, requestId: null };
      const told = await partFrom(telling, members, gone, { why, actor: { usuario: SYSTEM.usuario } });
      await recordAudits(tx, SYSTEM, told, clock.now());
    }
    return rows.length;
  });
}

export async function takeFromEmpresa(client: pg.Client, codigo: string, clock: Clock = systemClock): Promise<string> {
  const community = await findCommunity(client, codigo);
  if (community.empresa === null) throw new CommunityRefused(`${codigo} no es de ninguna empresa.`);
  // First, so that nobody joins another account meanwhile.
  await assign(client, codigo, null);
  const parted = await partAll(client, community, `«${community.empresa}» ya no la administra`, clock);
  await tell(client, community.esquema, codigo, `Ya no la administra la empresa «${community.empresa}»`, clock);
  return `«${community.empresa}» ya no administra ${codigo}; cuentas que se separaron: ${parted}.`;
}

export async function listEmpresas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ nombre: string; codigo: string | null; comunidad: string | null }>(
    `SELECT e.nombre, k.codigo, k.nombre AS comunidad FROM porton.empresa e LEFT JOIN porton.comunidad k ON k.empresa_id = e.id
     ORDER BY e.nombre, k.codigo`,
  );
  if (rows.length === 0) return ['No hay empresas administradoras.'];
  return rows.map(({ nombre, codigo, comunidad }) =>
    codigo === null
      ? `${nombre.padEnd(32)} sin comunidades`
      : `${nombre.padEnd(32)} ${codigo.padEnd(12)} ${comunidad ?? knownName(codigo)}`,
  );
}
