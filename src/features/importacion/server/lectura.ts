/** Books that are sent, read in a thread before the handler's transaction. */
import type { Upload } from '#platform/endpoint.ts';
import type { Before } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import { callsOf } from '#platform/server/thread.ts';
import type { LibroVisto } from '../contract.ts';
import type { WorkbookSheet } from '../rules.ts';
import { listMapas } from './repository-mapas.ts';

const calls = callsOf<typeof import('./libro.ts')>(new URL('./libro.ts', import.meta.url));

const NO_MAP = 'No existe la disposición solicitada. Elija el libro de nuevo';

interface Sent {
  query: { mapa?: number | undefined };
  body: { file: Upload };
  before: Before;
}

/** What the handler works on: a file is read before its transaction, by the map that is asked for or one that fits. */
export async function readFile({ query, body, before }: Sent): Promise<WorkbookSheet[]> {
  const kept = await before.read(({ tx }) => listMapas(tx));
  const mapas = query.mapa === undefined ? kept : kept.filter(({ id }) => id === query.mapa);
  if (query.mapa !== undefined && mapas.length === 0) throw new Refusal(NO_MAP);
  const read = calls(
    'leerLibro',
    body.file.bytes,
    mapas.map(({ mapa }) => mapa),
    { elegido: query.mapa !== undefined },
  );
  return uploadThread.read(read, before.asker);
}

export async function lookAt({ body, before }: Omit<Sent, 'query'>): Promise<LibroVisto> {
  const kept = await before.read(({ tx }) => listMapas(tx));
  const seen = calls(
    'verLibro',
    body.file.bytes,
    kept.map(({ mapa }) => mapa),
  );
  const { plantilla, cual, propuesta, hojas } = await uploadThread.read(seen, before.asker);
  const fits = kept[cual];
  return { plantilla, hojas, mapaId: fits?.id ?? null, mapa: fits?.mapa ?? propuesta };
}
