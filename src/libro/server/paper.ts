/** The painter of reports that the server draws: their documents are plain data already. */
import type { PdfDocument } from '#platform/pdf.ts';
import type { Pdf } from '#platform/server/pdf-draw.ts';

export const reportPdf = (name: string, definition: PdfDocument): Pdf => ({ name, definition });
