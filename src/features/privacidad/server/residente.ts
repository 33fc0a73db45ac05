/** The notice on the resident's own page. The session's role has views of its lot alone: what is written here is written apart. */
import { formulario, type Pantalla, SIN_GUION, VOLVER } from '#libro/server/pagina-propia.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { type Html, html } from '#platform/server/html.ts';
import { findAvisoVigente, findRespuesta } from './repository.ts';

export const avisoCompleto = (texto: string): Html =>
  html`<details><summary>Leer el aviso completo</summary>${texto.split('\n').map((line) => html`<p>${line}</p>`)}</details>`;

export interface AvisoPendiente {
  version: number;
  texto: string;
}

/** The version in force that this resident has not accepted; undefined where there is none. A representative speaks for another. */
export async function avisoPendiente(ctx: Context): Promise<AvisoPendiente | undefined> {
  const { residenteId } = ctx.resident;
  if (residenteId === null) return undefined;
  return ctx.separately(async (tx) => {
    const vigente = await findAvisoVigente(tx, ctx.today());
    if (!vigente) return undefined;
    const respuesta = await findRespuesta(tx, residenteId);
    return respuesta?.acepta && respuesta.avisoId === vigente.id ? undefined : vigente;
  });
}

/** What stands before whatever is sent, until it was accepted; then the page goes on to `ir`. */
const avisoScreen = ({ version, texto }: AvisoPendiente, ir: string): Pantalla => ({
  titulo: 'Aviso de privacidad',
  volver: VOLVER,
  contenido: html`
    <p>Antes de enviar algo, lea cómo se cuidan sus datos.</p>
    ${avisoCompleto(texto)}
    ${formulario(
      { enviar: 'aviso', ir, boton: 'Lo leí y lo acepto' },
      html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="acepta" value="si">`,
    )}${SIN_GUION}`,
});

export async function avisoAntes(ctx: Context, ir: string): Promise<Pantalla | undefined> {
  const pendiente = await avisoPendiente(ctx);
  return pendiente && avisoScreen(pendiente, ir);
}

/** The same request in a transaction of the office's role. */
export const apart = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.separately((tx: Tx) => work(Object.create(ctx, { tx: { value: tx } }) as Context));
