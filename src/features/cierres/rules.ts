/** What is counted in a drawer; the list of a month's end, and the report to its owners. Pure. */
import { type Centavos, type Pesos, sumPesos } from '#core/money.ts';
import { type InformeMensual, type Renglon, totalOf } from '#documents/informe-mensual.ts';
import { entidadOf } from '#libro/rules.ts';

/** Notes and coins of Mexico, the largest first, in centavos. */
export const DENOMINACIONES: readonly Centavos[] = [
  100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10,
];

/** The sum of so many pieces of each denomination. */
export function sumOfDenominations(pieces: Readonly<Record<number, number>>): Centavos {
  return DENOMINACIONES.reduce((sum, value) => sum + value * Math.max(0, Math.trunc(pieces[value] ?? 0)), 0);
}

/* The end of a month. Source: dominio.md#month-end. */

export const PUNTOS = [
  'turnos',
  'depositos',
  'egresos',
  'conciliacion',
  'facturas',
  'complementos',
  'global',
  'intereses',
  'excepciones',
] as const;
export type Punto = (typeof PUNTOS)[number];

export const PUNTO: Readonly<Record<Punto, string>> = {
  turnos: 'Turnos firmados',
  depositos: 'Depósitos identificados',
  egresos: 'Egresos clasificados',
  conciliacion: 'Cuentas conciliadas',
  facturas: 'Facturas que fallaron',
  complementos: 'Complementos de pago',
  global: 'Factura global',
  intereses: 'Intereses moratorios',
  excepciones: 'Excepciones revisadas',
};

export const ESTADOS_PUNTO = ['hecho', 'abierto', 'no_aplica'] as const;
export type EstadoPunto = (typeof ESTADOS_PUNTO)[number];

/** Why what is open is passed over, by its point. */
export type Motivos = Readonly<Partial<Record<Punto, string>>>;

interface PuntoVisto {
  punto: Punto;
  estado: EstadoPunto;
  detalle: string;
}

/** Why a month cannot be closed with its list as it is: the first point that is open and has no reason; undefined where it can. */
export function refusalOfList(
  puntos: readonly PuntoVisto[],
  motivos: Motivos,
): { punto: Punto; message: string } | undefined {
  const missing = puntos.find(({ punto, estado }) => estado === 'abierto' && (motivos[punto] ?? '') === '');
  if (!missing) return undefined;
  const { punto, detalle } = missing;
  return { punto, message: `Falta «${PUNTO[punto]}»: ${detalle}. Atiéndalo, o escriba por qué se cierra así` };
}

/** A figure of a closing, in pesos. */
export interface CifraDelMes {
  grupo: string;
  concepto: string;
  monto: Pesos;
}

/** What the report to the owners is made of; amounts in pesos. */
export interface DatosDelInforme {
  cifras: readonly CifraDelMes[];
  /** What came in by its kind: `entidadOf`. */
  entradas: readonly { clave: string; monto: Pesos }[];
  gasto: {
    renglones: readonly { categoria: { name: string }; presupuesto: readonly Pesos[]; gastado: readonly Pesos[] }[];
    pagados: readonly { categoria: string; quien: string; monto: Pesos }[];
    sinClasificar: Pesos;
    /** Of months that were closed before; what was frozen before it was told has none. */
    tarde?: readonly { categoria: string; quien: string; monto: Pesos; informada: boolean }[];
    antesSinClasificar?: Pesos;
  };
  cuentas: readonly { cuenta: string; banco: Pesos | null }[];
  antiguedad: { porVencer: Pesos; d30: Pesos; d60: Pesos; d90: Pesos; mas: Pesos };
  lotesConAdeudo: number;
}

const BALANCES = 'Saldos al cierre';
const FUNDS = 'Fondos de los lotes';

/** What was owed by the closing's own figures. */
const deudaSegunCifras = (cifras: readonly CifraDelMes[]): Pesos =>
  sumPesos(
    cifras.filter(({ grupo, concepto }) => grupo === BALANCES && concepto !== FUNDS),
    ({ monto }) => monto,
  );

const edades = ({ porVencer, d30, d60, d90, mas }: DatosDelInforme['antiguedad']): Renglon[] => [
  { concepto: 'Por vencer', monto: porVencer },
  { concepto: '1 a 30 días', monto: d30 },
  { concepto: '31 a 60 días', monto: d60 },
  { concepto: '61 a 90 días', monto: d90 },
  { concepto: 'Más de 90 días', monto: mas },
];

export function informeOf(datos: DatosDelInforme, { mes }: { mes: number }): InformeMensual {
  const { cifras, entradas, gasto, cuentas } = datos;
  const movimientos = cifras
    .filter(({ grupo }) => grupo === 'Fondos')
    .map(({ concepto, monto }) => ({ concepto, monto }));
  const final = cifras.find(({ grupo, concepto }) => grupo === BALANCES && concepto === FUNDS)?.monto ?? 0;
  const paid = Map.groupBy(gasto.pagados, ({ categoria }) => categoria);
  const salio = gasto.renglones.map(({ categoria: { name }, presupuesto, gastado }) => ({
    ...{ categoria: name, presupuesto: presupuesto[mes - 1] ?? 0, gastado: gastado[mes - 1] ?? 0 },
    quienes: (paid.get(name) ?? []).map(({ quien, monto }) => ({ concepto: quien, monto })),
  }));
  return {
    entro: entradas.map(({ clave, monto }) => ({ concepto: entidadOf(clave), monto })),
    salio: salio.filter(({ presupuesto, gastado }) => presupuesto !== 0 || gastado !== 0),
    sinClasificar: gasto.sinClasificar,
    antes: {
      pagos: (gasto.tarde ?? []).map(({ categoria, quien, monto, informada }) => ({
        ...{ concepto: `${quien} (${categoria})`, monto, informada },
      })),
      sinClasificar: gasto.antesSinClasificar ?? 0,
    },
    fondos: { inicial: sumPesos([final, -totalOf(movimientos)], (value) => value), movimientos, final },
    deuda: { total: deudaSegunCifras(cifras), lotes: datos.lotesConAdeudo, edades: edades(datos.antiguedad) },
    cuentas: cuentas.flatMap(({ cuenta, banco }) => (banco === null ? [] : [{ concepto: cuenta, monto: banco }])),
    sinSaldo: cuentas.flatMap(({ cuenta, banco }) => (banco === null ? [cuenta] : [])),
  };
}

/** Whoever signed a shift, and who counted with them. */
export const signersOf = ({ usuario, testigo }: { usuario: string; testigo: string | null }): string =>
  testigo === null ? usuario : `${usuario} y ${testigo}`;
