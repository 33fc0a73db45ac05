/** The public pages that verify papers, as whole documents: without script, but for the one that works without a network. */
import { createHash } from 'node:crypto';
import { type LogoFile, logoSize } from '#core/membrete.ts';
import { DOCUMENTOS, type LlavesPublicas, MONTOS, type Verificable } from '#libro/verificacion/codigo.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import { logoSvg } from '#ui/logos/drawings.ts';
import { type Dictamen, dichoDe, type Estado } from '../rules.ts';
import { SCRIPT } from './sin-conexion.ts';

export interface Casa {
  code: string;
  name: string;
  /** Its own logo, within the page: one of them is kept and read without a network. */
  logo?: LogoFile | undefined;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2421; --quiet: #55605c; --paper: #fff; --line: #d7dedb; --good: #0b6b3a; --warn: #8a5300; --bad: #a4161a }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2f0; --quiet: #b4c0bb; --paper: #141a18; --line: #3a4643; --good: #6fd79f; --warn: #f2bd62; --bad: #ff9a97 } }
* { box-sizing: border-box }
body { margin: 0; font: 1.125rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main, header, footer { max-width: 34rem; margin: 0 auto; padding: 0 1rem }
header { display: flex; gap: .75rem; align-items: center; padding-top: 1rem; font-weight: 600 }
header svg { flex: none; width: 2.5rem; height: 2.5rem } header img { flex: none; max-width: 50%; object-fit: contain }
h1 { font-size: 1.125rem; margin: 1.5rem 0 .5rem; color: var(--quiet); font-weight: 400 }
.estado { font-size: 2rem; line-height: 1.2; font-weight: 700; margin: 0; padding: .75rem 0 .75rem 1rem; border-left: .5rem solid }
.valido { color: var(--good) } .sustituido, .vencido, .sin, .solo { color: var(--warn) } .cancelado, .falso { color: var(--bad) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; padding: 1rem 0; border-block: 1px solid var(--line) }
dt { color: var(--quiet) } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
label { display: block; font-weight: 600 }
textarea { width: 100%; font: 1rem ui-monospace, monospace; padding: .75rem; border: 2px solid var(--quiet); border-radius: .5rem; background: transparent; color: inherit }
button { font: inherit; font-weight: 600; min-height: 3rem; padding: 0 1.5rem; margin-top: .75rem; border: 0; border-radius: .5rem; background: var(--ink); color: var(--paper) }
a { color: inherit } main footer { padding: 0 }
footer { color: var(--quiet); font-size: 1rem; padding-bottom: 2rem }
@media (max-width: 22rem) { dl { grid-template-columns: 1fr } dt { margin-top: .5rem } }
@media print { form, .no-print { display: none } :root { --paper: #fff; --ink: #000; --quiet: #333 } }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only what stands in the document itself. */
export const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  // The community's logo.
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function logoOf({ code, logo }: Casa): string {
  if (!logo) return logoSvg(code);
  const { width, height } = logoSize(logo, 40);
  return `<img src="${logo.src}" alt="" width="${width}" height="${height}">`;
}

const html = (casa: Casa, title: string, main: string, script = ''): string => `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(casa.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>${logoOf(casa)}<span>${escapeHtml(casa.name)}</span></header>
<main>
${main}
</main>
${script}
</body>
</html>
`;

const TITULOS: Readonly<Record<Estado, string>> = {
  valido: 'Válido',
  sustituido: 'Sustituido',
  cancelado: 'Cancelado',
  vencido: 'Vencido',
  'sin registro': 'No está en los libros',
  'solo firma': 'La firma es auténtica',
  falso: 'No es auténtico',
};

const claseDe = (estado: Estado): string => estado.split(' ')[0] ?? '';

const FORM = `<form method="get" action="/v/">
<label for="c">Comprobar un documento</label>
<textarea id="c" name="c" rows="4" maxlength="400" required spellcheck="false" autocapitalize="off"></textarea>
<button>Comprobar</button>
</form>`;

const SIN_RED = '<p class="no-print"><a href="/v/sin-conexion">Comprobar sin conexión</a></p>';

const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<dl>${rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;

/** What became of a code. @param comprobado when it was looked at, as people read it */
export function paginaDe(
  casa: Casa,
  {
    dicho,
    dictamen: { estado, nota },
    comprobado,
  }: { dicho: Verificable | undefined; dictamen: Dictamen; comprobado: string },
): string {
  const titulo = TITULOS[estado];
  return html(
    casa,
    titulo,
    `<h1>Comprobación de un documento</h1>
<p class="estado ${claseDe(estado)}" role="status">${titulo}</p>
<p>${escapeHtml(nota)}</p>
${dicho && estado !== 'falso' ? facts(dichoDe(dicho, { documento: DOCUMENTOS[dicho.tipo], monto: MONTOS[dicho.tipo] })) : ''}
${dicho && estado !== 'falso' ? '<p>Compare estos datos con los del papel: si alguno es otro, el papel no es el que se firmó.</p>' : ''}
<p class="no-print"><a href="/v/">Comprobar otro</a></p>
<footer>Se comprobó el ${escapeHtml(comprobado)}.</footer>`,
  );
}

/** Where a code is pasted. */
export const paginaInicial = (casa: Casa): string =>
  html(
    casa,
    'Comprobar un documento',
    `<h1>Recibos, estados de cuenta y constancias de no adeudo</h1>
${FORM}
<p>Lea con la cámara el código del documento, o pegue aquí su dirección.</p>
${SIN_RED}`,
  );

/** A fault, in its own words. */
export const paginaDeFalla = (casa: Casa, message: string): string =>
  html(casa, 'No se pudo comprobar', `<h1>No se pudo comprobar</h1>\n<p>${escapeHtml(message)}.</p>\n${SIN_RED}`);

/** The one that can be kept and works without a network: it brings the public keys along. */
export const paginaSinConexion = (casa: Casa, llaves: LlavesPublicas): string =>
  html(
    casa,
    'Comprobar sin conexión',
    `<h1>Comprobar la firma de un documento sin conexión</h1>
<form id="f">
<label for="c">Código o dirección del documento</label>
<textarea id="c" rows="4" maxlength="400" required spellcheck="false" autocapitalize="off"></textarea>
<button>Comprobar</button>
</form>
<div id="r" role="status"></div>
<p>Guarde esta página: funciona sin red con las llaves de hoy. Dice si la comunidad firmó el documento, y no si después se canceló.</p>
<p class="no-print"><a href="/v/">Comprobar en los libros</a></p>`,
    `<template id="k">${escapeHtml(JSON.stringify(llaves))}</template><script>${SCRIPT}</script>`,
  );
