/** PDF documents in the browser; the library and its two faces are loaded with the first one. */

import boldFace from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url';
import normalFace from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

async function load() {
  const { default: pdfmake } = await import('pdfmake');
  const absolute = (url: string) => new URL(url, location.href).href;
  const normal = absolute(normalFace);
  const bold = absolute(boldFace);
  pdfmake.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } });
  pdfmake.setUrlAccessPolicy((url) => url === normal || url === bold);
  return pdfmake;
}

let loading: ReturnType<typeof load> | undefined;

/** Draws a document and saves it under this name. */
export async function downloadPdf(definition: TDocumentDefinitions, name: string): Promise<void> {
  loading ??= load();
  const pdfmake = await loading.catch((error: unknown) => {
    // The next try loads again.
    loading = undefined;
    throw error;
  });
  const blob = await pdfmake.createPdf(definition).getBlob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
