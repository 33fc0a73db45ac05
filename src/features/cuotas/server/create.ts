/**
 * Creating charges of fees: for many lots at once, and for one. Nothing is created twice. Source:
 * dominio.md#codes-fund-fees.
 */
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos } from '#core/money.ts';
import { lastDayOf, monthOf } from '#core/period.ts';
import { createCharges, type NewCharge } from '#libro/server/charges.ts';
import { type LedgerLote, lockLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { nextRun, recordRun } from '#libro/server/runs.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import {
  type CuotaDefinida,
  faltaElegir,
  mensajeDeGeneracion,
  NOMBRES,
  refusalForLote,
  type TiposElegidos,
  tiposDe,
} from '../rules.ts';
import { countRun, findTipoCuotaForShare, hasCuota, holdLotes, insertRun } from './repository.ts';
import { type DefinicionRow, findDefinicionForUpdate, montoPara } from './repository-definiciones.ts';

/**
 * An initial fee falls due on the last day of its month, others on their own day. Source: dominio.md#interest and
 * #codes-fund-fees.
 */
function venceOf(kind: CuotaDefinida, today: Fecha): Fecha {
  return kind === 'cuota_inicial' ? lastDayOf(monthOf(today)) : today;
}

async function lockDefinicion(ctx: Context, kind: CuotaDefinida, id: number): Promise<DefinicionRow> {
  const definicion = await findDefinicionForUpdate(ctx.tx, kind, id);
  if (!definicion) throw new Refusal(`La ${NOMBRES[kind]} no existe. Actualice la página y elíjala de nuevo`);
  return definicion;
}

/** Charges a fee to the delivered lots of the chosen types that do not have it; answers what happened, in words. */
export async function createForMany(
  ctx: Context,
  kind: CuotaDefinida,
  asked: TiposElegidos & { idCuota: number },
): Promise<string> {
  const { tx } = ctx;
  const tipos = tiposDe(asked);
  if (tipos.length === 0) throw new Refusal(faltaElegir(kind));
  const definicion = await lockDefinicion(ctx, kind, asked.idCuota);
  if (!definicion.activa) {
    throw new Refusal(`La ${NOMBRES[kind]} «${definicion.name}» no está activa. Actívela o elija otra`);
  }
  await holdLotes(tx, tipos);
  const before = await countRun(tx, kind, definicion.id, tipos);
  if (before.lotes === 0 && before.existentes === 0) {
    throw new Refusal(
      `No hay lotes entregados a los que generar «${definicion.name}». Revise los tipos de lote y los montos de la cuota`,
    );
  }
  const stamp = stampOf(ctx);
  const generacionId = await nextRun(tx);
  const run = { kind, cuotaId: definicion.id, tipos, vence: venceOf(kind, stamp.today), generacionId };
  const { creados, monto } = await insertRun(tx, stamp, run);
  const { existentes } = before;
  await recordRun(tx, stamp, { id: generacionId, tipo: kind, creados, existentes });
  await ctx.audit({
    status: 'creado',
    entidad: 'generacion',
    entidadId: generacionId,
    referencia: definicion.name,
    nota: `Generación de ${NOMBRES[kind]} «${definicion.name}» por ${inPesos(monto)}. ${mensajeDeGeneracion({ creados, existentes })}`,
    despues: { cuotaId: definicion.id, tipos, creados, existentes, monto },
  });
  return mensajeDeGeneracion({ creados, existentes });
}

/** Books one charge and its audit row. */
async function createOne(
  ctx: Context,
  lote: LedgerLote,
  charge: Omit<NewCharge, 'lote_id'> & { monto_centavos: Centavos },
  nombre: string,
): Promise<number> {
  const [id] = await createCharges(ctx.tx, stampOf(ctx), [{ ...charge, lote_id: lote.id }]);
  if (id === undefined) throw new Error('a charge was not created');
  await ctx.audit({
    status: 'creado',
    entidad: 'cargo',
    entidadId: id,
    referencia: lote.referencia,
    nota: `Cargo de ${nombre} por ${inPesos(charge.monto_centavos)}: ${charge.concepto}`,
    despues: { tipo: charge.tipo, concepto: charge.concepto, monto: charge.monto_centavos, vence: charge.vence },
  });
  return id;
}

/** Charges a fee to one lot. `lote` is locked after the definition, as a run does. */
async function createForLote(
  ctx: Context,
  kind: CuotaDefinida,
  cuotaId: number,
  lockOf: () => Promise<LedgerLote>,
): Promise<number> {
  const definicion = await lockDefinicion(ctx, kind, cuotaId);
  const lote = await lockOf();
  refuseClosedLote(lote);
  const monto = montoPara(definicion, lote.tipo);
  const refusal = refusalForLote({
    kind,
    name: definicion.name,
    activa: definicion.activa,
    tipo: lote.tipo,
    referencia: lote.referencia,
    monto,
    yaLaTiene: await hasCuota(ctx.tx, kind, definicion.id, lote.id),
  });
  if (refusal) throw new Refusal(refusal);
  return createOne(
    ctx,
    lote,
    {
      tipo: kind,
      concepto: definicion.name,
      monto_centavos: monto,
      vence: venceOf(kind, ctx.today()),
      ...(kind === 'cuota_inicial' ? { cuota_inicial_id: definicion.id } : { cuota_extraordinaria_id: definicion.id }),
    },
    NOMBRES[kind],
  );
}

/** The lot stands in the path: unknown is 404. */
export function createExtraordinaria(ctx: Context, loteId: number, cuotaId: number): Promise<number> {
  return createForLote(ctx, 'cuota_extraordinaria', cuotaId, () => lockLote(ctx.tx, loteId));
}

export function createInicial(ctx: Context, loteId: number, cuotaId: number): Promise<number> {
  return createForLote(ctx, 'cuota_inicial', cuotaId, () => lockLoteOfBody(ctx.tx, loteId));
}

const PROYECTO = 'Cuota revisión de proyecto';

export async function createProyecto(ctx: Context, loteId: number, monto: number): Promise<number> {
  const lote = await lockLoteOfBody(ctx.tx, loteId);
  refuseClosedLote(lote);
  return createOne(
    ctx,
    lote,
    {
      tipo: 'cuota_inicial_proyecto',
      concepto: PROYECTO,
      monto_centavos: toCentavos(monto),
      vence: ctx.today(),
    },
    'cuota de revisión de proyecto',
  );
}

export async function createCuota(
  ctx: Context,
  asked: { loteId: number; tipoCuotaId: number; costo: number; observacion: string },
): Promise<number> {
  const tipo = await findTipoCuotaForShare(ctx.tx, asked.tipoCuotaId);
  if (!tipo) throw new Refusal('El tipo de cuota no existe. Actualice la página y elija otro');
  if (!tipo.active) throw new Refusal(`El tipo de cuota «${tipo.name}» está deshabilitado. Elija otro`);
  const lote = await lockLoteOfBody(ctx.tx, asked.loteId);
  refuseClosedLote(lote);
  return createOne(
    ctx,
    lote,
    {
      tipo: 'cuota',
      concepto: tipo.name,
      monto_centavos: toCentavos(asked.costo),
      vence: ctx.today(),
      tipo_cuota_id: tipo.id,
      observacion: asked.observacion,
    },
    'cuota',
  );
}
