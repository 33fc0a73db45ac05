/** The screens of the resident's page. Each is rendered whole: it is read without a script. */
import type { PageAnswer } from '#platform/endpoint.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { html } from '#platform/server/html.ts';
import type { PageRefusal } from '#platform/server/pages.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import {
  findKnownDevice,
  findLink,
  openResidentSession,
  RESIDENT_COOKIE,
  RESIDENT_COOKIE_SECONDS,
  residentHash,
  type Standing,
} from '#platform/server/resident.ts';
import { originOf } from '#platform/server/sign-in.ts';
import { requireAttempt } from '#platform/server/throttle.ts';
import { paginasContract } from '../contract.ts';
import { wayBack } from '../rules.ts';
import { pageOf, type Screen } from './documento.ts';
import type { Lecturas } from './lecturas.ts';
import { convenios } from './pantallas-convenios.ts';
import * as cuentas from './pantallas-cuenta.ts';
import { VOLVER } from './pantallas-cuenta.ts';
import { entradas, visitas } from './pantallas-lote.ts';
import { noticia, noticias } from './pantallas-noticias.ts';
import { inquilinos } from './permisos.ts';
import * as repository from './repository.ts';

/** Tokens that open nothing, from one network within the window; nobody types one. */
const MISSES_PER_NETWORK = 30;

/** A screen with whose it is around it. */
export async function shown(ctx: Context, screen: Screen): Promise<PageAnswer> {
  const [residencial, lote] = await Promise.all([
    findResidencial(ctx.tx, ctx.community),
    repository.findLote(ctx.tx, ctx.resident.loteId),
  ]);
  return pageOf(screen, {
    ...{ residencial: residencial.name, accent: residencial.accent, logo: residencial.logo },
    lote: lote?.referencia ?? '',
    verComo: ctx.resident.verComo ? ctx.resident.nombre : undefined,
  });
}

/** Asks for the code, and takes it; the words name no contact, since the link may have been passed on. */
const codigoScreen = (ir: string): Screen => ({
  titulo: 'Necesitamos saber que es usted',
  volver: VOLVER,
  contenido: html`
    <p>Le enviaremos un código al correo que la administración tiene de usted. Se pide una sola vez en este teléfono.</p>
    <form class="con-guion" data-enviar="/api/v1/residente/propio/codigo">
      <button class="boton segundo">Enviarme el código</button>
      <p role="status"></p>
    </form>
    <form class="con-guion" data-enviar="/api/v1/residente/propio/confirmar" data-ir="${ir}">
      <label for="codigo">Código de 6 números</label>
      <input id="codigo" name="codigo" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="mal">
      <p class="mal" id="mal" data-error="codigo"></p>
      <button class="boton">Continuar</button>
      <p role="status"></p>
    </form>
    <p class="sin-guion">Su navegador no deja escribir aquí. Ábralo en otro, o llame a la administración.</p>`,
});

const NO_SIRVE: Screen = {
  titulo: 'Este enlace ya no sirve',
  status: 404,
  contenido: html`<p>Puede ser que la administración lo haya cambiado o que esté incompleto. Ábralo otra vez desde el mensaje que recibió, o pida otro a la administración.</p>`,
};

async function refusedLink(ctx: Context): Promise<PageAnswer> {
  const { name, accent, logo } = await findResidencial(ctx.tx, ctx.community);
  return pageOf(NO_SIRVE, { residencial: name, accent, logo });
}

/** What is told in place of a screen: of whom nothing is known, not even the community's name. */
function refused({ status, message, path, resident }: PageRefusal): PageAnswer {
  if (status === 403 && resident && !resident.verComo) return { to: `/r/codigo?ir=${encodeURIComponent(path)}` };
  if (status === 403 && !resident) {
    const titulo = 'Abra su enlace otra vez';
    const contenido = html`<p>Por seguridad, su página se cerró en este teléfono. Toque el enlace del mensaje que recibió de la administración, o pida otro.</p>`;
    return pageOf({ titulo, contenido, status }, { residencial: 'Su comunidad' });
  }
  const titulo = status === 404 ? 'No existe esa página' : 'No se pudo mostrar';
  return pageOf(
    { titulo, contenido: html`<p>${message}</p>`, volver: VOLVER, status },
    { residencial: 'Su comunidad' },
  );
}

/** The browser keeps it from the last use on, as the session does. */
function remember({ cookies }: Context): void {
  cookies.writeForPages(RESIDENT_COOKIE, cookies.read(RESIDENT_COOKIE) ?? '', RESIDENT_COOKIE_SECONDS);
}

type Whose = Pick<Standing, 'residenteId' | 'representanteId'>;
const isOfSame = (one: Whose, other: Whose): boolean =>
  one.residenteId === other.residenteId && one.representanteId === other.representanteId;

export const paginasEndpoints = (lecturas: Lecturas): Registration => ({
  ...register(paginasContract, {
    async entrar({ params, ctx }) {
      const enlace = await findLink(ctx.tx, params.token);
      if (!enlace) {
        // Only what opens nothing is counted: half a city may share the address of one network.
        await requireAttempt(ctx, [{ clave: `enlace:${originOf(ctx).network}`, attempts: MISSES_PER_NETWORK }]);
        return refusedLink(ctx);
      }
      const { enlaceId } = enlace;
      const now = ctx.clock.now();
      await repository.countUse(ctx.tx, enlaceId, now);
      const known = residentHash(ctx.cookies.read);
      const device = known && (await findKnownDevice(ctx.tx, known, now));
      if (device?.enlaceId === enlaceId) {
        remember(ctx);
        return { to: '/r' };
      }
      // Each letter may bring another link: the code that was shown on this device is its person's, by whichever they come.
      const confirmadaAt = device && isOfSame(device, enlace) ? device.confirmadaAt : null;
      const token = await openResidentSession(ctx.tx, { enlaceId, confirmadaAt, browser: ctx.browser }, now);
      ctx.cookies.writeForPages(RESIDENT_COOKIE, token, RESIDENT_COOKIE_SECONDS);
      return { to: '/r' };
    },

    async inicio({ ctx }) {
      if (!ctx.resident.verComo) remember(ctx);
      return shown(ctx, await cuentas.inicio(ctx));
    },
    debo: async ({ ctx }) => shown(ctx, await cuentas.debo(ctx, lecturas)),
    cargo: async ({ params, ctx }) => shown(ctx, await cuentas.cargo(ctx, params.id, lecturas)),
    pagar: async ({ ctx }) => shown(ctx, await cuentas.pagar(ctx)),
    pagos: async ({ ctx }) => shown(ctx, await cuentas.pagos(ctx)),
    cuenta: async ({ query, ctx }) => shown(ctx, await cuentas.cuenta(ctx, query, lecturas)),
    papeles: async ({ ctx }) => shown(ctx, await cuentas.papeles(ctx)),
    convenios: async ({ ctx }) => shown(ctx, await convenios(ctx)),
    noticias: async ({ ctx }) => shown(ctx, await noticias(ctx)),
    noticia: async ({ params, ctx }) => shown(ctx, await noticia(ctx, params.id)),
    visitas: async ({ ctx }) => shown(ctx, await visitas(ctx)),
    entradas: async ({ ctx }) => shown(ctx, await entradas(ctx)),
    inquilinos: async ({ ctx }) => shown(ctx, await inquilinos(ctx)),

    codigo: async ({ query, ctx }) =>
      ctx.resident.confirmado ? { to: wayBack(query.ir) } : shown(ctx, codigoScreen(wayBack(query.ir))),
  }),
  refused,
});
