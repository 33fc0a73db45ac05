/** The payments of a lot by the receipts that they came with, and what a receipt was applied to in a line. */

import { A_FONDO, conceptosEnBreve } from '#core/conceptos.ts';
import { addDays, type Fecha } from '#core/fecha.ts';
import { sumPesos } from '#core/money.ts';
import type { LotePago } from './contract.ts';

/** Some payments of it in force and some not. */
export const CANCELADO_EN_PARTE = 'cancelado en parte';

export interface ReciboDeLote {
  key: string;
  /** null for a condonation, which came with no receipt. */
  reciboId: number | null;
  fechaPago: string;
  fechaContable: string;
  /** 'Mantenimiento sep a nov 2026 y 2 intereses'. */
  aplicado: string;
  metodo: string;
  forma: string;
  nota: string;
  status: string;
  /** In pesos: what is in force of it; of a receipt of which nothing is, what it was. */
  monto: number;
  recibido: boolean;
  pagos: readonly LotePago[];
}

const once = (words: readonly string[]): string[] => [...new Set(words)];

/** What payments that came together were applied to, in a line; a list of them has the last one first. */
const aplicadoA = (pagos: readonly LotePago[]): string =>
  conceptosEnBreve(
    pagos
      .toSorted((a, b) => a.id - b.id)
      .map(({ tipo, description, amount }) => ({ concepto: tipo === 'fondo' ? A_FONDO : description, monto: amount })),
  );

/** Of all of its payments; what only tells of a discount says nothing where something was paid. */
function statusOf(pagos: readonly LotePago[]): string {
  const paid = pagos.filter(({ tipo }) => tipo !== 'descuento');
  const states = once((paid.length > 0 ? paid : pagos).map(({ status }) => status));
  if (states.length === 1) return states[0] ?? '';
  return states.includes('en_cancelacion') ? 'en_cancelacion' : CANCELADO_EN_PARTE;
}

/** In pesos, what of these payments is in force; as the total under them. */
export const recibidoDe = (pagos: readonly LotePago[]): number =>
  sumPesos(
    pagos.filter(({ status }) => status === 'recibido'),
    ({ amount }) => amount,
  );

/** In the order of the payments. */
export function recibosDeLote(pagos: readonly LotePago[]): ReciboDeLote[] {
  const groups = new Map<string, LotePago[]>();
  for (const pago of pagos) {
    const key = pago.reciboId === null ? `${pago.tipo}-${pago.id}` : String(pago.reciboId);
    groups.set(key, [...(groups.get(key) ?? []), pago]);
  }
  return [...groups].flatMap(([key, of]) => {
    const [first] = of;
    if (!first) return [];
    const withMethod = of.find(({ tipoPago }) => tipoPago !== '') ?? first;
    const recibido = of.some(({ status }) => status === 'recibido');
    return {
      ...{ key, recibido, pagos: of },
      ...{ reciboId: first.reciboId, fechaPago: first.fechaPago, fechaContable: first.fechaContable },
      ...{ metodo: withMethod.tipoPago, forma: withMethod.formaPago, nota: withMethod.observacion },
      aplicado: aplicadoA(of),
      status: statusOf(of),
      monto: recibido ? recibidoDe(of) : sumPesos(of, ({ amount }) => amount),
    };
  });
}

/** Choices of a filter by date: the last thirty days, the present month, and the years that something was paid in. */
export function fechasDe(pagos: readonly LotePago[]): { value: string; label: string }[] {
  const years = once(pagos.map(({ fechaPago }) => fechaPago.slice(0, 4)))
    .toSorted()
    .toReversed();
  return [
    { value: '30', label: 'Últimos 30 días' },
    { value: 'mes', label: 'Este mes' },
    ...years.map((year) => ({ value: year, label: year })),
  ];
}

/** Whether a day is of such a choice; '' and what is none of them leave every day. */
function isDeFecha(fecha: Fecha, choice: string, hoy: Fecha): boolean {
  if (choice === '30') return fecha >= addDays(hoy, -30);
  if (choice === 'mes') return fecha.slice(0, 7) === hoy.slice(0, 7);
  return !/^\d{4}$/.test(choice) || fecha.startsWith(choice);
}

export function metodosDe(pagos: readonly LotePago[]): { value: string; label: string }[] {
  const names = once(pagos.map(({ tipoPago }) => tipoPago)).filter(Boolean);
  return names.toSorted((a, b) => a.localeCompare(b, 'es')).map((name) => ({ value: name, label: name }));
}

export interface FiltroPagos {
  sinFactura: boolean;
  /** A choice of `fechasDe`; '' for every day. */
  fecha: string;
  /** A method's name; '' for every one. */
  metodo: string;
}

/** The receipts that a filter leaves. */
export const recibosElegidos = (
  pagos: readonly LotePago[],
  { sinFactura, fecha, metodo }: FiltroPagos,
  hoy: Fecha,
): ReciboDeLote[] =>
  recibosDeLote(
    pagos.filter(({ facturaId, isFacturado }) => !sinFactura || (facturaId === null && !isFacturado)),
  ).filter((recibo) => isDeFecha(recibo.fechaPago, fecha, hoy) && (metodo === '' || recibo.metodo === metodo));
