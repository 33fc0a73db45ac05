/** The end of a month, its close and what is frozen with it, and the shifts of the registers: our own addition. Amounts travel in pesos. */
import { destinatariosShape, ESTADOS_ENVIO, refineDestinatarios } from '#libro/reportes/contract.ts';
import { amount, id, idParams, monthAsked, monthFields, optionalText, paging, pesos, ref } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list, raw, TOLD_READ } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { ESTADOS_PUNTO, PUNTOS } from './rules.ts';

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
      testigo: z.string().nullable(),
    })
    .nullable(),
  /** Whoever opened it may not sign in any more: two count and sign it. */
  entreDos: z.boolean(),
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
  /** The receipt; null of a refund. */
  recibo: z.number().nullable(),
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

const contarSchema = z.object({
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
  /** Who counted beside whoever signs, where the shift asks for two. */
  testigo: z.object({ usuario: optionalText(200), password: z.string().max(200) }).optional(),
});

export const MOTIVO_MAX = 500;

export const cerrarSchema = monthAsked.extend({
  /** Why what is open is passed over, by its point. */
  motivos: z.partialRecord(z.enum(PUNTOS), optionalText(MOTIVO_MAX)).optional(),
});

export const cierresContract = {
  periodos: endpoint({
    method: 'GET',
    path: '/periodo/all',
    roles: 'ABF',
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
    summary:
      'Cierra un mes: nada con fecha de él se escribe después. Guarda sus cifras con una huella, y la lista con un motivo por cada punto abierto.',
    body: cerrarSchema,
    answer: data(periodo),
  }),
  verificarPeriodo: endpoint({
    method: 'GET',
    path: '/periodo/verificar/{id}',
    work: 'long',
    roles: 'ABF',
    summary:
      'Compara las cifras y la huella de un cierre con lo que el libro dice hoy, y sus archivos con sus huellas.',
    params: idParams,
    answer: data(
      z.object({
        valido: z.boolean(),
        /** False: the figures or the chain of hashes were altered. */
        huellaIntacta: z.boolean(),
        /** The frozen files, each against its hash as it was kept and as the audit log has it; null where there are none. */
        archivosIntactos: z.boolean().nullable(),
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

/* The end of a month, on one screen. */

const punto = z.object({
  punto: z.enum(PUNTOS),
  estado: z.enum(ESTADOS_PUNTO),
  cantidad: z.number(),
  detalle: z.string(),
  /** Where it is seen to; '' of a month that is closed. */
  enlace: z.string(),
  /** Why it was passed over; '' where it was not. */
  motivo: z.string(),
});
export type PuntoDelMes = z.infer<typeof punto>;

const archivo = z.object({ nombre: z.string(), bytes: z.number(), huella: z.string(), createdAt: z.string() });

const congelado = z.object({
  estado: z.enum(['ninguno', 'pendiente', 'listo']),
  /** When what it tells was read: with the closing, or later of one from before there were such files. */
  leidoAt: z.string().nullable(),
  alCerrar: z.boolean(),
  /** Why it could not be made the last time, and when it is tried again. */
  error: z.string(),
  proximo: z.string().nullable(),
  paquete: archivo.nullable(),
  informe: archivo.nullable(),
});
export type Congelado = z.infer<typeof congelado>;

const envioDelMes = z.object({
  id: z.number(),
  fecha: z.string(),
  /** '' of what went by itself. */
  usuario: z.string(),
  para: z.array(z.string()),
  /** False: as a link, since it is heavier than a letter may be. */
  adjunto: z.boolean(),
  estado: z.enum(ESTADOS_ENVIO),
  mensaje: z.string(),
});
export type EnvioDelMes = z.infer<typeof envioDelMes>;

const finDeMes = z.object({
  ...monthFields,
  periodo: periodo.nullable(),
  /** Why it cannot be closed, whatever its list says; '' where it can, or is. */
  impedimento: z.string(),
  puntos: z.array(punto),
  congelado: congelado.nullable(),
  envios: z.array(envioDelMes),
  /** How many owners were written to, and how many of them have opened the report. */
  cartas: z.number(),
  abiertas: z.number(),
  publicado: z.object({ fecha: z.string(), usuario: z.string() }).nullable(),
});
export type FinDeMes = z.infer<typeof finDeMes>;

const apertura = z.object({
  id: z.number(),
  referencia: z.string(),
  correo: z.string(),
  enviado: z.string(),
  abierto: z.string().nullable(),
  aperturas: z.number(),
});
export type Apertura = z.infer<typeof apertura>;

export const destinatariosSchema = z.object(destinatariosShape).superRefine(refineDestinatarios);

/** Of a link: 32 bytes as base64url. */
const token = z.string().regex(/^[\w-]{43}$/, 'El enlace no está completo. Cópielo entero del correo');

export const finDeMesContract = {
  get: endpoint({
    method: 'GET',
    path: '/finmes/get/{year}/{mes}',
    work: 'long',
    roles: 'ABF',
    summary:
      'Un mes: su lista, y de uno cerrado sus archivos y a quién se enviaron. El consultor ve sólo meses cerrados.',
    params: monthAsked,
    answer: data(finDeMes),
  }),
  congelar: endpoint({
    method: 'POST',
    path: '/finmes/congelar',
    work: 'long',
    roles: 'A',
    summary: 'Pide los archivos de un mes que se cerró antes de que los hubiera; se hacen una vez y quedan como son.',
    body: z.object({ id }),
    answer: done(),
  }),
  paquete: endpoint({
    method: 'GET',
    path: '/finmes/paquete/{id}',
    roles: 'ABF',
    summary: 'El ZIP que se congeló con un cierre, siempre con los mismos bytes.',
    params: idParams,
    answer: file('application/zip'),
  }),
  informe: endpoint({
    method: 'GET',
    path: '/finmes/informe/{id}',
    roles: 'ABF',
    summary: 'El informe de un mes a los propietarios, en PDF.',
    params: idParams,
    answer: file('application/pdf'),
  }),
  destinatarios: endpoint({
    method: 'GET',
    path: '/finmes/destinatarios',
    roles: 'AB',
    summary: 'A quién se envía el ZIP de cada cierre, y los usuarios que se pueden elegir.',
    answer: data(
      z.object({
        usuarios: z.array(z.number()),
        correos: z.array(z.string()),
        elegibles: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })),
      }),
    ),
  }),
  guardarDestinatarios: endpoint({
    method: 'POST',
    path: '/finmes/destinatarios',
    roles: 'A',
    summary: 'Dice a quién se envía el ZIP de cada cierre: tesorería, auditoría.',
    body: destinatariosSchema,
    answer: done(),
  }),
  enviarPaquete: endpoint({
    method: 'POST',
    path: '/finmes/paquete/enviar',
    work: 'long',
    roles: 'A',
    summary: 'Envía el ZIP de un cierre a sus destinatarios en este momento.',
    body: z.object({ id }),
    idempotent: true,
    answer: data(z.object({ correos: z.number() })),
  }),
  publicarInforme: endpoint({
    method: 'POST',
    path: '/finmes/informe/publicar',
    roles: 'A',
    summary: 'Publica el informe de un mes entre los newsletters, una vez.',
    body: z.object({ id }),
    answer: done(),
  }),
  enviarInforme: endpoint({
    method: 'POST',
    path: '/finmes/informe/enviar',
    work: 'long',
    roles: 'A',
    summary: 'Envía a cada propietario con correo el enlace a su informe; a nadie dos veces.',
    body: z.object({ id }),
    idempotent: true,
    answer: data(z.object({ correos: z.number(), yaEnviados: z.number() })),
  }),
  aperturas: endpoint({
    method: 'GET',
    path: '/finmes/informe/aperturas/{id}',
    roles: 'AB',
    ...TOLD_READ,
    summary: 'A quién se envió el informe de un mes, y quién lo abrió.',
    params: idParams,
    answer: list(apertura),
  }),
  abrir: endpoint({
    method: 'GET',
    path: '/informe/{token}',
    roles: 'PUBLIC',
    work: 'write',
    writes: true,
    // The opening is its own record; the first one is told in the log beside it.
    audited: false,
    summary: 'El informe de un mes, por el enlace que recibió un propietario; anota que lo abrió.',
    params: z.object({ token }),
    answer: file('application/pdf'),
  }),
};
