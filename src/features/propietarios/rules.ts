/** A change of owner and the certificate of no debt: what may be, and what is said of it. Pure. Source: dominio.md#owners. */
import { addDays, type Fecha } from '#core/fecha.ts';
import { interestDueFrom } from '#core/interest.ts';
import { sumPesos } from '#core/money.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

/** What ends with the day of a sale, in the order of the screen. */
export const TERMINAN = [
  'tarjetas',
  'vehiculos',
  'app',
  'recurrente',
  'reservas',
  'representantes',
  'inquilinos',
] as const;
export type Termina = (typeof TERMINAN)[number];

/** Each as the screen calls it, what becomes of it, and whether it is ended unless somebody says otherwise. */
export const TERMINAN_TEXTOS: Record<Termina, { label: string; que: string; porDefecto: boolean }> = {
  tarjetas: { label: 'Tarjetas de acceso', que: 'Se dan de baja hoy y dejan de abrir', porDefecto: true },
  vehiculos: { label: 'Vehículos', que: 'Dejan de ser del lote y su placa queda libre', porDefecto: true },
  app: { label: 'Usuarios de la app', que: 'Quedan bloqueados y sin avisos', porDefecto: true },
  recurrente: { label: 'Cargo recurrente', que: 'Ya no se cobra a la tarjeta', porDefecto: true },
  reservas: { label: 'Reservas por venir', que: 'Se eliminan, con sus visitas anunciadas', porDefecto: true },
  representantes: { label: 'Representantes legales', que: 'Ya no representan al lote', porDefecto: true },
  inquilinos: { label: 'Inquilinos', que: 'Dejan la casa; si el contrato sigue, déjelos', porDefecto: false },
};

export const QUEDAN = ['lote', 'liquidado'] as const;
export type Queda = (typeof QUEDAN)[number];

/** What becomes of the lot's tax data. */
export const FISCALES = ['quitar', 'cambiar', 'conservar'] as const;
export type Fiscal = (typeof FISCALES)[number];

/** Why a house was not sold on a day, or undefined; `ultima` is the day of the sale before. */
export function refusalOfFecha(
  fecha: Fecha,
  { hoy, ultima }: { hoy: Fecha; ultima: Fecha | null },
): string | undefined {
  if (fecha > hoy) return 'La fecha de la venta es futura. Elija la de hoy o una anterior';
  if (ultima !== null && fecha <= ultima) {
    return `La venta anterior de este lote es del ${formatFecha(ultima)}. Elija una fecha posterior`;
  }
  return undefined;
}

/** Whether a charge is of the time after the sale: interest by the month that it grew in, whenever a run made it. */
export function isAfterSale(
  { tipo, fecha, year, mes }: { tipo: string; fecha: Fecha; year: number | null; mes: number | null },
  sale: Fecha,
): boolean {
  if (tipo === 'interes' && year !== null && mes !== null) return interestDueFrom({ year, mes }) > sale;
  return fecha > sale;
}

/** What a lot owes and has, in pesos. */
export interface Cuentas {
  /** Of what was charged up to the day of the sale, owed now. */
  adeudo: number;
  /** Interest that grew and that no run has made yet. */
  interesPorGenerar: number;
  fondo: number;
}

/** Why what is to be settled first is not, with its field; undefined where it is, or follows the house. */
export function refusalOfSettling(
  { adeudo, interesPorGenerar, fondo }: Cuentas,
  queda: { adeudo: Queda; fondo: Queda },
): { path: 'adeudo' | 'fondo'; message: string } | undefined {
  if (queda.adeudo === 'liquidado' && adeudo > 0) {
    return {
      path: 'adeudo',
      message: `Faltan por pagar ${formatMoney(adeudo)} de antes de la venta. Cóbrelos en «Pagar todo», o deje el adeudo en el lote`,
    };
  }
  if (queda.adeudo === 'liquidado' && interesPorGenerar > 0) {
    return { path: 'adeudo', message: interestMissing(interesPorGenerar) };
  }
  if (queda.fondo === 'liquidado' && fondo > 0) {
    return {
      path: 'fondo',
      message: `El lote tiene ${formatMoney(fondo)} a favor. Úselos o reembólselos antes, o déjelos en el lote`,
    };
  }
  return undefined;
}

export const interestMissing = (monto: number): string =>
  `Faltan por generar ${formatMoney(monto)} de intereses moratorios. Genérelos en Intereses moratorios e intente de nuevo`;

/** Why a certificate of no debt cannot be issued; undefined where it can. */
export function refusalOfNoAdeudo({ adeudo, interesPorGenerar }: Omit<Cuentas, 'fondo'>): string | undefined {
  if (adeudo > 0) {
    return `El lote debe ${formatMoney(adeudo)}. Cóbrelo en «Pagar todo» y expida la constancia después`;
  }
  return interesPorGenerar > 0 ? interestMissing(interesPorGenerar) : undefined;
}

