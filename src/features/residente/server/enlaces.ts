/** What the office does with links: makes, sends, lists and revokes them, and looks at the page as a resident sees it. */
import { consulted, consultedAll } from '#libro/server/consultado.ts';
import { createEnlace, PAGE_PATH, type Persona } from '#libro/server/enlaces.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import { type Context, register } from '#platform/server/context.ts';
import { Denied, NotFound, Refusal } from '#platform/server/errors.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import { openResidentSession, RESIDENT_COOKIE } from '#platform/server/resident.ts';
import { enlacesContract } from '../contract.ts';
import { estadoDeEnlace, PAPEL, personaDe } from '../rules.ts';
import * as repository from './repository.ts';

async function loteOf(ctx: Context, id: number) {
  const lote = await repository.findLote(ctx.tx, id);
  if (!lote) throw new NotFound('No existe el lote solicitado');
  return lote;
}

const isSame = (persona: Persona, row: repository.PersonaRow): boolean =>
  'residenteId' in persona ? persona.residenteId === row.residenteId : persona.representanteId === row.representanteId;

/** Whoever a link is asked for, if they are of the lot. */
async function personaOf(ctx: Context, loteId: number, persona: Persona) {
  const found = (await repository.listPersonas(ctx.tx, loteId)).find((row) => isSame(persona, row));
  if (!found) {
    throw new Refusal('Esa persona ya no es de este lote. Actualice la página y elija otra', 'persona');
  }
  return found;
}

async function letterOf(ctx: Context, referencia: string, nombre: string, url: string) {
  const residencial = await findResidencial(ctx.tx, ctx.community);
  const lines = [
    `Hola, ${nombre}:`,
    `Con este enlace puede ver cuánto debe su lote ${referencia}, con qué referencia pagarlo y si su pago llegó.`,
    `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`,
    'El enlace es sólo suyo: no lo comparta. Si lo perdió o alguien más lo tiene, avise a la administración y le daremos otro.',
    residencial.name,
  ];
  const html = lines.map((line) => `<p>${line.startsWith('<a ') ? line : escapeHtml(line)}</p>`).join('');
  return { asunto: `Su página de ${residencial.name}`, html };
}

/** The cookie of whoever looks in ends with the browser's session, or with the half hour. */
const LOOK_SECONDS = 30 * 60;

