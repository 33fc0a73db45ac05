/** The files of what the community posts: the report of a month, and the picture of a piece of news. */
import { shownName } from '#features/archivos/rules.ts';
import type { FileAnswer } from '#platform/endpoint.ts';
import { type AfterCommit, type Registration, register } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { noticiasContract } from '../contract.ts';
import type { Lecturas } from './lecturas.ts';
import { listCorreosPropios } from './repository.ts';
import { findImagen, isPublicado } from './repository-noticias.ts';

type Imagen = NonNullable<Awaited<ReturnType<typeof findImagen>>>;

async function fetchBytes({ clave, nombre, mime }: Imagen, { outside }: AfterCommit): Promise<FileAnswer> {
  const content = await outside.files.get(clave);
  if (!content) throw new NotFound('La imagen ya no está guardada');
  return { name: shownName(nombre, mime), content, mime };
}

export const noticiasEndpoints = ({ informe }: Lecturas): Registration =>
  register(
    noticiasContract,
    {
      async informe({ params: { id }, ctx }) {
        const posted = await isPublicado(ctx.tx, id);
        // Of the office, who only looks, nobody has opened it.
        const correos = posted && !ctx.resident.verComo ? await listCorreosPropios(ctx.tx) : [];
        const found = posted ? await informe(ctx, id, correos) : undefined;
        if (!found) throw new NotFound('Ese informe no está publicado');
        return found;
      },

      async imagen({ params, ctx }) {
        const imagen = await findImagen(ctx.tx, params.id);
        if (!imagen) throw new NotFound('Esa noticia no tiene imagen');
        return imagen;
      },
    },
    { imagen: fetchBytes },
  );
