import { amount, fecha, id, idParams, optionalText, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list, uploadBody } from '#platform/endpoint.ts';
import { XLSX } from '#platform/file-types.ts';
import { z } from '#platform/zod.ts';
import { mapa } from './mapa.ts';

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
  /** Whose phone and mail are not brought in, since they did not accept the privacy notice. */
  sinConsentimiento: z.number().default(0),
  meses: z.number().default(0),
  vehiculos: z.number().default(0),
  tarjetas: z.number().default(0),
  fiscales: z.number().default(0),
  /** Cards that maintenance is charged to. */
  domiciliados: z.number().default(0),
  /** Balances that were invoiced before. */
  facturas: z.number().default(0),
  historia: z.number().default(0),
  historiaMonto: amount.default(0),
});

export type TotalesImportacion = z.output<typeof totales>;

const importacion = z.object({
  id: z.number(),
  archivo: z.string(),
  usuario: z.string(),
  createdAt: z.string(),
  totales,
  /** Taken back as a whole; null: it stands. */
  retiro: z.object({ usuario: z.string(), createdAt: z.string(), razon: z.string() }).nullable(),
});

const comparacion = z.object({
  id: z.number(),
  archivo: z.string(),
  usuario: z.string(),
  createdAt: z.string(),
  lotes: z.number(),
  /** Lots that differ. */
  diferencias: z.number(),
  anterior: amount,
  propio: amount,
  diferencia: amount,
  aceptacion: z
    .object({
      tesorero: z.string(),
      fecha: z.string(),
      razon: z.string(),
      usuario: z.string(),
      createdAt: z.string(),
    })
    .nullable(),
});
export type Comparacion = z.output<typeof comparacion>;

const comparacionLote = z.object({
  loteId: z.number().nullable(),
  referencia: z.string(),
  asociado: z.string(),
  /** Debts less what lies in the fund; null where that side does not know the lot. */
  anterior: amount.nullable(),
  propio: amount.nullable(),
  diferencia: amount,
});
export type ComparacionLote = z.output<typeof comparacionLote>;

export const aceptarSchema = z.object({ id, tesorero: text(150), fecha, razon: optionalText(300) });

const revision = z.object({
  archivo: z.string(),
  /** When this very file was applied before; null when it was not. */
  aplicada: z.string().nullable(),
  /** How many faults there are; the list holds the first of them. */
  fallasTotal: z.number(),
  fallas: z.array(falla),
  totales,
});

/** A workbook as it is shown to whoever tells which of its columns is which. */
const libroVisto = z.object({
  /** It is our own template: nothing is to be told. */
  plantilla: z.boolean(),
  /** What fits of earlier books; null where it is of a new layout. */
  mapaId: z.number().nullable(),
  /** That one's, else a proposal; null where nothing of the book tells. */
  mapa: mapa.nullable(),
  hojas: z.array(
    z.object({
      nombre: z.string(),
      filas: z.array(z.object({ fila: z.number(), celdas: z.array(z.string()) })),
      /** Of each column its different texts; [] where they are many. */
      valores: z.array(z.array(z.string())),
    }),
  ),
});
export type LibroVisto = z.output<typeof libroVisto>;

const LIBRO = { bytesMax: BYTES_MAX, instead: 'Divídalo en dos, o quítele las hojas y formatos que no hacen falta' };

/** By which map a book is read: left out, by the template or by what fits of earlier ones. */
const conMapa = z.object({ mapa: z.coerce.number().int().positive().optional() });

export const importacionContract = {
  columnas: endpoint({
    method: 'POST',
    path: '/importacion/columnas',
    work: 'long',
    roles: 'A',
    summary: 'Dice si un libro es la plantilla, o propone qué columna es cuál como se leyó otro igual. No guarda nada.',
    body: uploadBody,
    upload: LIBRO,
    answer: data(libroVisto),
    writes: false,
  }),
  guardarMapa: endpoint({
    method: 'POST',
    path: '/importacion/mapa/save',
    roles: 'A',
    summary: 'Guarda qué columna es cuál en los libros de una disposición; el siguiente igual se lee así.',
    body: z.object({ archivo: text(200), mapa }),
    answer: data(z.object({ id: z.number() })),
  }),
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
    query: conMapa,
    body: uploadBody,
    upload: LIBRO,
    answer: data(revision),
    writes: false,
  }),
  aplicar: endpoint({
    method: 'POST',
    path: '/importacion/aplicar',
    work: 'long',
    roles: 'A',
    summary: 'Aplica un libro entero, o nada de él; el mismo libro no se aplica dos veces.',
    query: conMapa,
    body: uploadBody,
    upload: LIBRO,
    answer: data(z.object({ id: z.number(), totales })),
  }),
  retirar: endpoint({
    method: 'POST',
    path: '/importacion/retirar',
    work: 'long',
    roles: 'A',
    summary: 'Retira un libro completo, con todo lo que trajo, mientras sus lotes no tengan ningún recibo.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
};

/** What the system before says that lots owe, beside what they owe here. */
export const comparacionesContract = {
  comparar: endpoint({
    method: 'POST',
    path: '/importacion/comparar',
    work: 'long',
    roles: 'A',
    summary: 'Compara lo que un libro del sistema anterior dice que debe cada lote con lo que debe aquí, y lo guarda.',
    query: conMapa,
    body: uploadBody,
    upload: LIBRO,
    answer: data(z.object({ id: z.number() })),
  }),
  all: endpoint({
    method: 'GET',
    path: '/importacion/comparaciones',
    roles: 'ABF',
    summary: 'Las comparaciones con el sistema anterior, la última primero, y quién aceptó los saldos.',
    answer: list(comparacion),
  }),
  lotes: endpoint({
    method: 'GET',
    path: '/importacion/comparacion/{id}',
    roles: 'ABF',
    summary: 'Lo que difiere en una comparación, lote por lote.',
    params: idParams,
    answer: list(comparacionLote),
  }),
  aceptar: endpoint({
    method: 'POST',
    path: '/importacion/comparacion/aceptar',
    roles: 'AB',
    summary: 'Acepta los saldos de la última comparación a nombre de quien lleva la tesorería; ya no se retiran.',
    body: aceptarSchema,
    answer: done(),
  }),
};
