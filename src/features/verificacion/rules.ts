/** What a paper's code is worth today: its signature, held against what the books say of it now. Pure. */
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { Vigencia } from '#documents/recibo.ts';
import type { Verificable } from '#libro/verificacion/codigo.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

export const ESTADOS = ['valido', 'sustituido', 'cancelado', 'vencido', 'sin registro', 'solo firma', 'falso'] as const;
export type Estado = (typeof ESTADOS)[number];

export interface Dictamen {
  estado: Estado;
  /** What it means and what to do, in a sentence or two. */
  nota: string;
}

/** What the books say of a paper; undefined where they know none of its folio. */
export type Registro =
  | { tipo: 'recibo'; fecha: Fecha; monto: Centavos; referencia: string; vigencia: Vigencia }
  | {
      tipo: 'constancia';
      fecha: Fecha;
      hasta: Fecha;
      referencia: string;
      revocada: Fecha | null;
      /** What it denied is owed after all. */
      debe: boolean;
    }
  | { tipo: 'cuenta'; debe: Centavos }
  | { tipo: 'expediente'; fecha: Fecha; monto: Centavos }
  | undefined;

export const FALSO: Dictamen = {
  estado: 'falso',
  nota: 'El código no lo firmó esta comunidad, o le cambiaron algo. Si lo escribió a mano, léalo con la cámara. No acepte el documento sin preguntar a la administración.',
};

export const SOLO_FIRMA: Dictamen = {
  estado: 'solo firma',
  nota: 'La comunidad lo firmó y nadie cambió lo que dice. Lo que haya sido de él después no se pudo consultar: intente más tarde.',
};

const SIN_REGISTRO: Dictamen = {
  estado: 'sin registro',
  nota: 'La firma es de la comunidad, pero sus libros no tienen este folio con esta fecha y este monto. Pregunte a la administración antes de aceptarlo.',
};

function dictamenDeRecibo(
  dicho: Verificable,
  { fecha, monto, referencia, vigencia }: Extract<Registro, { tipo: 'recibo' }>,
): Dictamen {
  if (fecha !== dicho.fecha || monto !== dicho.monto) return SIN_REGISTRO;
  switch (vigencia.estado) {
    case 'sustituido':
      return { estado: 'sustituido', nota: 'Otro recibo tomó su lugar. Pida el vigente a la administración.' };
    case 'cancelado':
      return { estado: 'cancelado', nota: 'El recibo se canceló después de hacerse: ya no ampara ningún pago.' };
    case 'en parte':
      return {
        estado: 'valido',
        nota: `Una parte se canceló después: siguen vigentes ${formatMoney(vigencia.vigente)} de lo que dice.`,
      };
    default:
      // A lot may be called otherwise since.
      if (referencia !== dicho.referencia)
        return {
          estado: 'valido',
          nota: `En los libros es un recibo del lote ${referencia}. Pregunte a la administración si es el mismo lote.`,
        };
      return { estado: 'valido', nota: 'El recibo está en los libros de la comunidad tal como dice.' };
  }
}

function dictamenDeConstancia(
  dicho: Verificable,
  { fecha, hasta, referencia, revocada, debe }: Extract<Registro, { tipo: 'constancia' }>,
  hoy: Fecha,
): Dictamen {
  if (fecha !== dicho.fecha || hasta !== dicho.hasta || referencia !== dicho.referencia) return SIN_REGISTRO;
  if (revocada !== null) {
    return { estado: 'cancelado', nota: `La constancia se revocó el ${formatFecha(revocada)}. Pida otra.` };
  }
  if (hasta < hoy) return { estado: 'vencido', nota: `Valía hasta el ${formatFecha(hasta)}. Pida una nueva.` };
  if (debe) {
    return {
      estado: 'sustituido',
      nota: 'Después de expedida, algo de lo que el lote debía a esa fecha quedó por pagar: un pago se canceló o se registró un cargo. Pida una nueva a la administración.',
    };
  }
  return { estado: 'valido', nota: `El lote no debía nada ese día. Vale hasta el ${formatFecha(hasta)}.` };
}

/** @param registro what the books say of it today */
export function dictamenDe(dicho: Verificable, registro: Registro, hoy: Fecha): Dictamen {
  if (dicho.tipo === 'H') {
    return {
      estado: 'valido',
      nota: `Dice lo que se conocía al ${formatFecha(dicho.fecha)}, y no lo que se debe hoy.`,
    };
  }
  if (registro === undefined) return SIN_REGISTRO;
  if (registro.tipo === 'recibo') return dictamenDeRecibo(dicho, registro);
  if (registro.tipo === 'constancia') return dictamenDeConstancia(dicho, registro, hoy);
  if (registro.tipo === 'expediente') {
    if (registro.fecha !== dicho.fecha || registro.monto !== dicho.monto) return SIN_REGISTRO;
    return {
      estado: 'valido',
      nota: `La comunidad lo expidió y lo conserva. Dice lo que se debía al ${formatFecha(dicho.fecha)}, y no lo que se debe hoy.`,
    };
  }
  return registro.debe === dicho.monto
    ? { estado: 'valido', nota: 'Lo que el lote debe sigue siendo lo que dice.' }
    : { estado: 'sustituido', nota: 'Desde que se hizo cambió lo que el lote debe. Pida uno de hoy.' };
}

/** What a code says, for whoever holds the paper beside it. */
export function dichoDe(
  dicho: Verificable,
  { documento, monto }: { documento: string; monto: string },
): [string, string][] {
  return [
    ['Documento', documento],
    ['Folio', dicho.folio],
    ['Fecha', formatFecha(dicho.fecha)],
    [monto, formatMoney(toPesos(dicho.monto))],
    ...(dicho.hasta === null
      ? []
      : [[dicho.tipo === 'N' ? 'Vale hasta' : 'Movimientos hasta', formatFecha(dicho.hasta)] as [string, string]]),
    ['Lote', dicho.referencia],
  ];
}
