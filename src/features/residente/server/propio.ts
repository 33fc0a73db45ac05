/** How a device of a resident comes to be known: a code goes to the contacts on file, and comes back. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Context, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { queueMail } from '#platform/server/mail.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import { closeResidentSession, RESIDENT_COOKIE } from '#platform/server/resident.ts';
import { giveBackAttempt, requireAttempt } from '#platform/server/throttle.ts';
import { propioContract } from '../contract.ts';
import * as repository from './repository.ts';

/** How long a code is good, how often it may be missed, and how many a link gets. */
const GOOD_MS = 15 * 60_000;
const MISSES_MAX = 5;
const SENT_PER_WINDOW = 3;
const SENT_PER_DAY = 10;
const DAY_MS = 86_400_000;
const ADDRESSES_MAX = 3;

/** What stands for a code: its six figures alone would be guessed from any hash that needs no key. */
const hashOf = ({ services }: Pick<Context, 'services'>, sesionId: number, codigo: string): Buffer =>
  services.secrets.fingerprint(`código de residente ${sesionId} ${codigo}`);

const nota = (texto: string, { enlaceId }: { enlaceId: number }, referencia: string) => ({
  ...{ status: 'actualizado' as const, entidad: 'enlace', entidadId: enlaceId, referencia, nota: texto },
});

async function letterOf(ctx: Context, codigo: string) {
  const { name } = await findResidencial(ctx.tx, ctx.community);
  return {
    asunto: `Su código de ${name}`,
    html: `<p>Su código es:</p><p><b>${codigo}</b></p><p>Escríbalo en la página en los próximos 15 minutos. Si usted no lo pidió, no lo dé a nadie: sin él no se abre nada.</p>`,
  };
}

export const propioEndpoints = register(propioContract, {
  async codigo({ ctx }) {
    const { sesionId, enlaceId } = ctx.resident;
    await requireAttempt(ctx, [{ clave: `código enviado:${enlaceId}`, attempts: SENT_PER_WINDOW }]);
    const now = ctx.clock.now();
    const para = (await repository.listCorreosPropios(ctx.tx)).slice(0, ADDRESSES_MAX);
    if (para.length === 0) {
      throw new Refusal('La administración no tiene un correo de usted. Pida que lo registren, y vuelva a intentarlo');
    }
    const codigo = String(randomInt(1_000_000)).padStart(6, '0');
    const message = { para, loteId: ctx.resident.loteId, usuarioId: null, ...(await letterOf(ctx, codigo)) };
    // The resident's own transaction may write no letter.
    await ctx.separately(async (tx) => {
      if ((await repository.countCodigos(tx, enlaceId, new Date(now.getTime() - DAY_MS))) >= SENT_PER_DAY) {
        throw new Refusal('Hoy ya se enviaron muchos códigos. Intente mañana, o llame a la administración');
      }
      await repository.insertCodigo(tx, { sesionId, enlaceId, hash: hashOf(ctx, sesionId, codigo) }, now);
      await queueMail(tx, message, now);
    });
    ctx.mail.wake();
    await ctx.audit(
      nota('Pidió un código para abrir su página en un equipo', ctx.resident, await repository.referenciaDe(ctx)),
    );
    return 'Le enviamos un código por correo';
  },

  async confirmar({ body, ctx }) {
    const { sesionId } = ctx.resident;
    // By device: whoever was passed the link keeps nobody else from writing theirs.
    const limits = [{ clave: `código escrito:${sesionId}`, attempts: MISSES_MAX }];
    await requireAttempt(ctx, limits);
    const now = ctx.clock.now();
    const referencia = await repository.referenciaDe(ctx);
    const fits = await ctx.separately(async (tx) => {
      const good = { since: new Date(now.getTime() - GOOD_MS), misses: MISSES_MAX };
      const sent = await repository.findCodigoForUpdate(tx, sesionId, good);
      if (!sent) return false;
      if (!timingSafeEqual(sent.hash, hashOf(ctx, sesionId, body.codigo))) {
        await repository.countMiss(tx, sent.id);
        return false;
      }
      await repository.confirmDevice(tx, { codigoId: sent.id, sesionId }, now);
      await giveBackAttempt(tx, limits);
      return true;
    });
    if (!fits) throw new Refusal('El código no es correcto o ya pasaron 15 minutos. Revíselo o pida otro', 'codigo');
    await ctx.audit(nota('Confirmó un equipo con el código', ctx.resident, referencia));
    return 'Listo: este equipo ya es suyo';
  },

  async salir({ ctx }) {
    await ctx.separately((tx) => closeResidentSession(tx, ctx.resident.sesionId));
    ctx.cookies.writeForPages(RESIDENT_COOKIE, '', 0);
    await ctx.audit(nota('Cerró su página en un equipo', ctx.resident, await repository.referenciaDe(ctx)));
    return 'Se cerró su página en este equipo';
  },
});
