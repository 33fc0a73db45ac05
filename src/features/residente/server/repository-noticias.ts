/** What the community posts for its residents, by the views of a session. */
import type { Tx } from '#platform/server/db.ts';

/** As many as are told. */
const NOTICIAS = 30;
const INFORMES = 24;

export function listNoticias(tx: Tx) {
  return tx
    .selectFrom('newsletter')
    .select(['id', 'name', 'created_at'])
    .where('tipo', '=', 'newsletter')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NOTICIAS)
    .execute();
}

export function findNoticia(tx: Tx, id: number) {
  return tx
    .selectFrom('newsletter as n')
    .leftJoin('periodo_publicado as p', 'p.newsletter_id', 'n.id')
    .select(['n.id', 'n.name', 'n.descripcion', 'n.archivo_id', 'n.created_at', 'p.periodo_id'])
    .where('n.id', '=', id)
    .where('n.tipo', '=', 'newsletter')
    .executeTakeFirst();
}

/** The months whose report was posted, the newest first. */
export function listInformes(tx: Tx) {
  return tx
    .selectFrom('periodo_publicado as p')
    .innerJoin('periodo_cierre as c', 'c.id', 'p.periodo_id')
    .select(['c.id', 'c.year', 'c.mes'])
    .orderBy('c.year', 'desc')
    .orderBy('c.mes', 'desc')
    .limit(INFORMES)
    .execute();
}

export async function isPublicado(tx: Tx, periodoId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('periodo_publicado')
    .select('periodo_id')
    .where('periodo_id', '=', periodoId)
    .executeTakeFirst();
  return row !== undefined;
}

export function findImagen(tx: Tx, noticiaId: number) {
  return tx
    .selectFrom('newsletter as n')
    .innerJoin('archivo as a', 'a.id', 'n.archivo_id')
    .select(['a.clave', 'a.nombre', 'a.mime'])
    .where('n.id', '=', noticiaId)
    .executeTakeFirst();
}
