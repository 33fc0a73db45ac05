/** A house of the demo community that was sold last month, and a certificate of no debt: by the product's own ways. */
import { addDays, instantInZone } from '#core/fecha.ts';
import { asAdministrador } from '#libro/demo-user.ts';
import { SetClock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { type Context, type Reading, todayIn } from '#platform/server/context.ts';
import type { SystemWork } from '#platform/server/system-context.ts';
import { TERMINAN, type Termina } from './rules.ts';
import { changeOwner } from './server/cambio.ts';
import { drawNoAdeudo, issue } from './server/no-adeudo.ts';
import type { OwnerChange } from './server/parts.ts';
import { countsOf, prepare } from './server/read.ts';

export interface SellDemo {
  /** On the clock that is given. */
  systemOn(clock: SetClock): SystemWork;
  community: Community;
  parts: OwnerChange;
  now: Date;
}

const SOLD_DAYS_AGO = 32;
const COMPRADORA = {
  name: 'Mariana Torres Ibarra',
  telefonoList: [],
  correoElectronicoList: [{ id: null, correo: 'mariana.torres@correo.example', facturar: true, referencia: '' }],
};

/** Delivered houses with an owner that owe nothing, the last first. */
async function lotesSinAdeudo({ tx }: Context): Promise<number[]> {
  const rows = await tx
    .selectFrom('lote as l')
    .innerJoin('lote_residente as t', 't.lote_id', 'l.id')
    .select('l.id')
    .where('l.status', '=', 'entregado')
    .where('l.tipo', '=', 'habitacional')
    .where('l.parent_id', 'is', null)
    .where('t.active', '=', true)
    .where('t.asociado', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cargo as c').select('c.id').whereRef('c.lote_id', '=', 'l.id').where('c.saldo_centavos', '>', 0),
        ),
      ),
    )
    .orderBy('l.id', 'desc')
    .limit(2)
    .execute();
  return rows.map(({ id }) => id);
}

async function sellOne(parts: OwnerChange, ctx: Context, loteId: number): Promise<void> {
  const shown = await prepare(parts, ctx, loteId, ctx.today());
  const termina = Object.fromEntries(TERMINAN.map((clave) => [clave, clave !== 'inquilinos'])) as Record<
    Termina,
    boolean
  >;
  await changeOwner(parts, ctx, {
    ...{ id: loteId, fecha: ctx.today(), adeudo: 'lote', fondo: 'lote', residente: { id: null }, ...COMPRADORA },
    ...{ consentimiento: true, fiscal: 'quitar', razonSocial: '', rfc: '', codigoPostal: '', email: '' },
    ...{ regimenFiscal: { id: null }, usoCFDI: { id: null }, termina },
    visto: { lazo: shown.lazo, adeudo: shown.adeudo, fondo: shown.fondo, termina: countsOf(shown.termina) },
    confirmacion: shown.header.referencia,
  });
}

export async function sellDemo({ systemOn, community, parts, now }: SellDemo): Promise<void> {
  const today = systemOn(new SetClock(now));
  const [sold, certified] = await today(community, lotesSinAdeudo);
  if (sold === undefined || certified === undefined) return;
  const day = addDays(todayIn(community, new SetClock(now)), -SOLD_DAYS_AGO);
  const then = new SetClock(instantInZone(`${day}T12:20:00`, community.timeZone));
  await systemOn(then)(community, (ctx) => asAdministrador(ctx, (by) => sellOne(parts, by, sold)));
  const clock = new SetClock(now);
  const drawn = await today(community, (ctx) => {
    const read = <T>(work: (reading: Reading) => Promise<T>) => work(ctx);
    const { services, origin, separately } = ctx;
    return drawNoAdeudo({ body: { id: certified }, before: { clock, community, read, services, origin, separately } });
  });
  await today(community, (ctx) => asAdministrador(ctx, (by) => issue(by, certified, drawn)));
}
