/**
 * Where the columns of a bank's file are and how it writes them: data, declared by the user and kept by bank, or a preset's.
 */

import { FORMAS_FECHA, FORMAS_NUMERO } from '#core/valores.ts';
import {
  CODIFICACIONES,
  COLUMNAS_MAX,
  type Columna,
  columna,
  FILAS_DE_ENCABEZADO,
  SEPARADORES,
} from '#platform/tabla.ts';
import { z } from '#platform/zod.ts';

export const ANCHO_MAX = 5_000;
export const LARGO_MAX = 1_000;
/** Part of a line of fixed widths; the first character is 1. */
export interface Ancho {
  desde: number;
  largo: number;
}

const palabra = z.string().trim().min(1).max(40);
const contraparte = z.object({ nombre: columna, cuenta: columna, rfc: columna }).partial().default({});

/** How a file is cut into rows and columns. */
const cortes = {
  codificacion: z.enum(CODIFICACIONES),
  /** A sign, or where each column begins and how wide it is. A workbook has neither. */
  separador: z.union([
    z.enum(SEPARADORES),
    z
      .array(z.object({ desde: z.number().int().min(1).max(ANCHO_MAX), largo: z.number().int().min(1).max(LARGO_MAX) }))
      .min(1)
      .max(COLUMNAS_MAX),
  ]),
  /** The workbook's sheet; '' for the first with the titles. */
  hoja: z.string().trim().max(100),
  /** The row of the titles; 0 where there are none, null for the first that has them all. */
  encabezado: z.number().int().min(0).max(FILAS_DE_ENCABEZADO).nullable(),
};

/** What of it is told; the rest is found. */
export const corte = z.object(cortes).partial();
export type Corte = z.output<typeof corte>;

/** The same as it is asked for: columns of fixed widths may be said without saying where they are. */
export const ANCHOS = 'anchos';
export const cortePedido = corte.extend({ separador: z.union([cortes.separador, z.literal(ANCHOS)]).optional() });
export type CortePedido = z.output<typeof cortePedido>;

const campos = z.object({
  codificacion: cortes.codificacion.default('auto'),
  separador: cortes.separador.default(','),
  hoja: cortes.hoja.default(''),
  encabezado: cortes.encabezado.default(null),
  fecha: columna,
  valor: columna.optional(),
  formaFecha: z.enum(FORMAS_FECHA),
  importe: z.discriminatedUnion('forma', [
    z.object({ forma: z.literal('signo'), columna }),
    /** `cargoNegativo`: what went out has a minus sign in its own column too. */
    z.object({ forma: z.literal('dos'), cargo: columna, abono: columna, cargoNegativo: z.boolean().default(false) }),
    /** Another column says which it is, by these words. */
    z.object({ forma: z.literal('sentido'), columna, sentido: columna, cargo: palabra, abono: palabra }),
  ]),
  formaNumero: z.enum(FORMAS_NUMERO),
  saldo: columna.optional(),
  /** Joined in this order. */
  concepto: z.array(columna).min(1).max(5),
  referencia: columna.optional(),
  rastreo: columna.optional(),
  ordenante: contraparte,
  beneficiario: contraparte,
  /** The account of the line itself. */
  cuenta: columna.optional(),
  moneda: columna.optional(),
  /** Says something where the line is a returned transfer. */
  devolucion: columna.optional(),
  /** What stands before the account's number, above the titles. */
  rotuloCuenta: z.string().trim().max(60).default(''),
  /**
   * What the concept tells of the other columns, where they are empty: the word after a text, or all up to a sign.
   */
  rotulos: z
    .array(
      z.object({
        campo: z.enum(['referencia', 'rastreo', 'nombre', 'cuenta', 'rfc']),
        tras: z.string().min(1).max(40),
        hasta: z.string().max(10).default(''),
      }),
    )
    .max(20)
    .default([]),
});

export type Disposicion = z.output<typeof campos>;

/** Columns that cannot be one and the same: a date is no amount, and what went out did not come in. */
function repetida(d: Disposicion): Columna | undefined {
  const distintas = [d.fecha, ...delImporte(d), ...(d.saldo === undefined ? [] : [d.saldo])];
  return distintas.find((una, n) => distintas.findIndex((otra) => String(otra) === String(una)) !== n);
}

export const disposicion = campos.superRefine((d, ctx) => {
  if (d.encabezado === 0 && columnasDe(d).some((una) => typeof una !== 'number')) {
    const message = 'Sin fila de títulos, diga cada columna por su número';
    ctx.addIssue({ code: 'custom', message, path: ['encabezado'] });
  }
  const dos = repetida(d);
  if (dos !== undefined) {
    const message = `La columna «${dos}» está dos veces entre fecha, importe y saldo. Elija otra para una de ellas`;
    ctx.addIssue({ code: 'custom', message, path: ['fecha'] });
  }
});

const delImporte = ({ importe }: Pick<Disposicion, 'importe'>): Columna[] => {
  if (importe.forma === 'dos') return [importe.cargo, importe.abono];
  return importe.forma === 'sentido' ? [importe.columna, importe.sentido] : [importe.columna];
};

/** Every column that is named. */
export function columnasDe(d: Disposicion): Columna[] {
  return [
    ...[d.fecha, d.valor, d.saldo, d.referencia, d.rastreo, d.cuenta, d.moneda, d.devolucion],
    ...[...delImporte(d), ...d.concepto, ...Object.values(d.ordenante), ...Object.values(d.beneficiario)],
  ].filter((columna) => columna !== undefined);
}
