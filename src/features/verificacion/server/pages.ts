/**
 * The public pages under /v/ and the published keys. The signature is checked before the books are asked, by keys that are kept from
 * one request to the next: where the database does not answer, it can still be told that the community signed.
 */

import { esAutentico, listLlaves } from '#libro/server/verificacion.ts';
import { type Codigo, codigoEn, type LlavePublica, leerCodigo, WELL_KNOWN } from '#libro/verificacion/codigo.ts';
import type { HttpError } from '#platform/server/errors.ts';
import { Unavailable } from '#platform/server/errors.ts';
import type { PageAnswer, PageAsked, PublicPage } from '#platform/server/public-pages.ts';
import { findMembrete, residencialName } from '#platform/server/residencial.ts';
import { formatFechaHora } from '#ui/format.ts';
import { type Dictamen, dictamenDe, FALSO, SOLO_FIRMA } from '../rules.ts';
import { type Casa, POLICY, paginaDe, paginaDeFalla, paginaInicial, paginaSinConexion } from './html.ts';
import { findRegistro } from './repository.ts';

/** Of one network within the window: many papers are checked at a counter, and nobody guesses a signature anyway. */
const ATTEMPTS = 600;

interface Conocida {
  casa: Casa;
  llaves: LlavePublica[];
  at: number;
}

const FRESH_MS = 60_000;

/** What is known of each community, by its schema; asked again after a minute, and for a key that is not among them. */
type Conocidas = Map<string, Conocida>;

async function conocidaDe(conocidas: Conocidas, { community, read }: PageAsked, llave?: number): Promise<Conocida> {
  const known = conocidas.get(community.schema);
  const has = llave === undefined || known?.llaves.some(({ id }) => id === llave);
  if (known && has && performance.now() - known.at < FRESH_MS) return known;
  try {
    const asked = await read(async (tx) => {
      const { codigo: code, residencial: name, logo } = await findMembrete(tx, community);
      return { casa: { code, name: (await residencialName(tx)) || name, logo }, llaves: await listLlaves(tx) };
    });
    const found = { ...asked, at: performance.now() };
    conocidas.set(community.schema, found);
    return found;
  } catch (error) {
    if (error instanceof Unavailable && known) return known;
    throw error;
  }
}

/** The code, where its signature is true. */
async function autentico(
  conocidas: Conocidas,
  asked: PageAsked,
  codigo: Codigo | undefined,
): Promise<Codigo | undefined> {
  if (!codigo) return undefined;
  const { llaves } = await conocidaDe(conocidas, asked, codigo.llave);
  const llave = llaves.find(({ id }) => id === codigo.llave);
  return llave && esAutentico(codigo, asked.community.codigo, llave) ? codigo : undefined;
}

async function dictaminar(asked: PageAsked, codigo: Codigo): Promise<Dictamen> {
  try {
    return await asked.read(async (tx) => dictamenDe(codigo, await findRegistro(tx, codigo), asked.today));
  } catch (error) {
    if (error instanceof Unavailable) return SOLO_FIRMA;
    throw error;
  }
}

async function comprobar(conocidas: Conocidas, asked: PageAsked, texto: string): Promise<PageAnswer> {
  const codigo = await autentico(conocidas, asked, leerCodigo(texto));
  const { casa } = await conocidaDe(conocidas, asked);
  const comprobado = formatFechaHora(asked.now.toISOString(), asked.community.timeZone);
  const dictamen = codigo ? await dictaminar(asked, codigo) : FALSO;
  return {
    status: codigo ? 200 : 404,
    policy: POLICY,
    content: paginaDe(casa, { dicho: codigo, dictamen, comprobado }),
  };
}

/** Counted where it can be; without a database nothing is asked of it either. */
async function counted(asked: PageAsked): Promise<void> {
  await asked.attempt('verificacion', ATTEMPTS).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
  });
}

const CASA: Casa = { code: '', name: 'Portón' };
const failed = (error: HttpError): PageAnswer => ({
  status: error.status,
  policy: POLICY,
  content: paginaDeFalla(CASA, error.message),
});

const JSON_MIME = 'application/json; charset=utf-8';

const publicadas = ({ community }: PageAsked, { name }: Casa, llaves: LlavePublica[]) => ({
  ...{ comunidad: community.codigo, nombre: name, algoritmo: 'Ed25519' as const, llaves },
});

export function verificacionPages(): PublicPage[] {
  const conocidas: Conocidas = new Map();
  const buscar = async (asked: PageAsked): Promise<PageAnswer> => {
    await counted(asked);
    const { c } = asked.query;
    if (asked.rest !== '') return comprobar(conocidas, asked, asked.rest);
    if (typeof c === 'string' && c.trim() !== '') return comprobar(conocidas, asked, codigoEn(c));
    return { policy: POLICY, content: paginaInicial((await conocidaDe(conocidas, asked)).casa) };
  };
  return [
    ...['/v', '/v/*'].map((path) => ({ path, failed, answer: buscar })),
    {
      path: '/v/sin-conexion',
      failed,
      async answer(asked) {
        const { casa, llaves } = await conocidaDe(conocidas, asked);
        return { policy: POLICY, content: paginaSinConexion(casa, publicadas(asked, casa, llaves)) };
      },
    },
    {
      path: WELL_KNOWN,
      failed: (error) => ({
        ...{ status: error.status, mime: JSON_MIME, policy: "default-src 'none'" },
        content: JSON.stringify({ success: false, message: error.message }),
      }),
      async answer(asked) {
        const { casa, llaves } = await conocidaDe(conocidas, asked);
        return {
          ...{ mime: JSON_MIME, policy: "default-src 'none'" },
          content: JSON.stringify(publicadas(asked, casa, llaves)),
        };
      },
    },
  ];
}
