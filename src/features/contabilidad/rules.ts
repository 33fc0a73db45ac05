/**
 * From movements of money to entries that balance: pure. Every movement is booked twice by the same amount, so that whatever is
 * summed of them balances. Source: dominio.md#accounting.
 */
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { lastDayOf, monthKey, monthOf, monthTitle } from '#core/period.ts';
import { formatFecha, formatNumber } from '#ui/format.ts';

/* What is booked to an account. */

export const CARGOS = {
  mantenimiento: 'Mantenimiento',
  cuota_inicial: 'Cuota inicial',
  cuota_extraordinaria: 'Cuota extraordinaria',
  cuota_inicial_proyecto: 'Revisión de proyecto',
  sancion: 'Sanciones',
  cuota: 'Otras cuotas',
  interes: 'Intereses moratorios',
} as const;
export type TipoCargo = keyof typeof CARGOS;

/** What lowers a charge. The last two take the charge itself back, as if it had never been made: they have no account of theirs. */
const AJUSTES = {
  regla: 'Descuento por pronto pago',
  especial: 'Descuento especial del lote',
  descuento: 'Descuento con código',
  condonacion: 'Condonación',
  cancelacion: 'Cancelación de cargos',
} as const;
const SIN_EFECTO = { anulacion: 'Corrida deshecha', reemplazo: 'Interés reemplazado' } as const;
export type TipoAjuste = keyof typeof AJUSTES | keyof typeof SIN_EFECTO;
const NOMBRE_AJUSTE: Readonly<Record<TipoAjuste, string>> = { ...AJUSTES, ...SIN_EFECTO };

const GENERALES = {
  clientes: 'Lo que deben los lotes',
  fondo: 'Fondos de los lotes',
  por_identificar: 'Depósitos por identificar',
  reembolsos: 'Reembolsos de fondos que salen del banco',
  apertura: 'Saldos con que se empezó',
  iva: 'IVA de las facturas, cobrado',
  iva_no_cobrado: 'IVA de las facturas, no cobrado',
} as const;

export interface Concepto {
  clave: string;
  grupo: string;
  nombre: string;
  /** Without an account of its own it goes where its register's goes. */
  opcional?: true;
}

const fixed = (grupo: string, prefix: string, names: Readonly<Record<string, string>>): Concepto[] =>
  Object.entries(names).map(([key, nombre]) => ({ clave: prefix + key, grupo, nombre }));

/** What every community has; registers, methods and categories are its own. */
export const CONCEPTOS: readonly Concepto[] = [
  ...fixed('Generales', '', GENERALES),
  ...fixed('Cargos', 'cargo:', CARGOS),
  ...fixed('Descuentos y cancelaciones', 'ajuste:', AJUSTES),
];

/** What a community's own catalogues add. */
const GRUPOS_PROPIOS = {
  caja: 'Cajas y cuentas de banco',
  metodo: 'Métodos de pago',
  categoria: 'Categorías de egreso',
} as const;
export type Propio = keyof typeof GRUPOS_PROPIOS;

export const conceptoPropio = (de: Propio, id: number, nombre: string): Concepto => ({
  ...{ clave: `${de}:${id}`, grupo: GRUPOS_PROPIOS[de], nombre },
  ...(de === 'metodo' && { opcional: true as const }),
});

export const NATURALEZAS = ['deudora', 'acreedora'] as const;
export type Naturaleza = (typeof NATURALEZAS)[number];

export interface Cuenta {
  id: number;
  codigo: string;
  name: string;
  agrupador: string;
}

export interface Equivalencia {
  clave: string;
  desde: Fecha;
  /** Null: from then on it goes where its register's goes. */
  cuenta: Cuenta | null;
}

/** Which account something was booked to on a day. */
export class Equivalencias {
  readonly #porClave: ReadonlyMap<string, readonly Equivalencia[]>;

  /** @param todas in the order in which they were said */
  constructor(todas: readonly Equivalencia[]) {
    this.#porClave = Map.groupBy(todas, ({ clave }) => clave);
  }

  cuentaDe(clave: string, fecha: Fecha): Cuenta | undefined {
    return this.#porClave.get(clave)?.findLast(({ desde }) => desde <= fecha)?.cuenta ?? undefined;
  }

  /** The one that was said last. */
  ultimaDe(clave: string): Cuenta | undefined {
    return this.#porClave.get(clave)?.at(-1)?.cuenta ?? undefined;
  }
}

