/** What the demo community told its people of their data, what some of them said, and what two ask for. */
import { sql } from 'kysely';
import { addDays, type Fecha } from '#core/fecha.ts';
import { demoUserId } from '#libro/demo-user.ts';
import type { Tx } from '#platform/server/db.ts';
import { plantillaDeAviso, responderHasta } from './rules.ts';
import { insertAviso, insertFinalidades, insertRespuesta, insertSolicitud } from './server/repository.ts';

const PUBLISHED_DAYS_AGO = 90;
/** Of the people, those that said something. */
const SAID = 40;

const FINALIDADES = [
  ['Boletines y encuestas', 'Enviarle el newsletter y preguntarle su opinión'],
  ['Fotografías de eventos', 'Publicar fotografías de los eventos en que aparezca'],
  ['Directorio de vecinos', 'Dar su nombre y teléfono a otros residentes que lo pidan'],
] as const;

const SOLICITUDES = [
  { derecho: 'acceso', hace: 12, texto: 'Quiero saber qué datos míos tienen y quién los ha visto.' },
  { derecho: 'oposicion', hace: 27, texto: 'No quiero que mi teléfono se dé a otros vecinos.' },
] as const;

export async function loadPrivacidadDemo(tx: Tx, { hoy, ahora }: { hoy: Fecha; ahora: Date }): Promise<void> {
  const firma = { usuario_id: await demoUserId(tx, 'director'), created_at: ahora };
  const { rows: residencial } = await sql<{ name: string }>`
    SELECT nombre_residencial AS name FROM configuracion_residencial`.execute(tx);
  const desde = addDays(hoy, -PUBLISHED_DAYS_AGO);
  const texto = plantillaDeAviso(residencial[0]?.name ?? '')
    .replace(/\[calle[^\]]*\]/, 'Av. de los Encinos 1, Querétaro, Querétaro, 76100')
    .replace('[correo de la administración]', 'privacidad@encinos.example');
  const aviso = await insertAviso(tx, { version: 1, texto, desde, ...firma });
  const finalidades = await tx
    .insertInto('finalidad')
    .values(FINALIDADES.map(([name, descripcion]) => ({ name, descripcion })))
    .returning('id')
    .execute();
  const personas = await tx
    .selectFrom('lote_residente')
    .select('residente_id as id')
    .distinct()
    .where('active', '=', true)
    .orderBy('id')
    .limit(SAID)
    .execute();
  for (const [at, { id }] of personas.entries()) {
    const fecha = addDays(desde, 1 + at);
    // One in ten says no.
    await insertRespuesta(tx, {
      residente_id: id,
      aviso_id: aviso,
      acepta: at % 10 !== 9,
      fecha,
      via: 'oficina',
      ...firma,
    });
    const said = finalidades.map((finalidad, which) => ({
      finalidad_id: finalidad.id,
      acepta: (at + which) % 3 !== 0,
    }));
    await insertFinalidades(
      tx,
      said.map((one) => ({ ...one, residente_id: id, via: 'oficina' as const, ...firma })),
    );
  }
  for (const [at, { hace, ...asked }] of SOLICITUDES.entries()) {
    const persona = personas[at * 3 + 1];
    if (!persona) continue;
    const recibida = addDays(hoy, -hace);
    const values = { ...asked, recibida, via: 'oficina' as const, responder_hasta: responderHasta(recibida) };
    await insertSolicitud(tx, { ...values, residente_id: persona.id, ...firma });
  }
}
