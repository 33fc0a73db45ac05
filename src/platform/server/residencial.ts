/** Which residencial a community is: its logo and its name. */

import { colorOf, refusalOfAccent } from '#core/acento.ts';
import type { LogoFile, Membrete } from '#core/membrete.ts';
import { knownName } from '#core/residenciales.ts';
import type { AuditEntry } from './audit.ts';
import { CommunityRefused } from './communities.ts';
import type { Tx } from './db.ts';
import type { Logo } from './logo/logo.ts';

export interface Residencial {
  /** Picks the logo: one of those that there are drawings of, or the community's own. */
  code: string;
  name: string;
  /** Its own accent colour; null: the product's. */
  accent: string | null;
  /** Its own logo, by the hash that is its address; null: the drawing of its code. */
  logo: KeptLogo | null;
}

export interface KeptLogo {
  huella: string;
  width: number;
  height: number;
}

interface Of {
  codigo: string;
  nombre: string;
  practicaDe: string | null;
}

/** The one of a code, of a community: by its own code it has its own name, and a practice by any. */
export const residencialOf = (
  code: string,
  { codigo, nombre, practicaDe }: Of,
  { accent = null, logo = null }: Partial<Pick<Residencial, 'accent' | 'logo'>> = {},
): Residencial => ({
  ...{ code, logo },
  name: code === codigo || practicaDe !== null ? nombre : knownName(code),
  // A practice is told from its community by how it looks as well.
  accent: practicaDe === null ? accent : null,
});

/** The one of the residential configuration; before there is one, by the community's own code. */
export async function findResidencial(tx: Tx, community: Of): Promise<Residencial> {
  const row = await tx
    .selectFrom('configuracion_residencial')
    .select(['residencial', 'color_acento', 'logo_huella', 'logo_ancho', 'logo_alto'])
    .executeTakeFirst();
  if (!row) return residencialOf(community.codigo, community);
  const { logo_huella: huella, logo_ancho: width, logo_alto: height, color_acento: accent } = row;
  const logo = huella === null || width === null || height === null ? null : { huella, width, height };
  return residencialOf(row.residencial, community, { accent, logo });
}

/** The bytes of the logo with this hash; undefined where the community has none by now, or another. */
export async function findLogo(tx: Tx, huella: string): Promise<Uint8Array | undefined> {
  const row = await tx
    .selectFrom('configuracion_residencial')
    .select('logo')
    .where('logo_huella', '=', huella)
    .executeTakeFirst();
  return row?.logo ?? undefined;
}

/** Of logos that papers were made with: the same hash is the same picture, in any community. */
const srcs = new Map<string, string>();
const SRCS_MAX = 100;

/** A logo as papers have it; undefined where there is none. */
async function findLogoFile(tx: Tx, { logo }: Pick<Residencial, 'logo'>): Promise<LogoFile | undefined> {
  if (!logo) return undefined;
  const { huella, width, height } = logo;
  const known = srcs.get(huella);
  if (known) return { src: known, width, height };
  const bytes = await findLogo(tx, huella);
  if (!bytes) return undefined;
  const src = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  if (srcs.size >= SRCS_MAX) srcs.clear();
  srcs.set(huella, src);
  return { src, width, height };
}

/** The community's own logo, for a paper that keeps what it says without it. */
export const findOwnLogo = async (tx: Tx, community: Of): Promise<LogoFile | undefined> =>
  findLogoFile(tx, await findResidencial(tx, community));

/** Whose a paper or a workbook is, that is made now. */
export async function findMembrete(tx: Tx, community: Of): Promise<Membrete> {
  const residencial = await findResidencial(tx, community);
  return { codigo: residencial.code, residencial: residencial.name, logo: await findLogoFile(tx, residencial) };
}

/** The accent colour that a community has, its row locked until the transaction ends; '' where it has none. */
async function findAccentForUpdate(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('configuracion_residencial').select('color_acento').forUpdate().executeTakeFirst();
  return row?.color_acento ?? '';
}

/**
 * Gives a community another accent colour, or with '' the product's own; tells the log by `audit`. Gives it as it is kept.
 * @param visto as whoever changes it has seen it
 * @throws CommunityRefused with a Spanish sentence
 */
export async function changeAccent(
  tx: Tx,
  codigo: string,
  { text, visto }: { text: string; visto?: string },
  audit: (entry: AuditEntry) => Promise<unknown>,
): Promise<string> {
  const refusal = text.trim() === '' ? undefined : refusalOfAccent(text);
  if (refusal) throw new CommunityRefused(`${refusal.message}.`, 'color');
  const color = colorOf(text) ?? '';
  const antes = await findAccentForUpdate(tx);
  if (visto !== undefined && visto !== antes) {
    throw new CommunityRefused('Otra persona cambió el color. Vuelva a abrir la pantalla para verlo.');
  }
  if (color === antes) return color;
  await tx
    .updateTable('configuracion_residencial')
    .set({ color_acento: color === '' ? null : color })
    .execute();
  await audit({
    ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo },
    nota: color === '' ? `Color de ${codigo}: el de Portón` : `Color de ${codigo}: ${color}`,
    ...{ antes: { color: antes }, despues: { color } },
  });
  return color;
}

/** What the log has of a logo. */
const toldOf = (logo: KeptLogo | null) => (logo ? { sha256: logo.huella, ancho: logo.width, alto: logo.height } : null);

/**
 * Gives a community another logo, or with null the drawing of its code; tells the log by `audit`.
 * @param community which is locked by its configuration's row
 */
export async function changeLogo(
  tx: Tx,
  community: Of,
  logo: Logo | null,
  audit: (entry: AuditEntry) => Promise<unknown>,
): Promise<void> {
  await findAccentForUpdate(tx);
  const antes = (await findResidencial(tx, community)).logo;
  await tx
    .updateTable('configuracion_residencial')
    .set({
      logo: logo ? Buffer.from(logo.png) : null,
      ...{ logo_huella: logo?.huella ?? null, logo_ancho: logo?.width ?? null, logo_alto: logo?.height ?? null },
    })
    .execute();
  const { codigo } = community;
  await audit({
    ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo },
    nota: logo ? `Logotipo de ${codigo}, de ${logo.width} × ${logo.height}` : `Logotipo de ${codigo}: el dibujado`,
    ...{ antes: { logo: toldOf(antes) }, despues: { logo: toldOf(logo) } },
  });
}

/** What the community calls itself, in full; '' before it said so. */
export async function residencialName(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('configuracion_residencial').select('nombre_residencial').executeTakeFirst();
  return row?.nombre_residencial ?? '';
}
