/** What the end of a month asks of the features, and what each has frozen of it; the composition root brings them together. */
import { wallClockInZone } from '#core/fecha.ts';
import type { Month } from '#core/period.ts';
import type { ReportMaking } from '#documents/reportes.ts';
import type { PdfDocument } from '#platform/pdf.ts';
import type { Reading } from '#platform/server/context.ts';
import type { ZipEntry } from '#platform/server/zip.ts';
import type { MadeReport } from './report.ts';
import { listingWorkbook } from './workbook.ts';

/** A point of the list as it stands now. */
export interface PuntoLeido {
  estado: 'hecho' | 'abierto' | 'no_aplica';
  /** What is missing, or was done. */
  cantidad: number;
  /** The same in words. */
  detalle: string;
  /** The screen where it is seen to, with its filters. */
  enlace: string;
}

export type PuntoSource = (reading: Reading, month: Month) => Promise<PuntoLeido>;

/** Open where there is something, else done; `words` says it of both. */
export const porHacer = (cantidad: number, words: { abierto: string; hecho: string }, enlace: string): PuntoLeido => ({
  ...{ estado: cantidad > 0 ? 'abierto' : 'hecho', cantidad, enlace },
  detalle: cantidad > 0 ? words.abierto : words.hecho,
});

export const noAplica = (detalle: string, enlace: string): PuntoLeido => ({
  ...{ estado: 'no_aplica', cantidad: 0, detalle, enlace },
});

/** An instant as the community's clock shows it, without a zone, so that it is written alike wherever its file is made. */
export const onClock = (instant: string, { timeZone }: Reading['community']): string =>
  wallClockInZone(new Date(instant), timeZone);

/** What files are made by, once their data were read. */
export interface PartMaking {
  month: Month;
  making: ReportMaking;
  draw(name: string, document: PdfDocument): Promise<Uint8Array>;
  /** For what never changes any more, such as a stamped document. */
  read<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
}

/**
 * A part of what is frozen with a month: read in the closing's own transaction as plain JSON, and made of that alone, so that
 * the same data always give the same bytes, whenever they are made.
 */
export interface MonthPart<Data> {
  /** Its folder in the ZIP. */
  carpeta: string;
  read(reading: Reading, month: Month): Promise<Data>;
  files(data: Data, by: PartMaking): AsyncIterable<ZipEntry>;
}

// biome-ignore lint/suspicious/noExplicitAny: each part has data of its own, which nobody else looks at.
export type MonthParts = Readonly<Record<string, MonthPart<any>>>;

/** What the parts read, by their keys. */
export type DataOf<Parts extends MonthParts> = {
  readonly [K in keyof Parts]: Parts[K] extends MonthPart<infer Data> ? Data : never;
};

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** A report as a workbook and on paper. */
export async function* filesOf({ pdf, xlsx }: MadeReport, { making, draw }: PartMaking): AsyncGenerator<ZipEntry> {
  yield { name: xlsx.name, content: await bytesOf(listingWorkbook(making, ...xlsx.sheets(making))) };
  yield { name: pdf.name, content: await draw(pdf.name, pdf.document(making)) };
}
