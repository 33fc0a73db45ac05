/** What an outgoing line of an account is, and what a month of it comes to; pure. Source: dominio.md#money-out. */
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { passes } from '#platform/roles.ts';

export const USOS = ['general', 'comision', 'caja_chica'] as const;
export type Uso = (typeof USOS)[number];

export const CLASES = ['factura', 'orden', 'categoria', 'comision', 'caja_chica', 'traspaso', 'devolucion'] as const;
export type Clase = (typeof CLASES)[number];

export const CLASE: Readonly<Record<Clase, string>> = {
  factura: 'Factura de proveedor',
  orden: 'Orden de compra',
  categoria: 'Gasto',
  comision: 'Comisión del banco',
  caja_chica: 'Caja chica',
  traspaso: 'Traspaso entre cuentas',
  devolucion: 'Depósito devuelto',
};

/** Those that are spent on something: what a budget counts. */
export const llevaCategoria = (clase: Clase): boolean => clase !== 'traspaso' && clase !== 'devolucion';

export const SITUACIONES = ['pendiente', 'por_aprobar', 'clasificado'] as const;
export type Situacion = (typeof SITUACIONES)[number];

export const SITUACION: Readonly<Record<Situacion, string>> = {
  pendiente: 'por clasificar',
  por_aprobar: 'por aprobar',
  clasificado: 'clasificado',
};

/** Days that the two lines of a transfer may be apart to be proposed. */
export const DIAS_TRASPASO = 3;
/** And to be chosen. */
export const DIAS_TRASPASO_MAX = 10;
/** And between a line that gives a deposit back and what it gives back. */
export const DIAS_DEVOLUCION = 60;

/** Words as banks write them: without accents or signs, in capitals. */
export const palabrasDe = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What two lines of one kind have in common: their words, without what changes from one to the next. */
export const claveDeConcepto = (concepto: string): string =>
  palabrasDe(concepto)
    .filter((word) => word.length > 1 && !/\p{N}/u.test(word))
    .join(' ');

export const esComision = (concepto: string): boolean =>
  palabrasDe(concepto).some((word) => /^COMISION(ES)?$/.test(word));

/** Words that say nothing of who a supplier is. */
const COMUNES = new Set(
  'SA CV SAPI RL SC AC DE DEL LA LAS EL LOS Y E EN CON POR PARA SERVICIO SERVICIOS GRUPO MEXICO MEXICANA'.split(' '),
);

const propias = (nombre: string): string[] =>
  palabrasDe(nombre).filter((word) => word.length > 1 && !COMUNES.has(word));

export interface Proveedor {
  nombre: string;
  nombreComercial: string;
  rfc: string;
}

/** Whether a line is of a supplier: its RFC, its trade name, or the first two words of its own in its name. */
export function nombra(
  { concepto, beneficiario, rfc }: Pick<Linea, 'concepto' | 'beneficiario' | 'rfc'>,
  de: Proveedor,
): boolean {
  const words = new Set(palabrasDe(`${concepto} ${beneficiario} ${rfc}`));
  if (de.rfc !== '' && words.has(de.rfc.toUpperCase())) return true;
  const has = (own: readonly string[]) => own.length > 0 && own.every((word) => words.has(word));
  return has(propias(de.nombreComercial)) || has(propias(de.nombre).slice(0, 2));
}

export interface Linea {
  id: number;
  cuentaId: number;
  fecha: Fecha;
  /** What went out; positive. */
  importe: Centavos;
  concepto: string;
  beneficiario: string;
  rfc: string;
  /** It gives a deposit of the account back. */
  devuelve: boolean;
}

/** An invoice or an order that something is left of. */
export interface PorPagar {
  id: number;
  /** 'Factura A-12' */
  nombre: string;
  queda: Centavos;
  proveedor: Proveedor;
}

/** A line that came into an own account. */
export interface Entrada {
  id: number;
  cuentaId: number;
  cuenta: string;
  fecha: Fecha;
  importe: Centavos;
}

/** How lines of a key were classified last. */
export interface Aprendido {
  clase: Clase;
  categoriaId: number;
  fecha: Fecha;
}

export interface Conocimiento {
  facturas: readonly PorPagar[];
  ordenes: readonly PorPagar[];
  entradas: readonly Entrada[];
  aprendido: ReadonlyMap<string, Aprendido>;
  categorias: readonly { id: number; uso: Uso }[];
  /** What a supplier's last payment was spent on, by its name. */
  categoriaDe: ReadonlyMap<string, number>;
}

export interface Propuesta {
  clase: Clase;
  /** Null where somebody has to say it. */
  categoriaId: number | null;
  facturaId: number | null;
  ordenId: number | null;
  contrarioId: number | null;
  motivo: string;
}

const NADA = { categoriaId: null, facturaId: null, ordenId: null, contrarioId: null };

const deUso = ({ categorias }: Conocimiento, uso: Uso): number | null =>
  categorias.find((one) => one.uso === uso)?.id ?? null;

