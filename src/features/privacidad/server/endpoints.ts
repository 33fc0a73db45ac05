import { registerCatalogue } from '#platform/server/catalogue-handlers.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { residencialName } from '#platform/server/residencial.ts';
import { formatFecha } from '#ui/format.ts';
import { avisoContract, derechosContract, personasContract } from '../contract.ts';
import { finalidad } from '../definitions.ts';
import { cumplirHasta, DERECHO, estadoOf, plantillaDeAviso, prorrogada, refusalOfRecibida } from '../rules.ts';
import { requestRight } from './derechos.ts';
import { prepareExport } from './exportar.ts';
import { block, consent, destroy, NO_PERSONA, personaOf, toSolicitud, unblock } from './personas.ts';
import * as repository from './repository.ts';

const firmaOf = (ctx: Context) => ({ usuario_id: ctx.usuarioId, created_at: ctx.clock.now() });

const aviso = register(avisoContract, {
  async get({ ctx }) {
    const versiones = await repository.listAvisos(ctx.tx);
    const vigente = await repository.findAvisoVigente(ctx.tx, ctx.today());
    return {
      versiones: versiones.map(({ createdAt, ...row }) => ({
        ...{ ...row, createdAt: createdAt.toISOString(), vigente: row.id === vigente?.id },
      })),
      plantilla: versiones[0]?.texto ?? plantillaDeAviso(await residencialName(ctx.tx)),
      personas: await repository.countPersonas(ctx.tx),
    };
  },

  async save({ body, ctx }) {
    const ultima = await repository.findUltimoAvisoForUpdate(ctx.tx);
    if (body.desde < ctx.today())
      throw new Refusal('Un aviso no vale desde antes de publicarse. Elija hoy o un día después');
    if (ultima && body.desde < ultima.desde) {
      throw new Refusal(
        `La versión ${ultima.version} vale desde el ${formatFecha(ultima.desde)}. Elija ese día o uno posterior`,
      );
    }
    const version = (ultima?.version ?? 0) + 1;
    const id = await repository.insertAviso(ctx.tx, { ...body, version, ...firmaOf(ctx) });
    await ctx.audit({
      ...{ status: 'creado', entidad: 'aviso_privacidad', entidadId: id, referencia: `Versión ${version}` },
      ...{ nota: `Versión ${version} del aviso de privacidad, desde el ${formatFecha(body.desde)}`, despues: body },
    });
    return { id };
  },

  async confirmar({ body, ctx }) {
    const antes = await repository.findAvisoForUpdate(ctx.tx, body.id);
    if (!antes) throw new NotFound('No existe esa versión del aviso');
    if (antes.abogado !== '') throw new Refusal(`Ya la confirmó ${antes.abogado}`);
    await repository.confirmAviso(ctx.tx, body.id, body.abogado, ctx.clock.now());
    await ctx.audit({
      ...{
        status: 'actualizado',
        entidad: 'aviso_privacidad',
        entidadId: body.id,
        referencia: `Versión ${antes.version}`,
      },
      ...{ nota: `${body.abogado} encontró correcta la versión ${antes.version} del aviso`, antes, despues: body },
    });
    return undefined;
  },
});

/** An open request, locked; `estado` is the one that it has to be in. */
async function openRequest(ctx: Context, id: number, estado: 'por_responder' | 'por_cumplir') {
  const row = await repository.findSolicitudForUpdate(ctx.tx, id);
  if (!row) throw new NotFound('No existe esa solicitud');
  if (estadoOf(row) !== estado) {
    throw new Refusal(
      estado === 'por_responder'
        ? 'Ya se respondió. Actualice la página'
        : 'No hay nada que cumplir. Actualice la página',
    );
  }
  return row;
}

const auditOf = (row: repository.SolicitudRow) => ({
  ...{ status: 'actualizado' as const, entidad: 'solicitud_privacidad', entidadId: row.id, referencia: row.persona },
  antes: row,
});

