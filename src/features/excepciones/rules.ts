/** How exceptions are told: the same on screen, on paper and in the workbook. */
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { contabilizado } from '#libro/rules.ts';
import { formatFecha, formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import type { Excepcion, Tipo } from './contract.ts';

export const NOMBRES: Readonly<Record<Tipo, string>> = {
  fechas: 'Fecha de pago',
  especial: 'Descuento especial',
  condonacion: 'Condonación',
  cargo_cancelado: 'Cargo cancelado',
  especial_reabierto: 'Descuento especial de un mes reabierto',
  descuento_entero: 'Cargo perdonado al pagar',
  pago_cancelado: 'Pago cancelado',
  pago_devuelto: 'Pago devuelto por el banco',
  pago_corregido: 'Pago corregido',
  reembolso: 'Reembolso de fondo',
  abono_cancelado: 'Abono a fondo cancelado',
};

const enPesos = (centavos: Centavos): string => formatMoney(toPesos(centavos));

export interface DatesOfReceipt {
  fechaPago: Fecha;
  fechaContable: Fecha;
  quita: Centavos;
  /** The entries that the date would have spared and that stay because they were touched; '' for none. */
  intactos: string;
}

/** What is told of a receipt whose dates differ, or whose date took something off. */
export function describeDates({ fechaPago, fechaContable, quita, intactos }: DatesOfReceipt): string {
  return [
    fechaContable === fechaPago
      ? `Pago con fecha ${formatFecha(fechaPago)}`
      : `Pago con fecha ${formatFecha(fechaPago)}, ${contabilizado(fechaContable)}`,
    ...(quita > 0 ? [`la fecha quitó ${enPesos(quita)}`] : []),
    ...(intactos === '' ? [] : [`se queda, porque ya se había tocado: ${intactos}`]),
  ].join('; ');
}

export interface SpecialChange {
  antes: number | null;
  despues: number | null;
  cerrados: number;
  reabiertos: number;
  devuelto: Centavos;
  /** By how much late interest fell; negative where it grew. */
  intereses: Centavos;
}

const meses = (n: number): string => `${n} ${n === 1 ? 'mes' : 'meses'}`;
const percentOf = (value: number | null): string => (value === null ? 'ninguno' : `${formatNumber(value)}%`);

/** What is told of a change of a lot's special percentage. */
export function describeSpecial({ antes, despues, cerrados, reabiertos, devuelto, intereses }: SpecialChange): string {
  return [
    `De ${percentOf(antes)} a ${percentOf(despues)}`,
    ...(cerrados > 0 ? [`cerró ${meses(cerrados)}`] : []),
    ...(reabiertos > 0 ? [`reabrió ${meses(reabiertos)}`] : []),
    ...(devuelto > 0 ? [`devolvió ${enPesos(devuelto)} a la deuda`] : []),
    ...(intereses > 0 ? [`con ${enPesos(intereses)} de intereses moratorios`] : []),
    ...(intereses < 0 ? [`los intereses moratorios subieron ${enPesos(-intereses)}`] : []),
  ].join('; ');
}

/** '' of what nobody has ticked off. */
export function describeReview({ revisada }: Pick<Excepcion, 'revisada'>): string {
  if (revisada === null) return '';
  const nota = revisada.nota === '' ? '' : `: ${revisada.nota}`;
  return `${revisada.usuario}, ${formatFechaHora(revisada.fecha)}${nota}`;
}
