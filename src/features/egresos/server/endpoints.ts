import { terminosDe } from '#libro/recibos/busqueda.ts';
import { registerCatalogue } from '#platform/server/catalogue-handlers.ts';
import { type Registration, register } from '#platform/server/context.ts';
import { conciliacionContract, egresosContract } from '../contract.ts';
import { categoriaEgreso } from '../definitions.ts';
import type { Situacion } from '../rules.ts';
import { approve, classify, egresosOf, optionsOf, settleUndo, undo } from './clasificar.ts';
import { keepOpening, markReconciled, reconciliationOf, undoReconciled } from './conciliar.ts';
import { presupuestoEndpoints } from './presupuesto.ts';
import { countEgresos, type EgresoFilter, listEgresos } from './repository.ts';

const salidas = register(egresosContract, {
  async lista({ query, ctx }) {
    const { page, size, situacion, cuentaId = null, desde = null, hasta = null, q } = query;
    const [term] = terminosDe(q, ctx.today());
    const filter: EgresoFilter = { situacion, cuentaId, desde, hasta, q, monto: term?.monto ?? null };
    const waiting = (which: Situacion) =>
      countEgresos(ctx.tx, { situacion: which, cuentaId: null, desde: null, hasta: null, q: '', monto: null });
    const rows = await listEgresos(ctx.tx, filter, { limit: size, offset: page * size });
    const total = await countEgresos(ctx.tx, filter);
    const [pendientes, porAprobar] = [await waiting('pendiente'), await waiting('por_aprobar')];
    return { rows: await egresosOf(ctx, rows), total, pendientes, porAprobar };
  },

  opciones: ({ params, ctx }) => optionsOf(ctx, params.id),

  clasificar: ({ body, ctx }) => classify(ctx, body),

  aprobar: ({ body, ctx }) => approve(ctx, body.egreso.id),

  deshacer: ({ body, ctx }) => undo(ctx, body.egreso.id, body.razon),

  resolver: ({ body, ctx }) => settleUndo(ctx, body.egreso.id, body.acepta),
});

const conciliacion = register(conciliacionContract, {
  get: ({ params: { id, year, mes }, ctx }) => reconciliationOf(ctx, id, { year, mes }),

  saldoInicial: ({ body, ctx }) => keepOpening(ctx, body),

  marcar: ({ body, ctx }) => markReconciled(ctx, body),

  deshacer: ({ body, ctx }) => undoReconciled(ctx, body),
});

export const egresosEndpoints: readonly Registration[] = [
  registerCatalogue(categoriaEgreso),
  salidas,
  conciliacion,
  presupuestoEndpoints,
];
