/** What a fee costs a lot, whom a run charges, and how a payment of an initial fee is spread: shared by screens and server. */
import {
  type Allocation,
  allocateMaintenance,
  type MaintenanceDue,
  type MaintenancePayment,
  maintenanceDue,
  type PayableInterest,
} from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { type ChargeSums, initialFeeMonth } from '#libro/adeudos/rules.ts';

export type TipoLote = 'condominal' | 'habitacional' | 'comercial';

/** The kinds of fee that have a definition with an amount per type of lot. */
export type CuotaDefinida = 'cuota_extraordinaria' | 'cuota_inicial';

export const NOMBRES: Readonly<Record<CuotaDefinida, string>> = {
  cuota_extraordinaria: 'cuota extraordinaria',
  cuota_inicial: 'cuota inicial',
};

export interface TiposElegidos {
  checkCondominal: boolean;
  checkHabitacional: boolean;
  checkComercial: boolean;
}

/** The types of lot that a run was asked to charge. */
export function tiposDe(chosen: TiposElegidos): TipoLote[] {
  return [
    ...(chosen.checkCondominal ? (['condominal'] as const) : []),
    ...(chosen.checkHabitacional ? (['habitacional'] as const) : []),
    ...(chosen.checkComercial ? (['comercial'] as const) : []),
  ];
}

/** The message of a mass creation without a fee or without a type of lot. Source: specification 001, section 5. */
export function faltaElegir(kind: CuotaDefinida): string {
  return `Debe seleccionar el tipo de ${NOMBRES[kind]} y al menos escoger un tipo de lote`;
}

const EN_PLURAL: Readonly<Record<TipoLote, string>> = {
  condominal: 'condominales',
  habitacional: 'habitacionales',
  comercial: 'comerciales',
};

/** Why a fee cannot be charged to one lot, or undefined. Source: dominio.md#codes-fund-fees. */
export function refusalForLote(asked: {
  kind: CuotaDefinida;
  name: string;
  activa: boolean;
  tipo: TipoLote;
  referencia: string;
  monto: Centavos;
  yaLaTiene: boolean;
}): string | undefined {
  const { kind, name, activa, tipo, referencia, monto, yaLaTiene } = asked;
  if (!activa) return `La ${NOMBRES[kind]} «${name}» no está activa. Actívela o elija otra`;
  if (monto === 0) {
    return `La ${NOMBRES[kind]} «${name}» no tiene monto para lotes ${EN_PLURAL[tipo]}. Captúrelo en su definición o elija otra`;
  }
  if (yaLaTiene) return `El lote ${referencia} ya tiene la ${NOMBRES[kind]} «${name}». Elija otro lote u otra cuota`;
  return undefined;
}

/** What a run answers. */
export function mensajeDeGeneracion({ creados, existentes }: { creados: number; existentes: number }): string {
  const nuevos = creados === 1 ? 'Se generó 1 cargo' : `Se generaron ${creados} cargos`;
  const previos = existentes === 1 ? '1 lote ya tenía la cuota' : `${existentes} lotes ya tenían la cuota`;
  return existentes === 0 ? nuevos : `${nuevos}; ${previos}`;
}

export interface PagoDeCuotaInicial {
  cargo: ChargeSums;
  /** Open entries, oldest first. */
  interest: readonly PayableInterest[];
  fechaPago: Fecha;
  cantMoratorios?: number | undefined;
  interestPercent: number;
}

/**
 * An initial fee is paid as a month without prompt-payment rules would be: chosen interest first, the total rounded up to a
 * whole peso, the rest to the fund.
 */
export function initialFeePayment({
  cargo,
  interest,
  fechaPago,
  cantMoratorios,
  interestPercent,
}: PagoDeCuotaInicial): MaintenancePayment {
  const open = cargo.monto - cargo.pagado - cargo.ajustado > 0;
  return {
    months: open ? [initialFeeMonth(cargo)] : [],
    interest,
    rules: [],
    fechaPago,
    cantMoratorios,
    interestPercent,
  };
}

/** What an initial fee costs on a payment date. */
export function initialFeeDue(payment: PagoDeCuotaInicial): MaintenanceDue {
  return maintenanceDue(initialFeePayment(payment));
}

/** How an amount is spread over it. */
export function allocateInitialFee(payment: PagoDeCuotaInicial, due: MaintenanceDue, monto: Centavos): Allocation {
  return allocateMaintenance(due, initialFeePayment(payment), monto);
}
