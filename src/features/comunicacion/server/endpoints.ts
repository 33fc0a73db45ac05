import { register } from '#platform/server/context.ts';
import { uniqueConstraint } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { sanitizeLetter } from '#platform/server/mail-html.ts';
import { correocampanasContract, correosContract } from '../contract.ts';
import { estadoOf, inLetters, letterHtml } from '../rules.ts';
import {
  type CorreoRow,
  findAddressee,
  findAdjunto,
  findCampana,
  findCampanaForUpdate,
  findCorreo,
  findCorreoForUpdate,
  insertCampana,
  listAdjuntos,
  listCampanas,
  pageOfCorreos,
  requeueCorreo,
  updateCampana,
} from './repository.ts';

const UNKNOWN_CAMPAIGN = 'No existe el correo de campaña solicitado';
const UNKNOWN_LETTER = 'No existe el correo solicitado';

async function refusingDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (uniqueConstraint(error) !== 'uq_correo_campana_name') throw error;
    throw new Refusal('Ya existe un correo de campaña con ese nombre. Escriba otro o edite el existente');
  }
}

export const correocampanasEndpoints = register(correocampanasContract, {
  all: ({ ctx }) => listCampanas(ctx.tx),

  async get({ params, ctx }) {
    const campana = await findCampana(ctx.tx, params.id);
    if (!campana) throw new NotFound(UNKNOWN_CAMPAIGN);
    return campana;
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const antes = body.id === null ? undefined : await findCampanaForUpdate(tx, body.id);
    if (body.id !== null && !antes) throw new NotFound(UNKNOWN_CAMPAIGN);
    const { name, titulo } = body;
    const values = { name, titulo, cuerpo: sanitizeLetter(letterHtml(body.cuerpo)), updated_at: ctx.clock.now() };
    const id = await refusingDuplicates(async () => {
      if (!antes) return insertCampana(tx, values);
      await updateCampana(tx, antes.id, values);
      return antes.id;
    });
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'correo_campana',
      entidadId: id,
      nota: `Correo de campaña «${name}»`,
      antes,
      despues: { id, name, titulo, cuerpo: values.cuerpo },
    });
    return { id };
  },

  async enviarcorreo({ body, ctx }) {
    const campana = await findCampana(ctx.tx, body.idCorreo);
    if (!campana) throw new Refusal('El correo de campaña ya no existe. Elija otro');
    const lote = await findAddressee(ctx.tx, body.idLote);
    if (!lote) throw new Refusal('El lote no existe. Actualice la página e intente de nuevo');
    const letters = inLetters([...lote.correos, ...(body.otroEmail === null ? [] : [body.otroEmail])]);
    if (letters.length === 0) {
      throw new Refusal(
        `El asociado del lote ${lote.referencia} no tiene correo electrónico. Agréguelo en sus datos o escriba otro correo`,
      );
    }
    const { titulo: asunto, cuerpo } = campana;
    for (const para of letters) {
      const correoId = await ctx.mail.enqueue({ para, asunto, html: cuerpo, loteId: lote.id });
      await ctx.audit({
        status: 'creado',
        entidad: 'correo_saliente',
        entidadId: correoId,
        referencia: lote.referencia,
        nota: `Correo de campaña «${campana.name}» a ${para.join(', ')}`,
        despues: { campanaId: campana.id, asunto, para },
      });
    }
    return undefined;
  },
});

function toCorreo(row: CorreoRow) {
  const estado = estadoOf(row);
  return {
    id: row.id,
    estado,
    para: row.para,
    asunto: row.asunto,
    referencia: row.referencia,
    usuario: row.usuario,
    createdAt: row.created_at.toISOString(),
    enviadoAt: row.enviado_at?.toISOString() ?? null,
    intentos: row.intentos,
    proximoIntento: estado === 'pendiente' ? row.proximo_intento.toISOString() : null,
    ultimoError: row.ultimo_error,
    adjuntos: row.adjuntos,
  };
}

export const correosEndpoints = register(correosContract, {
  async allpaginable({ query, ctx }) {
    const { page, size, estado = '', q = '' } = query;
    const { rows, total } = await pageOfCorreos(ctx.tx, { estado, q }, page, size);
    return {
      content: rows.map(toCorreo),
      first: page === 0,
      last: (page + 1) * size >= total,
      totalElements: total,
      hayServidor: ctx.services.mail.leaves,
    };
  },

  async get({ params, ctx }) {
    const row = await findCorreo(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN_LETTER);
    const { html, texto } = row;
    return { ...toCorreo(row), html, texto, adjuntoList: await listAdjuntos(ctx.tx, params.id) };
  },

  async adjunto({ params, ctx }) {
    const found = await findAdjunto(ctx.tx, params.id);
    if (!found) throw new NotFound('No existe el archivo adjunto solicitado');
    return { name: found.nombre, mime: found.mime, content: found.contenido };
  },

  async reintentar({ params, ctx }) {
    const row = await findCorreoForUpdate(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN_LETTER);
    const estado = estadoOf(row);
    if (estado === 'enviado') throw new Refusal('El correo ya se envió. Actualice la lista');
    if (!ctx.services.mail.leaves) {
      throw new Refusal('No hay servidor de correo. Pida a quien administra el servidor que defina SMTP_URL');
    }
    const now = ctx.clock.now();
    await requeueCorreo(ctx.tx, row.id, now);
    ctx.mail.wake();
    await ctx.audit({
      status: 'actualizado',
      entidad: 'correo_saliente',
      entidadId: row.id,
      referencia: row.referencia,
      nota: `Se reintenta el correo «${row.asunto}» a ${row.para.join(', ')}`,
      antes: { estado, intentos: row.intentos, ultimoError: row.ultimo_error },
      despues: { estado: 'pendiente', intentos: 0 },
    });
    return undefined;
  },
});
