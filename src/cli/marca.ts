/** npm run comunidad -- color and logo: a community's accent colour and its logo, by the same rules as its screen has. */
import { open } from 'node:fs/promises';
import type pg from 'pg';
import { refusalOfAccent } from '#core/acento.ts';
import { LOGO_BYTES_MAX } from '#core/membrete.ts';
import { recordAudit } from '#platform/server/audit.ts';
import {
  CommunityRefused,
  inCommunity,
  type KnownCommunity,
  listKnown,
  requireKnown,
} from '#platform/server/communities.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import type { Logo } from '#platform/server/logo/logo.ts';
import { changeAccent, changeLogo } from '#platform/server/residencial.ts';
import { callsOf } from '#platform/server/thread.ts';

const BY_COMMAND = { usuarioId: null, usuario: 'sistema', requestId: null };

/** Gives the community that is filled this colour. */
export const colored = (tx: Tx, codigo: string, text: string): Promise<string> =>
  changeAccent(tx, codigo, { text }, (entry) => recordAudit(tx, BY_COMMAND, entry, new Date()));

/** @throws CommunityRefused for a colour that none could have, before anything is made */
export function checkColor(text: string): void {
  const refusal = refusalOfAccent(text);
  if (refusal) throw new CommunityRefused(`${refusal.message}.`);
}

async function findReal(client: pg.Client, codigo: string): Promise<KnownCommunity> {
  const known = requireKnown(codigo, await listKnown(client));
  const { practica_de } = known;
  if (practica_de === null) return known;
  throw new CommunityRefused(`${codigo} es una práctica, que se distingue por su aspecto. Cámbielo en ${practica_de}.`);
}

/** @param text '' takes it away */
export async function setColor(client: pg.Client, codigo: string, text: string): Promise<string> {
  const { esquema } = await findReal(client, codigo);
  const color = await inCommunity(client, esquema, (tx) => colored(tx, codigo, text));
  return color === ''
    ? `La comunidad ${codigo} tiene de nuevo el color de Portón.`
    : `El color de la comunidad ${codigo} es ahora ${color}. Quien tenga la página abierta lo ve al recargarla.`;
}

const calls = callsOf<typeof import('#platform/server/logo/logo.ts')>(
  new URL('../platform/server/logo/logo.ts', import.meta.url),
);

/** The bytes of a file, none of one that is too large to be read. */
async function bytesOf(path: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => {
    throw new CommunityRefused(`No se pudo abrir «${path}». Revise que el archivo exista y que se pueda leer.`);
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new CommunityRefused(`«${path}» no es un archivo.`);
    if (facts.size > LOGO_BYTES_MAX)
      throw new CommunityRefused('El archivo pasa de 2 MB. Redúzcalo y repita la orden.');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** A logo of a file. @throws CommunityRefused for one that none could have, before anything is made */
export async function readLogoFile(path: string): Promise<Logo> {
  const bytes = await bytesOf(path);
  try {
    return await uploadThread.read(calls('readLogo', bytes));
  } catch (error) {
    throw error instanceof Refusal ? new CommunityRefused(`${error.message}.`) : error;
  } finally {
    uploadThread.end();
  }
}

const known = (codigo: string, practicaDe: string | null = null) => ({ codigo, nombre: '', practicaDe });

/** Gives the community that is filled this logo, or takes it away. */
export const withLogo = (tx: Tx, codigo: string, logo: Logo | null): Promise<void> =>
  changeLogo(tx, known(codigo), logo, (entry) => recordAudit(tx, BY_COMMAND, entry, new Date()));

const GROUND = {
  ninguno: '',
  claro: ' Sobre fondo oscuro no se vería: lleva uno claro.',
  oscuro: ' Sobre papel no se vería: lleva un fondo oscuro.',
} as const;

/** @param path null takes it away */
export async function setLogo(client: pg.Client, codigo: string, path: string | null): Promise<string> {
  const { esquema } = await findReal(client, codigo);
  const logo = path === null ? null : await readLogoFile(path);
  await inCommunity(client, esquema, (tx) => withLogo(tx, codigo, logo));
  return logo === null
    ? `La comunidad ${codigo} tiene de nuevo su logotipo dibujado.`
    : `La comunidad ${codigo} tiene logotipo, de ${logo.width} × ${logo.height} pixeles.${GROUND[logo.ground]} Quien tenga la página abierta lo ve al recargarla.`;
}
