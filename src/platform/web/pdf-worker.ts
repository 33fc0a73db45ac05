/** Draws PDF documents beside the page, which stays alive meanwhile however long they are. */

import pdfmake from 'pdfmake';
import boldFace from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url';
import normalFace from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url';
import { createPdf, type PdfDocument, TABLE_LAYOUTS } from '../pdf.ts';

export interface PdfJob {
  id: number;
  document: PdfDocument;
}

export type PdfAnswer = { id: number; pdf: ArrayBuffer } | { id: number; error: string };

const absolute = (url: string) => new URL(url, self.location.origin).href;
const normal = absolute(normalFace);
const bold = absolute(boldFace);
pdfmake.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } });
pdfmake.setTableLayouts(TABLE_LAYOUTS);
pdfmake.setUrlAccessPolicy((url: string) => url === normal || url === bold);

self.addEventListener('message', (event: MessageEvent<PdfJob>) => {
  const { id, document } = event.data;
  const answer = (message: PdfAnswer, transfer: Transferable[] = []) => self.postMessage(message, { transfer });
  void createPdf((drawn, options) => pdfmake.createPdf(drawn, options), document)
    .then((made) => made.getBlob())
    .then((blob: Blob) => blob.arrayBuffer())
    .then((pdf: ArrayBuffer) => answer({ id, pdf }, [pdf]))
    .catch((error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }));
});
