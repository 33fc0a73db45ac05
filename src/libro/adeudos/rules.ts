/** All that a lot owes, as one payment takes it: the same for the screen, which shows it, and the server, which books it. */
import type { PayableInterest, PayableMonth } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { monthOf, monthTitle } from '#core/period.ts';
import { type Debt, inOrder, type OwedInterest, type passedOver, type Settled } from '#core/settlement.ts';
import type { SettledCharge } from '#core/value-date.ts';
import { payableMonth } from '../mantenimiento/rules.ts';
import type { Adeudos } from './contract.ts';

export interface ChargeSums {
  id: number;
  monto: Centavos;
  pagado: Centavos;
  ajustado: Centavos;
  vence: Fecha;
}

/** An initial fee is paid as a month without prompt-payment rules would be. */
export function initialFeeMonth({ id, monto, pagado, ajustado, vence }: ChargeSums): PayableMonth {
  const untouched = { pagadoEnTiempo: 0, excluido: true };
  return { ...monthOf(vence), id, total: monto, corte: vence, pagado, ajustado, ...untouched };
}

/** Which charges take a discount by code, and whether it begins at 1 %. */
const DISCOUNTED: Readonly<Record<string, { fromOne: boolean }>> = {
  sancion: { fromOne: true },
  cuota: { fromOne: false },
};

/** The discount by code that a debt takes; undefined where it takes none. Late interest has one for all of it. */
export const discountOf = (debt: Debt): { fromOne: boolean } | undefined =>
  debt.clase === 'cargo' ? DISCOUNTED[debt.tipo] : undefined;

/** What is owed, as a screen that chooses of it has it. */
export const GRUPOS = [
  { title: 'Intereses moratorios', has: ({ clase }: Debt) => clase === 'interes' },
  { title: 'Mantenimiento', has: ({ clase }: Debt) => clase === 'mes' },
  { title: 'Cuotas y sanciones', has: ({ clase }: Debt) => clase !== 'interes' && clase !== 'mes' },
] as const;

/** More entries of interest than these are folded: what they come to stands in their head. */
export const GRUPO_ABIERTO = 4;

/** What the ledger calls a debt's kind. */
export function tipoOf(debt: Debt): string {
  if (debt.clase === 'cargo') return debt.tipo;
  return debt.clase === 'mes' ? 'mantenimiento' : debt.clase;
}

export interface InterestOwed extends PayableInterest {
  /** What the charge that it grew on is. */
  baseTipo: string;
  baseId: number;
  /** The month that it is of. */
  year: number;
  mes: number;
}

export interface ChargeOwed extends ChargeSums {
  tipo: string;
  concepto: string;
  saldo: Centavos;
  /** An agreement names it, and is paid before others. */
  primero?: boolean;
}

/** Everything that a lot owes, in the order in which money goes. */
export function debtsOf(owed: {
  months: readonly PayableMonth[];
  /** As it is listed: the oldest first. */
  interest: readonly InterestOwed[];
  charges: readonly ChargeOwed[];
}): Debt[] {
  const interest = owed.interest.map(
    ({ id, corte, saldo, baseTipo, baseId, year, mes, primero = false }): OwedInterest => ({
      ...{
        clase: 'interes',
        cargoId: id,
        concepto: `Interés moratorio ${monthTitle({ year, mes })}`,
        vence: corte,
        ...{ saldo, primero },
      },
      entry: { id, corte, saldo },
      serie: baseTipo === 'mantenimiento' ? 'meses' : String(baseId),
    }),
  );
  const months = owed.months.flatMap((month): Debt[] => {
    const saldo = month.total - month.pagado - month.ajustado;
    if (month.id === null) return [];
    const concepto = `Mantenimiento ${monthTitle(month)}`;
    const primero = month.primero ?? false;
    return [{ clase: 'mes', cargoId: month.id, concepto, vence: month.corte, saldo, primero, month }];
  });
  const charges = owed.charges.map((charge): Debt => {
    const { id: cargoId, tipo, concepto, vence, saldo, primero = false } = charge;
    const common = { cargoId, concepto, vence, saldo, primero };
    if (tipo === 'cuota_inicial') return { ...common, clase: 'cuota_inicial', month: initialFeeMonth(charge) };
    return { ...common, clase: 'cargo', tipo };
  });
  return inOrder([...interest, ...months, ...charges]);
}

/** What the screen was told, in pesos, as what is owed. */
export function debtsOfContext({ mantenimientos, intereses, cargos }: Adeudos): Debt[] {
  return debtsOf({
    months: mantenimientos.map(payableMonth),
    interest: intereses.map(({ id, fechaCorte, saldo, tiie, baseTipo, baseId, primero }) => ({
      ...{ id, primero, corte: fechaCorte, saldo: toCentavos(saldo), baseTipo, baseId, ...tiie },
    })),
    charges: cargos.map(({ monto, pagado, ajustado, saldo, ...cargo }) => ({
      ...cargo,
      ...{ monto: toCentavos(monto), pagado: toCentavos(pagado) },
      ...{ ajustado: toCentavos(ajustado), saldo: toCentavos(saldo) },
    })),
  });
}

/** The lines of the call, with the figures that the server compares. */
export function lineasOf(settled: readonly Settled[], codeOf: (cargoId: number) => string) {
  return settled.map(({ debt, percent, pago, descuento }) => ({
    cargoId: debt.cargoId,
    saldo: toPesos(debt.saldo),
    descuento: toPesos(descuento),
    pago: toPesos(pago),
    applyDescuento: percent,
    autorizado: percent > 0 ? codeOf(debt.cargoId) : '',
  }));
}

/** What a payment's date may change: months and initial fees. */
export function settledByDate(settled: readonly Settled[]): SettledCharge[] {
  return settled.flatMap(({ debt, pago, descuento }) =>
    debt.clase === 'mes' || debt.clase === 'cuota_inicial'
      ? [{ cargoId: debt.cargoId, corte: debt.month.corte, pago, descuento }]
      : [],
  );
}

/** Why a payment may not leave something older open. */
export function passedOverRefusal(found: ReturnType<typeof passedOver>): string | undefined {
  if (!found) return undefined;
  const { debt, for: later } = found;
  return debt.clase === 'mes'
    ? `El lote debe ${monthTitle(debt.month)}. Pague los meses desde ese en adelante`
    : `Se debe «${debt.concepto}». Pague los intereses desde el más antiguo: antes que «${later.concepto}»`;
}

const PLURALES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  interes: ['interés moratorio', 'intereses moratorios'],
  mantenimiento: ['mes de mantenimiento', 'meses de mantenimiento'],
  cuota_inicial: ['cuota inicial', 'cuotas iniciales'],
  cuota_extraordinaria: ['cuota extraordinaria', 'cuotas extraordinarias'],
  cuota_inicial_proyecto: ['cuota de revisión de proyecto', 'cuotas de revisión de proyecto'],
  sancion: ['sanción', 'sanciones'],
  cuota: ['otra cuota', 'otras cuotas'],
};

/** '3 meses de mantenimiento', in the words of its kind. */
export function cuantos(tipo: string, count: number): string {
  const [one, many] = PLURALES[tipo] ?? [tipo, tipo];
  return `${count} ${count === 1 ? one : many}`;
}