const derechos = register(derechosContract, {
  async lista({ query: { estado, page, size }, ctx }) {
    const where = repository.whereEstado(estado);
    const rows = await repository.listSolicitudes(ctx.tx, where, { limit: size, offset: page * size });
    return {
      rows: rows.map((row) => toSolicitud(row, ctx.today())),
      total: await repository.countSolicitudes(ctx.tx, where),
    };
  },

  async save({ body, ctx }) {
    const { residente, ...asked } = body;
    const refusal = refusalOfRecibida(asked.recibida, ctx.today());
    if (refusal) throw new Refusal(refusal, 'recibida');
    return requestRight(ctx, { ...asked, residenteId: residente.id, via: 'oficina' });
  },

  async prorrogar({ body, ctx }) {
    const row = await openRequest(ctx, body.id, 'por_responder');
    if (row.prorroga !== '') throw new Refusal('El plazo se amplía una sola vez, y ya se amplió');
    if (row.responderHasta < ctx.today())
      throw new Refusal('El plazo ya venció y no se puede ampliar. Responda cuanto antes');
    const hasta = prorrogada(row.responderHasta);
    await repository.prorrogarSolicitud(ctx.tx, row.id, { responder_hasta: hasta, prorroga: body.razon });
    await ctx.audit({
      ...auditOf(row),
      nota: `Plazo ampliado al ${formatFecha(hasta)}: ${body.razon}`,
      despues: { hasta },
    });
    return `Puede responder hasta el ${formatFecha(hasta)}`;
  },

  async responder({ body: { id, procede, respuesta }, ctx }) {
    const row = await openRequest(ctx, id, 'por_responder');
    const respondida = ctx.today();
    const cumplir_hasta = procede ? cumplirHasta(respondida) : null;
    await repository.responderSolicitud(ctx.tx, id, { procede, respuesta, respondida, cumplir_hasta });
    await ctx.audit({
      ...{
        ...auditOf(row),
        nota: `${DERECHO[row.derecho]} de «${row.persona}»: ${procede ? 'procede' : 'no procede'}`,
      },
      despues: { procede, respuesta, respondida, cumplir_hasta },
    });
    return cumplir_hasta === null
      ? 'Respondida: no procede'
      : `Respondida. Cúmplala hasta el ${formatFecha(cumplir_hasta)}`;
  },

  async cumplir({ body, ctx }) {
    const row = await openRequest(ctx, body.id, 'por_cumplir');
    const cumplida = ctx.today();
    await repository.cumplirSolicitud(ctx.tx, row.id, { cumplida, nota: body.razon });
    await ctx.audit({
      ...{ ...auditOf(row), nota: `${DERECHO[row.derecho]} de «${row.persona}»: cumplida` },
      despues: { cumplida, nota: body.razon },
    });
    return undefined;
  },
});

const personas = register(
  personasContract,
  {
    get: ({ params, ctx }) => personaOf(ctx, params.id),

    async consentir({ body: { residente, ...said }, ctx }) {
      await consent(ctx, { residenteId: residente.id, via: 'oficina', ...said });
      return undefined;
    },

    async accesos({ params, query: { page, size }, ctx }) {
      if (!(await repository.findPersona(ctx.tx, params.id))) throw new NotFound(NO_PERSONA);
      const rows = await repository.listAccesos(ctx.tx, params.id, { limit: size, offset: page * size });
      return {
        rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
        total: await repository.countAccesos(ctx.tx, params.id),
      };
    },

    async exportar({ prepared: { persona, name, content, secciones }, ctx }) {
      await ctx.audit({
        ...{ status: 'consultado', entidad: 'residente', entidadId: persona.id, referencia: persona.name },
        ...{ nota: `Exportó todos los datos de «${persona.name}»`, despues: { secciones } },
      });
      return { name, content };
    },

    bloquear: ({ body, ctx }) => block(ctx, body.residente.id, body.razon),

    desbloquear: ({ body, ctx }) => unblock(ctx, body.residente.id, body.razon),

    suprimir: ({ body, ctx }) => destroy(ctx, body.residente.id, body.confirmacion),
  },
  {},
  { exportar: prepareExport },
);

export const privacidadEndpoints: readonly Registration[] = [registerCatalogue(finalidad), aviso, derechos, personas];
