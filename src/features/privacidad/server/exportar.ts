/** Everything that is kept of a person as one ZIP: a workbook to read, the same as JSON, and kept files. */
import { fileName, fileSafe } from '#documents/definition.ts';
import { type ReportMaking, sheetHeading } from '#documents/reportes.ts';
import { makingOf } from '#libro/server/report.ts';
import { listingWorkbook } from '#libro/server/workbook.ts';
import type { FileAnswer } from '#platform/endpoint.ts';
import { listing } from '#platform/listing.ts';
import { sheetOf } from '#platform/listing-sheet.ts';
import type { Before, Context, Reading } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { entryName, type ZipEntry, zipOf } from '#platform/server/zip.ts';
import { NO_PERSONA } from './personas.ts';
import { findPersona } from './repository.ts';
import { type Dato, listArchivosDe, readSecciones, type Seccion } from './repository-exportar.ts';

type Fila = Record<string, Dato>;

const said = (value: Dato | undefined): string | number =>
  typeof value === 'boolean' ? (value ? 'sí' : 'no') : (value ?? '');

function sheetsOf(secciones: readonly Seccion[], making: ReportMaking, name: string) {
  return secciones.map(({ titulo, filas }) => {
    const headers = Object.keys(filas[0] ?? { 'Sin registros': '' });
    const list = listing<Fila>(
      headers.map((header) => ({ key: header, header, value: (fila) => said(fila[header]), sheet: { width: 24 } })),
    );
    const heading = sheetHeading(making, titulo, name, `Al ${making.impreso}`);
    return sheetOf(list, { name: titulo, heading }, [filas]);
  });
}

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

export interface Exportado {
  persona: { id: number; name: string };
  name: string;
  content: AsyncGenerator<Uint8Array>;
  secciones: Readonly<Record<string, number>>;
}

interface Leido {
  secciones: Seccion[];
  archivos: { clave: string; nombre: string }[];
  making: ReportMaking;
}

async function readTodo(reading: Reading, id: number): Promise<Leido> {
  return {
    secciones: await readSecciones(reading.tx, id, reading.community.timeZone),
    archivos: await listArchivosDe(reading.tx, id),
    making: await makingOf(reading),
  };
}

async function* entriesOf(
  { secciones, archivos, making }: Leido,
  name: string,
  files: Pick<FileStore, 'get'>,
): AsyncGenerator<ZipEntry> {
  const book = listingWorkbook(making, ...sheetsOf(secciones, making, name));
  yield { name: 'Datos personales.xlsx', content: await gathered(book) };
  const datos = Object.fromEntries(secciones.map(({ titulo, filas }) => [titulo, filas]));
  const json = { comunidad: making.residencial, persona: name, al: making.impreso, datos };
  yield { name: 'datos.json', content: Buffer.from(`${JSON.stringify(json, null, 2)}\n`, 'utf8') };
  for (const [at, { clave, nombre }] of archivos.entries()) {
    const content = await files.get(clave);
    if (content) yield { name: entryName(`archivos/${at + 1} ${fileSafe(nombre)}`, ''), content };
  }
}

const zipName = (name: string): string => fileName('zip', 'Datos personales', name);

/** The same of whoever asks for their own, read when the request is over: their session's role sees views alone. */
export function ownExport(
  { streamed, community, clock, today }: Pick<Context, 'streamed' | 'community' | 'clock' | 'today'>,
  { id, name }: { id: number; name: string },
  files: Pick<FileStore, 'get'>,
): FileAnswer {
  const content = streamed(async function* (tx) {
    yield* zipOf(entriesOf(await readTodo({ tx, community, clock, today }, id), name, files));
  });
  return { name: zipName(name), content };
}

/** Reads all of it at once, so that its parts agree; bytes of files follow while it is sent. */
export async function prepareExport({
  body,
  before,
}: {
  body: { residente: { id: number } };
  before: Before;
}): Promise<Exportado> {
  const { id } = body.residente;
  const { persona, ...leido } = await before.read(async (reading) => {
    const found = await findPersona(reading.tx, id);
    if (!found) throw new NotFound(NO_PERSONA);
    return { persona: { id, name: found.name }, ...(await readTodo(reading, id)) };
  });
  return {
    ...{ persona, name: zipName(persona.name), content: zipOf(entriesOf(leido, persona.name, before.outside.files)) },
    secciones: Object.fromEntries(leido.secciones.map(({ titulo, filas }) => [titulo, filas.length])),
  };
}
