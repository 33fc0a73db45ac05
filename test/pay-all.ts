/** Paying all that a lot owes, as the screen does: what it is told, what is chosen of it, and the call. */
import { toCentavos, toPesos } from '#core/money.ts';
import { type Debt, settle, settlementDue } from '#core/settlement.ts';
import type { Adeudos } from '#libro/adeudos/contract.ts';
import { debtsOfContext, lineasOf } from '#libro/adeudos/rules.ts';
import { envelope } from './api/support.ts';
import type { DemoUser, Reply, TestApp } from './app.ts';
import { tenderOf } from './ledger.ts';

export interface Chosen {
  fechaPago: string;
  /** Left out, all. */
  only?: (debt: Debt) => boolean;
  /** Of single charges, in pesos. */
  topes?: Readonly<Record<number, number>>;
  /** Off a fine or fee by its id, with its code. */
  descuentos?: Readonly<Record<number, { percent: number; codigo: string }>>;
  /** Off the interest, with its code. */
  interes?: { percent: number; codigo: string };
  codigoFecha?: string;
  conFondo?: boolean;
  /** What is handed over, in pesos; left out, the total. */
  monto?: number;
}

export async function readAdeudos(app: TestApp, loteId: number): Promise<Adeudos> {
  const reply = await app.call('GET', `/lote/get-for-pagartodo/${loteId}`, { as: 'cobranza' });
  const { success, data } = envelope(reply);
  if (!success) throw new Error(JSON.stringify(reply.body));
  return data as Adeudos;
}

/** The body of the call, with the figures that a screen would show of `context`. */
export async function bodyOf(app: TestApp, context: Adeudos, chosen: Chosen) {
  const { fechaPago, only = () => true, topes = {}, descuentos = {}, interes, conFondo = false } = chosen;
  const debts = debtsOfContext(context);
  const rules = context.descuentos.map(({ percent }) => percent);
  const terms = { fechaPago, rules, interestPercent: interes?.percent ?? 0 };
  const wanted = debts.filter(only).map((debt) => {
    const tope = topes[debt.cargoId];
    const percent = descuentos[debt.cargoId]?.percent ?? 0;
    return { debt, tope: tope === undefined ? null : toCentavos(tope), percent };
  });
  const due = settlementDue(wanted, terms);
  const total = conFondo ? Math.min(due.exact, toCentavos(context.fondo)) : due.total;
  const monto = chosen.monto === undefined ? total : toCentavos(chosen.monto);
  const { settled } = settle(due, terms, monto);
  const tender = await tenderOf(app);
  return {
    id: context.idLote,
    monto: toPesos(monto),
    fechaPago,
    ...tender,
    ...(conFondo && { metodoPago: { id: 'fondo' as const } }),
    apply_descuento: interes?.percent ?? 0,
    autorizacion: interes?.codigo ?? '',
    autorizacionFecha: chosen.codigoFecha ?? '',
    lineas: lineasOf(settled, (cargoId) => descuentos[cargoId]?.codigo ?? ''),
  };
}

export type PagarTodoBody = Awaited<ReturnType<typeof bodyOf>>;

export const sendAll = (
  app: TestApp,
  body: PagarTodoBody,
  as: DemoUser = 'cobranza',
  headers: Record<string, string> = {},
) => app.call('POST', '/recibo/pagartodo', { as, body, headers });

/** Reads, chooses and pays. */
export async function payAllOf(app: TestApp, loteId: number, chosen: Chosen): Promise<Reply> {
  return sendAll(app, await bodyOf(app, await readAdeudos(app, loteId), chosen));
}
