/**
 * Finding the lots of deposits, and applying those that need nobody's yes: by the functions that a cashier's payment goes through,
 * each batch in a transaction of its own together with what the inbox keeps of it. What is broken off is gone on with by the next
 * review. Source: dominio.md#deposits.
 */
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { claveDe, type Directorio } from '#libro/depositos/rules.ts';
import {
  type AfterBooking,
  applyDeposits,
  type DepositOrder,
  type DepositOutcome,
  methodOfDeposits,
} from '#libro/server/deposits/apply.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import { loadDirectorio } from '#libro/server/deposits/directory.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { listReferenceSchemes } from '#libro/server/references.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { mapInSlices } from '#platform/server/slices.ts';
import { clabesDichas, esperando, type Propuesta, preguntando, proponer, situacionDe } from '../rules.ts';
import {
  insertAplicaciones,
  insertUnion,
  listClabesDeLotes,
  listConocidas,
  listNumeros,
  listParecidos,
  listPorRevisar,
  lockEntrante,
  lockEntrantes,
  type Numerado,
  type PorRevisar,
  settleEntrantes,
  updatePropuestas,
} from './repository.ts';

/** A deposit of the inbox, or a part of one, with the lot that it goes to. */
export interface Applied extends DepositOrder {
  entranteId: number;
  version: number;
  sola: boolean;
  /** Of what needs nobody's word: what was found of it, which is written with its receipt and not before. */
  propuesta?: Propuesta;
}

export const CHANGED = 'Otra persona cambió el depósito. Actualice la página y revíselo de nuevo';

/** What the inbox keeps of deposits just booked. Refuses what changed meanwhile: its batch is undone and taken one by one. */
const keepApplied: AfterBooking<Applied> = async (ctx, booked) => {
  const settled = booked.map(({ order: { entranteId: id, version, propuesta } }) => ({ id, version, propuesta }));
  // In one packet, one after the other: what is written comes after the locks.
  const [, , done] = await Promise.all([
    lockEntrantes(
      ctx.tx,
      booked.map(({ order }) => order.entranteId),
    ),
    insertAplicaciones(
      ctx.tx,
      stampOf(ctx),
      booked.map(({ order: { entranteId, sola, propuesta }, reciboId }) => ({
        ...{ entranteId, reciboId, sola, motivo: propuesta?.motivo },
      })),
    ),
    settleEntrantes(ctx.tx, settled),
  ]);
  if (done.length < settled.length) throw new Refusal(CHANGED);
};

/** Gives numbers to equal deposits: those that a workbook brought before are met again, the rest come after them. */
export class Numbers {
  readonly #known: Map<string, { ultimo: number; libres: number[] }>;

  constructor(known: readonly Numerado[]) {
    this.#known = new Map(
      known.map(({ loteId, fecha, monto, ultimo, libres }) => [
        claveDe(loteId, fecha, monto),
        { ultimo, libres: [...libres] },
      ]),
    );
  }

  next(loteId: number, fecha: Fecha, monto: Centavos): number {
    const clave = claveDe(loteId, fecha, monto);
    const known = this.#known.get(clave) ?? { ultimo: 0, libres: [] };
    this.#known.set(clave, known);
    const libre = known.libres.shift();
    if (libre !== undefined) return libre;
    known.ultimo += 1;
    return known.ultimo;
  }
}

export async function numbersOf(
  tx: Tx,
  orders: readonly Pick<Applied, 'loteId' | 'fecha' | 'monto'>[],
): Promise<Numbers> {
  return new Numbers(await listNumeros(tx, orders));
}

/** Joins a deposit to the receipt that it was applied by before: no money moves. */
async function joinKnown(ctx: Context, order: Applied, reciboId: number): Promise<void> {
  await ctx.piecemeal(async (own) => {
    // The lot first, as everywhere; then whoever applied the deposit a moment ago is waited for.
    await lockLotes(own.tx, [order.loteId]);
    const locked = await lockEntrante(own.tx, order.entranteId);
    if (locked?.version !== order.version) throw new Refusal(CHANGED);
    if (order.propuesta)
      await updatePropuestas(own.tx, [proposedOf({ ...order, id: order.entranteId }, order.propuesta)]);
    await refusing({ uq_deposito_aplicacion_recibo: `El recibo ${reciboId} ya es de otro depósito` }, () =>
      insertUnion(own.tx, stampOf(own), { ...order, reciboId }),
    );
    await settleEntrantes(own.tx, [{ id: order.entranteId, version: order.version }]);
    await own.audit({
      ...{ status: 'actualizado', entidad: 'deposito_entrante', entidadId: order.entranteId },
      nota: `El depósito es el del recibo ${reciboId}, que ya se había aplicado`,
    });
  });
}

