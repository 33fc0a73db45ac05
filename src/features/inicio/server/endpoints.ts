import { toPesos } from '#core/money.ts';
import { firstDayOf } from '#core/period.ts';
import { register } from '#platform/server/context.ts';
import { dashboardContract, type SearchRow, searchContract } from '../contract.ts';
import { slicesByForma, slicesByPagado, slicesByTipo } from '../rules.ts';
import {
  countCargos,
  countCargosPagados,
  countRecibos,
  countTotales,
  countVencidos,
  type FoundRow,
  searchLotes,
} from './repository.ts';

const firstDay = ({ month: mes, year }: { month: number; year: number }) => firstDayOf({ year, mes });

export const dashboardEndpoints = register(dashboardContract, {
  async totales({ ctx }) {
    const { lotes, entregados, disponibles, domiciliados, hoy, semana, mes, atrasados } = await countTotales(
      ctx.tx,
      ctx.today(),
    );
    return [lotes, entregados, disponibles, domiciliados, hoy, semana, mes, atrasados];
  },

  async carteraVencida({ ctx }) {
    const { d30, d60, d90, todos, hasta30, hasta60 } = await countVencidos(ctx.tx, ctx.today());
    return [
      { name: '30', cantidad: d30, masAntigua: hasta30 },
      { name: '60', cantidad: d60, masAntigua: hasta60 },
      { name: '90', cantidad: d90, masAntigua: d90 },
      { name: '100', cantidad: todos, masAntigua: todos },
    ];
  },

  formaPago: async ({ params, ctx }) => slicesByForma(await countRecibos(ctx.tx, firstDay(params))),

  tipoPago: async ({ params, ctx }) => slicesByTipo(await countCargosPagados(ctx.tx, firstDay(params))),

  async indiceCarteraPagada({ params, ctx }) {
    const { pagados, no_pagados } = await countCargos(ctx.tx, firstDay(params));
    return slicesByPagado(pagados, no_pagados);
  },
});

function toSearchRow(found: FoundRow): SearchRow {
  const { sancion, mantenimiento, inicial, extraordinaria, moratorio, inicial_proyecto, cuota, total, ...lote } = found;
  return {
    ...lote,
    deuda_sancion: toPesos(sancion),
    deuda_mantenimiento: toPesos(mantenimiento),
    deuda_inicial: toPesos(inicial),
    deuda_extraordinaria: toPesos(extraordinaria),
    deuda_moratorio: toPesos(moratorio),
    deuda_inicial_proyecto: toPesos(inicial_proyecto),
    deuda_cuota: toPesos(cuota),
    deuda: toPesos(total),
  };
}

export const searchEndpoints = register(searchContract, {
  async get({ params, query, ctx }) {
    const found = await searchLotes(ctx.tx, params.q.split(/\s+/), params.type, query.limite);
    return found.map(toSearchRow);
  },
});
