/** Whose page this is: the server writes the community of the host into the document, so no call without a session asks. */

import { addressOfLogo, type LogoFile, type Membrete } from '#core/membrete.ts';
import { isPracticeName } from '#core/residenciales.ts';
import { createStore } from './kit/store.ts';

/** A word of the server in the document; '' where the page came without one, as in development. */
function content(name: string): string {
  const text = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return text.startsWith('__') ? '' : text;
}

/** Code of the community, which picks the logo; '' on an installation that has none. */
export let residencialCode: string = content('porton-residencial');

/** Name of the community, as the sign-in page and the header show it. */
export let residencialName: string = content('porton-residencial-nombre');

/** Whether this is a practice: a copy of a community to learn in, of which nothing counts. */
export const isPractice: boolean = isPracticeName(residencialName);

/** What the tabs of the browser call this. */
export const productName: string = isPractice ? 'PRÁCTICA · Portón' : 'Portón';

const drawnCode = createStore(residencialCode);

/** By its hash, in what it measures: '5f…c1 305x320'. */
function logoIn(text: string): LogoFile | undefined {
  const [, huella, width, height] = /^([0-9a-f]{64}) (\d+)x(\d+)$/.exec(text) ?? [];
  return height === undefined
    ? undefined
    : { src: addressOfLogo(huella ?? ''), width: Number(width), height: Number(height) };
}

const ownLogo = createStore(logoIn(content('porton-logo')));

/** Another logo was saved, or it was taken away: what is drawn, printed and exported from now on has it. */
export const changeLogo = (logo: { huella: string; width: number; height: number } | null): void =>
  ownLogo.set(logo ? logoIn(`${logo.huella} ${logo.width}x${logo.height}`) : undefined);

/** For what stays on the screen: draws again when the community's code or logo becomes another one. */
export const useResidencial = (): { code: string; name: string; logo: LogoFile | undefined } => ({
  ...{ code: drawnCode.use(), name: residencialName, logo: ownLogo.use() },
});

/** Whose a paper is that is made now. */
export const membrete = (): Membrete => ({
  ...{ codigo: residencialCode, residencial: residencialName, logo: ownLogo.get() },
});

const drawnAccent = createStore<readonly string[]>(content('porton-color').match(/#[0-9a-f]{6}/g) ?? []);

/** The shades of the community's own accent, as `lookOf` takes them. */
export const useAccent = (): readonly string[] => drawnAccent.use();

/** Another accent was saved: what is on the screen has it from now on. */
export const changeAccent = (shades: readonly string[]): void => drawnAccent.set(shades);

/** The configuration was saved with this code: what is drawn, printed and exported from now on bears it. */
export function changeResidencial(code: string, name: string): void {
  residencialCode = code;
  residencialName = name;
  drawnCode.set(code);
}

/** The community's time zone: its days, not the browser's, are the ones that count. */
export const timeZone: string = content('porton-zona-horaria') || 'America/Mexico_City';

/** Address of map tiles with {z}, {x} and {y}; '' where none is configured: then a grid is drawn. */
export const mapTiles: string = content('porton-mapa');

/** The nonce that the content security policy asks of style tags. */
export function styleNonce(): string {
  return globalThis.document?.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
