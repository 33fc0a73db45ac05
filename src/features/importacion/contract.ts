import { amount } from '#platform/codecs.ts';
import { data, endpointsOf, file, list, uploadBody } from '#platform/endpoint.ts';
import { XLSX } from '#platform/file-types.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('importacion');

const BYTES_MAX = 15 * 1024 * 1024;

const falla = z.object({ hoja: z.string(), fila: z.number(), columna: z.string(), mensaje: z.string() });

const totales = z.object({
  lotes: z.number(),
  condominales: z.number(),
  habitacionales: z.number(),
  comerciales: z.number(),
  entregados: z.number(),
  superficie: z.number(),
  residentes: z.number(),
  asociados: z.number(),
  inquilinos: z.number(),
  vinculos: z.number(),
  telefonos: z.number(),
  correos: z.number(),
  /** Opening balances: what is owed and what lies in funds, rows and pesos. Books applied earlier had none. */
  saldos: z.number().default(0),
  saldosMonto: amount.default(0),
  /** The same by kind of charge. */
  saldosPorCargo: z.array(z.object({ cargo: z.string(), saldos: z.number(), monto: amount })).default([]),
  fondos: z.number().default(0),
  fondosMonto: amount.default(0),
});

export type TotalesImportacion = z.output<typeof totales>;

const importacion = z.object({
  id: z.number(),
  archivo: z.string(),
  usuario: z.string(),
  createdAt: z.string(),
  totales,
});

const revision = z.object({
  archivo: z.string(),
  /** When this very file was applied before; null when it was not. */
  aplicada: z.string().nullable(),
  /** How many faults there are; the list holds the first of them. */
  fallasTotal: z.number(),
  fallas: z.array(falla),
  totales,
});

export const importacionContract = {
  plantilla: endpoint({
    method: 'GET',
    path: '/importacion/plantilla',
    roles: 'A',
    summary: 'La plantilla del libro con que se da de alta una comunidad.',
    answer: file(XLSX),
  }),
  all: endpoint({
    method: 'GET',
    path: '/importacion/all',
    roles: 'A',
    summary: 'Los libros que ya se aplicaron.',
    answer: list(importacion),
  }),
  revisar: endpoint({
    method: 'POST',
    path: '/importacion/revisar',
    work: 'long',
    roles: 'A',
    summary: 'Revisa un libro sin guardar nada: cada fila con falla y los totales de control.',
    body: uploadBody,
    upload: { bytesMax: BYTES_MAX, instead: 'Divídalo en dos, o quítele las hojas y formatos que no hacen falta' },
    answer: data(revision),
    writes: false,
  }),
  aplicar: endpoint({
    method: 'POST',
    path: '/importacion/aplicar',
    work: 'long',
    roles: 'A',
    summary: 'Aplica un libro entero, o nada de él; el mismo libro no se aplica dos veces.',
    body: uploadBody,
    upload: { bytesMax: BYTES_MAX, instead: 'Divídalo en dos, o quítele las hojas y formatos que no hacen falta' },
    answer: data(z.object({ id: z.number(), totales })),
  }),
};
