/** Purchase orders: their states, what their lines add up to, and what may be done with one (specification 002, 2.23). */
import { type Centavos, divideRounded, toCentavos } from '#core/money.ts';

export const ESTATUS = ['CREADA', 'CANCELADA', 'RECIBIDA TOTAL', 'RECIBIDA PARCIAL'] as const;
export type Estatus = (typeof ESTATUS)[number];

export const ESTATUS_PAGO = ['SIN PAGAR', 'PAGO PARCIAL', 'PAGO TOTAL'] as const;
export type EstatusPago = (typeof ESTATUS_PAGO)[number];

export interface Linea {
  /** Pesos. */
  precioUnitario: number;
  /** At most three decimals. */
  cantidad: number;
}

/** What the lines of an order add up to; each line is rounded to a centavo, half away from zero. */
export function totalDeLineas(lineas: readonly Linea[]): Centavos {
  return lineas.reduce((sum, { precioUnitario, cantidad }) => {
    // Whole thousandths of centavos: exact, where a product of floats would not be.
    const milesimas = BigInt(toCentavos(precioUnitario)) * BigInt(Math.round(cantidad * 1000));
    return sum + divideRounded(milesimas, 1000n);
  }, 0);
}

/** How far the entered price is above (or below) its lines, in centavos; undefined where there is nothing to compare. */
export function diferenciaConLineas(precio: number, lineas: readonly Linea[]): Centavos | undefined {
  const total = totalDeLineas(lineas);
  return total === 0 ? undefined : toCentavos(precio) - total;
}

/** Why an order cannot be cancelled, or undefined when it can. */
export function refusalOfCancel(estatus: string): string | undefined {
  return estatus === 'CANCELADA' ? 'La orden ya está cancelada' : undefined;
}

/** Why an order cannot be edited, or undefined when it can. */
export function refusalOfEdit(estatus: string): string | undefined {
  return estatus === 'CANCELADA' ? 'La orden está cancelada y ya no se puede editar' : undefined;
}

export interface LineaCapturada extends Linea {
  articulo: { id: number | null };
  presentacion: string;
  unidadMedida: string;
}

/** A line in which nothing was filled in: the form's first one cannot be removed. */
const isBlank = ({ articulo, presentacion, unidadMedida, precioUnitario }: LineaCapturada): boolean =>
  articulo.id === null && presentacion === '' && unidadMedida === '' && precioUnitario === 0;

/** Why a line is not kept as it is, said at its article; undefined when it is. */
export function refusalOfLinea(linea: LineaCapturada): string | undefined {
  return linea.articulo.id === null && !isBlank(linea) ? 'Elija el artículo o deje vacía la línea' : undefined;
}

/** The lines that say something, in their order. */
export const lineasLlenas = <L extends LineaCapturada>(lineas: readonly L[]): L[] =>
  lineas.filter((linea) => !isBlank(linea));
