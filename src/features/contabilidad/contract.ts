/** The accountant's entries and what they are made by: our own addition. Amounts travel in pesos. */

import { amount, fecha, idOrNew, paging, ref, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list, refusable } from '#platform/endpoint.ts';
import { XLSX } from '#platform/file-types.ts';
import { z } from '#platform/zod.ts';
import { AGRUPADO, NATURALEZAS, TIPOS } from './rules.ts';

const endpoint = endpointsOf('contabilidad');

const cuenta = z.object({ id: z.number(), codigo: z.string(), name: z.string(), agrupador: z.string() });

/* Entries. */

const pedido = z.object({ desde: fecha, hasta: fecha, por: z.enum(AGRUPADO).default('dia') });

const poliza = z.object({
  fecha: z.string(),
  tipo: z.enum(TIPOS),
  numero: z.number(),
  concepto: z.string(),
  partidas: z.number(),
  debe: amount,
  haber: amount,
});
export type PolizaDe = z.infer<typeof poliza>;

const partida = z.object({
  cuenta,
  concepto: z.string(),
  referencia: z.string(),
  uuid: z.string(),
  debe: amount,
  haber: amount,
});
export type PartidaDe = z.infer<typeof partida>;

/** Something that happened in the period and has no account. */
const faltante = z.object({
  clave: z.string(),
  grupo: z.string(),
  nombre: z.string(),
  movimientos: z.number(),
  monto: amount,
});

const diario = z.object({
  polizas: z.array(poliza),
  faltan: z.array(faltante),
  /** What went out and nobody has classified: it is in no entry. */
  sinClasificar: z.object({ salidas: z.number(), monto: amount }),
  debe: amount,
  haber: amount,
});
export type DiarioDe = z.infer<typeof diario>;

export const polizasContract = {
  polizas: endpoint({
    method: 'GET',
    path: '/contabilidad/polizas',
    work: 'long',
    roles: 'ABF',
    summary: 'Las pólizas de un periodo por día o por mes, con lo que le falta cuenta contable.',
    query: pedido,
    answer: refusable(data(diario)),
  }),
  partidas: endpoint({
    method: 'GET',
    path: '/contabilidad/partidas',
    work: 'long',
    roles: 'ABF',
    summary: 'Los renglones de una póliza, por páginas.',
    query: pedido.extend({ fecha, tipo: z.enum(TIPOS), ...paging }),
    answer: refusable(data(z.object({ rows: z.array(partida), total: z.number() }))),
  }),
  excel: endpoint({
    method: 'GET',
    path: '/contabilidad/polizas-to-excel',
    work: 'long',
    roles: 'ABF',
    summary: 'Las pólizas de un periodo como libro de Excel, con lo que movió cada cuenta.',
    query: pedido,
    answer: refusable(file(XLSX)),
  }),
  contpaqi: endpoint({
    method: 'GET',
    path: '/contabilidad/polizas-to-contpaqi',
    work: 'long',
    roles: 'ABF',
    summary: 'Las pólizas de un periodo en el texto que importa CONTPAQi Contabilidad.',
    query: pedido,
    answer: refusable(file('application/octet-stream')),
  }),
};

/* Accounts. */

/** A key of the tax authority's Anexo 24: '102' or '102.01'. */
const agrupador = z.preprocess(
  (value) => value ?? '',
  z
    .string()
    .trim()
    .regex(/^(\d{3}(\.\d{2})?)?$/, 'Escriba el código agrupador del SAT, como 102 o 102.01, o déjelo vacío'),
);

export const cuentaSchema = z.object({
  id: idOrNew,
  codigo: text(30).refine((value) => /[0-9A-Za-z]/.test(value) && /^[0-9A-Za-z .-]*$/.test(value), {
    message: 'Escriba letras y números, separados si acaso por guiones o puntos',
  }),
  name: text(100),
  agrupador,
  naturaleza: z.enum(NATURALEZAS),
});

const cuentaCompleta = cuenta.extend({ naturaleza: z.enum(NATURALEZAS) });
export type CuentaCompleta = z.infer<typeof cuentaCompleta>;

const equivalencia = z.object({
  clave: z.string(),
  grupo: z.string(),
  nombre: z.string(),
  /** Without an account it goes where its register's goes. */
  opcional: z.boolean(),
  cuenta: cuenta.nullable(),
});
export type EquivalenciaDe = z.infer<typeof equivalencia>;

export const equivalenciaSchema = z.object({ clave: text(40), cuenta: z.object({ id: idOrNew }) });

export const cuentasContablesContract = {
  cuentas: endpoint({
    method: 'GET',
    path: '/cuentacontable/all',
    roles: 'ABF',
    summary: 'El catálogo de cuentas contables, por su código.',
    answer: list(cuentaCompleta),
  }),
  guardarCuenta: endpoint({
    method: 'POST',
    path: '/cuentacontable/save',
    roles: 'A',
    summary: 'Crea (id vacío) o actualiza una cuenta contable. El código de una que está en un mes cerrado no cambia.',
    body: cuentaSchema,
    answer: data(ref),
  }),
  equivalencias: endpoint({
    method: 'GET',
    path: '/equivalenciacontable/all',
    roles: 'ABF',
    summary: 'A qué cuenta contable va cada cosa que se registra.',
    answer: list(equivalencia),
  }),
  guardarEquivalencia: endpoint({
    method: 'POST',
    path: '/equivalenciacontable/save',
    roles: 'A',
    summary: 'Dice a qué cuenta va algo desde ahora: lo de los meses cerrados queda en la que estaba.',
    body: equivalenciaSchema,
    answer: done(),
  }),
};