/* Movements. */

export const CLASES = [
  ...['cargo', 'ajuste', 'reverso', 'iva', 'iva_cobrado', 'apertura_fondo'],
  ...['pago', 'cancelacion', 'abono', 'abono_cancelado', 'deposito', 'reembolso', 'egreso'],
] as const;

interface Base {
  fecha: Fecha;
  /** Negative: it is taken back. */
  monto: Centavos;
  /** The folio fiscal of its invoice, as it was known; ''. */
  uuid: string;
}
/** Whose charge: its kind, and whether it was brought along when the community began. */
interface DeCargo {
  tipo: TipoCargo;
  apertura: boolean;
}
interface DeRecibo {
  reciboId: number;
  lote: string;
  cajaId: number;
  /** Null: out of the lot's fund. */
  metodoId: number | null;
}

export type Movimiento = Base &
  (
    | ({ clase: 'cargo' } & DeCargo)
    | ({ clase: 'ajuste' | 'reverso'; ajuste: TipoAjuste } & DeCargo)
    /** Of an invoice that is paid later, the day that its tax was booked on as not collected; null where it is collected. */
    | { clase: 'iva'; tipo: TipoCargo; folio: string; noCobradoDesde: Fecha | null }
    /** What a complement tells as paid of it. */
    | { clase: 'iva_cobrado'; folio: string; noCobradoDesde: Fecha }
    | { clase: 'apertura_fondo' }
    | ({ clase: 'pago' | 'cancelacion'; tipo: TipoCargo } & DeRecibo)
    | ({ clase: 'abono' | 'abono_cancelado' } & DeRecibo & { metodoId: number })
    /** Of a deposit: what arrived and what a receipt accounts for, whose register and method these are then. */
    | { clase: 'deposito'; depositoId: number; cajaId: number; metodoId: number | null }
    | { clase: 'reembolso'; movimientoId: number; lote: string; metodoId: number | null }
    | {
        clase: 'egreso';
        lineaId: number;
        concepto: string;
        cajaId: number;
        /** Where a transfer went. */
        otraCajaId: number | null;
        categoriaId: number | null;
      }
  );

export const TIPOS = ['ingresos', 'egresos', 'diario'] as const;
export type TipoPoliza = (typeof TIPOS)[number];
export const TIPO: Readonly<Record<TipoPoliza, string>> = {
  ingresos: 'Ingresos',
  egresos: 'Egresos',
  diario: 'Diario',
};

/** One side of a movement: the account is the first of `claves` that has one. */
interface Lado {
  claves: readonly string[];
  /** The day whose account it is, where that is not the movement's: what is taken out of where it was booked. */
  fecha?: Fecha;
  concepto: string;
  referencia?: string;
  uuid?: string;
}
interface Asiento {
  tipo: TipoPoliza;
  debe: Lado;
  haber: Lado;
}

/** Names of registers, methods and categories, by their `clave`. */
export type Nombres = ReadonlyMap<string, string>;

const CLIENTES = ['clientes'];
const FONDO = ['fondo'];
const POR_IDENTIFICAR = ['por_identificar'];
const IVA = ['iva'];

/** Before there was an account for it the tax of all invoices had one. */
const noCobrado = (fecha: Fecha): Pick<Lado, 'claves' | 'fecha'> => ({ claves: ['iva_no_cobrado', ...IVA], fecha });

/** Money at the desk goes by its method where that has an account, what a bank takes by the register. */
const dineroDe = (cajaId: number, metodoId: number | null): string[] => [
  ...(metodoId === null ? [] : [`metodo:${metodoId}`]),
  `caja:${cajaId}`,
];

const ingresoDe = ({ tipo, apertura }: DeCargo): string[] => [apertura ? 'apertura' : `cargo:${tipo}`];

const nombreDe = (nombres: Nombres, clave: string): string => nombres.get(clave) ?? clave;

function delRecibo(
  movimiento: DeRecibo & Base,
  { debe, haber }: { debe: string; haber: Lado['claves'] },
  nombres: Nombres,
): Asiento {
  const { reciboId, lote, cajaId, metodoId, uuid, monto } = movimiento;
  const detail = { referencia: lote, uuid };
  const recibo = `${monto < 0 ? 'Se cancela del recibo' : 'Recibo'} ${reciboId}: ${debe}`;
  if (metodoId === null) {
    return {
      tipo: 'diario',
      debe: { claves: FONDO, concepto: 'Pagado con el fondo del lote', ...detail },
      haber: { claves: haber, concepto: recibo, ...detail },
    };
  }
  const por = `${nombreDe(nombres, `metodo:${metodoId}`)} en ${nombreDe(nombres, `caja:${cajaId}`)}`;
  return {
    tipo: 'ingresos',
    debe: { claves: dineroDe(cajaId, metodoId), concepto: `${monto < 0 ? 'Cobros cancelados' : 'Cobros'}: ${por}` },
    haber: { claves: haber, concepto: recibo, ...detail },
  };
}