/** Why a choice of what ends cannot stand, with its field; undefined where it can. */
export function refusalOfEnding(
  termina: Readonly<Record<Termina, boolean>>,
  hay: Readonly<Record<Termina, number>>,
  fiscal: Fiscal,
): { path: string; message: string } | undefined {
  if (termina.vehiculos && !termina.tarjetas && hay.vehiculos > 0 && hay.tarjetas > 0) {
    return {
      path: 'termina.tarjetas',
      message: 'Las tarjetas son de los vehículos: délas de baja también, o deje los dos',
    };
  }
  if (!termina.recurrente && hay.recurrente > 0 && fiscal !== 'conservar') {
    return {
      path: 'termina.recurrente',
      message: 'La tarjeta del cargo recurrente se va con los datos fiscales: termínelo, o conserve los datos fiscales',
    };
  }
  return undefined;
}

/** What the screen showed when somebody said yes. */
export interface Visto {
  /** The tie of the owner who sells. */
  lazo: number;
  /** All that the lot owes, and its fund, in pesos. */
  adeudo: number;
  fondo: number;
  termina: Readonly<Record<Termina, number>>;
}

/** Why what was seen no longer holds; undefined where it does. */
export function refusalOfSeen(visto: Visto, ahora: Visto): string | undefined {
  const again = 'Se actualizó lo que ve: revíselo y confirme de nuevo';
  if (visto.lazo !== ahora.lazo) {
    return 'El propietario de este lote cambió mientras tanto. Actualice la página y revise quién es ahora';
  }
  if (visto.adeudo !== ahora.adeudo || visto.fondo !== ahora.fondo) {
    return `Mientras tanto cambió lo que el lote debe o tiene a favor: ahora debe ${formatMoney(ahora.adeudo)} y tiene ${formatMoney(ahora.fondo)} a favor. ${again}`;
  }
  const other = TERMINAN.find((clave) => visto.termina[clave] !== ahora.termina[clave]);
  return other && `Mientras tanto cambió lo que termina (${TERMINAN_TEXTOS[other].label.toLowerCase()}). ${again}`;
}

/** A typed confirmation is the lot's reference, whatever its capitals and blanks. */
export function isConfirmed(typed: string, referencia: string): boolean {
  const bare = (text: string) => text.replaceAll(/\s+/g, '').toUpperCase();
  return bare(typed) === bare(referencia);
}

/** The last day on which a certificate is valid. */
export const venceOf = (fecha: Fecha, dias: number): Fecha => addDays(fecha, dias);

export const ESTADOS_NO_ADEUDO = ['vigente', 'con adeudo', 'vencida', 'revocada'] as const;
export type EstadoNoAdeudo = (typeof ESTADOS_NO_ADEUDO)[number];

/** `debe`: what it denied is owed after all. */
export function estadoOf(
  { vence, revocada, debe }: { vence: Fecha; revocada: boolean; debe: boolean },
  hoy: Fecha,
): EstadoNoAdeudo {
  if (revocada) return 'revocada';
  if (vence < hoy) return 'vencida';
  return debe ? 'con adeudo' : 'vigente';
}

/** How a certificate's number is written: 'NA-00012'. */
export const folioOf = (folio: number): string => `NA-${String(folio).padStart(5, '0')}`;

/** What becomes of debt and fund, in the words of the log. */
export const QUEDAN_TEXTOS: Record<Queda, { adeudo: string; fondo: string }> = {
  lote: { adeudo: 'el adeudo sigue en el lote', fondo: 'el saldo a favor sigue en el lote' },
  liquidado: { adeudo: 'el adeudo quedó liquidado antes', fondo: 'no quedó saldo a favor' },
};

/** What was made out to a new owner since the sale, and what he has of what ended with it. */
export interface DesdeLaVenta {
  recibo: boolean;
  reembolso: boolean;
  /** Folio of an invoice of charges that was made since; '' while it has none. */
  factura: string | null;
  /** Folios of his agreement in force and of his valid certificate. */
  convenio: string | null;
  constancia: string | null;
  tiene: Readonly<Partial<Record<Termina, number>>>;
}

