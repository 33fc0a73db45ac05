/** What features that have screens on the residents' own page are given, and the pieces that all their forms are made of. */
import type { PageAnswer } from '#platform/endpoint.ts';
import type { Context, Registration } from '#platform/server/context.ts';
import { type Html, html, type Piece } from '#platform/server/html.ts';

export interface Pantalla {
  titulo: string;
  contenido: Html;
  volver: { a: string; dice: string };
}

/** What the page itself, and whoever keeps the notice, hand in. */
export interface PaginaPropia {
  shown(ctx: Context, pantalla: Pantalla): Promise<PageAnswer>;
  refused: Registration['refused'];
  /** The notice where it is not accepted yet; accepted, the page goes on to `ir`. */
  avisoAntes(ctx: Context, ir: string): Promise<Pantalla | undefined>;
  /** The same request in a transaction of the office's role. */
  apart<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T>;
}

export const VOLVER = { a: '/r', dice: 'Volver al inicio' };
export const A_DATOS = { a: '/r/datos', dice: 'Volver a mis datos' };

/** Once on each screen with a form. */
export const SIN_GUION: Html = html`<p class="sin-guion">Su navegador no deja escribir aquí. Ábralo en otro, o llame a la administración.</p>`;

const mal = (name: string): Html => html`<p class="mal" id="mal-${name}" data-error="${name}"></p>`;

/** One line to write on; `more` are further attributes. */
export const campo = (name: string, label: Piece, more: Piece = ''): Html =>
  html`<label for="${name}">${label}</label>
  <input id="${name}" name="${name}" aria-describedby="mal-${name}" ${more}>${mal(name)}`;

export const parrafo = (name: string, label: Piece, max: number): Html =>
  html`<label for="${name}">${label}</label>
  <textarea id="${name}" name="${name}" rows="4" maxlength="${max}" aria-describedby="mal-${name}"></textarea>${mal(name)}`;

export interface Opcion {
  value: string;
  dice: string;
}

export const elegir = (name: string, label: Piece, opciones: readonly Opcion[], elegida = ''): Html =>
  html`<label for="${name}">${label}</label>
  <select id="${name}" name="${name}" aria-describedby="mal-${name}">${opciones.map(
    ({ value, dice }) => html`<option value="${value}"${value === elegida && html` selected`}>${dice}</option>`,
  )}</select>${mal(name)}`;

/** Sends its fields, says what came of it, and goes on to `ir`. */
export const formulario = ({ enviar, ir, boton }: { enviar: string; ir: string; boton: string }, campos: Piece): Html =>
  html`<form class="con-guion" data-enviar="/api/v1/residente/propio/${enviar}" data-ir="${ir}">
    ${campos}
    <button class="boton">${boton}</button>
    <p role="status"></p>
  </form>`;