/** The tax of an invoice leaves income when it is stamped, and what is not collected when a complement tells it as paid. */
function delIva(movimiento: Extract<Movimiento, { clase: 'iva' | 'iva_cobrado' }>): Asiento {
  const { folio, noCobradoDesde, uuid } = movimiento;
  if (movimiento.clase === 'iva_cobrado') {
    const lado = { concepto: `IVA cobrado de la factura ${folio}`, uuid };
    return {
      tipo: 'diario',
      debe: { ...noCobrado(movimiento.noCobradoDesde), ...lado },
      haber: { claves: IVA, ...lado },
    };
  }
  const { tipo } = movimiento;
  const lado = { concepto: `IVA de la factura ${folio}, ${CARGOS[tipo]}`, uuid };
  return {
    tipo: 'diario',
    debe: { claves: [`cargo:${tipo}`], ...lado },
    haber: { ...(noCobradoDesde === null ? { claves: IVA } : noCobrado(noCobradoDesde)), ...lado },
  };
}

function delEgreso(movimiento: Extract<Movimiento, { clase: 'egreso' }>, nombres: Nombres): Asiento {
  const { lineaId, concepto, cajaId, otraCajaId, categoriaId, uuid, monto } = movimiento;
  const said = `${monto < 0 ? 'Se deshace: ' : ''}${concepto}`;
  const referencia = `Salida ${lineaId}`;
  return {
    tipo: 'egresos',
    debe:
      otraCajaId === null
        ? {
            ...{ claves: [`categoria:${categoriaId}`], referencia, uuid },
            concepto: `${nombreDe(nombres, `categoria:${categoriaId}`)}: ${said}`,
          }
        : { claves: dineroDe(otraCajaId, null), concepto: `Traspaso: ${said}`, referencia },
    haber: { claves: dineroDe(cajaId, null), concepto: said, referencia },
  };
}

/** Where a movement is booked; with a negative amount the sides change places. */
function asientoDe(movimiento: Movimiento, nombres: Nombres): Asiento {
  const { clase, uuid } = movimiento;
  switch (clase) {
    case 'cargo': {
      const concepto = `${CARGOS[movimiento.tipo]}${movimiento.apertura ? ', saldo inicial' : ''}`;
      return {
        tipo: 'diario',
        debe: { claves: CLIENTES, concepto, uuid },
        haber: { claves: ingresoDe(movimiento), concepto, uuid },
      };
    }
    case 'ajuste':
    case 'reverso': {
      const { ajuste, tipo } = movimiento;
      const concepto = `${clase === 'reverso' ? 'Se quita: ' : ''}${NOMBRE_AJUSTE[ajuste]} de ${CARGOS[tipo]}`;
      return {
        tipo: 'diario',
        debe: { claves: ajuste in SIN_EFECTO ? ingresoDe(movimiento) : [`ajuste:${ajuste}`], concepto },
        haber: { claves: CLIENTES, concepto },
      };
    }
    case 'iva':
    case 'iva_cobrado':
      return delIva(movimiento);
    case 'apertura_fondo': {
      const concepto = 'Fondos de los lotes, saldo inicial';
      return { tipo: 'diario', debe: { claves: ['apertura'], concepto }, haber: { claves: FONDO, concepto } };
    }
    case 'pago':
    case 'cancelacion':
      return delRecibo(movimiento, { debe: CARGOS[movimiento.tipo], haber: CLIENTES }, nombres);
    case 'abono':
    case 'abono_cancelado':
      return delRecibo(movimiento, { debe: 'abono al fondo', haber: FONDO }, nombres);
    case 'deposito': {
      const { depositoId, cajaId, metodoId } = movimiento;
      const concepto = `Depósito ${depositoId} por identificar`;
      return {
        tipo: 'ingresos',
        debe: { claves: dineroDe(cajaId, metodoId), concepto },
        haber: { claves: POR_IDENTIFICAR, concepto },
      };
    }
    case 'reembolso': {
      const { movimientoId, lote: referencia, metodoId } = movimiento;
      const concepto = `Reembolso de fondo ${movimientoId}`;
      return {
        tipo: 'egresos',
        debe: { claves: FONDO, concepto, referencia },
        // Where its method has no account it leaves by a bank, whose line says so when it is classified.
        haber: {
          ...{ claves: [...(metodoId === null ? [] : [`metodo:${metodoId}`]), 'reembolsos'], concepto, referencia },
        },
      };
    }
    case 'egreso':
      return delEgreso(movimiento, nombres);
  }
}

