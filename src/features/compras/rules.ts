/** Purchase orders: their states, what their lines add up to, and what may be done with one (specification 002, 2.23). */
import type { Fecha } from '#core/fecha.ts';
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

/** A quantity in thousandths, which are whole: compared and summed as floats they would not be. */
const milesimas = (cantidad: number): number => Math.round(cantidad * 1000);

/** What a line comes to, rounded to a centavo, half away from zero. */
export function importeDeLinea({ precioUnitario, cantidad }: Linea): Centavos {
  // Whole thousandths of centavos: exact, where a product of floats would not be.
  return divideRounded(BigInt(toCentavos(precioUnitario)) * BigInt(milesimas(cantidad)), 1000n);
}

/** What the lines of an order add up to. */
export function totalDeLineas(lineas: readonly Linea[]): Centavos {
  return lineas.reduce((sum, linea) => sum + importeDeLinea(linea), 0);
}

/** How far the entered price is above (or below) its lines, in centavos; undefined where there is nothing to compare. */
export function diferenciaConLineas(precio: number, lineas: readonly Linea[]): Centavos | undefined {
  const total = totalDeLineas(lineas);
  return total === 0 ? undefined : toCentavos(precio) - total;
}

/** Why an order cannot be cancelled, or undefined when it can. */
export function refusalOfCancel(estatus: string, pagada = false): string | undefined {
  if (estatus === 'CANCELADA') return 'La orden ya está cancelada';
  return pagada ? 'La orden tiene pagos del banco. Deshágalos antes en Egresos' : undefined;
}

/** Why an order cannot be edited, or undefined when it can. */
export function refusalOfEdit(estatus: string): string | undefined {
  return estatus === 'CANCELADA' ? 'La orden está cancelada y ya no se puede editar' : undefined;
}

/** Why an order that accounts have paid of may not become this, or undefined when it may: who was paid stays, and what was paid stands. */
export function refusalOfPagada(
  antes: { proveedorId: number },
  despues: { proveedorId: number | null; estatus: string },
): string | undefined {
  if (despues.estatus === 'CANCELADA') return refusalOfCancel('', true);
  return despues.proveedorId === antes.proveedorId
    ? undefined
    : 'La orden tiene pagos del banco y su proveedor no se cambia. Deshágalos antes en Egresos';
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

/** A line of an order with what has come of it. */
export interface LineaPedida {
  /** Its number in the order, which it keeps. */
  numero: number;
  articulo: { id: number; nombre: string };
  cantidad: number;
  recibido: number;
}

/** What of a line has not come yet. */
export const faltante = ({ cantidad, recibido }: Pick<LineaPedida, 'cantidad' | 'recibido'>): number =>
  Math.max(0, milesimas(cantidad) - milesimas(recibido)) / 1000;

/** The state that receptions give an order of these lines. */
export function estatusDeRecepciones(lineas: readonly Pick<LineaPedida, 'cantidad' | 'recibido'>[]): Estatus {
  if (lineas.every(({ recibido }) => recibido === 0)) return 'CREADA';
  return lineas.every((linea) => faltante(linea) === 0) ? 'RECIBIDA TOTAL' : 'RECIBIDA PARCIAL';
}

/** Why nothing can be received of an order, or undefined when something can. */
export function refusalOfRecibir(estatus: string, lineas: readonly LineaPedida[]): string | undefined {
  if (estatus === 'CANCELADA') return 'La orden está cancelada y ya no se recibe nada de ella';
  if (lineas.length === 0) return 'La orden no tiene artículos. Agréguelos al editarla';
  if (lineas.every((linea) => faltante(linea) === 0)) return 'Ya se recibió todo lo que se pidió';
  // By hand, without a reception that says what came.
  return estatus === 'RECIBIDA TOTAL'
    ? 'La orden está marcada como recibida por completo. Si algo falta, cambie su estatus al editarla'
    : undefined;
}

export interface CantidadRecibida {
  numero: number;
  cantidad: number;
}

/** Why these quantities cannot have come, and of which of them that is said; undefined when they can. */
export function refusalOfCantidades(
  lineas: readonly LineaPedida[],
  recibidas: readonly CantidadRecibida[],
): { at: number; message: string } | undefined {
  for (const [at, { numero, cantidad }] of recibidas.entries()) {
    const linea = lineas.find((one) => one.numero === numero);
    if (!linea) return { at, message: 'La orden ya no tiene este artículo. Actualice la página e intente de nuevo' };
    const falta = faltante(linea);
    if (milesimas(cantidad) > milesimas(falta)) {
      return { at, message: `De «${linea.articulo.nombre}» faltan ${falta} por recibir. Escriba ${falta} o menos` };
    }
  }
  return recibidas.every(({ cantidad }) => cantidad === 0)
    ? { at: 0, message: 'Escriba lo que llegó de al menos un artículo' }
    : undefined;
}

/** Why a day is not one on which something came. Civil dates compare as text. */
export function refusalOfFechaRecibida(fecha: Fecha, hoy: Fecha): string | undefined {
  return fecha > hoy ? 'La fecha es futura. Elija la de hoy o una anterior' : undefined;
}

/** Why a reception cannot be taken back, or undefined when it can. */
export function refusalOfDeshacer(estatus: string, deshecha: boolean): string | undefined {
  if (deshecha) return 'La recepción ya está deshecha';
  return estatus === 'CANCELADA' ? 'La orden está cancelada y sus recepciones quedan como están' : undefined;
}

interface LineaEditada {
  numero: number;
  articulo: { id: number | null };
  cantidad: number;
}

/** Why the lines of an order may not become these, since something has come of it; undefined when they may. */
export function refusalOfLineasRecibidas(
  antes: readonly LineaPedida[],
  despues: readonly LineaEditada[],
): string | undefined {
  for (const { numero, articulo, recibido } of antes) {
    if (recibido === 0) continue;
    const linea = despues.find((one) => one.numero === numero);
    const llegaron = `Ya se recibieron ${recibido} de «${articulo.nombre}»`;
    if (linea?.articulo.id !== articulo.id) {
      return `${llegaron}: la línea no se quita ni cambia de artículo. Deshaga antes la recepción`;
    }
    if (milesimas(linea.cantidad) < milesimas(recibido)) {
      return `${llegaron}: la cantidad no puede ser menor. Deshaga antes la recepción`;
    }
  }
  return undefined;
}

/** Why an order takes no invoice, or undefined when it does. */
export function refusalOfFacturar(estatus: string): string | undefined {
  return estatus === 'CANCELADA' ? 'La orden está cancelada y ya no recibe facturas' : undefined;
}

/** What the XML of an invoice says. */
export interface FacturaLeida {
  uuid: string;
  rfcEmisor: string;
  nombreEmisor: string;
  rfcReceptor: string;
  /** Series and folio together. */
  folio: string;
  fecha: Fecha;
  total: Centavos;
}

/** Why an invoice is not one of this community, or undefined when it is; `rfc` undefined: nobody has said the community's yet. */
export function refusalOfReceptor({ rfcReceptor }: FacturaLeida, rfc: string | undefined): string | undefined {
  if (!rfc) return 'Falta el RFC de la comunidad. Captúrelo en Administración, Emisor de factura';
  return rfcReceptor.toUpperCase() === rfc.toUpperCase()
    ? undefined
    : `La factura es para el RFC ${rfcReceptor} y el de la comunidad es ${rfc}. Pida al proveedor que la corrija`;
}
