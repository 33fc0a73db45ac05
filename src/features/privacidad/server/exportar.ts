/** Everything that is kept of a person as one ZIP: a workbook to read, the same as JSON, and kept files. */
import { fileName, fileSafe } from '#documents/definition.ts';
import { type ReportMaking, sheetHeading } from '#documents/reportes.ts';
import { makingOf } from '#libro/server/report.ts';
import { listingWorkbook } from '#libro/server/workbook.ts';
import { listing } from '#platform/listing.ts';
import { sheetOf } from '#platform/listing-sheet.ts';
import type { Before } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
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

/** Reads all of it at once, so that its parts agree; bytes of files follow while it is sent. */
export async function prepareExport({
  body,
  before,
}: {
  body: { residente: { id: number } };
  before: Before;
}): Promise<Exportado> {
  const { id } = body.residente;
  const { persona, secciones, archivos, making } = await before.read(async (reading) => {
    const found = await findPersona(reading.tx, id);
    if (!found) throw new NotFound(NO_PERSONA);
    return {
      persona: { id, name: found.name },
      secciones: await readSecciones(reading.tx, id, reading.community.timeZone),
      archivos: await listArchivosDe(reading.tx, id),
      making: await makingOf(reading),
    };
  });
  async function* entries(): AsyncGenerator<ZipEntry> {
    const book = listingWorkbook(making, ...sheetsOf(secciones, making, persona.name));
    yield { name: 'Datos personales.xlsx', content: await gathered(book) };
    const datos = Object.fromEntries(secciones.map(({ titulo, filas }) => [titulo, filas]));
    const json = { comunidad: making.residencial, persona: persona.name, al: making.impreso, datos };
    yield { name: 'datos.json', content: Buffer.from(`${JSON.stringify(json, null, 2)}\n`, 'utf8') };
    for (const [at, { clave, nombre }] of archivos.entries()) {
      const content = await before.outside.files.get(clave);
      if (content) yield { name: entryName(`archivos/${at + 1} ${fileSafe(nombre)}`, ''), content };
    }
  }
  return {
    ...{ persona, name: fileName('zip', 'Datos personales', persona.name), content: zipOf(entries()) },
    secciones: Object.fromEntries(secciones.map(({ titulo, filas }) => [titulo, filas.length])),
  };
}
