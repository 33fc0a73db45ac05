/** The product's own dashboards, where no address of another is configured. */

import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { addMonths, firstDayOf, lastDayOf, type Month, monthKey, monthOf, monthRange } from '#core/period.ts';
import { entidadOf } from '#libro/rules.ts';
import { previewAhead } from '#libro/server/maintenance-run.ts';
import { sumPorIdentificar } from '#libro/server/unidentified.ts';
import { type Reading, register } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { type TableroProyecciones, tablerosContract } from '../contract.ts';
import {
  countAtrasados,
  countEntregas,
  countLotes,
  listCierres,
  type SaldoRow,
  spanOf,
  sumCobrado,
  sumDinero,
  sumFacturado,
  sumFondo,
  sumMesesCreados,
  sumPagado,
  sumPorMeses,
  sumPuntualidad,
  sumSaldos,
} from './tableros-repository.ts';

const AHEAD = 12;
const DELIVERY_MONTHS = 24;

/** The last `count` months up to that of `hoy`. */
const lastMonths = (hoy: Fecha, count: number): Month[] => {
  const now = monthOf(hoy);
  return monthRange(addMonths(now, 1 - count), now);
};

const startOf = (hoy: Fecha, count: number): Fecha => firstDayOf(addMonths(monthOf(hoy), 1 - count));

function ages(rows: readonly SaldoRow[]) {
  const sum = (part: 'porVencer' | 'd30' | 'd60' | 'd90'): number =>
    toPesos(rows.reduce<Centavos>((total, row) => total + row[part], 0));
  return { vigente: sum('porVencer'), d30: sum('d30'), d60: sum('d60'), d90: sum('d90') };
}

const overdueOf = ({ d30, d60, d90 }: SaldoRow): Centavos => d30 + d60 + d90;
const overdue = (rows: readonly SaldoRow[]): number => toPesos(rows.reduce((sum, row) => sum + overdueOf(row), 0));

async function porIdentificar(tx: Tx) {
  const { depositos, monto } = await sumPorIdentificar(tx);
  return { depositos, monto: toPesos(monto) };
}

export async function readProyecciones({ tx, today }: Pick<Reading, 'tx' | 'today'>): Promise<TableroProyecciones> {
  const hoy = today();
  const now = monthOf(hoy);
  const ended = addMonths(now, -1);
  const past = await sumPuntualidad(tx, await spanOf(tx, firstDayOf(addMonths(now, -AHEAD)), lastDayOf(ended)));
  const first = addMonths(now, 1);
  const created = new Map((await sumMesesCreados(tx, firstDayOf(first))).map((row) => [row.mes, row]));
  const ahead = await previewAhead(tx, first, AHEAD);
  const meses = monthRange(first, addMonths(now, AHEAD))
    .map(monthKey)
    .map((mes) => {
      const known = created.get(mes);
      const nuevo = ahead.get(mes);
      return {
        mes,
        lotes: (nuevo?.lotes ?? 0) + (known?.lotes ?? 0),
        facturacion: toPesos((nuevo?.total ?? 0) + (known?.facturacion ?? 0)),
        anticipado: toPesos(known?.anticipado ?? 0),
      };
    });
  return {
    meses,
    indice: past.facturado === 0 ? 0 : Math.round((past.enMes / past.facturado) * 10_000) / 10_000,
    rezago: toPesos(Math.round(past.rezago / AHEAD)),
    vencido: overdue(await sumSaldos(tx, hoy)),
  };
}

