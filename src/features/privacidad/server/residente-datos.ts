/** 'Mis datos' on the resident's own page: the notice, optional purposes, what was asked for and answered, and all that is kept. */
import {
  A_DATOS,
  elegir,
  formulario,
  type PaginaPropia,
  type Pantalla,
  parrafo,
  SIN_GUION,
  VOLVER,
} from '#libro/server/pagina-propia.ts';
import { type Before, type Context, type Registration, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { type Html, html } from '#platform/server/html.ts';
import { requireAttempt } from '#platform/server/throttle.ts';
import { formatFecha } from '#ui/format.ts';
import { avisoPropioContract, datosPaginas } from '../contract.ts';
import { DERECHO, DERECHOS, type Derecho, estadoOf, RESPONDER_DIAS, refusalOfOtra } from '../rules.ts';
import { requestRight } from './derechos.ts';
import { ownExport } from './exportar.ts';
import { consent } from './personas.ts';
import * as repository from './repository.ts';
import { apart, avisoAntes, avisoCompleto, avisoPendiente } from './residente.ts';

/** All of it costs: some of one link within a quarter of an hour. */
const DESCARGAS = 5;

const REPRESENTANTE =
  'Usted entra como representante: aquí cada quien ve y decide sobre sus propios datos. Para los de usted, llame a la administración';

/** Whose data these are; of a representative none are kept here. */
function quien({ resident }: Context): number {
  if (resident.residenteId === null) throw new Refusal(REPRESENTANTE);
  return resident.residenteId;
}

/** What each right is, in the words of whoever asks. */
const PIDE: Readonly<Record<Derecho, string>> = {
  acceso: 'Saber qué datos tienen',
  rectificacion: 'Que corrijan algo',
  cancelacion: 'Que borren algo',
  oposicion: 'Que dejen de usarlos',
};

const enlaces = (items: readonly (readonly [string, string])[]): Html =>
  html`<ul class="lista">${items.map(([a, dice]) => html`<li><a href="${a}">${dice} <span aria-hidden="true">›</span></a></li>`)}</ul>`;

const datos = ({ papel }: Context['resident']): Pantalla => ({
  titulo: 'Mis datos',
  volver: VOLVER,
  contenido: html`
    ${enlaces([
      ...(papel === 'propietario' ? ([['/r/inquilinos', 'Qué puede ver mi inquilino']] as const) : []),
      ['/r/contacto', 'Corregir mi teléfono o mi correo'],
      ['/r/datos/usos', 'Para qué más pueden usarlos'],
      ['/r/datos/pedir', 'Pedir algo sobre mis datos'],
      ['/r/datos/aviso', 'Aviso de privacidad'],
    ])}
    <a class="boton segundo" href="/api/v1/residente/propio/datos">Descargar todo lo que guardan de mí</a>`,
});

async function aviso(tx: Context['tx'], residenteId: number, hoy: string): Promise<Pantalla> {
  const titulo = 'Aviso de privacidad';
  const vigente = await repository.findAvisoVigente(tx, hoy);
  if (!vigente)
    return { titulo, volver: A_DATOS, contenido: html`<p>La administración todavía no publica un aviso.</p>` };
  const dicha = await repository.findRespuesta(tx, residenteId);
  return {
    titulo,
    volver: A_DATOS,
    contenido: html`
      ${dicha?.acepta && html`<p>Lo aceptó el <b>${formatFecha(dicha.fecha)}</b>.</p>`}
      <p>Vale desde el ${formatFecha(vigente.desde)}; es la versión ${vigente.version}.</p>
      ${avisoCompleto(vigente.texto)}
      <p>Si ya no está de acuerdo, dígalo en <a href="/r/datos/pedir">Pedir algo sobre mis datos</a>.</p>`,
  };
}

const responde = (id: number, acepta: 'si' | 'no', boton: string): Html =>
  formulario(
    { enviar: 'finalidad', ir: '/r/datos/usos', boton },
    html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="acepta" value="${acepta}">`,
  );

function uso({ id, name, descripcion, acepta }: repository.FinalidadDe): Html {
  const dicho =
    acepta === null ? 'Todavía no ha dicho si quiere.' : acepta ? 'Usted dijo que sí.' : 'Usted dijo que no.';
  return html`<div class="caja"><b>${name}</b><br>${descripcion}<p>${dicho}</p>
    ${acepta !== true && responde(id, 'si', `Sí quiero: ${name}`)}
    ${acepta !== false && responde(id, 'no', `No quiero: ${name}`)}</div>`;
}

const usos = (finalidades: readonly repository.FinalidadDe[]): Pantalla => ({
  titulo: 'Para qué más pueden usarlos',
  volver: A_DATOS,
  contenido: html`
    <p>Usted decide, y puede cambiarlo cuando quiera. El servicio es el mismo si dice que no.</p>
    ${finalidades.length === 0 ? html`<p>Hoy no se usan para nada más.</p>` : finalidades.map(uso)}${SIN_GUION}`,
});

function pedido(row: repository.SolicitudRow): Html {
  const { derecho, texto, recibida, responderHasta, cumplirHasta, respuesta, nota } = row;
  const como = {
    por_responder: `Le responderán a más tardar el ${formatFecha(responderHasta)}.`,
    por_cumplir: `Procede. Se cumplirá a más tardar el ${formatFecha(cumplirHasta ?? responderHasta)}.`,
    cumplida: 'Ya se cumplió.',
    negada: 'No procedió.',
  }[estadoOf(row)];
  return html`<div class="caja"><b>${DERECHO[derecho]}</b>, del ${formatFecha(recibida)}<br>«${texto}»
    <p>${como}${respuesta !== '' && html` ${respuesta}`}${nota !== '' && html` ${nota}`}</p></div>`;
}

const pedir = (rows: readonly repository.SolicitudRow[]): Pantalla => ({
  titulo: 'Pedir algo sobre mis datos',
  volver: A_DATOS,
  contenido: html`
    <p>Le responden en ${RESPONDER_DIAS} días hábiles como máximo.</p>
    ${formulario(
      { enviar: 'derecho', ir: '/r/datos/pedir', boton: 'Enviar' },
      html`${elegir(
        'derecho',
        'Qué pide',
        DERECHOS.map((value) => ({ value, dice: PIDE[value] })),
      )}${parrafo('texto', 'Explíquelo', 2_000)}`,
    )}${SIN_GUION}
    ${rows.length > 0 && html`<h2>Lo que ha pedido</h2>${rows.map(pedido)}`}`,
});

const ofPersona = (ctx: Context, residenteId: number) =>
  repository.listSolicitudes(ctx.tx, repository.ofPersona(residenteId), { limit: 20, offset: 0 });

/** Where the bytes of kept files are, for whoever has not downloaded too often. */
async function filesToSend({ before }: { before: Before }): Promise<Pick<FileStore, 'get'>> {
  await requireAttempt(before, [{ clave: `datos propios:${before.resident.enlaceId}`, attempts: DESCARGAS }]);
  return before.outside.files;
}

export const avisoPropioEndpoints = register(
  avisoPropioContract,
  {
    async responder({ body, ctx }) {
      const { residenteId } = ctx.resident;
      const vigente = await avisoPendiente(ctx);
      if (residenteId === null || !vigente) return 'Ya estaba aceptado';
      if (vigente.version !== body.version)
        throw new Refusal('El aviso cambió mientras lo leía. Abra la página otra vez');
      const said = { acepta: body.acepta, fecha: ctx.today() };
      await apart(ctx, (own) => consent(own, { residenteId, aviso: said, finalidades: [], via: 'pagina' }));
      return body.acepta ? 'Gracias' : 'Quedó anotado que no lo acepta';
    },

    async finalidad({ body, ctx }) {
      const residenteId = quien(ctx);
      await apart(ctx, (own) => consent(own, { residenteId, aviso: null, finalidades: [body], via: 'pagina' }));
      return 'Quedó anotado';
    },

    async derecho({ body, ctx }) {
      const residenteId = quien(ctx);
      const asked = { ...body, residenteId, recibida: ctx.today(), via: 'pagina' as const };
      const { responderHasta } = await apart(ctx, async (own) => {
        // Locked, so that what is asked for at once is counted one after the other.
        await repository.findPersonaForUpdate(own.tx, residenteId);
        const abiertas = (await ofPersona(own, residenteId)).filter((row) =>
          ['por_responder', 'por_cumplir'].includes(estadoOf(row)),
        );
        const refusal = refusalOfOtra(abiertas.length);
        if (refusal) throw new Refusal(refusal);
        if (abiertas.some(({ derecho, texto }) => derecho === body.derecho && texto === body.texto))
          throw new Refusal('Ya pidió eso mismo. Espere la respuesta');
        return requestRight(own, asked);
      });
      return `Lo recibimos. Le responderán a más tardar el ${formatFecha(responderHasta)}`;
    },

    async datos({ ctx, prepared: files }) {
      const id = quien(ctx);
      const { nombre: name } = ctx.resident;
      await ctx.audit({
        ...{ status: 'consultado', entidad: 'residente', entidadId: id, referencia: name },
        nota: `«${name}» descargó todos sus datos desde su página`,
      });
      return ownExport(ctx, { id, name }, files);
    },
  },
  {},
  {
    datos: filesToSend,
  },
);

/** Each screen for whoever has data here; a representative is told why there is none. */
export function datosPropios({ shown, refused }: Pick<PaginaPropia, 'shown' | 'refused'>): Registration {
  const own = (ctx: Context, titulo: string, screen: (residenteId: number) => Promise<Pantalla>) => {
    const { residenteId } = ctx.resident;
    if (residenteId !== null) return screen(residenteId).then((pantalla) => shown(ctx, pantalla));
    return shown(ctx, { titulo, volver: VOLVER, contenido: html`<p>${REPRESENTANTE}.</p>` });
  };
  const paginas = register(datosPaginas, {
    datos: ({ ctx }) => own(ctx, 'Mis datos', async () => datos(ctx.resident)),
    aviso: ({ ctx }) =>
      own(
        ctx,
        'Aviso de privacidad',
        async (id) =>
          (await avisoAntes(ctx, '/r/datos/aviso')) ?? (await apart(ctx, ({ tx }) => aviso(tx, id, ctx.today()))),
      ),
    usos: ({ ctx }) =>
      own(ctx, 'Para qué más pueden usarlos', async (id) =>
        usos(await apart(ctx, ({ tx }) => repository.listFinalidadesDe(tx, id))),
      ),
    pedir: ({ ctx }) =>
      own(ctx, 'Pedir algo sobre mis datos', async (id) => pedir(await apart(ctx, (office) => ofPersona(office, id)))),
  });
  return { ...paginas, ...(refused && { refused }) };
}
