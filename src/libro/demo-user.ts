/** What the demo does by the product's own ways is somebody's. */
import type { Context } from '#platform/server/context.ts';

/** As somebody of the administration would do it. */
export async function asAdministrador<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { id } = await ctx.tx
    .selectFrom('usuario')
    .select('id')
    .where('username', '=', 'administrador')
    .executeTakeFirstOrThrow();
  return work(Object.create(ctx, { usuarioId: { value: id } }) as Context);
}
