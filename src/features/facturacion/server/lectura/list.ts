/** The lists of invoices. */
import { instantInZone, parseFechaHora } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import { firstDayOf, lastDayOf, type Month } from '#core/period.ts';
import { folioOf } from '#libro/facturas/rules.ts';
import type { Value } from '#platform/endpoint.ts';
import type { Context, Handlers, Reading } from '#platform/server/context.ts';
import type { FacturaListada, facturacionContract } from '../../contract.ts';
import { motivoOf } from './factura.ts';
import {
  countFacturas,
  findHaltMessage,
  findMissingCertificate,
  type ListedFactura,
  type ListFilter,
  listCanceladas,
  listCanceladasFuera,
  listFacturas,
} from './repository.ts';

/** Midnight in the community's zone at which a day begins, `days` later. */
function startOfDay(ctx: Pick<Reading, 'community'>, fecha: string, days = 0): Date {
  const date = new Date(`${fecha}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return instantInZone(`${date.toISOString().slice(0, 10)}T00:00:00`, ctx.community.timeZone);
}

/** How many of those cancelled elsewhere are told at once. */
const FUERA_MAX = 10;

type ListQuery = Partial<Record<'name' | 'dateIni' | 'dateFin', string | undefined>> & {
  fallidas?: '1' | undefined;
};

/** The filter covers whole days: of the bounds only the date counts, as everywhere. */
function filterOf(ctx: Context, { name, dateIni, dateFin, fallidas }: ListQuery): ListFilter {
  const day = (text: string | undefined) => (text ? parseFechaHora(text)?.slice(0, 10) : undefined);
  const [from, until] = [day(dateIni), day(dateFin)];
  return {
    name: name ?? '',
    from: from === undefined ? null : startOfDay(ctx, from),
    until: until === undefined ? null : startOfDay(ctx, until, 1),
    fallidas: fallidas !== undefined,
  };
}

const listed = ({ serie, folio, total, motivo, importesList, ...row }: ListedFactura): FacturaListada => ({
  ...row,
  importesList: importesList.map(toPesos),
  folio: folioOf(serie, folio),
  total: toPesos(total),
  tipoMotivoCancelacion: motivo === null ? null : { clave: motivo },
});

/** The invoices cancelled in a month of the community's calendar. */
export async function canceladasDe(
  ctx: Pick<Reading, 'tx' | 'community'>,
  month: Month,
): Promise<Value<typeof facturacionContract.cancelled>> {
  const from = startOfDay(ctx, firstDayOf(month));
  const until = startOfDay(ctx, lastDayOf(month), 1);
  const rows = await listCanceladas(ctx.tx, from, until, ctx.community.timeZone);
  return rows.map(({ serie, folio, motivo, descripcionMotivo, razon, total, ...row }) => ({
    ...row,
    folio: folioOf(serie, folio),
    motivoCancelacion: motivoOf({ motivo, descripcionMotivo, razon }),
    total: toPesos(total),
  }));
}

export const listHandlers: Pick<Handlers<typeof facturacionContract>, 'page' | 'filtered' | 'cancelled'> = {
  async page({ query, ctx }) {
    const filter = filterOf(ctx, query);
    const { page, size } = query;
    const total = await countFacturas(ctx.tx, filter);
    const rows = await listFacturas(ctx.tx, filter, ctx.community.timeZone, { page, size });
    return {
      facturaDTOList: rows.map(listed),
      previous: page > 0,
      next: (page + 1) * size < total,
      total,
      timbradoDetenido: (await findHaltMessage(ctx.tx)) || (await findMissingCertificate(ctx.tx, ctx.clock.now())),
      canceladasFuera: await listCanceladasFuera(ctx.tx, FUERA_MAX),
    };
  },

  async filtered({ query, ctx }) {
    const rows = await listFacturas(ctx.tx, filterOf(ctx, query), ctx.community.timeZone);
    return rows.map(listed);
  },

  cancelled: ({ params, ctx }) => canceladasDe(ctx, { year: params.YYYY, mes: params.MM }),
};
