/** What the community tells its residents: its news, and the report of each month. */
import { fechaInZone } from '#core/fecha.ts';
import { monthInWords } from '#core/period.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { type Html, html } from '#platform/server/html.ts';
import { enPalabras } from '../rules.ts';
import type { Screen } from './documento.ts';
import { lista, VOLVER } from './pantallas-cuenta.ts';
import { findNoticia, listInformes, listNoticias } from './repository-noticias.ts';

const dia = ({ community }: Context, instant: Date): string => enPalabras(fechaInZone(instant, community.timeZone));

export async function noticias(ctx: Context): Promise<Screen> {
  const [todas, informes] = await Promise.all([listNoticias(ctx.tx), listInformes(ctx.tx)]);
  return {
    titulo: 'Noticias e informes',
    volver: VOLVER,
    contenido: html`
      ${
        todas.length === 0
          ? html`<p>La administración no ha publicado noticias.</p>`
          : lista(
              todas.map(
                ({ id, name, created_at }) =>
                  html`<a href="/r/noticia/${id}"><span>${name}<br><small class="tenue">${dia(ctx, created_at)}</small></span></a>`,
              ),
            )
      }
      ${
        informes.length > 0 &&
        html`<h2>Informes de cada mes</h2>
        <p>Lo que entró, lo que se gastó y lo que hay. Al abrirlo queda anotado que usted lo vio.</p>
        ${lista(informes.map((mes) => html`<a href="/api/v1/residente/propio/informe/${mes.id}">Informe de ${monthInWords(mes)} (PDF)</a>`))}`
      }`,
  };
}

const parrafos = (texto: string): Html[] =>
  texto.split('\n').flatMap((line) => (line.trim() === '' ? [] : [html`<p>${line}</p>`]));

export async function noticia(ctx: Context, id: number): Promise<Screen> {
  const found = await findNoticia(ctx.tx, id);
  if (!found) throw new NotFound('Esa noticia ya no está publicada');
  return {
    titulo: found.name,
    volver: { a: '/r/noticias', dice: 'Volver a las noticias' },
    contenido: html`
      <p class="tenue">${dia(ctx, found.created_at)}</p>
      ${found.archivo_id !== null && html`<img class="foto" src="/api/v1/residente/propio/noticia/${id}" alt="">`}
      ${parrafos(found.descripcion)}
      ${
        found.periodo_id !== null &&
        html`<a class="boton" href="/api/v1/residente/propio/informe/${found.periodo_id}">Abrir el informe (PDF)</a>`
      }`,
  };
}
