/** The close of a month, and the shifts of the registers: our own addition. Amounts travel in pesos. */
import { amount, id, idParams, monthAsked, monthFields, optionalText, paging, pesos, ref } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, raw } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('cierres');

/** A figure of a month: 'Cobrado · Transferencia · Caja general'. */
export const cifra = z.object({
  grupo: z.string(),
  concepto: z.string(),
  cantidad: z.number(),
  monto: amount,
});
export type Cifra = z.infer<typeof cifra>;

const periodo = z.object({
  id: z.number(),
  ...monthFields,
  usuario: z.string(),
  createdAt: z.string(),
  /** SHA-256 in hexadecimal, of the one before it and of the figures. */
  huella: z.string(),
});
export type Periodo = z.infer<typeof periodo>;

const turno = z.object({
  id: z.number(),
  caja: z.object({ id: z.number(), name: z.string() }),
  estado: z.enum(['abierto', 'contado', 'firmado']),
  fondoInicial: amount,
  abierto: z.object({ usuario: z.string(), fecha: z.string() }),
  contadoAt: z.string().nullable(),
  firma: z
    .object({
      usuario: z.string(),
      fecha: z.string(),
      esperado: amount,
      contado: amount,
      explicacion: z.string(),
      huella: z.string(),
    })
    .nullable(),
});
export type Turno = z.infer<typeof turno>;

const porMetodo = z.object({
  metodoPago: z.object({ id: z.number(), name: z.string() }),
  /** Null until the shift was counted: whoever counts does not know it. */
  esperado: amount.nullable(),
  contado: amount.nullable(),
});
export type PorMetodo = z.infer<typeof porMetodo>;

const movimiento = z.object({
  fecha: z.string(),
  hora: z.string(),
  referencia: z.string(),
  asociado: z.string(),
  descripcion: z.string(),
  metodoPago: z.string(),
  /** Negative: a payment that was cancelled. */
  monto: amount,
  /** Of a day that was closed by then. */
  correccion: z.boolean(),
});
export type Movimiento = z.infer<typeof movimiento>;

/** What is in a register. */
const contado = pesos.refine((value) => value >= 0, { message: 'No puede ser negativo' });

export const contarSchema = z.object({
  id,
  conteo: z
    .array(z.object({ metodoPago: ref, monto: contado }))
    .min(1, 'Escriba lo que contó de cada método')
    .max(50),
});

export const firmarSchema = z.object({
  id,
  explicacion: optionalText(1000),
  password: z.string().min(1, 'Escriba su contraseña').max(200),
});

export const cierresContract = {
  periodos: endpoint({
    method: 'GET',
    path: '/periodo/all',
    roles: 'AB',
    summary: 'Los meses cerrados, el último primero, y el que sigue.',
    answer: data(
      z.object({
        periodos: z.array(periodo),
        /** The month that may be closed next; null while nothing of it is over. */
        siguiente: z.object(monthFields).nullable(),
        /** Why it cannot be closed yet; '' where it can. */
        impedimento: z.string(),
      }),
    ),
  }),
  cifras: endpoint({
    method: 'GET',
    path: '/periodo/cifras/{year}/{mes}',
    roles: 'AB',
    summary: 'Las cifras de un mes según el libro en este momento.',
    params: monthAsked,
    answer: list(cifra),
  }),
  cerrarPeriodo: endpoint({
    method: 'POST',
    path: '/periodo/cerrar',
    work: 'long',
    roles: 'A',
    summary: 'Cierra un mes: nada con fecha de él se escribe después. Guarda sus cifras con una huella.',
    body: monthAsked,
    answer: data(periodo),
  }),
  verificarPeriodo: endpoint({
    method: 'GET',
    path: '/periodo/verificar/{id}',
    work: 'long',
    roles: 'AB',
    summary: 'Compara las cifras y la huella de un cierre con lo que el libro dice hoy.',
    params: idParams,
    answer: data(
      z.object({
        valido: z.boolean(),
        /** False: the figures or the chain of hashes were altered. */
        huellaIntacta: z.boolean(),
        cifras: z.array(cifra),
        diferencias: z.array(z.object({ grupo: z.string(), concepto: z.string(), guardado: amount, actual: amount })),
      }),
    ),
  }),
  turnos: endpoint({
    method: 'GET',
    path: '/turno/all',
    roles: 'ABC',
    summary: 'Los turnos de caja por páginas: los abiertos primero, después el último.',
    query: z.object(paging),
    answer: raw(
      z.object({ content: z.array(turno), first: z.boolean(), last: z.boolean(), totalElements: z.number() }),
    ),
  }),
  turno: endpoint({
    method: 'GET',
    path: '/turno/get/{id}',
    roles: 'ABC',
    summary: 'Un turno con lo esperado y lo contado por método; lo esperado, después de contar.',
    params: idParams,
    answer: data(turno.extend({ metodos: z.array(porMetodo), conteos: z.number() })),
  }),
  corteDeTurno: endpoint({
    method: 'GET',
    path: '/turno/corte/{id}',
    roles: 'ABC',
    summary: 'Los cobros y las cancelaciones de un turno, cuando ya se contó.',
    params: idParams,
    answer: list(movimiento),
  }),
  abrirTurno: endpoint({
    method: 'POST',
    path: '/turno/abrir',
    roles: 'ABC',
    summary: 'Abre el turno de una caja con el efectivo que hay en ella.',
    body: z.object({ caja: ref, fondoInicial: contado }),
    idempotent: true,
    answer: data(z.number()),
  }),
  contarTurno: endpoint({
    method: 'POST',
    path: '/turno/contar',
    roles: 'ABC',
    summary: 'Guarda lo contado, sin decir antes lo esperado; desde el primer conteo el turno no recibe más.',
    body: contarSchema,
    idempotent: true,
    answer: data(z.number()),
  }),
  firmarTurno: endpoint({
    method: 'POST',
    path: '/turno/firmar',
    roles: 'ABC',
    summary: 'Firma un turno contado con la contraseña de quien firma; una diferencia se explica.',
    body: firmarSchema,
    answer: done(),
  }),
  obligatorios: endpoint({
    method: 'GET',
    path: '/turno/obligatorios',
    roles: 'ABC',
    summary: 'Si se cobra solo con un turno abierto en la caja.',
    answer: raw(z.boolean()),
  }),
  exigirTurnos: endpoint({
    method: 'POST',
    path: '/turno/obligatorios',
    roles: 'AB',
    summary: 'Exige, o deja de exigir, un turno abierto para cobrar en una caja.',
    body: z.object({ obligatorios: z.boolean() }),
    answer: done(),
  }),
};
