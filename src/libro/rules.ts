/** How charges are shown and where they are paid: shared by screens and documents. */
import { toCentavos, toPesos } from '#core/money.ts';

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

/** The ages that overdue charges are told by; '100' is all of them. Source: DOMAIN.md 10. */
export const AGES = {
  '30': { desde: 1, hasta: 30 },
  '60': { desde: 31, hasta: 60 },
  '90': { desde: 61, hasta: null },
  '100': { desde: 1, hasta: null },
} as const satisfies Readonly<Record<string, Age>>;

/** A charge that a screen or a paper shows, and what it tells to be owed of it, in pesos. */
export interface ShownDebt {
  id: number;
  saldo: number;
}

/** What a lot that owes `deuda` owes besides what is shown; in pesos. Source: DOMAIN.md 14. */
export function otrosAdeudos(deuda: number, shown: readonly ShownDebt[]): number {
  return toPesos(Math.max(0, toCentavos(deuda) - shown.reduce((sum, { saldo }) => sum + toCentavos(saldo), 0)));
}

/** Why nothing is collected on a lot; undefined where it is. The server refuses the same. */
export function closedLoteReason(status: string): string | undefined {
  if (status === 'inactivo') return 'El lote está inactivo: actívelo para cobrarle';
  return status === 'fusionado' ? 'El lote está fusionado: se cobra en el lote con el que se fusionó' : undefined;
}

/** The statement PDF's code of a status. */
export function statusCode(status: string): 'CXLD' | 'PAGD' | 'VIGT' {
  if (status === 'cancelado') return 'CXLD';
  return status === 'pagado' ? 'PAGD' : 'VIGT';
}
