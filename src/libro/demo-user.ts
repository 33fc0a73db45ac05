/** What the demo does by the product's own ways is somebody's. */
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';

/** The id of an account of the demo. */
export async function demoUserId(tx: Tx, username: 'administrador' | 'director'): Promise<number> {
  const { id } = await tx.selectFrom('usuario').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  return id;
}

/** As somebody of the administration would do it. */
export async function asAdministrador<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const id = await demoUserId(ctx.tx, 'administrador');
  return work(Object.create(ctx, { usuarioId: { value: id } }) as Context);
}
