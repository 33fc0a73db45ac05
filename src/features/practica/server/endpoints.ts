import { checkedHost, practiceHostOf } from '#platform/server/communities.ts';
import { type Context, register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { Refusal } from '#platform/server/errors.ts';
import { Obstacle } from '#platform/server/obstacles.ts';
import { practicaContract } from '../contract.ts';
import * as repository from './repository.ts';

/** Of the practice there is, and of where it would answer. */
async function known({ tx, community, origin }: Context) {
  const rows = await repository.listHosts(tx);
  const practica = rows.find(({ practica_de }) => practica_de === community.codigo);
  const url = new URL(origin);
  const host = practica?.host ?? practiceHostOf(community.host ?? url.hostname);
  return { rows, practica, host };
}

function urlOf(origin: string, host: string): string {
  const url = new URL(origin);
  url.hostname = host;
  return url.origin;
}

/** Only the community itself decides on its practice. */
function requireReal({ community }: Context): void {
  if (community.practicaDe === null) return;
  throw new Refusal('Esto ya es una práctica. Hágala de nuevo o quítela desde la comunidad');
}

async function ask(ctx: Context, values: { que: 'hacer' | 'quitar'; host?: string }) {
  await refusing({ uq_practica_pendiente: 'La práctica se está haciendo o quitando. Espere a que termine' }, () =>
    repository.insertPedida(ctx.tx, { ...values, usuario_id: ctx.user.id, created_at: ctx.clock.now() }),
  );
  ctx.services.practice.wake();
}

export const practicaEndpoints = register(practicaContract, {
  async estado({ ctx }) {
    const { practica, host } = await known(ctx);
    const ultimo = await repository.findUltimo(ctx.tx);
    return {
      de: ctx.community.practicaDe ?? '',
      practica: practica ? { url: urlOf(ctx.origin, host), host, desde: practica.creada.toISOString() } : null,
      host,
      ultimo: ultimo
        ? {
            ...{ que: ultimo.que as 'hacer', estado: ultimo.estado as 'hecha', error: ultimo.error },
            ...{ usuario: ultimo.username ?? '', pedida: ultimo.created_at.toISOString() },
            terminada: ultimo.terminada_at?.toISOString() ?? null,
          }
        : null,
    };
  },

  async hacer({ body, ctx }) {
    requireReal(ctx);
    const { rows, practica, host: proposed } = await known(ctx);
    const host = hostOr(body.host || proposed, practica?.codigo ?? '', rows);
    await ask(ctx, { que: 'hacer', host });
    await ctx.audit({
      ...{ status: 'creado', entidad: 'practica', referencia: ctx.community.codigo },
      nota: `${practica ? 'Pidió hacer de nuevo la' : 'Pidió una'} práctica de ${ctx.community.codigo}, en ${host}`,
      despues: { host },
    });
    return 'La copia se está haciendo. Puede seguir trabajando';
  },

  async quitar({ ctx }) {
    requireReal(ctx);
    const { practica } = await known(ctx);
    if (!practica) throw new Refusal('No hay una práctica que quitar. Actualice la página');
    await ask(ctx, { que: 'quitar' });
    await ctx.audit({
      ...{ status: 'eliminado', entidad: 'practica', referencia: ctx.community.codigo },
      nota: `Pidió quitar la práctica ${practica.codigo}`,
    });
    return 'La práctica se está quitando';
  },
});

function hostOr(text: string, codigo: string, rows: Awaited<ReturnType<typeof repository.listHosts>>): string {
  try {
    return checkedHost(text, { codigo, isPractice: true }, rows);
  } catch (error) {
    if (error instanceof Obstacle) throw new Refusal(error.message, 'host');
    throw error;
  }
}
