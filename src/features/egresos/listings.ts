import { toCentavos, toPesos } from '#core/money.ts';
import { type Month, monthName } from '#core/period.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import type { Egreso, PartidaDe, Renglon } from './contract.ts';
import { acumulado, CLASE, disponible, PARTIDA, SITUACION } from './rules.ts';

const LINEA = {
  fecha: { key: 'fecha', header: 'Fecha', kind: 'date' },
  concepto: { key: 'concepto', header: 'Concepto', sheet: { width: 40 } },
  importe: { key: 'importe', header: 'Importe', kind: 'money', total: true },
} as const;

const partesOf = ({ clasificacion }: Egreso) => clasificacion?.partes ?? [];
const quienes = ({ clasificacion }: Egreso): string =>
  clasificacion ? [clasificacion.usuario, clasificacion.aprobo].filter((name) => name !== '').join(', ') : '';

export const EGRESOS = listing<Egreso>([
  LINEA.fecha,
  { key: 'cuenta', header: 'Cuenta', value: ({ cuenta }) => cuenta.name, sheet: { width: 26 } },
  LINEA.concepto,
  { key: 'situacion', header: 'Situación', value: ({ situacion }) => SITUACION[situacion] },
  {
    key: 'clase',
    header: 'Qué es',
    value: (row) =>
      partesOf(row)
        .map(({ clase }) => CLASE[clase])
        .join(', '),
  },
  {
    key: 'categoria',
    header: 'Categoría',
    value: (row) =>
      partesOf(row)
        .map(({ categoria }) => categoria?.name ?? '')
        .join(', '),
    sheet: { width: 26 },
  },
  {
    key: 'destino',
    header: 'Qué paga',
    value: (row) =>
      partesOf(row)
        .map(({ destino }) => destino)
        .filter((text) => text !== '')
        .join(', '),
    sheet: { width: 36 },
  },
  { key: 'quien', header: 'Clasificó y aprobó', value: quienes, sheet: { width: 26 } },
  LINEA.importe,
]);

/** Numbered, for they are of several kinds. */
export type PartidaNumerada = PartidaDe & { numero: number };

export const PARTIDAS_LISTA = listing<PartidaNumerada>([
  LINEA.fecha,
  { key: 'tipo', header: 'Qué es', value: ({ tipo }) => PARTIDA[tipo], sheet: { width: 26 }, paper: { width: 110 } },
  LINEA.concepto,
  LINEA.importe,
]);

const centavos = (meses: readonly number[]) => meses.map(toCentavos);

/** What of a category a month was to cost and did, with the year until then. */
function cifrasDe({ presupuesto, gastado }: Renglon, { mes }: Pick<Month, 'mes'>) {
  const del = (meses: readonly number[]) => centavos(meses)[mes - 1] ?? 0;
  const hasta = (meses: readonly number[]) => acumulado(centavos(meses), mes);
  const month = { presupuesto: del(presupuesto), gastado: del(gastado) };
  const year = { presupuesto: hasta(presupuesto), gastado: hasta(gastado) };
  return {
    mes: month,
    acumulado: year,
    quedaMes: disponible(month),
    quedaAcumulado: disponible(year),
    anual: acumulado(centavos(presupuesto), 12),
  };
}

export const presupuestoListing = (month: Pick<Month, 'mes'>) => {
  const pesosOf = (pick: (cifras: ReturnType<typeof cifrasDe>) => number) => (row: Renglon) =>
    toPesos(pick(cifrasDe(row, month)));
  const name = monthName(month);
  return listing<Renglon>([
    { key: 'categoria', header: 'Categoría', value: ({ categoria }) => categoria.name, sheet: { width: 32 } },
    {
      key: 'cuentaContable',
      header: 'Cuenta contable',
      value: ({ categoria }) => categoria.cuentaContable,
      screen: false,
    },
    {
      key: 'mes',
      header: `Presupuesto ${name}`,
      kind: 'money',
      value: pesosOf(({ mes }) => mes.presupuesto),
      total: true,
    },
    { key: 'gastado', header: `Gastado ${name}`, kind: 'money', value: pesosOf(({ mes }) => mes.gastado), total: true },
    { key: 'queda', header: 'Disponible', kind: 'money', value: pesosOf(({ quedaMes }) => quedaMes), total: true },
    {
      key: 'acumulado',
      header: 'Presupuesto acumulado',
      kind: 'money',
      room: 'medium',
      value: pesosOf(({ acumulado: year }) => year.presupuesto),
      total: true,
    },
    {
      key: 'gastadoAcumulado',
      header: 'Gastado acumulado',
      kind: 'money',
      room: 'medium',
      value: pesosOf(({ acumulado: year }) => year.gastado),
      total: true,
    },
    {
      key: 'quedaAcumulado',
      header: 'Disponible acumulado',
      kind: 'money',
      value: pesosOf(({ quedaAcumulado }) => quedaAcumulado),
      total: true,
    },
    { key: 'anual', header: 'Presupuesto del año', kind: 'money', value: pesosOf(({ anual }) => anual), total: true },
  ]);
};

/** An account at the end of a month. */
export interface CuentaDelMes {
  cuenta: string;
  banco: number | null;
  libro: number | null;
  diferencia: number | null;
  /** Who found it to agree and when; '' where nobody did. */
  conciliada: string;
}

export const CUENTAS_DEL_MES = listing<CuentaDelMes>([
  { key: 'cuenta', header: 'Cuenta', sheet: { width: 32 } },
  { key: 'banco', header: 'Según el banco', kind: 'money', total: true },
  { key: 'libro', header: 'Según el registro', kind: 'money', total: true },
  { key: 'diferencia', header: 'Diferencia', kind: 'money', total: true },
  { key: 'conciliada', header: 'Conciliada', sheet: { width: 60 } },
]);

export interface Ingreso {
  concepto: string;
  monto: number;
}

export const INGRESOS = listing<Ingreso>([
  { key: 'concepto', header: 'Ingresos', sheet: { width: 32 } },
  { key: 'monto', header: 'Monto', kind: 'money', total: true },
]);

export interface Pagado {
  categoria: string;
  quien: string;
  monto: number;
}

const A_QUIEN: readonly ListColumn<Pagado>[] = [
  { key: 'quien', header: 'A quién se pagó', sheet: { width: 44 } },
  { key: 'categoria', header: 'Categoría', sheet: { width: 32 }, paper: false },
];
const CUANTO: ListColumn<Pagado> = { key: 'monto', header: 'Monto', kind: 'money', total: true };

export const PAGADOS = listing<Pagado>([...A_QUIEN, CUANTO]);

/** What became known of a month that was closed by then. */
export interface PagadoTarde extends Pagado {
  /** The reports so far have it in their sums, as unclassified or by another name; else it adds to them, or takes off. */
  informada: boolean;
}

export const PAGADOS_TARDE = listing<PagadoTarde>([
  ...A_QUIEN,
  {
    key: 'informada',
    header: 'En lo informado',
    value: ({ informada }) => (informada ? 'Ya contaba' : 'Lo cambia'),
    sheet: { width: 24 },
  },
  CUANTO,
]);