function traspaso(linea: Linea, { entradas }: Conocimiento): Propuesta | undefined {
  const [desde, hasta] = [addDays(linea.fecha, -DIAS_TRASPASO), addDays(linea.fecha, DIAS_TRASPASO)];
  const found = entradas.filter(
    ({ cuentaId, importe, fecha }) =>
      cuentaId !== linea.cuentaId && importe === linea.importe && fecha >= desde && fecha <= hasta,
  );
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  return { ...NADA, clase: 'traspaso', contrarioId: only.id, motivo: `El mismo importe entró en ${only.cuenta}` };
}

function deProveedor(linea: Linea, known: Conocimiento): Propuesta | undefined {
  const abiertas = (all: readonly PorPagar[]) =>
    all.filter(({ queda, proveedor }) => queda === linea.importe && nombra(linea, proveedor));
  const facturas = abiertas(known.facturas);
  const ordenes = facturas.length > 0 ? [] : abiertas(known.ordenes);
  const [only] = [...facturas, ...ordenes];
  // Two of the same amount: a person says which.
  if (!only || facturas.length + ordenes.length > 1) return undefined;
  const esFactura = facturas.length > 0;
  return {
    ...NADA,
    clase: esFactura ? 'factura' : 'orden',
    ...(esFactura ? { facturaId: only.id } : { ordenId: only.id }),
    categoriaId:
      known.categoriaDe.get(only.proveedor.nombre) ??
      known.aprendido.get(claveDeConcepto(linea.concepto))?.categoriaId ??
      null,
    motivo: `${only.nombre} de ${only.proveedor.nombre} es de este importe`,
  };
}

/** What a line is proposed to be: a deposit given back, a fee by its words, a transfer, an open invoice or order, what its like was before. */
export function proponer(linea: Linea, known: Conocimiento): Propuesta | undefined {
  if (linea.devuelve) {
    return { ...NADA, clase: 'devolucion', motivo: 'El banco devolvió el depósito de esta clave de rastreo' };
  }
  const antes = known.aprendido.get(claveDeConcepto(linea.concepto));
  if (esComision(linea.concepto)) {
    const categoriaId = antes?.categoriaId ?? deUso(known, 'comision');
    return { ...NADA, clase: 'comision', categoriaId, motivo: 'Su concepto dice «comisión»' };
  }
  const otra = traspaso(linea, known) ?? deProveedor(linea, known);
  if (otra) return otra;
  if (!antes) return undefined;
  return { ...NADA, clase: antes.clase, categoriaId: antes.categoriaId, motivo: 'Como otra línea de este concepto' };
}

export interface Parte {
  clase: Clase;
  importe: Centavos;
  categoriaId: number | null;
  facturaId: number | null;
  ordenId: number | null;
}

/** Why parts are not how a line is classified, or undefined when they may be. */
export function refusalOfPartes(
  importe: Centavos,
  partes: readonly Parte[],
  contrarioId: number | null,
): { at?: number; message: string } | undefined {
  for (const [at, { clase, categoriaId, facturaId, ordenId }] of partes.entries()) {
    if (llevaCategoria(clase) && categoriaId === null) return { at, message: 'Elija en qué se gastó' };
    if (clase === 'factura' && facturaId === null) return { at, message: 'Elija la factura' };
    if (clase === 'orden' && ordenId === null) return { at, message: 'Elija la orden de compra' };
    if (clase === 'traspaso' && contrarioId === null) return { at, message: 'Elija a qué cuenta entró el traspaso' };
    if (!llevaCategoria(clase) && partes.length > 1) {
      return { at, message: `«${CLASE[clase]}» es de toda la línea. Quite las otras partes` };
    }
  }
  const suma = partes.reduce((sum, parte) => sum + parte.importe, 0);
  return suma === importe ? undefined : { message: 'Las partes no suman lo que salió. Reparta todo, ni más ni menos' };
}

/** Whether another person has to say yes; null: nobody has to. */
export const pideAprobacion = (importe: Centavos, limite: Centavos | null): boolean =>
  limite !== null && importe > limite;

/** Why somebody may not say this to undoing what was approved, or undefined. `acepta`: that it is undone. */
export function refusalOfResolver(
  quien: { id: number; role: string },
  pedido: { usuarioId: number | null },
  acepta: boolean,
): string | undefined {
  const propia = pedido.usuarioId === quien.id;
  if (acepta && propia) return 'Usted pidió deshacerla: otra persona tiene que confirmarlo';
  if (propia || passes('AB', quien.role)) return undefined;
  return acepta
    ? 'La dirección o la administración confirma que se deshaga'
    : 'Sólo quien pidió deshacerla, la dirección o la administración pueden decir que no';
}

/* Reconciliation. */

export const PARTIDAS = ['saldo', 'deposito', 'recibo', 'salida', 'por_aprobar', 'devolucion'] as const;
export type TipoPartida = (typeof PARTIDAS)[number];

export const PARTIDA: Readonly<Record<TipoPartida, string>> = {
  saldo: 'Saldo que dice el banco',
  deposito: 'Depósito sin recibo',
  recibo: 'Recibo sin depósito',
  salida: 'Salida sin clasificar',
  // Of a transfer both ends.
  por_aprobar: 'Por aprobar',
  // A deposit or a payment that went back, and the line that says so: what one adds, the other takes.
  devolucion: 'Devuelto por el banco',
};