/* Entries. */

export const AGRUPADO = ['dia', 'mes'] as const;
export type Agrupado = (typeof AGRUPADO)[number];

export interface Partida {
  cuenta: Cuenta;
  concepto: string;
  referencia: string;
  uuid: string;
  debe: Centavos;
  haber: Centavos;
}

export interface Poliza {
  /** Its day; of a month its last one, or the last that was asked for. */
  fecha: Fecha;
  tipo: TipoPoliza;
  /** Of its kind in its month: the day, or 1. */
  numero: number;
  concepto: string;
  debe: Centavos;
  haber: Centavos;
  partidas: Partida[];
}

/** Something that happened and has no account. */
export interface Faltante {
  clave: string;
  movimientos: number;
  monto: Centavos;
}

export interface Pedido {
  desde: Fecha;
  hasta: Fecha;
  por: Agrupado;
}

/** Longer ones are asked for in parts: all of it is in memory at once. */
const DIAS_MAX = 92;

export function refusalOfPeriodo({ desde, hasta }: Pick<Pedido, 'desde' | 'hasta'>): string | undefined {
  if (desde > hasta) return 'La fecha final no puede ser anterior a la inicial';
  return hasta > addDays(desde, DIAS_MAX - 1)
    ? `Las pólizas se hacen hasta de ${DIAS_MAX} días. Elija un periodo más corto`
    : undefined;
}

interface Contado {
  tipo: TipoPoliza;
  fecha: Fecha;
  debe: { cuenta: Cuenta; lado: Lado };
  haber: { cuenta: Cuenta; lado: Lado };
  monto: Centavos;
  clase: Movimiento['clase'];
}

/** A deposit that was applied on the day that it arrived was nobody's at no time: what arrived and what was applied add up. */
function settled(contados: readonly Contado[]): Contado[] {
  const waiting = new Map<string, Contado>();
  const rest: Contado[] = [];
  for (const one of contados) {
    if (one.clase !== 'deposito') {
      rest.push(one);
      continue;
    }
    const key = `${one.fecha} ${one.debe.cuenta.id} ${one.debe.lado.concepto}`;
    const known = waiting.get(key);
    waiting.set(key, known ? { ...known, monto: known.monto + one.monto } : one);
  }
  return [...rest, ...waiting.values()];
}

class Making {
  readonly #lines = new Map<string, Partida & { at: number }>();
  readonly #head: Omit<Poliza, 'debe' | 'haber' | 'partidas'>;

  constructor(head: Omit<Poliza, 'debe' | 'haber' | 'partidas'>) {
    this.#head = head;
  }

  #line(at: number, { cuenta, lado }: Contado['debe'], amounts: Pick<Partida, 'debe' | 'haber'>) {
    const { concepto, referencia = '', uuid = '' } = lado;
    const key = JSON.stringify([at, cuenta.id, concepto, referencia, uuid]);
    const known = this.#lines.get(key);
    if (known) {
      known.debe += amounts.debe;
      known.haber += amounts.haber;
    } else this.#lines.set(key, { at, cuenta, concepto, referencia, uuid, ...amounts });
  }

  add({ debe, haber, monto, clase }: Contado): void {
    const [from, to] = monto < 0 ? [haber, debe] : [debe, haber];
    const amount = Math.abs(monto);
    const at = CLASES.indexOf(clase) * 2;
    this.#line(at, from, { debe: amount, haber: 0 });
    this.#line(at + 1, to, { debe: 0, haber: amount });
  }

  poliza(): Poliza {
    const lines = [...this.#lines.values()].toSorted(
      (a, b) => a.at - b.at || (a.cuenta.codigo < b.cuenta.codigo ? -1 : Number(a.cuenta.codigo > b.cuenta.codigo)),
    );
    return {
      ...this.#head,
      debe: lines.reduce((sum, { debe }) => sum + debe, 0),
      haber: lines.reduce((sum, { haber }) => sum + haber, 0),
      partidas: lines.map(({ at: _, ...partida }) => partida),
    };
  }
}

