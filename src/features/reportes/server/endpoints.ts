import { type Fecha, wallClockInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import { consultedAll } from '#libro/server/consultado.ts';
import { corteInPesos, sumCorte } from '#libro/server/corte.ts';
import { makingOf } from '#libro/server/report.ts';
import { type Context, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { packedRows } from '#platform/server/long-answers.ts';
import { XLSX_ROWS_MAX } from '#platform/workbook-parts.ts';
import type { z } from '#platform/zod.ts';
import { formatNumber } from '#ui/format.ts';
import { type corteSchema, reportesContract } from '../contract.ts';
import { conciliadoByAssociate } from '../rules.ts';
import { countCarteraCargos, listConciliado, listSancionesDe } from './repository.ts';
import { atrasadosRows, carteraRows, descuentosRows, namedCorte, sancionesRows, vencidoRows } from './rows.ts';
import { carteraWorkbook, corteWorkbook } from './workbooks.ts';

/** Room for headings and totals. */
const EXPORT_ROWS_MAX = XLSX_ROWS_MAX - 20;

/** What a cut-off is asked for; a register or a method that does not exist is refused. */
const corteAsked = ({ tx }: Context, body: z.output<typeof corteSchema>) =>
  namedCorte(tx, {
    fechas: { desde: body.fechaInicial, hasta: body.fechaFinal },
    cajaId: body.caja?.id ?? null,
    metodoPagoId: body.metodoPago,
  });

/** 'CorteDeCaja-{d-m-yyyy_h_m_s}.xlsx' on the community's clock. */
function corteFileName({ clock, community }: Context): string {
  const [year, month, day, hour, minute, second] = wallClockInZone(clock.now(), community.timeZone)
    .split(/[-T:]/)
    .map(Number);
  return `CorteDeCaja-${day}-${month}-${year}_${hour}_${minute}_${second}.xlsx`;
}

const MAX = formatNumber(EXPORT_ROWS_MAX);

/** Whose telephones and addresses it has. */
const CARTERA = 'los teléfonos y correos de la cartera vencida';

export const reportesEndpoints = register(reportesContract, {
  async corte({ body, ctx }) {
    const { filter } = await corteAsked(ctx, body);
    return packedRows(ctx.tx, reportesContract.corte.answer, corteInPesos(filter));
  },

  async corteExcel({ body, ctx }) {
    const { filter, caja, metodo } = await corteAsked(ctx, body);
    const { renglones } = await sumCorte(ctx.tx, filter);
    if (renglones > EXPORT_ROWS_MAX) {
      throw new Refusal(
        `El corte tiene ${formatNumber(renglones)} renglones y un libro de Excel no lleva más de ${MAX}. Elija un rango más corto`,
      );
    }
    const asked = { desde: body.fechaInicial, hasta: body.fechaFinal, caja, metodo };
    const making = await makingOf(ctx);
    return { name: corteFileName(ctx), content: ctx.streamed((tx) => corteWorkbook(tx, filter, asked, making)) };
  },

  sanciones: ({ body, ctx }) =>
    sancionesRows(ctx.tx, { tipo: body.id, desde: body.fechaInicial, hasta: body.fechaFinal }),

  async sancionesDelMes({ params: { id, year, month: mes }, ctx }) {
    const rows = await listSancionesDe(ctx.tx, id, { year, mes });
    return rows.map((row) => ({ ...row, monto: toPesos(row.monto) }));
  },

  vencido: ({ body, ctx }) => vencidoRows(ctx, body.atrasado),

  async conciliado({ ctx }) {
    return conciliadoByAssociate(await listConciliado(ctx.tx, ctx.today()));
  },

  atrasados: ({ params, query, ctx }) => atrasadosRows(ctx, params.tipo, query.masDe),

  async cartera({ ctx }) {
    await consultedAll(ctx, 'residente', CARTERA);
    return carteraRows(ctx);
  },

  async carteraExcel({ ctx }) {
    await consultedAll(ctx, 'residente', CARTERA);
    const hoy: Fecha = ctx.today();
    if ((await countCarteraCargos(ctx.tx, hoy)) > EXPORT_ROWS_MAX) {
      throw new Refusal(`La cartera vencida tiene más de ${MAX} cargos, que es lo que lleva un libro de Excel`);
    }
    const making = await makingOf(ctx);
    return { name: 'CarteraVencida.xlsx', content: ctx.streamed((tx) => carteraWorkbook(tx, hoy, making)) };
  },

  descuentos: ({ query, ctx }) => descuentosRows(ctx.tx, { ...query, desde: query.dateIni, hasta: query.dateFin }),
});
