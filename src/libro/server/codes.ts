/**
 * Supervisors' authorization codes. Checking spends nothing; the operation that a code authorizes spends one use in its own
 * transaction, so that a rolled-back action gives it back. Failed tries are counted per user. Source:
 * dominio.md#codes-fund-fees.
 */
import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { giveBackAttempt, requireAttempt } from '#platform/server/throttle.ts';
import { CODE_REJECTED } from '../messages.ts';

const TRIES_MAX = 20;

const triesOf = (ctx: Context) => [{ clave: `codigo:${ctx.user.id}`, attempts: TRIES_MAX }];

/** Runs a comparison of a code; only failed ones use up tries. */
async function counted<T>(ctx: Context, compare: () => Promise<T | undefined>): Promise<T | undefined> {
  await requireAttempt(ctx, triesOf(ctx));
  const found = await compare();
  if (found !== undefined) await ctx.separately((tx) => giveBackAttempt(tx, triesOf(ctx)));
  return found;
}

/** Of an author whose account stands: who may not enter any more authorizes nothing either. */
const ofEnabledAuthor = sql<boolean>`EXISTS (
  SELECT FROM usuario u WHERE u.id = codigo_autorizacion.usuario_id AND u.enabled)`;

function usable(tx: Tx, codigo: string) {
  return tx
    .selectFrom('codigo_autorizacion')
    .select('id')
    .where('codigo', '=', codigo)
    .where('active', '=', true)
    .where('cantidad', '>', 0)
    .where(ofEnabledAuthor);
}

/** True when the code exists, is active, has uses left, and its author's account is enabled. Spends nothing. */
export async function isUsableCode(ctx: Context, codigo: string): Promise<boolean> {
  const code = codigo.trim();
  if (code === '') return false;
  return (await counted(ctx, () => usable(ctx.tx, code).executeTakeFirst())) !== undefined;
}

export interface CodeUse {
  /** What it authorizes: 'Condonación de sanción'. */
  operacion: string;
  loteId: number | null;
  detalle: string;
  monto: Centavos | null;
  /** The body's field of the code, where it is one of several: a refusal names it. */
  campo?: string | undefined;
}

/**
 * Spends one use and leaves its trace; returns the code's id. Refuses a code that is wrong, inactive, used up or of a disabled account.
 * Call it last: the code's row is locked until the transaction ends.
 */
export async function spendCode(ctx: Context, codigo: string, use: CodeUse): Promise<number> {
  const code = codigo.trim();
  const spent = await counted(ctx, () =>
    ctx.tx
      .updateTable('codigo_autorizacion')
      .set(({ eb }) => ({ cantidad: eb('cantidad', '-', 1), updated_at: ctx.clock.now() }))
      .where('codigo', '=', code)
      .where('active', '=', true)
      .where('cantidad', '>', 0)
      .where(ofEnabledAuthor)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!spent) throw new Refusal(CODE_REJECTED, use.campo);
  await ctx.tx
    .insertInto('codigo_uso')
    .values({
      codigo_id: spent.id,
      usuario_id: ctx.user.id,
      lote_id: use.loteId,
      operacion: use.operacion,
      detalle: use.detalle,
      monto_centavos: use.monto,
      created_at: ctx.clock.now(),
    })
    .execute();
  return spent.id;
}

/** One of the things that a code lets within one act. */
export interface CodedUse extends Pick<CodeUse, 'operacion' | 'detalle' | 'campo'> {
  codigo: string;
  monto: Centavos;
}

/**
 * Spends one use of each code for all that it lets in one act, with one trace; answers the codes' ids. Refuses where a code is
 * missing. Call it last, as `spendCode`.
 */
export async function spendCodes(
  ctx: Context,
  loteId: number,
  uses: readonly CodedUse[],
): Promise<ReadonlyMap<string, number>> {
  const spent = new Map<string, number>();
  const byCode = Map.groupBy(uses, ({ codigo }) => codigo.trim());
  // In one order for everybody: two acts with the same codes wait for each other.
  for (const [code, same] of [...byCode].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (code === '') throw new Refusal(CODE_REJECTED);
    const use = {
      loteId,
      operacion: [...new Set(same.map(({ operacion }) => operacion))].join(' y '),
      detalle: same.map(({ detalle }) => detalle).join('; '),
      monto: same.reduce((sum, { monto }) => sum + monto, 0),
      campo: same[0]?.campo,
    };
    spent.set(code, await spendCode(ctx, code, use));
  }
  return spent;
}

/**
 * Gives the use back that an act spent which the outside world refused after its transaction: nothing was done with it. The trace
 * of the use stays, and this leaves another one.
 */
export async function giveBackCode(
  tx: Tx,
  codigoId: number,
  { usuarioId, now, ...use }: CodeUse & { usuarioId: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('codigo_autorizacion')
    .set(({ eb }) => ({ cantidad: eb('cantidad', '+', 1), updated_at: now }))
    .where('id', '=', codigoId)
    .execute();
  await tx
    .insertInto('codigo_uso')
    .values({
      codigo_id: codigoId,
      usuario_id: usuarioId,
      lote_id: use.loteId,
      operacion: `Uso devuelto: ${use.operacion}`,
      detalle: use.detalle,
      monto_centavos: use.monto,
      created_at: now,
    })
    .execute();
}
