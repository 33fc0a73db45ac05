/**
 * The figures of a month, from the rows that are dated in it. As nothing dated in a closed month can be written, they come
 * out the same whenever they are computed again. Amounts in centavos.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { firstDayOf, lastDayOf, type Month } from '#core/period.ts';
import { cashMovements, NO_REGISTER } from '#libro/server/corte.ts';
import type { Tx } from '#platform/server/db.ts';

export interface Figure {
  grupo: string;
  /** What it is found by again: names of registers and methods may change. */
  clave: string;
  concepto: string;
  cantidad: number;
  monto: Centavos;
}

const CARGOS: Readonly<Record<string, string>> = {
  mantenimiento: 'Mantenimiento',
  cuota_inicial: 'Cuota inicial',
  cuota_extraordinaria: 'Cuota extraordinaria',
  cuota_inicial_proyecto: 'Revisión de proyecto',
  sancion: 'Sanciones',
  cuota: 'Otras cuotas',
  interes: 'Intereses moratorios',
  fondo: 'Fondos de los lotes',
};
const AJUSTES: Readonly<Record<string, string>> = {
  regla: 'Descuento por pronto pago',
  especial: 'Descuento especial del lote',
  descuento: 'Descuento con código',
  condonacion: 'Condonación',
  cancelacion: 'Cancelación',
  anulacion: 'Corrida deshecha',
  reemplazo: 'Interés reemplazado',
};
const FONDO: Readonly<Record<string, string>> = {
  abono: 'Abono',
  uso: 'Uso',
  devolucion: 'Devolución',
  cancelacion: 'Abono cancelado',
  traslado: 'Traslado',
  reembolso: 'Reembolso',
  apertura: 'Saldo inicial',
};

const PAGO = sql`pago p JOIN cargo c ON c.id = p.cargo_id`;
const CANCELADO = sql`pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN cargo c ON c.id = p.cargo_id`;
const REVERTIDO = sql`ajuste_reverso x JOIN ajuste a ON a.id = x.ajuste_id JOIN cargo c ON c.id = a.cargo_id`;

interface Flow {
  grupo: string;
  names: Readonly<Record<string, string>>;
  /** clave, concepto, monto and fecha of every row. */
  rows: RawBuilder<unknown>;
}

const REGISTER = sql`m.id || '-' || coalesce(k.id, 0) AS clave, m.name || ' · ' || coalesce(k.name, ${sql.lit(NO_REGISTER)}) AS concepto`;

/** What each receipt took, whatever was cancelled since: money as the first closings told it. */
const received = (grupo: string): Flow => ({
  grupo,
  names: {},
  rows: sql`
    SELECT ${REGISTER}, r.total_centavos AS monto, r.fecha_contable AS fecha
    FROM recibo r JOIN metodo_pago m ON m.id = r.metodo_pago_id JOIN caja k ON k.id = r.caja_id`,
});

/**
 * Money as the cut-off of the month tells it, row by row. The names of groups are sealed with the figures: they do not
 * follow the heading of a screen.
 */
function cutoffOf(month: Month): Flow[] {
  const movements = cashMovements({ fechas: { desde: firstDayOf(month), hasta: lastDayOf(month) } });
  const flow = (grupo: string, clase: RawBuilder<boolean>): Flow => ({
    grupo,
    names: {},
    rows: sql`
      SELECT ${REGISTER}, v.monto, v.fecha FROM (${movements}) v
      JOIN metodo_pago m ON m.id = v.metodo_pago_id LEFT JOIN caja k ON k.id = v.caja_id WHERE ${clase}`,
  });
  return [
    flow('Corte de caja', sql`v.clase <> 'correccion'`),
    flow('Correcciones de días cerrados', sql`v.clase = 'correccion'`),
  ];
}

/** What a month charged: its group, how its keys are shown, and its rows. Stands before the money. */
const CHARGED: Flow = {
  grupo: 'Cargos',
  names: CARGOS,
  rows: sql`SELECT tipo AS clave, '' AS concepto, monto_centavos AS monto, fecha FROM cargo`,
};

