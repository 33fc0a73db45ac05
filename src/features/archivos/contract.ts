/**
 * Files that users bring and see. Our addition: the specification keeps them at an outside service. Roles:
 * dominio.md#roles.
 */
import { idParams } from '#platform/codecs.ts';
import { data, endpointsOf, file, uploadBody } from '#platform/endpoint.ts';
import type { Guard } from '#platform/roles.ts';
import { z } from '#platform/zod.ts';
import { IMAGE_BYTES_MAX, PDF_BYTES_MAX, PICTURE_BYTES_MAX } from './rules.ts';

const endpoint = endpointsOf('archivos');

/** Who may see the files of a use. */
export const USOS = {
  sancion: 'ABCD',
  constancia: 'ABC',
  acceso: 'ABG',
  amenidad: 'AB',
  newsletter: 'AB',
  reservante: 'AB',
  compra: 'AB',
  comprobante: 'ABC',
  expediente: 'ABC',
  convenio: 'ABC',
} as const satisfies Readonly<Record<string, Guard>>;
export type Uso = keyof typeof USOS;

const archivo = z.object({
  id: z.number(),
  /** Where it is read, with a session. */
  url: z.string(),
  fileName: z.string(),
});

export const archivosContract = {
  subirSancion: endpoint({
    method: 'POST',
    path: '/archivos/sancion',
    roles: 'ABCD',
    summary: 'Guarda la imagen (PNG o JPEG, hasta 10 MB) de una sanción que se va a generar.',
    upload: { bytesMax: IMAGE_BYTES_MAX },
    body: uploadBody,
    answer: data(archivo),
  }),
  subirConstancia: endpoint({
    method: 'POST',
    path: '/archivos/constancia',
    roles: 'ABC',
    summary: 'Guarda la constancia de situación fiscal (PDF, hasta 10 MB) que se va a ligar a unos datos fiscales.',
    upload: { bytesMax: PDF_BYTES_MAX },
    body: uploadBody,
    answer: data(archivo),
  }),
  subirAmenidad: endpoint({
    method: 'POST',
    path: '/archivos/amenidad',
    roles: 'AB',
    summary: 'Guarda el icono o la foto (PNG o JPEG, hasta 5 MB y 40 megapixeles) de un tipo de amenidad.',
    upload: { bytesMax: PICTURE_BYTES_MAX },
    body: uploadBody,
    answer: data(archivo),
  }),
  subirNewsletter: endpoint({
    method: 'POST',
    path: '/archivos/newsletter',
    roles: 'AB',
    summary: 'Guarda la imagen (PNG o JPEG, hasta 5 MB y 40 megapixeles) de un newsletter.',
    upload: { bytesMax: PICTURE_BYTES_MAX },
    body: uploadBody,
    answer: data(archivo),
  }),
  subirCompra: endpoint({
    method: 'POST',
    path: '/archivos/compra',
    roles: 'AB',
    summary: 'Guarda el PDF (hasta 10 MB) de la factura de un proveedor que se va a adjuntar a una orden de compra.',
    upload: { bytesMax: PDF_BYTES_MAX },
    body: uploadBody,
    answer: data(archivo),
  }),
  subirExpediente: endpoint({
    method: 'POST',
    path: '/archivos/expediente',
    roles: 'AB',
    summary: 'Guarda el PDF (hasta 10 MB) de un acta, un reglamento u otro documento que va en los expedientes.',
    upload: { bytesMax: PDF_BYTES_MAX },
    body: uploadBody,
    answer: data(archivo),
  }),
  subirConvenio: endpoint({
    method: 'POST',
    path: '/archivos/convenio',
    roles: 'AB',
    summary: 'Guarda el PDF (hasta 10 MB) de un convenio de pago ya firmado en papel.',
    upload: { bytesMax: PDF_BYTES_MAX },
    body: uploadBody,
    answer: data(archivo),
  }),
  get: endpoint({
    method: 'GET',
    path: '/archivos/{id}',
    roles: 'ABCDG',
    summary: 'Los bytes de un archivo; el que el rol no puede ver no existe para él.',
    params: idParams,
    answer: file('application/octet-stream'),
  }),
};

const URL_PATTERN = /^\/api\/v1\/archivos\/(\d{1,9})$/;

/** Where a file is read. */
export const urlOfArchivo = (id: number): string => `/api/v1/archivos/${id}`;

/** The file that an address is of; undefined for any other text. */
export function archivoOfUrl(url: string): number | undefined {
  const found = URL_PATTERN.exec(url);
  return found ? Number(found[1]) : undefined;
}
