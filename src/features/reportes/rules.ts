/** What the reports call things, and their sums. Pure. */

import { addDays, type Fecha } from '#core/fecha.ts';
import { type Centavos, sumPesos, toCentavos, toPesos } from '#core/money.ts';
import { addMonths, dayOfMonth, monthOf } from '#core/period.ts';
import type { ClaseDescuento } from '#libro/reportes/filtros.ts';
import type { ConciliadoRow, SancionRow } from './contract.ts';

/** What is given away, by its kind. */
export const CLASES: Readonly<Record<ClaseDescuento, string>> = {
  especial: 'Descuento especial',
  regla: 'Pronto pago',
  descuento: 'Con código',
  condonacion: 'Condonación',
};

/** Rows in centavos as the contract gives them: in pesos, by associate. '' is the key of lots without one. */
export function conciliadoByAssociate(
  rows: readonly {
    loteId: number;
    asociado: string;
    referencia: string;
    d30: Centavos;
    d60: Centavos;
    d90: Centavos;
  }[],
): Record<string, ConciliadoRow[]> {
  const byAssociate = new Map<string, ConciliadoRow[]>();
  for (const { loteId, asociado, referencia, d30, d60, d90 } of rows) {
    const found = byAssociate.get(asociado) ?? [];
    found.push({ loteId, asociado, referencia, treinta: toPesos(d30), sesenta: toPesos(d60), noventa: toPesos(d90) });
    byAssociate.set(asociado, found);
  }
  return Object.fromEntries(byAssociate);
}

export interface Conciliacion {
  key: string;
  asociado: string;
  /** '' in the rows of an associate. */
  referencia: string;
  /** Of the row; of an associate the only one, null where there are several. */
  loteId: number | null;
  treinta: number;
  sesenta: number;
  noventa: number;
  total: number;
}

const sums = (rows: readonly ConciliadoRow[]) => {
  const treinta = sumPesos(rows, (row) => row.treinta);
  const sesenta = sumPesos(rows, (row) => row.sesenta);
  const noventa = sumPesos(rows, (row) => row.noventa);
  return { treinta, sesenta, noventa, total: sumPesos([treinta, sesenta, noventa], (part) => part) };
};

const onlyLoteOf = ([first, ...more]: readonly ConciliadoRow[]): number | null =>
  first && more.length === 0 ? first.loteId : null;

/** One row per associate or, in detail, per associate and lot. */
export function conciliacionRows(
  byAssociate: Readonly<Record<string, readonly ConciliadoRow[]>>,
  detail: boolean,
): Conciliacion[] {
  return Object.entries(byAssociate).flatMap(([asociado, rows]) =>
    detail
      ? rows.map((row) => ({
          key: `${asociado} ${row.referencia}`,
          asociado,
          referencia: row.referencia,
          loteId: row.loteId,
          ...sums([row]),
        }))
      : [{ key: asociado, asociado, referencia: '', loteId: onlyLoteOf(rows), ...sums(rows) }],
  );
}

/** '11-2026' to '2026-11', which sorts. */
export function periodoKey(periodo: string): string {
  const [month = '', year = ''] = periodo.split('-');
  return `${year}-${month.padStart(2, '0')}`;
}

export function montoOf({ statusMonto }: SancionRow, status: string): number {
  return statusMonto.find((entry) => entry.status === status)?.monto ?? 0;
}

export interface Projection {
  mes: string;
  facturacion: number;
  anticipado: number;
  /** What the month's own maintenance is expected to bring within it. */
  enMes: number;
  /** That, and what late payers usually bring. */
  esperado: number;
  acumulado: number;
}

/**
 * What the coming months are expected to bring. What was paid in advance has come in already.
 * @param indice share (0 to 1) of a month that is paid within it
 */
export function project(
  meses: readonly { mes: string; facturacion: number; anticipado: number }[],
  indice: number,
  rezago: number,
): Projection[] {
  let acumulado = 0;
  return meses.map(({ mes, facturacion, anticipado }) => {
    const open = Math.max(0, toCentavos(facturacion) - toCentavos(anticipado));
    const enMes = toPesos(Math.round(open * indice));
    const esperado = toPesos(toCentavos(enMes) + toCentavos(rezago));
    acumulado = toPesos(toCentavos(acumulado) + toCentavos(esperado));
    return { mes, facturacion, anticipado, enMes, esperado, acumulado };
  });
}

/** The same with how many lots each month has. */
export function projectionRows(
  {
    meses,
    rezago,
  }: { meses: readonly { mes: string; lotes: number; facturacion: number; anticipado: number }[]; rezago: number },
  indice: number,
): (Projection & { lotes: number })[] {
  const lotes = new Map(meses.map((month) => [month.mes, month.lotes]));
  return project(meses, indice, rezago).map((row) => ({ ...row, lotes: lotes.get(row.mes) ?? 0 }));
}

/** A monthly report leaves from this time of the community's day on. */
export const HORA_DE_ENVIO = '07:00';

/** Whoever says so today gets the first one on another day: for today there is 'Enviar ahora'. */
export const firstDayOfSending = (hoy: Fecha): Fecha => addDays(hoy, 1);

/**
 * The last day that a monthly sending was due on; undefined where that was before it began. A server that slept over that day
 * makes it up, also in the month after.
 * @param ahora 'YYYY-MM-DDTHH:mm:ss' on the community's clock
 */
export function lastDue({ dia, desde }: { dia: number; desde: Fecha }, ahora: string): Fecha | undefined {
  const month = monthOf(ahora.slice(0, 10));
  const ofThisMonth = dayOfMonth(month, dia);
  const due = ahora >= `${ofThisMonth}T${HORA_DE_ENVIO}:00` ? ofThisMonth : dayOfMonth(addMonths(month, -1), dia);
  return due >= desde ? due : undefined;
}

/** Minutes until what could not be made is tried again; the last one also for all further attempts. */
const WAIT_MINUTES = [10, 30, 60, 180] as const;

export const waitMinutes = (attempts: number): number => WAIT_MINUTES[attempts] ?? 180;

interface Letters {
  error: string | null;
  cartas: number;
  pendientes: number;
  fallidas: number;
  guardadas: number;
  /** What a mail server said of one that did not arrive, of those that failed first. */
  mensaje: string | null;
}

/** What became of a sending, by its letters: the worst of them counts. */
export function stateOfSending({ error, pendientes, fallidas, guardadas, mensaje }: Letters) {
  if (error !== null) return { estado: 'fallido' as const, mensaje: error };
  if (fallidas > 0) return { estado: 'rechazado' as const, mensaje: mensaje ?? '' };
  if (pendientes > 0) return { estado: 'en_camino' as const, mensaje: mensaje ?? '' };
  return { estado: guardadas > 0 ? ('guardado' as const) : ('enviado' as const), mensaje: '' };
}