export const enlacesEndpoints = register(enlacesContract, {
  async lote({ params, ctx }) {
    const lote = await loteOf(ctx, params.id);
    const [enlaces, personas, permisos] = await Promise.all([
      repository.listEnlaces(ctx.tx, lote.id),
      repository.listPersonas(ctx.tx, lote.id),
      repository.listPermisos(ctx.tx, lote.id),
    ]);
    await consulted(
      ctx,
      personas.map(({ residenteId, representanteId, nombre: name }) =>
        residenteId === null
          ? { entidad: 'representante_legal', id: representanteId ?? 0, name }
          : { entidad: 'residente', id: residenteId, name },
      ),
      'los correos',
    );
    if (personas.length === 0)
      await consultedAll(ctx, 'lote', `los enlaces de ${lote.referencia}, que no tiene a nadie`);
    return {
      referencia: lote.referencia,
      enlaces: enlaces.map(({ revocado, vive, creado, ultimoUso, ...row }) => ({
        ...row,
        creado: creado.toISOString(),
        ultimoUso: ultimoUso?.toISOString() ?? null,
        estado: estadoDeEnlace({ revocado, vive }),
      })),
      personas: personas.map(({ residenteId, representanteId, ...persona }) => ({
        ...persona,
        clave: residenteId === null ? `representante-${representanteId}` : `residente-${residenteId}`,
      })),
      permisos: permisos.map((row) => ({ ...row, creado: row.creado.toISOString() })),
    };
  },

  async crear({ body: { lote: loteId, persona: clave, canal, veCuenta }, ctx }) {
    const persona = personaDe(clave);
    const lote = await loteOf(ctx, loteId);
    const { nombre, papel, correos, residenteId, ...known } = await personaOf(ctx, loteId, persona);
    if (canal === 'correo' && correos.length === 0) {
      throw new Refusal(`${nombre} no tiene correo registrado. Captúrelo en sus datos, o dele el código QR`, 'canal');
    }
    const { id, url } = await createEnlace(ctx, { loteId, persona, canal });
    const word = papel === 'inquilino' && veCuenta !== undefined && veCuenta !== known.veCuenta ? veCuenta : undefined;
    if (word !== undefined && residenteId !== null) {
      await repository.insertPermiso(ctx.tx, {
        ...{ lote_id: loteId, residente_id: residenteId, permite: word },
        ...{ usuario_id: ctx.user.id, created_at: ctx.clock.now() },
      });
    }
    if (canal === 'correo') {
      await ctx.mail.enqueue({ para: correos, loteId, ...(await letterOf(ctx, lote.referencia, nombre, url)) });
    }
    await ctx.audit({
      ...{ status: 'creado', entidad: 'enlace', entidadId: id, referencia: lote.referencia },
      nota: `Enlace de ${PAPEL[papel].toLowerCase()} para «${nombre}»${canal === 'correo' ? ', enviado por correo' : ''}`,
      despues: { persona: nombre, papel, canal, ...(papel === 'inquilino' && { veCuenta: word ?? known.veCuenta }) },
    });
    return { id, url };
  },

  async revocar({ body: { id }, ctx }) {
    const enlace = await repository.findEnlaceForUpdate(ctx.tx, id);
    if (!enlace) throw new NotFound('No existe el enlace solicitado');
    if (enlace.revocado_at) throw new Refusal('Este enlace ya estaba revocado');
    await repository.updateRevocado(ctx.tx, id, ctx.user.id, ctx.clock.now());
    await ctx.audit({
      ...{ status: 'cancelado', entidad: 'enlace', entidadId: id, referencia: enlace.referencia },
      nota: `Enlace de «${enlace.nombre}» revocado`,
      ...{ antes: { revocado: false }, despues: { revocado: true } },
    });
    return 'El enlace ya no abre nada, en ningún equipo';
  },

  async revocarTodos({ body: { lote: loteId, persona: clave }, ctx }) {
    const persona = personaDe(clave);
    const lote = await loteOf(ctx, loteId);
    const gone = await repository.listAbiertosForUpdate(ctx.tx, loteId, persona);
    if (gone.length === 0) throw new Refusal('Esa persona no tiene enlaces por revocar. Actualice la página');
    for (const { id } of gone) await repository.updateRevocado(ctx.tx, id, ctx.user.id, ctx.clock.now());
    await ctx.audit(
      ...gone.map(({ id }) => ({
        ...{ status: 'cancelado' as const, entidad: 'enlace', entidadId: id, referencia: lote.referencia },
        ...{
          nota: 'Enlace revocado con todos los de la persona',
          antes: { revocado: false },
          despues: { revocado: true },
        },
      })),
    );
    return gone.length === 1
      ? 'Su enlace ya no abre nada'
      : `Sus ${gone.length} enlaces ya no abren nada, en ningún equipo`;
  },

  async ver({ body: { lote: loteId, persona: clave }, ctx }) {
    const persona = personaDe(clave);
    const lote = await loteOf(ctx, loteId);
    const { nombre, papel } = await personaOf(ctx, loteId, persona);
    const { id: enlaceId } = await createEnlace(ctx, { loteId, persona, canal: 'oficina' });
    if (!ctx.sessionHash) throw new Denied();
    const mira = { usuarioId: ctx.user.id, sessionHash: ctx.sessionHash };
    const session = { enlaceId, mira, browser: ctx.browser };
    const token = await openResidentSession(ctx.tx, session, ctx.clock.now());
    ctx.cookies.writeForPages(RESIDENT_COOKIE, token, LOOK_SECONDS);
    await ctx.audit({
      ...{ status: 'creado', entidad: 'enlace', entidadId: enlaceId, referencia: lote.referencia },
      nota: `Vio la página como la ve «${nombre}», ${PAPEL[papel].toLowerCase()}`,
    });
    return { url: PAGE_PATH };
  },
});