/** Why a sale is not taken back, with what to do about it; undefined where it may be. */
export function refusalOfUndoing({
  recibo,
  reembolso,
  factura,
  convenio,
  constancia,
  tiene,
}: DesdeLaVenta): string | undefined {
  if (recibo)
    return 'El propietario nuevo ya tiene un recibo, y la venta no se deshace. Registre otro cambio de propietario';
  if (reembolso)
    return 'Al propietario nuevo se le reembolsó saldo a favor, y la venta no se deshace. Registre otro cambio de propietario';
  if (factura !== null) {
    return `La factura${factura && ` ${factura}`} de cargos por cobrar se hizo después de la venta. Cancélela antes y deshaga la venta después`;
  }
  if (convenio !== null) {
    return `El propietario nuevo tiene el convenio ${convenio} en vigor, que no obliga al anterior. Cancélelo antes y deshaga la venta después`;
  }
  if (constancia !== null) {
    return `La constancia ${constancia} nombra al propietario nuevo y está vigente. Revóquela antes y deshaga la venta después`;
  }
  const suyo = TERMINAN.filter((clave) => (tiene[clave] ?? 0) > 0).map(
    (clave) => `${TERMINAN_TEXTOS[clave].label.toLowerCase()} (${tiene[clave]})`,
  );
  return suyo.length === 0
    ? undefined
    : `Desde la venta se capturó lo del propietario nuevo: ${suyo.join(', ')}. Délo de baja antes, o seguiría en el lote del anterior, y deshaga la venta después`;
}

/** What is about to be done, as the summary says it before it is confirmed. */
export interface PorHacer {
  fecha: Fecha;
  vende: string;
  compra: string;
  adeudo: { queda: Queda; monto: number };
  fondo: { queda: Queda; monto: number };
  /** Invoices of what is owed, by their folio and whom they name. */
  facturas: readonly { folio: string; receptor: string; saldo: number }[];
  fiscal: { que: Fiscal; de: string; a: string };
  /** How many of each end; 0 where nothing does. */
  termina: Readonly<Record<Termina, number>>;
  /** How many of each stay although they could end. */
  sigue: Readonly<Record<Termina, number>>;
}

function resumenFiscal({ que, de, a }: PorHacer['fiscal']): string {
  if (que === 'conservar')
    return de === '' ? 'El lote sigue sin datos fiscales' : `Los datos fiscales siguen a nombre de ${de}`;
  if (que === 'cambiar') return `Se factura a ${a} en lugar de ${de}`;
  return de === '' ? 'El lote sigue sin datos fiscales' : `Se quitan los datos fiscales de ${de}`;
}

const conCuantos = (cuantos: Readonly<Record<Termina, number>>): string =>
  TERMINAN.filter((clave) => cuantos[clave] > 0)
    .map((clave) => `${TERMINAN_TEXTOS[clave].label.toLowerCase()} (${cuantos[clave]})`)
    .join(', ');

/** What becomes of invoices whose charges somebody else pays; undefined where there are none. */
export function facturasPorPagar(facturas: PorHacer['facturas']): string | undefined {
  if (facturas.length === 0) return undefined;
  const [folios, nombres] = [
    facturas.map(({ folio }) => folio || 'sin folio').join(', '),
    [...new Set(facturas.map(({ receptor }) => receptor))].join(' y '),
  ];
  const debe = formatMoney(sumPesos(facturas, ({ saldo }) => saldo));
  return `Quedan por pagar ${debe} ya facturados a ${nombres} (PPD ${folios}): el complemento de ese pago será suyo, lo pague quien lo pague`;
}

/** Each a sentence, in the order of the screen. */
export function resumenDe({
  fecha,
  vende,
  compra,
  adeudo,
  fondo,
  facturas,
  fiscal,
  termina,
  sigue,
}: PorHacer): string[] {
  const facturado = facturasPorPagar(facturas);
  const [ends, stays] = [conCuantos(termina), conCuantos(sigue)];
  return [
    `El lote pasa de ${vende} a ${compra || '(falta elegir a quien compra)'} el ${formatFecha(fecha)}`,
    adeudo.monto === 0
      ? 'No se debe nada'
      : adeudo.queda === 'lote'
        ? `Los ${formatMoney(adeudo.monto)} que se deben siguen en el lote y los paga ${compra || 'quien compra'}`
        : `Los ${formatMoney(adeudo.monto)} que se deben tienen que pagarse antes`,
    ...(facturado === undefined ? [] : [facturado]),
    fondo.monto === 0
      ? 'No hay saldo a favor'
      : fondo.queda === 'lote'
        ? `Los ${formatMoney(fondo.monto)} a favor siguen en el lote`
        : `Los ${formatMoney(fondo.monto)} a favor tienen que usarse o reembolsarse antes`,
    resumenFiscal(fiscal),
    ends === '' ? 'No termina nada' : `Terminan hoy: ${ends}`,
    ...(stays === '' ? [] : [`Se quedan: ${stays}`]),
    `Recibos, facturas y estado de cuenta de antes conservan el nombre de ${vende}. No se mueve dinero`,
  ];
}