export const tablerosEndpoints = register(tablerosContract, {
  async cobranza({ query, ctx }) {
    const { tx } = ctx;
    const hoy = ctx.today();
    const span = await spanOf(tx, startOf(hoy, query.meses), hoy);
    const charged = { ...span, hasta: lastDayOf(monthOf(hoy)) };
    const facturado = new Map((await sumFacturado(tx, charged)).map((row) => [row.mes, row.facturado]));
    const pagado = new Map((await sumPagado(tx, charged)).map((row) => [row.mes, row.pagado]));
    const cobrado = new Map((await sumCobrado(tx, span)).map((row) => [row.mes, row.cobrado]));
    const saldos = await sumSaldos(tx, hoy);
    const antiguedad = ages(saldos);
    return {
      meses: lastMonths(hoy, query.meses)
        .map(monthKey)
        .map((mes) => ({
          mes,
          facturado: toPesos(facturado.get(mes) ?? 0),
          cobrado: toPesos(cobrado.get(mes) ?? 0),
          pagado: toPesos(pagado.get(mes) ?? 0),
        })),
      porVencer: antiguedad.vigente,
      vencido: overdue(saldos),
      lotesVencidos: await countAtrasados(tx, hoy),
      fondo: toPesos((await sumFondo(tx)).fondo),
      porIdentificar: await porIdentificar(tx),
      antiguedad,
      porTipo: saldos
        .map((row) => ({ name: entidadOf(row.tipo), monto: toPesos(overdueOf(row)) }))
        .filter(({ monto }) => monto > 0),
    };
  },

  proyecciones: ({ ctx }) => readProyecciones(ctx),

  async pagos({ query, ctx }) {
    const hoy = ctx.today();
    const rows = await sumDinero(ctx.tx, await spanOf(ctx.tx, startOf(hoy, query.meses), hoy));
    const of = (grupo: string) => rows.filter((row) => row.grupo === grupo);
    const named = (grupo: string) =>
      of(grupo).map(({ name, monto, pagos }) => ({ name: name ?? '', monto: toPesos(monto), pagos }));
    return {
      meses: lastMonths(hoy, query.meses)
        .map(monthKey)
        .map((mes) => ({
          mes,
          tipos: of('mes')
            .filter((row) => row.mes === mes)
            .map(({ tipo, monto }) => ({ name: entidadOf(tipo ?? ''), monto: toPesos(monto) })),
        })),
      metodos: named('metodo'),
      cajas: named('caja'),
      dias: of('dia').map(({ dia, monto }) => ({ dia: dia ?? 0, monto: toPesos(monto) })),
    };
  },

  async saldos({ ctx }) {
    const { tx } = ctx;
    const hoy = ctx.today();
    const saldos = await sumSaldos(tx, hoy);
    const { fondo, lotes } = await sumFondo(tx);
    return {
      fondo: toPesos(fondo),
      lotesConFondo: lotes,
      porIdentificar: await porIdentificar(tx),
      porTipo: saldos.map((row) => ({
        name: entidadOf(row.tipo),
        porVencer: toPesos(row.porVencer),
        vencido: toPesos(overdueOf(row)),
      })),
      antiguedad: ages(saldos),
      porMeses: (await sumPorMeses(tx, hoy)).map((row) => ({ ...row, monto: toPesos(row.monto) })),
      cierres: (await listCierres(tx, await spanOf(tx, startOf(hoy, AHEAD + 1), hoy))).map(({ mes, vencido }) => ({
        mes,
        vencido: toPesos(vencido),
      })),
    };
  },

  async entregas({ ctx }) {
    const hoy = ctx.today();
    const lotes = await countLotes(ctx.tx);
    const entregas = await countEntregas(ctx.tx, hoy);
    const byMonth = new Map(entregas.map(({ mes, lotes: count }) => [mes, count]));
    const byYear = new Map<number, number>();
    for (const { mes, lotes: count } of entregas) {
      const year = Number(mes.slice(0, 4));
      byYear.set(year, (byYear.get(year) ?? 0) + count);
    }
    let acumulado = 0;
    const count = (rows: typeof lotes) => rows.reduce((sum, row) => sum + row.lotes, 0);
    return {
      estados: ['entregado', 'disponible', 'fusionado', 'inactivo'].map((status) => ({
        status,
        lotes: count(lotes.filter((row) => row.status === status)),
      })),
      tipos: ['habitacional', 'condominal', 'comercial'].map((tipo) => ({
        tipo,
        entregados: count(lotes.filter((row) => row.tipo === tipo && row.status === 'entregado')),
        total: count(lotes.filter((row) => row.tipo === tipo)),
      })),
      meses: lastMonths(hoy, DELIVERY_MONTHS)
        .map(monthKey)
        .map((mes) => ({ mes, lotes: byMonth.get(mes) ?? 0 })),
      anios: [...byYear].map(([anio, inYear]) => {
        acumulado += inYear;
        return { anio, lotes: inYear, acumulado };
      }),
    };
  },
});
