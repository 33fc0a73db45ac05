/**
 * Applying deposits: each in a transaction of its own, on its lot's lock, through the same functions as a cashier's payment.
 * A run that is killed leaves whole deposits; the same list again goes on where it broke off.
 */
import type { Fecha } from '#core/fecha.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { lockLotes, refuseClosedLote } from '#libro/server/lotes.ts';
import { loadDefinitions } from '#libro/server/maintenance.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { refuseTender, type Tender } from '#libro/server/receive.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { refusalOf } from '#platform/server/database-errors.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { Deposito, Procesado } from '../contract.ts';
import { claveDe, cobroDe, type Directorio, preguntasDe } from '../depositos.ts';
import type { Collector } from './collector.ts';
import { loadDirectorio } from './directory.ts';
import {
  type BookedReceipt,
  type DepositKey,
  findDepositMethod,
  insertDeposit,
  listApplied,
  listBooked,
  listEqualReceipts,
} from './repository.ts';

/** Of the four connections beside the requests' own; the fourth stays for sign-ins. */
const WORKERS = 3;

interface Order {
  deposito: Deposito;
  key: DepositKey;
  numero: number;
}

type Outcome = { reciboId: number; nuevo: boolean } | { motivo: string };

const UNKNOWN_LOTE = 'El lote no existe. Vuelva a importar el archivo';

/** Orders of a list: equal ones of a day and lot are numbered in their order where the list does not say. */
function ordersOf(depositos: readonly Deposito[]): Order[] {
  const seen = new Map<string, number>();
  return depositos.map((deposito) => {
    const key = {
      loteId: deposito.id,
      referencia: deposito.referencia,
      fecha: deposito.fechaPago,
      monto: toCentavos(deposito.montoDepositado),
    };
    const clave = claveDe(key.loteId, key.fecha, key.monto);
    const place = (seen.get(clave) ?? 0) + 1;
    seen.set(clave, place);
    return { deposito, key, numero: deposito.numero ?? place };
  });
}

interface Run {
  collector: Collector;
  definitions: Awaited<ReturnType<typeof loadDefinitions>>;
  directorio: Directorio;
  tender: Pick<Tender, 'cajaId' | 'metodo'>;
}

/** One deposit, in the transaction of `ctx`. Refusals roll it back alone. */
async function applyOne(ctx: Context, run: Run, { deposito, key, numero }: Order): Promise<Outcome> {
  const { tx } = ctx;
  const [lote] = await lockLotes(tx, [key.loteId]);
  if (!lote) throw new Refusal(UNKNOWN_LOTE);
  // Only now: whoever applied the same deposit a moment ago had the lock.
  const [equal, debts, receipts] = await Promise.all([
    listApplied(tx, [key]),
    run.collector.owedBy(tx, [lote], run.definitions),
    listEqualReceipts(tx, [key]),
  ]);
  const done = equal.find((one) => one.loteId === lote.id && one.numero === numero);
  if (done) return { reciboId: done.reciboId, nuevo: false };
  refuseClosedLote(lote);
  const owed = debts.get(lote.id);
  if (!owed) throw new Error(`nothing is known of what lot ${lote.id} owes`);
  const cobro = cobroDe(owed, key.monto, key.fecha);
  if (deposito.confirmado !== true) {
    const preguntas = preguntasDe(cobro, {
      monto: key.monto,
      fecha: key.fecha,
      hoy: ctx.today(),
      numero,
      reciboDeCaja: receipts[0]?.reciboId ?? null,
    });
    const { referencia } = key;
    if (referencia !== '' && !run.directorio.means(referencia, lote.id)) {
      preguntas.unshift(`La referencia «${referencia}» no es la del lote ${lote.referencia}. Confirme que es el suyo`);
    }
    if (referencia !== '' && equal.some((one) => one.loteId !== lote.id)) {
      preguntas.unshift('Un depósito igual con esta referencia ya se aplicó a otro lote. Confirme que éste es otro');
    }
    if (preguntas.length > 0) throw new Refusal(preguntas.join('. '));
  }
  const result = await run.collector.bookMaintenance(ctx, {
    lote,
    reglas: owed.reglas,
    tender: { ...run.tender, fechaPago: key.fecha, noCuenta: '', referencia: deposito.observacion },
    monto: key.monto,
    allocation: cobro.allocation,
    percent: 0,
    autorizacion: '',
  });
  await insertDeposit(tx, stampOf(ctx), { ...key, numero, reciboId: result.recibo.id });
  return { reciboId: result.recibo.id, nuevo: true };
}

/** Why nothing may be received on a date into the chosen register, by date; the register is held open meanwhile. */
async function refusedDates(
  ctx: Context,
  tender: Run['tender'],
  fechas: readonly Fecha[],
): Promise<Map<Fecha, string>> {
  const stamp = stampOf(ctx);
  const asOf = (fechaPago: Fecha) =>
    refuseTender(ctx.tx, stamp, { ...tender, fechaPago, noCuenta: '', referencia: '' });
  // The register and the method are refused for all of the list; then it can only be the date.
  await asOf(stamp.today);
  const refused = new Map<Fecha, string>();
  for (const fecha of new Set(fechas)) {
    try {
      await asOf(fecha);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(fecha, error.message);
    }
  }
  return refused;
}