/** What is in one and not in the other; positive: the bank has more. */
export interface Partida {
  tipo: TipoPartida;
  /** Of the bank's line, the deposit or the receipt; 0 of a balance. */
  id: number;
  fecha: Fecha;
  concepto: string;
  importe: Centavos;
}

export interface Sumas {
  saldoInicial: Centavos;
  /** What came and went by the account's lines; the latter negative. */
  lineas: Centavos;
  /** What the bank said on the last day; null where no statement tells. */
  segunBanco: Centavos | null;
  recibos: Centavos;
  traspasosEntrantes: Centavos;
  /** Positive. */
  egresos: Centavos;
}

export interface Conciliada {
  banco: Centavos;
  libro: Centavos;
  diferencia: Centavos;
  partidas: Partida[];
  /** Of the difference that no line explains: never anything but 0. */
  sinExplicar: Centavos;
}

/** Both balances, and all that makes them differ. */
export function conciliar(sumas: Sumas, hasta: Fecha, encontradas: readonly Partida[]): Conciliada {
  const porLineas = sumas.saldoInicial + sumas.lineas;
  const banco = sumas.segunBanco ?? porLineas;
  const libro = sumas.saldoInicial + sumas.recibos + sumas.traspasosEntrantes - sumas.egresos;
  const hueco: Partida = {
    ...{ tipo: 'saldo', id: 0, fecha: hasta, importe: banco - porLineas },
    concepto:
      'El banco dice otro saldo que el inicial con sus líneas: falta un estado de cuenta o el saldo inicial es otro',
  };
  const partidas = [...(hueco.importe === 0 ? [] : [hueco]), ...encontradas];
  const diferencia = banco - libro;
  const sinExplicar = diferencia - partidas.reduce((sum, { importe }) => sum + importe, 0);
  return { banco, libro, diferencia, partidas, sinExplicar };
}

/* Budget. */

export interface Gastado {
  presupuesto: Centavos;
  gastado: Centavos;
}

/** What of a budget is left; negative: it was exceeded. */
export const disponible = ({ presupuesto, gastado }: Gastado): Centavos => presupuesto - gastado;

/** Up to a month of the year, that one included. */
export const acumulado = (meses: readonly Centavos[], hasta: number): Centavos =>
  meses.slice(0, hasta).reduce((sum, value) => sum + value, 0);

/** What a line had been spent on at one of two moments. */
export interface GastoEntonces {
  linea: number;
  /** At the later one. */
  ahora: boolean;
  /** Null: nobody had classified it. */
  categoria: string | null;
  quien: string;
  monto: Centavos;
}

export interface Rectificacion {
  categoria: string;
  quien: string;
  monto: Centavos;
  /** It was counted already, as unclassified or by another name; else it adds to what was told, or takes off. */
  informada: boolean;
}

const SIN_CLASIFICAR = 'Sin clasificar';

/** How one line changed what is spent, by category and whom; what it adds to all or takes off, apart from what it was told as. */
function rectificacionesDe(rows: readonly GastoEntonces[]): Rectificacion[] {
  const cambios = [...Map.groupBy(rows, ({ categoria, quien }) => JSON.stringify([categoria, quien])).values()].map(
    (of) => ({
      of: of[0] as GastoEntonces,
      monto: of.reduce((sum, row) => sum + (row.ahora ? row.monto : -row.monto), 0),
    }),
  );
  let queda = cambios.reduce((sum, { monto }) => sum + monto, 0);
  return cambios.flatMap(({ of: { categoria, quien }, monto }) => {
    const nuevo = queda > 0 ? Math.max(0, Math.min(queda, monto)) : Math.min(0, Math.max(queda, monto));
    queda -= nuevo;
    return [
      { categoria: categoria ?? SIN_CLASIFICAR, quien, monto: nuevo, informada: false },
      // What is unclassified is told in one sum.
      { categoria: categoria ?? '', quien, monto: monto - nuevo, informada: true },
    ].filter((one) => one.monto !== 0 && one.categoria !== '');
  });
}

const porNombre = new Intl.Collator('es');

/** What became known of lines whose months are closed: what was told already first, by category, the most first. */
export function rectificar(rows: readonly GastoEntonces[]): Rectificacion[] {
  const all = [...Map.groupBy(rows, ({ linea }) => linea).values()].flatMap(rectificacionesDe);
  const key = ({ informada, categoria, quien }: Rectificacion) => JSON.stringify([informada, categoria, quien]);
  return [...Map.groupBy(all, key).values()]
    .map((of) => ({ ...(of[0] as Rectificacion), monto: of.reduce((sum, { monto }) => sum + monto, 0) }))
    .filter(({ monto }) => monto !== 0)
    .toSorted(
      (a, b) =>
        Number(b.informada) - Number(a.informada) ||
        porNombre.compare(a.categoria, b.categoria) ||
        b.monto - a.monto ||
        porNombre.compare(a.quien, b.quien),
    );
}
