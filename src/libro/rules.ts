/** How charges are shown and where they are paid, and the day that money is booked on: shared by screens, documents and server. */
import { addDays, type Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { addMonths, firstDayOf, isOverdueMonth, monthOf, monthTitle } from '#core/period.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { FUTURE_PAYMENT } from './messages.ts';

/** The kinds of charge, as the ledger names them. */
export const TIPOS_CARGO = [
  'mantenimiento',
  'cuota_inicial',
  'cuota_extraordinaria',
  'cuota_inicial_proyecto',
  'sancion',
  'cuota',
  'interes',
] as const;

/** The screen that pays a debt of a kind, by the specification's table; undefined where there is none. */
export function payLink(tipo: string, id: number, loteId: number): string | undefined {
  switch (tipo) {
    case 'cuota_inicial':
      return `/pagar-cuota-inicial/${id}`;
    case 'cuota_extraordinaria':
      return `/pagar-cuota-extraordinaria/${id}`;
    case 'mantenimiento':
      return `/mantenimiento/pagar/lote/${loteId}`;
    case 'sanción':
    case 'sancion':
      return `/pagar-sancion/${id}`;
    case 'cuota_inicial_proyecto':
      return `/pagar-cuota-inicial-proyecto/${id}`;
    case 'cuota':
      return `/pagar-cuota/${id}`;
    default:
      return undefined;
  }
}

/** Days overdue, both included; null: without an end. */
export interface Age {
  desde: number;
  hasta: number | null;
}

/** The ages that overdue charges are told by; '100' is all of them. Source: dominio.md#ageing. */
export const AGES = {
  '30': { desde: 1, hasta: 30 },
  '60': { desde: 31, hasta: 60 },
  '90': { desde: 61, hasta: null },
  '100': { desde: 1, hasta: null },
} as const satisfies Readonly<Record<string, Age>>;

/** Whether a charge that is owed is shown as late: a month once it is over, anything else once its day has passed. */
export const isShownLate = (isMonth: boolean, vence: Fecha, today: Fecha): boolean =>
  isMonth ? isOverdueMonth(vence, today) : vence < today;

/** A charge that a screen or a paper shows, and what it tells to be owed of it, in pesos. */
export interface ShownDebt {
  id: number;
  saldo: number;
}

/** What a lot that owes `deuda` owes besides what is shown; in pesos. Source: dominio.md#explanations. */
export function otrosAdeudos(deuda: number, shown: readonly ShownDebt[]): number {
  return toPesos(Math.max(0, toCentavos(deuda) - shown.reduce((sum, { saldo }) => sum + toCentavos(saldo), 0)));
}

/** Why nothing is collected on a lot; undefined where it is. The server refuses the same. */
export function closedLoteReason(status: string): string | undefined {
  if (status === 'inactivo') return 'El lote está inactivo: actívelo para cobrarle';
  return status === 'fusionado' ? 'El lote está fusionado: se cobra en el lote con el que se fusionó' : undefined;
}

/** Why a date cannot be used; undefined where it can. `cerrado` is the last closed day. */
function closedPeriodRefusal(fecha: Fecha, cerrado: Fecha | undefined): string | undefined {
  if (cerrado === undefined || fecha > cerrado) return undefined;
  return `El periodo ${monthTitle(monthOf(fecha))} está cerrado. Use una fecha desde el ${formatFecha(firstDayOf(addMonths(monthOf(cerrado), 1)))}`;
}

/** What decides whether money is taken with a value date, and the day that it is booked on. */
export interface BookingTerms {
  today: Fecha;
  /** The last closed day. */
  cerrado: Fecha | undefined;
  /** What is handed over at the desk, and the lot's fund: money that nobody brings late. */
  enMano: boolean;
  /** The shift that the register is in, by the day that it was opened on. */
  turno: { fecha: Fecha } | undefined;
}

/**
 * The booking date of money with a value date: that one while its month is open, else the first open day. What is handed over
 * at the desk is never dated before its shift nor in a closed month; what a bank took in one needs the bank's reference.
 * Source: dominio.md#ledger.
 */
export function bookingOf(
  { today, cerrado, enMano, turno }: BookingTerms,
  { fechaPago, referencia }: { fechaPago: Fecha; referencia: string },
): { fechaContable: Fecha } | { motivo: string } {
  if (fechaPago > today) return { motivo: FUTURE_PAYMENT };
  if (enMano && turno && fechaPago < turno.fecha) {
    return {
      motivo: `Lo que se recibe en caja no lleva fecha anterior a su turno, abierto el ${formatFecha(turno.fecha)}. Use esa fecha o una posterior`,
    };
  }
  const closed = closedPeriodRefusal(fechaPago, cerrado);
  if (closed === undefined || cerrado === undefined) return { fechaContable: fechaPago };
  if (enMano) return { motivo: closed };
  const fechaContable = addDays(cerrado, 1);
  if (referencia.trim() !== '') return { fechaContable };
  return {
    motivo: `El periodo ${monthTitle(monthOf(fechaPago))} está cerrado: el pago se contabiliza el ${formatFecha(fechaContable)} y conserva su fecha. Escriba la referencia del banco`,
  };
}

/** How the booking date is told beside the value date. What was posted when is «capturado»: each date has one word. */
export const contabilizado = (fechaContable: Fecha): string => `contabilizado el ${formatFecha(fechaContable)}`;

/** That money is booked on another day than it counts from; undefined where it is not. */
export function bookedLater({
  fechaPago,
  fechaContable,
}: {
  fechaPago: Fecha;
  fechaContable: Fecha;
}): string | undefined {
  if (fechaContable === fechaPago) return undefined;
  return `El periodo ${monthTitle(monthOf(fechaPago))} está cerrado: conserva su fecha y se contabiliza el ${formatFecha(fechaContable)}`;
}

/**
 * Why a payment's value date needs a code; undefined where it takes off no more than is let without. Source:
 * dominio.md#ledger.
 */
export function dateCodeRefusal(quita: Centavos, limite: Centavos): string | undefined {
  if (quita <= limite) return undefined;
  const [sum, limit] = [quita, limite].map((centavos) => formatMoney(toPesos(centavos)));
  return `La fecha de pago quita ${sum} de lo que se debería hoy, y sin código se quitan hasta ${limit}. Escriba un código de autorización para la fecha, o use una fecha posterior`;
}

const TIPOS: Readonly<Record<string, string>> = {
  mantenimiento: 'Mantenimiento',
  cuota_inicial: 'Cuota inicial',
  cuota_extraordinaria: 'Cuota extraordinaria',
  cuota_inicial_proyecto: 'Cuota inicial proyecto',
  sancion: 'Sanción',
  cuota: 'Otras cuotas',
  interes: 'Interés moratorio',
  fondo: 'Abono a fondo',
  condonacion: 'Condonación',
  descuento: 'Descuento',
};

/** What a payment's kind is called on screens. */
export function tipoLabel(tipo: string): string {
  return TIPOS[tipo] ?? tipo;
}

/** How a kind of charge is called: in the registers of charges `tipo`, of late interest 'interes'. */
const ENTIDADES: Readonly<Record<string, string>> = {
  mantenimiento: 'Mantenimiento',
  sancion: 'Sanción',
  cuota_inicial: 'Cuota inicial',
  cuota_extraordinaria: 'Cuota extraordinaria',
  cuota_inicial_proyecto: 'Cuota inicial proyecto',
  cuota: 'Otras cuotas',
  interes: 'Intereses moratorios',
  fondo: 'Abono a fondo',
  reembolso: 'Reembolso de fondo',
};

export const entidadOf = (tipo: string): string => ENTIDADES[tipo] ?? tipo;