export async function applyDeposits(
  ctx: Context,
  collector: Collector,
  body: {
    caja: { id: number };
    metodoPago?: { id: number } | undefined;
    mttoImportadoResponseList: readonly Deposito[];
  },
): Promise<Procesado[]> {
  const { tx } = ctx;
  const metodo = body.metodoPago?.id ?? (await findDepositMethod(tx));
  if (metodo === undefined) throw new Refusal('No hay métodos de pago. Pida que se capturen en Catálogos');
  const orders = ordersOf(body.mttoImportadoResponseList);
  const tender = { cajaId: body.caja.id, metodo };
  const refused = await refusedDates(
    ctx,
    tender,
    orders.map(({ key }) => key.fecha),
  );
  const run: Run = {
    collector,
    definitions: await loadDefinitions(tx),
    directorio: await loadDirectorio(tx),
    tender,
  };
  const known = new Map(
    (
      await listApplied(
        tx,
        orders.map(({ key }) => key),
      )
    ).map((one) => [`${claveDe(one.loteId, one.fecha, one.monto)} ${one.numero}`, one.reciboId]),
  );
  const outcomes = new Map<Order, Outcome>();
  const left: Order[] = [];
  for (const order of orders) {
    const { loteId, fecha, monto } = order.key;
    const reciboId = known.get(`${claveDe(loteId, fecha, monto)} ${order.numero}`);
    const motivo = refused.get(fecha);
    if (reciboId !== undefined) outcomes.set(order, { reciboId, nuevo: false });
    else if (motivo !== undefined) outcomes.set(order, { motivo });
    else left.push(order);
  }

  // A lot's deposits follow each other by date; lots do not wait for one another.
  const queues = [...Map.groupBy(left, ({ key }) => key.loteId).values()].values();
  const work = async () => {
    for (const queue of queues) {
      for (const order of queue.toSorted((a, b) => a.key.fecha.localeCompare(b.key.fecha))) {
        outcomes.set(order, await applyApart(ctx, run, order));
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));

  const booked = await listBooked(
    tx,
    [...outcomes.values()].flatMap((outcome) => ('reciboId' in outcome ? [outcome.reciboId] : [])),
  );
  const done = [...outcomes.entries()].filter(([, outcome]) => 'nuevo' in outcome && outcome.nuevo);
  const total = done.reduce((sum, [{ key }]) => sum + key.monto, 0);
  await ctx.audit({
    status: 'creado',
    entidad: 'deposito',
    nota: `Importación de pagos: ${done.length} depósitos aplicados por ${inPesos(total)}, de ${orders.length} en la lista`,
    despues: { aplicados: done.length, total, enLista: orders.length, cajaId: tender.cajaId, metodo },
  });
  if (done.length > 0) ctx.services.invoicing.wake();
  return orders.map((order) => processedOf(order, outcomes.get(order), booked));
}

async function applyApart(ctx: Context, run: Run, order: Order): Promise<Outcome> {
  try {
    return await ctx.piecemeal((own) => applyOne(own, run, order));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOf(error);
    if (!refusal) throw error;
    return { motivo: refusal.message };
  }
}

const monthsOf = (cobros: BookedReceipt['cobros']): Month[] =>
  cobros.flatMap(({ name, year, mes }) =>
    name === 'mantenimiento' && year !== null && mes !== null ? [{ year, mes }] : [],
  );

function periodOf({ cobros }: BookedReceipt): string {
  const months = monthsOf(cobros);
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return cobros.length > 0 ? 'Intereses moratorios' : 'Fondo';
  return first === last ? monthTitle(first) : `${monthTitle(first)} a ${monthTitle(last)}`;
}

function processedOf(
  { deposito, key }: Order,
  outcome: Outcome | undefined,
  booked: ReadonlyMap<number, BookedReceipt>,
): Procesado {
  const base = { referencia: deposito.referencia, monto: toPesos(key.monto) };
  const receipt = outcome && 'reciboId' in outcome ? booked.get(outcome.reciboId) : undefined;
  if (!outcome || 'motivo' in outcome || !receipt) {
    const mensaje = outcome && 'motivo' in outcome ? outcome.motivo : 'No se aplicó. Intente de nuevo';
    return {
      ...base,
      id: null,
      periodo: '',
      idFactura: null,
      tipo: '',
      cobros: [],
      fondo: 0,
      resultado: 'rechazado',
      mensaje,
    };
  }
  const cobros = [
    ...receipt.cobros.map(({ id, name }) => ({ id, name })),
    ...(receipt.fondoId === null ? [] : [{ id: receipt.fondoId, name: 'fondo' }]),
  ];
  const [first] = cobros;
  return {
    ...base,
    id: first?.id ?? null,
    periodo: periodOf(receipt),
    idFactura: receipt.facturaId,
    tipo: first?.name ?? '',
    cobros,
    fondo: toPesos(receipt.fondo),
    resultado: outcome.nuevo ? 'aplicado' : 'ya_aplicado',
    mensaje: outcome.nuevo ? '' : 'Este depósito ya se había aplicado',
  };
}
