/**
 * What is frozen with a closing: read as data in its transaction, and made of those alone into a ZIP and the report to the
 * owners. The same data always give the same bytes. Source: dominio.md#month-end.
 */
import { createHash } from 'node:crypto';
import { wallClockInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import { type Month, monthKey, monthTitle } from '#core/period.ts';
import { fileName } from '#documents/definition.ts';
import { informeMensual } from '#documents/informe-mensual.ts';
import type { ReportMaking } from '#documents/reportes.ts';
import { bytesOf, filesOf, type MonthParts, type PartMaking } from '#libro/server/month-end.ts';
import { madeOf } from '#libro/server/report.ts';
import type { PdfDocument } from '#platform/pdf.ts';
import type { Reading } from '#platform/server/context.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import { type ZipEntry, zipOf } from '#platform/server/zip.ts';
import { formatMomento } from '#ui/format.ts';
import { LISTA } from '../listings.ts';
import { informeOf } from '../rules.ts';
import type { Congelable, MonthEnd, NewArchivo, PuntoRow } from './month-end.ts';
import type { Figure } from './repository-figures.ts';

interface Closed {
  month: Month;
  figures: readonly Figure[];
  puntos: readonly PuntoRow[];
  usuario: string;
  huella: Buffer;
  createdAt: Date;
}

/** Reads what is frozen of a month; the caller's transaction is what it is as of. */
export async function readFrozen(monthEnd: MonthEnd, reading: Reading, closed: Closed): Promise<Congelable> {
  const { month, figures, puntos, usuario, huella, createdAt } = closed;
  const { timeZone } = reading.community;
  const membrete = await findMembrete(reading.tx, reading.community);
  const partes: Record<string, unknown> = {};
  for (const [clave, parte] of Object.entries(monthEnd.partes)) partes[clave] = await parte.read(reading, month);
  return {
    cierre: {
      ...{ year: month.year, mes: month.mes, usuario, huella: huella.toString('hex') },
      ...{ cerrado: wallClockInZone(createdAt, timeZone), leido: wallClockInZone(reading.clock.now(), timeZone) },
      ...membrete,
    },
    puntos: [...puntos],
    informe: {
      cifras: figures.map(({ grupo, concepto, monto }) => ({ grupo, concepto, monto: toPesos(monto) })),
      ...monthEnd.toldOf(partes),
    },
    partes,
  };
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export interface FrozenMaking {
  draw(name: string, document: PdfDocument): Promise<Uint8Array>;
  read: PartMaking['read'];
}

/** The list as it was when the month was closed. */
const listaFiles = ({ puntos }: Congelable, by: PartMaking): AsyncIterable<ZipEntry> =>
  filesOf(
    madeOf({
      name: fileName('pdf', 'Lista', monthKey(by.month)),
      report: {
        ...{ title: 'Fin de mes', subtitle: monthTitle(by.month), list: LISTA, rows: puntos },
        emptyText: 'Se cerró antes de que hubiera una lista',
      },
    }),
    by,
  );

/** What is in the ZIP, each with its hash, and whose closing it is of. */
function indexOf({ cierre }: Congelable, hashes: readonly string[]): ZipEntry {
  const lines = [
    `${cierre.residencial} · Archivo de fin de mes`,
    `Mes: ${monthTitle(cierre)}`,
    `Cerrado: ${formatMomento(cierre.cerrado)}, por ${cierre.usuario}`,
    ...(cierre.leido === cierre.cerrado ? [] : [`Datos leídos después, el ${formatMomento(cierre.leido)}`]),
    `Huella del cierre (SHA-256): ${cierre.huella}`,
    '',
    'SHA-256 de cada archivo:',
    ...hashes,
    '',
  ];
  return { name: 'INDICE.txt', content: Buffer.from(lines.join('\r\n'), 'utf8') };
}

async function* entries(parts: MonthParts, datos: Congelable, by: PartMaking): AsyncGenerator<ZipEntry> {
  const hashes: string[] = [];
  const folders: readonly (readonly [string, AsyncIterable<ZipEntry>])[] = [
    ['Fin de mes', listaFiles(datos, by)],
    // Of a part that is no longer declared nothing can be made; one that came later has no data.
    ...Object.entries(parts).flatMap(([clave, parte]) =>
      clave in datos.partes ? [[parte.carpeta, parte.files(datos.partes[clave], by)] as const] : [],
    ),
  ];
  for (const [at, [carpeta, files]] of folders.entries()) {
    for await (const { name, content } of files) {
      const path = `${String(at + 1).padStart(2, '0')} ${carpeta}/${name}`;
      hashes.push(`${sha256(content).toString('hex')}  ${path}`);
      yield { name: path, content };
    }
  }
  yield indexOf(datos, hashes);
}

/** Makes the files of a closing. */
export async function makeFrozen(parts: MonthParts, datos: Congelable, making: FrozenMaking): Promise<NewArchivo[]> {
  const { cierre } = datos;
  const printed: ReportMaking = {
    ...{ codigo: cierre.codigo, residencial: cierre.residencial, logo: cierre.logo },
    impreso: formatMomento(cierre.leido),
  };
  // A document says when it was made: of what is frozen that is when it was read.
  const creationDate = new Date(`${cierre.leido}Z`);
  const draw: PartMaking['draw'] = (name, document) =>
    making.draw(name, { ...document, info: { ...document.info, creationDate } });
  const by: PartMaking = { month: cierre, making: printed, draw, read: making.read };
  const contenido = await bytesOf(zipOf(entries(parts, datos, by), cierre.leido));
  const hechos = { month: cierre, huella: cierre.huella, cerrado: formatMomento(cierre.cerrado) };
  const nombre = fileName('pdf', 'Informe mensual', monthKey(cierre));
  const informe = Buffer.from(await draw(nombre, informeMensual(informeOf(datos.informe, cierre), hechos, printed)));
  return [
    { clase: 'paquete', nombre: fileName('zip', 'Fin de mes', monthKey(cierre)), huella: sha256(contenido), contenido },
    { clase: 'informe', nombre, huella: sha256(informe), contenido: informe },
  ];
}