/** What the other kinds of row add to a month, after the money. */
const FLOWS: readonly Flow[] = [
  {
    grupo: 'Pagos aplicados',
    names: CARGOS,
    rows: sql`SELECT c.tipo AS clave, '' AS concepto, p.monto_centavos AS monto, p.fecha_contable AS fecha FROM ${PAGO}`,
  },
  {
    grupo: 'Pagos cancelados',
    names: CARGOS,
    rows: sql`SELECT c.tipo AS clave, '' AS concepto, p.monto_centavos AS monto, x.fecha FROM ${CANCELADO}`,
  },
  {
    grupo: 'Ajustes',
    names: AJUSTES,
    rows: sql`SELECT tipo AS clave, '' AS concepto, monto_centavos AS monto, fecha FROM ajuste`,
  },
  {
    grupo: 'Ajustes revertidos',
    names: AJUSTES,
    rows: sql`SELECT a.tipo AS clave, '' AS concepto, a.monto_centavos AS monto, x.fecha FROM ${REVERTIDO}`,
  },
  {
    grupo: 'Fondos',
    names: FONDO,
    rows: sql`SELECT tipo AS clave, '' AS concepto, monto_centavos AS monto, fecha FROM fondo_movimiento`,
  },
];

const BALANCES = 'Saldos al cierre';

interface Row {
  clave: string;
  concepto: string;
  cantidad: number;
  monto: Centavos;
}

/** What a closing kept of what was owed, and the day that it is of: nothing dated up to it can be written any more. */
export interface Kept {
  hasta: Fecha;
  figures: readonly Figure[];
}

/** What was owed and what the funds held at the end of a day: from everything dated up to then, or since what was kept before. */
async function balancesAt(tx: Tx, hasta: Fecha, kept?: Kept): Promise<Figure[]> {
  const before = (kept?.figures ?? []).filter(({ grupo }) => grupo === BALANCES);
  const { rows } = await sql<{ clave: string; monto: Centavos }>`
    SELECT clave, sum(monto)::bigint AS monto FROM (
      SELECT * FROM unnest(${before.map(({ clave }) => clave)}::text[], ${before.map(({ monto }) => monto)}::bigint[]) AS antes (clave, monto)
      UNION ALL
      SELECT clave, monto FROM (
        SELECT tipo AS clave, monto_centavos AS monto, fecha FROM cargo
        UNION ALL SELECT c.tipo, -p.monto_centavos, p.fecha_contable FROM ${PAGO}
        UNION ALL SELECT c.tipo, p.monto_centavos, x.fecha FROM ${CANCELADO}
        UNION ALL SELECT c.tipo, -a.monto_centavos, a.fecha FROM ajuste a JOIN cargo c ON c.id = a.cargo_id
        UNION ALL SELECT c.tipo, a.monto_centavos, x.fecha FROM ${REVERTIDO}
        UNION ALL SELECT 'fondo', monto_centavos, fecha FROM fondo_movimiento
      ) movimiento WHERE fecha <= ${hasta}::date AND ${kept ? sql`fecha > ${kept.hasta}::date` : sql`true`}
    ) todo
    GROUP BY clave ORDER BY clave`.execute(tx);
  return rows.map(({ clave, monto }) => ({
    grupo: BALANCES,
    clave,
    concepto: CARGOS[clave] ?? clave,
    cantidad: 0,
    monto,
  }));
}

/** How figures are computed now; a closing keeps the version that it was signed in, and is verified by that. */
export const FIGURES_VERSION = 2;

/**
 * The figures, in an order of their own that the hash depends on.
 * @param kept the closing before, for who closes the next month; without it all that ever was is added up
 */
export async function figuresOf(tx: Tx, month: Month, version = FIGURES_VERSION, kept?: Kept): Promise<Figure[]> {
  const money = version === 1 ? [received('Cobrado en dinero')] : [...cutoffOf(month), received('Recibos expedidos')];
  const sources = [CHARGED, ...money, ...FLOWS];
  const desde = firstDayOf(month);
  const hasta = lastDayOf(month);
  const flows = await Promise.all(
    sources.map(async ({ grupo, names, rows: source }) => {
      const { rows } = await sql<Row>`
        SELECT clave, concepto, count(*)::int AS cantidad, sum(monto)::bigint AS monto
        FROM (${source}) fila WHERE fecha BETWEEN ${desde}::date AND ${hasta}::date
        GROUP BY clave, concepto ORDER BY clave`.execute(tx);
      return rows.map((row): Figure => ({ grupo, ...row, concepto: row.concepto || (names[row.clave] ?? row.clave) }));
    }),
  );
  return [...flows.flat(), ...(await balancesAt(tx, hasta, kept))];
}

/** SHA-256 of the hash before and of a text; the first one follows nothing. */
export function chainedHash(previous: Buffer | undefined, text: string): Buffer {
  const hash = createHash('sha256');
  if (previous) hash.update(previous);
  return hash.update(text).digest();
}