export interface ApplyTerms {
  cajaId: number;
  metodoId: number | null;
  codigoFecha: string;
  directorio?: Directorio | undefined;
}

/** Applies orders of one account; what was applied before is joined to its receipt. */
export async function applyOrders(
  ctx: Context,
  collector: Collector,
  { cajaId, metodoId, codigoFecha, directorio }: ApplyTerms,
  orders: readonly Applied[],
): Promise<Map<Applied, DepositOutcome>> {
  const metodo = await methodOfDeposits(ctx.tx, metodoId);
  const terms = { cajaId, metodo, codigoFecha, directorio, detalle: 'Depósitos del banco' };
  const outcomes = await applyDeposits(ctx, collector, terms, orders, keepApplied);
  for (const [order, outcome] of outcomes) {
    if (!('reciboId' in outcome) || outcome.nuevo) continue;
    try {
      await joinKnown(ctx, order, outcome.reciboId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.set(order, { motivo: error.message });
    }
  }
  return outcomes;
}

const proposedOf = ({ id, version }: { id: number; version: number }, propuesta: Propuesta) => ({
  ...propuesta,
  ...{ id, version, situacion: situacionDe(propuesta) },
});

interface Found extends PorRevisar {
  propuesta: Propuesta;
}

interface Proposed {
  found: Found[];
  /** The lots by what names them, where any was looked for. */
  directorio?: Directorio;
}

async function propose({ tx, today }: Pick<Context, 'tx' | 'today'>): Promise<Proposed> {
  const hoy = today();
  const waiting = await listPorRevisar(tx);
  if (waiting.length === 0) return { found: [] };
  const [directorio, esquemas, clabes, conocidas] = await Promise.all([
    loadDirectorio(tx),
    listReferenceSchemes(tx),
    listClabesDeLotes(tx, waiting.flatMap(clabesDichas)),
    listConocidas(
      tx,
      waiting.flatMap(({ cuenta }) => (cuenta === '' ? [] : [cuenta])),
    ),
  ]);
  const found = await mapInSlices(waiting, (one) => ({
    ...one,
    propuesta: esperando(
      proponer(one, {
        ...{ directorio, esquemas, clabes, conocidasSolas: one.conocidasSolas },
        conocida: one.cuenta === '' ? undefined : conocidas.get(one.cuenta),
      }),
      one.fecha,
      hoy,
    ),
  }));
  return { found: await askingAboutLike(tx, found), directorio };
}

/** Asks about those that may be the same money as one that was there before. */
async function askingAboutLike(tx: Tx, found: Found[]): Promise<Found[]> {
  const proposed = found.flatMap(({ id, propuesta: { loteId } }) => (loteId === null ? [] : [{ id, loteId }]));
  const like = new Map((await listParecidos(tx, proposed)).map((one) => [one.id, one]));
  return found.map((one) => {
    const parecido = like.get(one.id);
    return parecido ? { ...one, propuesta: preguntando(one.propuesta, parecido) } : one;
  });
}

const isNews = ({ propuesta, loteId, via, clave, motivo, situacion }: Found): boolean =>
  propuesta.loteId !== loteId ||
  propuesta.via !== via ||
  propuesta.clave !== clave ||
  propuesta.motivo !== motivo ||
  situacionDe(propuesta) !== situacion;

const isAlone = (of: Found): of is Found & { propuesta: { loteId: number } } =>
  of.propuesta.sola && of.propuesta.loteId !== null;

async function ordersOf(tx: Tx, found: readonly Found[]): Promise<{ order: Applied; of: Found }[]> {
  const alone = found.flatMap((of) => (isAlone(of) ? [{ of, loteId: of.propuesta.loteId }] : []));
  const numbers = await numbersOf(
    tx,
    alone.map(({ of, loteId }) => ({ loteId, fecha: of.fecha, monto: of.importe })),
  );
  return alone.map(({ of, loteId }) => ({
    of,
    order: {
      ...{ loteId, fecha: of.fecha, monto: of.importe, numero: numbers.next(loteId, of.fecha, of.importe) },
      // A CLABE is whose it is said to be, and no reference that is read again.
      referencia: of.propuesta.via === 'clabe' ? '' : of.propuesta.clave,
      ...{ observacion: observacionDe(of), confirmado: false },
      ...{ entranteId: of.id, version: of.version, sola: true, propuesta: of.propuesta },
    },
  }));
}

/** What the receipt keeps as its reference: what the bank printed. */
export const observacionDe = ({
  referencia,
  concepto,
  rastreo,
}: {
  referencia: string;
  concepto: string;
  rastreo: string;
}): string => (referencia || concepto || rastreo).slice(0, 100);

export interface Revision {
  aplicados: number;
  porConfirmar: number;
  desconocidos: number;
}

/** Why deposits were not applied after all, written to each, so that a person sees it. */
async function keepReasons(ctx: Context, refused: ReadonlyMap<Found, string>): Promise<void> {
  const told = [...refused].map(([of, motivo]) => ({
    ...{ id: of.id, version: of.version, situacion: 'por_confirmar' as const },
    ...{ loteId: of.propuesta.loteId, via: of.propuesta.via, clave: of.propuesta.clave, sola: false },
    motivo: `${of.propuesta.motivo}. ${motivo}`,
  }));
  await ctx.piecemeal((own) => updatePropuestas(own.tx, told));
}

/**
 * Looks every waiting deposit up anew and applies what names its lot itself. The caller writes the audit row.
 * @param de the deposits that are counted; left out, all that were looked at
 */
export async function review(ctx: Context, collector: Collector, de?: ReadonlySet<number>): Promise<Revision> {
  const { found, directorio } = await ctx.piecemeal(async (own) => {
    const { tx } = own;
    const proposed = await propose(own);
    await updatePropuestas(
      tx,
      proposed.found
        // What is applied at once is written once.
        .filter((of) => isNews(of) && !isAlone(of))
        .map((of) => proposedOf(of, of.propuesta)),
    );
    return proposed;
  });
  const counts = ({ id }: Found): boolean => de === undefined || de.has(id);
  const alone = await ordersOf(ctx.tx, found);
  const refused = new Map<Found, string>();
  let aplicados = 0;
  for (const group of Map.groupBy(alone, ({ of }) => of.cuentaId).values()) {
    const [first] = group;
    if (!first) continue;
    const byOrder = new Map(group.map(({ order, of }) => [order, of]));
    const terms = { cajaId: first.of.cajaId, metodoId: first.of.metodoId, codigoFecha: '', directorio };
    for (const [order, outcome] of await applied(ctx, collector, terms, [...byOrder.keys()])) {
      const of = byOrder.get(order);
      if (!('motivo' in outcome)) aplicados += of && counts(of) ? 1 : 0;
      else if (of) refused.set(of, outcome.motivo);
    }
  }
  if (refused.size > 0) await keepReasons(ctx, refused);
  const waiting = found.filter((of) => counts(of) && (!of.propuesta.sola || refused.has(of)));
  const desconocidos = waiting.filter(({ propuesta }) => situacionDe(propuesta) === 'desconocido').length;
  return { aplicados, porConfirmar: waiting.length - desconocidos, desconocidos };
}

/** A register that takes nothing now refuses the whole of an account's list: then it is each deposit's reason. */
async function applied(
  ctx: Context,
  collector: Collector,
  terms: ApplyTerms,
  orders: readonly Applied[],
): Promise<Map<Applied, DepositOutcome>> {
  try {
    return await applyOrders(ctx, collector, terms, orders);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Map(orders.map((order) => [order, { motivo: error.message }]));
  }
}

export const inWords = ({ aplicados, porConfirmar, desconocidos }: Revision): string =>
  `${aplicados} aplicados solos, ${porConfirmar} por confirmar, ${desconocidos} sin lote`;
