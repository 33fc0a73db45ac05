/** Reports as files, made by the server: the same listing on paper and as a workbook, for a download and for a letter. */
import { wallClockInZone } from '#core/fecha.ts';
import { type NamedReport, printedOn, type ReportMaking, reportDocument, sheetHeading } from '#documents/reportes.ts';
import { type ListingSheet, sheetOf } from '#platform/listing-sheet.ts';
import type { PdfDocument } from '#platform/pdf.ts';
import type { Reading } from '#platform/server/context.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import { formatMomento } from '#ui/format.ts';
import type { ClaveReporte, FiltrosDe } from '../reportes/filtros.ts';

/** A report whose rows have been read. */
export interface MadeReport {
  /** Of how many rows. */
  rows: number;
  pdf: { name: string; document(making: ReportMaking): PdfDocument };
  xlsx: { name: string; sheets(making: ReportMaking): readonly ListingSheet[] };
}

/** Where and when a report is made. */
export async function makingOf({
  tx,
  clock,
  community,
}: Pick<Reading, 'tx' | 'clock' | 'community'>): Promise<ReportMaking> {
  const reloj = wallClockInZone(clock.now(), community.timeZone);
  return { ...(await findMembrete(tx, community)), impreso: formatMomento(reloj) };
}

/** Reads a report as it is asked for; a filter that names what does not exist is refused. */
export type ReportSource<K extends ClaveReporte> = (reading: Reading, filtros: FiltrosDe<K>) => Promise<MadeReport>;

export type ReportSources = { readonly [K in ClaveReporte]: ReportSource<K> };

/** The lines over a table: whose report it is, of what, and when it was made. */
function headingOf<Row>(
  titulo: string,
  { subtitle = '', facts = [] }: NamedReport<Row>['report'],
  making: ReportMaking,
) {
  const told = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name.replace(/:$/, '')}: ${value}`);
  return sheetHeading(making, titulo, subtitle, ...told, printedOn(making.impreso));
}

/** The key of the last paper column before the first sum, where the words of a block stand. */
function wordsAt<Row>({ list }: NamedReport<Row>['report']): string {
  const first = list.paper.findIndex(({ total }) => total);
  return list.paper[Math.max(0, first - 1)]?.key ?? '';
}

function sheetOfReport<Row>(titulo: string, report: NamedReport<Row>['report'], making: ReportMaking): ListingSheet {
  const { list, rows, block } = report;
  const last = new Set(block?.rows);
  return sheetOf(
    list,
    { name: titulo, heading: headingOf(titulo, report, making) },
    [block ? [...rows, ...block.rows] : rows],
    block && { title: block.title, at: wordsAt(report), has: (row) => last.has(row) },
  );
}

interface Making {
  /** Its name in the workbook, where the paper's title is another. */
  titulo?: string;
  /** The sheets, where they are more than the list. */
  sheets?: (making: ReportMaking) => readonly ListingSheet[];
}

/** The files of a report, which have one name. */
export function madeOf<Row>(
  { name, report }: NamedReport<Row>,
  { sheets, titulo = report.title }: Making = {},
): MadeReport {
  return {
    rows: report.rows.length + (report.block?.rows.length ?? 0),
    pdf: { name, document: (making) => reportDocument(report, making) },
    xlsx: {
      name: name.replace(/pdf$/, 'xlsx'),
      sheets: sheets ?? ((making) => [sheetOfReport(titulo, report, making)]),
    },
  };
}