function headOf({ por, hasta }: Pedido, fecha: Fecha, tipo: TipoPoliza): Omit<Poliza, 'debe' | 'haber' | 'partidas'> {
  if (por === 'dia') {
    return {
      ...{ fecha, tipo, numero: Number(fecha.slice(8)) },
      concepto: `${TIPO[tipo]} del ${formatFecha(fecha)}`,
    };
  }
  const last = lastDayOf(monthOf(fecha));
  return {
    ...{ fecha: last < hasta ? last : hasta, tipo, numero: 1 },
    concepto: `${TIPO[tipo]} de ${monthTitle(monthOf(fecha))}`,
  };
}

export interface Diario {
  polizas: Poliza[];
  /** Where there are any the entries leave something out, and are not to be handed on. */
  faltan: Faltante[];
}

/** The entries of movements that are in the order of their days. */
export function diarioDe(
  movimientos: readonly Movimiento[],
  pedido: Pedido,
  { equivalencias, nombres }: { equivalencias: Equivalencias; nombres: Nombres },
): Diario {
  const faltan = new Map<string, Faltante>();
  const cuentaDe = ({ claves, fecha: suya }: Lado, { fecha, monto }: Movimiento): Cuenta | undefined => {
    for (const clave of claves) {
      const cuenta = equivalencias.cuentaDe(clave, suya ?? fecha);
      if (cuenta) return cuenta;
    }
    const clave = claves.at(-1) ?? '';
    const known = faltan.get(clave) ?? { clave, movimientos: 0, monto: 0 };
    faltan.set(clave, { clave, movimientos: known.movimientos + 1, monto: known.monto + Math.abs(monto) });
    return undefined;
  };
  const contados: Contado[] = [];
  for (const movimiento of movimientos) {
    const { debe, haber, tipo } = asientoDe(movimiento, nombres);
    const [from, to] = [cuentaDe(debe, movimiento), cuentaDe(haber, movimiento)];
    if (!from || !to) continue;
    // Booked before there were two accounts for it: it stays where it is.
    if (movimiento.clase === 'iva_cobrado' && from.id === to.id) continue;
    const { fecha, monto, clase } = movimiento;
    contados.push({
      tipo,
      fecha,
      debe: { cuenta: from, lado: debe },
      haber: { cuenta: to, lado: haber },
      monto,
      clase,
    });
  }
  const making = new Map<string, Making>();
  for (const one of settled(contados)) {
    if (one.monto === 0) continue;
    const key = `${pedido.por === 'dia' ? one.fecha : monthKey(monthOf(one.fecha))} ${TIPOS.indexOf(one.tipo)}`;
    const known = making.get(key) ?? new Making(headOf(pedido, one.fecha, one.tipo));
    making.set(key, known);
    known.add(one);
  }
  const inOrder = [...making].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { polizas: inOrder.map(([, one]) => one.poliza()), faltan: [...faltan.values()] };
}

/** What each account moved, by its code. */
export function movidoPorCuenta(polizas: readonly Poliza[]): { cuenta: Cuenta; debe: Centavos; haber: Centavos }[] {
  const sums = new Map<number, { cuenta: Cuenta; debe: Centavos; haber: Centavos }>();
  for (const { partidas } of polizas) {
    for (const { cuenta, debe, haber } of partidas) {
      const sum = sums.get(cuenta.id) ?? { cuenta, debe: 0, haber: 0 };
      sums.set(cuenta.id, { cuenta, debe: sum.debe + debe, haber: sum.haber + haber });
    }
  }
  return [...sums.values()].toSorted((a, b) => (a.cuenta.codigo < b.cuenta.codigo ? -1 : 1));
}

/** Why entries cannot be handed on; the names are of what has no account. */
export function refusalOfFaltantes(faltan: readonly { nombre: string }[]): string | undefined {
  if (faltan.length === 0) return undefined;
  const named = faltan.slice(0, 5).map(({ nombre }) => `«${nombre}»`);
  const more = faltan.length > 5 ? ` y ${formatNumber(faltan.length - 5)} más` : '';
  return `Falta la cuenta contable de ${named.join(', ')}${more}. Asígnela en Contabilidad, Cuentas y equivalencias`;
}
