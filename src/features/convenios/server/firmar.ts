/** An agreement is signed: decided on what is owed once the lot is locked, with its waivers and their code. */
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { monthOf } from '#core/period.ts';
import type { Debt } from '#core/settlement.ts';
import { type ChargeOwed, debtsOf } from '#libro/adeudos/rules.ts';
import { folioOf, INTERES_LABELS } from '#libro/convenios/rules.ts';
import { adjust } from '#libro/server/adjust.ts';
import { listConvenios } from '#libro/server/agreements.ts';
import { spendCodes } from '#libro/server/codes.ts';
import { replaceInterest } from '#libro/server/interest.ts';
import { type LedgerLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { formatFecha } from '#ui/format.ts';
import type { convenioSchema } from '../contract.ts';
import { condonadoDe, enConvenio, fallasDe, needsCode, refusalOfChoice, sumasOf } from '../rules.ts';
import * as repository from './repository.ts';

type Body = z.output<typeof convenioSchema>;

const TAKEN = 'El lote ya tiene un convenio vigente. Cancélelo antes de firmar otro';

/** All that a lot owes, as a payment would take it. Months are told without what a payment in time would earn them. */
function debtsOfRows(rows: readonly repository.AdeudoRow[]): Debt[] {
  const of = (has: (row: repository.AdeudoRow) => boolean) => rows.filter(has);
  return debtsOf({
    months: of(({ tipo }) => tipo === 'mantenimiento').map(({ id, vence, monto, pagado, ajustado, year, mes }) => ({
      ...(year === null || mes === null ? monthOf(vence) : { year, mes }),
      ...{ id, total: monto, corte: vence, pagado, pagadoEnTiempo: 0, ajustado, excluido: true },
    })),
    interest: of(({ tipo }) => tipo === 'interes').map(({ id, vence, saldo, baseId, baseTipo, year, mes }) => ({
      ...{ id, corte: vence, saldo, baseId: baseId ?? 0, baseTipo: baseTipo ?? '' },
      ...(year === null || mes === null ? monthOf(vence) : { year, mes }),
    })),
    charges: of(({ tipo }) => tipo !== 'mantenimiento' && tipo !== 'interes') satisfies ChargeOwed[],
  });
}

/** What the body names of what is owed; refuses what is not owed so. */
function chosenOf(debts: readonly Debt[], { cargos }: Body, today: Fecha): Debt[] {
  const owed = new Map(debts.map((debt) => [debt.cargoId, debt]));
  const chosen = new Map<number, Debt>();
  for (const [n, { id, saldo }] of cargos.entries()) {
    const debt = owed.get(id);
    const said = toCentavos(saldo);
    if (!debt)
      throw new Refusal('Un adeudo elegido ya no se debe. Actualice la página y elija de nuevo', `cargos.${n}.saldo`);
    if (said !== debt.saldo) {
      const much = said > debt.saldo ? 'más de lo que se debe' : 'menos de lo que se debe';
      const message = `De «${debt.concepto}» se conviene ${much}: se deben ${inPesos(debt.saldo)}. Actualice la página`;
      throw new Refusal(message, `cargos.${n}.saldo`);
    }
    if (!enConvenio(debt, today)) {
      const message = `«${debt.concepto}» vence el ${formatFecha(debt.vence)} y aún está en tiempo. Quítelo del convenio`;
      throw new Refusal(message, `cargos.${n}.saldo`);
    }
    chosen.set(id, debt);
  }
  const gap = refusalOfChoice(debts, new Set(chosen.keys()));
  if (gap) throw new Refusal(gap, 'cargos');
  return [...chosen.values()];
}

interface Decided {
  lote: LedgerLote;
  chosen: Debt[];
  quita: { intereses: number; cargos: number };
  parcialidades: { vence: Fecha; monto: Centavos }[];
}

async function decide(ctx: Context, body: Body): Promise<Decided> {
  const lote = await lockLoteOfBody(ctx.tx, body.lote.id);
  refuseClosedLote(lote);
  if (await repository.hasVigente(ctx.tx, lote.id)) throw new Refusal(TAKEN, 'lote');
  const debts = debtsOfRows(await repository.listAdeudos(ctx.tx, lote.id));
  const chosen = chosenOf(debts, body, ctx.today());
  const quita = { intereses: body.condonaIntereses, cargos: body.condonaCargos };
  const parcialidades = body.parcialidades.map(({ vence, monto }) => ({ vence, monto: toCentavos(monto) }));
  const { total } = sumasOf(chosen, quita);
  if (total === 0) {
    throw new Refusal(
      'No queda nada que pagar en parcialidades. Condone menos, o condone los adeudos sin convenio',
      'condonaIntereses',
    );
  }
  const [falla] = fallasDe(parcialidades, total, ctx.today());
  if (falla) throw new Refusal(falla.message, falla.path);
  return { lote, chosen, quita, parcialidades };
}

/** The code's id where something is forgiven; null where nothing is. */
async function codeFor(ctx: Context, body: Body, { lote, chosen, quita }: Decided): Promise<number | null> {
  const { condonado } = sumasOf(chosen, quita);
  if (!needsCode({ condonado }, body.interes)) return null;
  const codigo = body.autorizacion.trim();
  if (codigo === '') {
    throw new Refusal(
      'El convenio perdona una parte o detiene los intereses. Escriba un código de autorización',
      'autorizacion',
    );
  }
  const detalle = `Intereses ${body.condonaIntereses}%, cuotas y sanciones ${body.condonaCargos}%; el interés ${INTERES_LABELS[body.interes].toLowerCase()}`;
  const uses = [{ codigo, operacion: 'Convenio de pago', detalle, monto: condonado, campo: 'autorizacion' }];
  return (await spendCodes(ctx, lote.id, uses)).get(codigo) ?? null;
}

/** Books what is waived at once, under its code. */
async function waive(ctx: Context, convenioId: number, folio: string, codigoId: number, { chosen, quita }: Decided) {
  const stamp = stampOf(ctx);
  const waived = chosen.flatMap((debt) => {
    const monto = condonadoDe(debt, quita);
    const porcentaje = debt.clase === 'interes' ? quita.intereses : quita.cargos;
    const razon = `Convenio ${folio}`;
    return monto === 0
      ? []
      : [{ cargoId: debt.cargoId, tipo: 'condonacion' as const, monto, porcentaje, razon, codigoId }];
  });
  const ids = await adjust(ctx.tx, stamp, waived);
  await repository.insertAjustes(ctx.tx, convenioId, ids, false);
  await replaceInterest(
    ctx.tx,
    stamp,
    waived.map(({ cargoId }) => cargoId),
  );
}

/** Signs what a body asks for, all of it or nothing; answers its id. */
export async function sign(ctx: Context, body: Body): Promise<number> {
  const { tx } = ctx;
  const decided = await decide(ctx, body);
  const { usuarioId, now, today } = stampOf(ctx);
  const { lote, chosen, quita, parcialidades } = decided;
  const { tolerancia } = await repository.findReglas(tx);
  const codigoId = await codeFor(ctx, body, decided);
  const id = await refusing(
    { uq_convenio_vigente: TAKEN, uq_convenio_folio: 'Otro convenio tomó ese folio. Intente de nuevo' },
    () =>
      repository.insertConvenio(tx, {
        ...{
          loteId: lote.id,
          fecha: today,
          interes: body.interes,
          tolerancia,
          parcialidades,
          codigoId,
          usuarioId,
          now,
        },
        ...{ firmante: body.firmante, observacion: body.observacion },
        cargos: chosen.map((debt) => ({ id: debt.cargoId, saldo: debt.saldo, condonado: condonadoDe(debt, quita) })),
      }),
  );
  const [row] = await listConvenios(tx, { id });
  const folio = folioOf(row?.folio ?? 0);
  if (codigoId !== null) await waive(ctx, id, folio, codigoId, decided);
  if (body.interes === 'se_detiene') await repository.stopInterest(tx, id);
  const sums = sumasOf(chosen, quita);
  const nota = `Convenio ${folio} por ${inPesos(sums.total)} en ${parcialidades.length === 1 ? 'una parcialidad' : `${parcialidades.length} parcialidades`}`;
  await repository.insertEvento(tx, { convenioId: id, tipo: 'firmado', fecha: today, nota, usuarioId, now });
  await ctx.audit({
    ...{ status: 'creado', entidad: repository.ENTIDAD, entidadId: id, referencia: lote.referencia },
    nota: `${nota}${sums.condonado > 0 ? `; se condonan ${inPesos(sums.condonado)}` : ''}. El interés ${INTERES_LABELS[body.interes].toLowerCase()}`,
    despues: {
      ...{ folio, firmante: body.firmante, interes: body.interes, tolerancia, observacion: body.observacion },
      ...{ adeudo: toPesos(sums.adeudo), condonado: toPesos(sums.condonado), total: toPesos(sums.total) },
      cargos: chosen.map(({ cargoId, concepto, saldo }) => ({ cargoId, concepto, saldo: toPesos(saldo) })),
      parcialidades: parcialidades.map(({ vence, monto }) => ({ vence, monto: toPesos(monto) })),
    },
  });
  return id;
}
