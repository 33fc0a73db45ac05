/**
 * PDF documents on the server: the same definitions that the browser draws, plain ones by our own hand. Nothing is read but the
 * two faces.
 */
import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import { createPdf, isPlain, type PdfDocument, TABLE_LAYOUTS } from '../pdf.ts';
import { drawPlain } from './pdf-plain-draw.ts';

const require = createRequire(import.meta.url);
const FACES = {
  normal: require.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf'),
  bold: require.resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf'),
};
const ALLOWED = new Set(Object.values(FACES));

pdfmake.setFonts({ Roboto: { ...FACES, italics: FACES.normal, bolditalics: FACES.bold } });
pdfmake.setTableLayouts(TABLE_LAYOUTS);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => ALLOWED.has(path));

/** By pdfmake, as the browser does. */
export async function renderByPdfmake(definition: PdfDocument): Promise<Buffer> {
  const made = await createPdf((drawn, options) => pdfmake.createPdf(drawn, options), definition);
  return made.getBuffer();
}

export const renderPdf = (definition: PdfDocument): Promise<Buffer> =>
  isPlain(definition) ? drawPlain(definition) : renderByPdfmake(definition);
