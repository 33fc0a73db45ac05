/** The document around each screen of the resident's page: who the community is, which lot it is, and the way back. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accentOf } from '#core/acento.ts';
import { addressOfLogo, logoSize } from '#core/membrete.ts';
import { isPracticeName, SIN_VALOR } from '#core/residenciales.ts';
import type { PageAnswer } from '#platform/endpoint.ts';
import { type Html, html, type Piece } from '#platform/server/html.ts';
import type { KeptLogo } from '#platform/server/residencial.ts';

const BUILT = fileURLToPath(new URL('../../../../dist/', import.meta.url));

/** Where nothing was built the page is read all the same. */
const BARE = `<!doctype html><html lang="es-MX"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<title>__TITULO__</title></head><body>__CONTENIDO__</body></html>`;

const STYLESHEET = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;

/** The built template with its style inside: one request less before anything is seen. */
function readTemplate(): string {
  if (!existsSync(`${BUILT}residente.html`)) return BARE;
  const built = readFileSync(`${BUILT}residente.html`, 'utf8');
  return built.replace(STYLESHEET, (_link, href: string) => {
    return `<style nonce="__NONCE__">${readFileSync(BUILT + href.slice(1), 'utf8')}</style>`;
  });
}

let template: string | undefined;

export interface Screen {
  titulo: string;
  contenido: Html;
  /** Where the way back leads; absent on the first screen. */
  volver?: { a: string; dice: string };
  status?: number;
}

/** Whose page it is. */
export interface Around {
  residencial: string;
  /** The community's own accent colour, where it is known to have one. */
  accent?: string | null;
  /** Its own logo, where it has one. */
  logo?: KeptLogo | null;
  /** Absent where nobody is known. */
  lote?: string;
  /** Told to whoever of the office looks in. */
  verComo?: string | undefined;
}

const LOGO_SIDE = 40;

/** Beside the name, which says what it is. */
function logoOf({ huella, ...measures }: KeptLogo): Html {
  const { width, height } = logoSize(measures, LOGO_SIDE);
  return html`<img src="${addressOfLogo(huella)}" alt="" width="${width}" height="${height}"> `;
}

/** The colours of links and buttons; paper keeps its own. */
function styleOf(accent: string, nonce: string): Html {
  const { light, dark } = accentOf(accent).resident;
  return html`<style nonce="${nonce}">@media screen { :root { --verde: ${light} } }
    @media screen and (prefers-color-scheme: dark) { :root { --verde: ${dark} } }</style>`;
}

export function pageOf(
  { titulo, contenido, volver, status }: Screen,
  { residencial, accent, logo, lote, verComo }: Around,
): PageAnswer {
  const nonce = randomBytes(16).toString('base64');
  const body: Piece = html`${accent && styleOf(accent, nonce)}
    ${isPracticeName(residencial) && html`<aside class="aviso"><b>${SIN_VALOR}</b>: nada de esta página cuenta.</aside>`}
    ${
      verComo !== undefined &&
      html`<aside class="aviso">Usted ve la página como la ve <b>${verComo}</b>. Aquí sólo se lee; termina en media hora.</aside>`
    }
    <header>${logo && logoOf(logo)}<b>${residencial}</b>${lote !== undefined && html` · Lote <b>${lote}</b>`}</header>
    ${volver && html`<nav><a class="volver" href="${volver.a}">← ${volver.dice}</a></nav>`}
    <main><h1>${titulo}</h1>${contenido}</main>`;
  template ??= readTemplate();
  const text = { __TITULO__: html`${titulo} · ${residencial}`.text, __NONCE__: nonce, __CONTENIDO__: body.text };
  return {
    html: template.replaceAll(/__(?:TITULO|NONCE|CONTENIDO)__/g, (place) => text[place as keyof typeof text]),
    nonce,
    ...(status !== undefined && { status }),
  };
}
