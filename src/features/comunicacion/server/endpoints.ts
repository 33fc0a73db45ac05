import { archivoOfUrl, urlOfArchivo } from '#features/archivos/contract.ts';
import { refusalOfDatos } from '#libro/letters.ts';
import { loadAddressees } from '#libro/server/letters.ts';
import { DELETED } from '#platform/messages.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { findKeptFile } from '#platform/server/files-kept.ts';
import { filledHtml, filledSubject } from '#platform/server/mail.ts';
import { sanitizeLetter } from '#platform/server/mail-html.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { correocampanasContract, correosContract, enviosContract, newsletterContract } from '../contract.ts';
import { DESTINO_LABELS, type Destino, estadoOf, inLetters, letterHtml } from '../rules.ts';
import {
  type CartaRow,
  type CorreoRow,
  deleteNewsletter,
  type EnvioRow,
  findAdjunto,
  findCampana,
  findCampanaForUpdate,
  findCorreo,
  findCorreoForUpdate,
  findEnvio,
  findNewsletter,
  findNewsletterForUpdate,
  insertCampana,
  insertEnvio,
  insertNewsletter,
  listAdjuntos,
  listCampanas,
  listDestinatarios,
  listFinalidades,
  listSinPermiso,
  type NewsletterRow,
  pageOfCartas,
  pageOfCorreos,
  pageOfEnvios,
  pageOfNewsletters,
  requeueCorreo,
  updateCampana,
  updateNewsletter,
} from './repository.ts';

const UNKNOWN_CAMPAIGN = 'No existe el correo de campaña solicitado';
const UNKNOWN_NEWSLETTER = 'No existe el registro solicitado';
const UNKNOWN_LETTER = 'No existe el correo solicitado';

const TAKEN = {
  uq_correo_campana_name: 'Ya existe un correo de campaña con ese nombre. Escriba otro o edite el existente',
  uq_newsletter_name: 'Ya existe uno con ese nombre. Escriba otro o edite el existente',
};

const noPermission = (quien: string): string =>
  `${quien} ha aceptado la finalidad de este correo. Elija un correo sin finalidad optativa, o anote su permiso en «Privacidad»`;

/** Lots that a campaign leaves out: it is for what people may say no to, and theirs have not said yes. */
async function sinPermiso(
  { tx }: Pick<Context, 'tx'>,
  { finalidadId }: { finalidadId: number | null },
  lotes: readonly number[],
): Promise<Set<number>> {
  return finalidadId === null ? new Set() : listSinPermiso(tx, finalidadId, lotes);
}

export const correocampanasEndpoints = register(correocampanasContract, {
  all: ({ ctx }) => listCampanas(ctx.tx),
  finalidades: ({ ctx }) => listFinalidades(ctx.tx),

  async get({ params, ctx }) {
    const campana = await findCampana(ctx.tx, params.id);
    if (!campana) throw new NotFound(UNKNOWN_CAMPAIGN);
    const { finalidadId, ...rest } = campana;
    return { ...rest, finalidad: { id: finalidadId } };
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const antes = body.id === null ? undefined : await findCampanaForUpdate(tx, body.id);
    if (body.id !== null && !antes) throw new NotFound(UNKNOWN_CAMPAIGN);
    const { name, titulo } = body;
    const refusal = refusalOfDatos(`${titulo} ${body.cuerpo}`);
    if (refusal) throw new Refusal(refusal);
    const finalidad_id = body.finalidad ? body.finalidad.id : (antes?.finalidadId ?? null);
    const cuerpo = sanitizeLetter(letterHtml(body.cuerpo));
    const values = { name, titulo, cuerpo, finalidad_id, updated_at: ctx.clock.now() };
    const id = await saveRecord(ctx, antes, {
      taken: TAKEN,
      insert: () => insertCampana(tx, values),
      update: (known) => updateCampana(tx, known, values),
      audited: (saved) => ({
        entidad: 'correo_campana',
        nota: `Correo de campaña «${name}»`,
        antes,
        despues: { id: saved, name, titulo, cuerpo, finalidadId: finalidad_id },
      }),
    });
    return { id };
  },

  async enviarcorreo({ body, ctx }) {
    const campana = await findCampana(ctx.tx, body.idCorreo);
    if (!campana) throw new Refusal('El correo de campaña ya no existe. Elija otro');
    const [lote] = await loadAddressees(ctx.tx, [body.idLote], ctx.today());
    if (!lote) throw new Refusal('El lote no existe. Actualice la página e intente de nuevo');
    if ((await sinPermiso(ctx, campana, [lote.id])).size > 0)
      throw new Refusal(noPermission(`El asociado del lote ${lote.referencia} no`));
    const letters = inLetters([...lote.correos, ...(body.otroEmail === null ? [] : [body.otroEmail])]);
    if (letters.length === 0) {
      throw new Refusal(
        `El asociado del lote ${lote.referencia} no tiene correo electrónico. Agréguelo en sus datos o escriba otro correo`,
      );
    }
    const asunto = filledSubject(campana.titulo, lote.datos);
    const cuerpo = filledHtml(campana.cuerpo, lote.datos);
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

const toEnvio = ({ created_at, ...row }: EnvioRow) => ({ ...row, createdAt: created_at.toISOString() });

const toCarta = ({ correo_id, referencia, para, intentos, enviado_at, ultimo_error, estado }: CartaRow) => ({
  correoId: correo_id,
  referencia,
  para,
  estado: estado === 'sin_correo' ? ('sin_correo' as const) : estadoOf({ estado, enviado_at }),
  intentos,
  enviadoAt: enviado_at?.toISOString() ?? null,
  ultimoError: ultimo_error,
});

/** The lots of a sending, those of them without an address, and how many it leaves out; refused where it would reach nobody. */
async function recipientsOf(
  ctx: Context,
  asked: { destino: Destino; lotes: readonly number[] },
  campana: { finalidadId: number | null },
) {
  const ids = await listDestinatarios(ctx.tx, asked, ctx.today());
  if (asked.destino === 'lotes' && ids.length < new Set(asked.lotes).size) {
    throw new Refusal('Uno de los lotes ya no existe. Actualice la página y elíjalos de nuevo');
  }
  const fuera = await sinPermiso(ctx, campana, ids);
  if (fuera.size > 0 && fuera.size === ids.length) throw new Refusal(noPermission('Ninguno de esos asociados'));
  const allowed = ids.filter((id) => !fuera.has(id));
  const lotes = await loadAddressees(ctx.tx, allowed, ctx.today());
  const without = lotes.filter(({ correos }) => correos.length === 0);
  if (lotes.length > without.length) return { lotes, without, fuera: fuera.size };
  throw new Refusal(
    lotes.length === 0
      ? 'Ningún lote cumple lo que eligió. Elija otros lotes'
      : 'Ninguno de esos lotes tiene correo electrónico. Agréguelo en los datos de sus asociados o elija otros lotes',
  );
}

export const enviosEndpoints = register(enviosContract, {
  async destinatarios({ body, ctx }) {
    const { idCorreo = null } = body;
    const campana = idCorreo === null ? undefined : await findCampana(ctx.tx, idCorreo);
    const ids = await listDestinatarios(ctx.tx, body, ctx.today());
    const fuera = campana ? await sinPermiso(ctx, campana, ids) : new Set<number>();
    const allowed = ids.filter((id) => !fuera.has(id));
    const lotes = await loadAddressees(ctx.tx, allowed, ctx.today());
    const sinCorreo = lotes.filter(({ correos }) => correos.length === 0).map(({ referencia }) => referencia);
    return { lotes: ids.length, conCorreo: lotes.length - sinCorreo.length, sinCorreo, sinPermiso: fuera.size };
  },

  async enviar({ body, ctx }) {
    const { tx } = ctx;
    const campana = await findCampana(tx, body.idCorreo);
    if (!campana) throw new Refusal('El correo de campaña ya no existe. Elija otro');
    const { lotes, without, fuera } = await recipientsOf(ctx, body, campana);
    const id = await insertEnvio(
      tx,
      {
        campana_id: campana.id,
        name: campana.name,
        titulo: campana.titulo,
        destino: DESTINO_LABELS[body.destino],
        lotes: lotes.length,
        usuario_id: ctx.user.id,
        created_at: ctx.clock.now(),
      },
      without.map((lote) => lote.id),
    );
    const correos = await ctx.mail.enqueueRun({
      envioId: id,
      asunto: campana.titulo,
      html: campana.cuerpo,
      cartas: lotes.flatMap((lote) =>
        inLetters(lote.correos).map((para) => ({ para, loteId: lote.id, datos: lote.datos })),
      ),
    });
    await ctx.audit({
      status: 'creado',
      entidad: 'campana_envio',
      entidadId: id,
      nota: `Correo de campaña «${campana.name}» a ${lotes.length - without.length} lotes`,
      despues: {
        campanaId: campana.id,
        destino: body.destino,
        lotes: lotes.length,
        correos,
        sinCorreo: without.length,
        sinPermiso: fuera,
      },
    });
    return { id, correos, sinCorreo: without.length };
  },

  async allpaginable({ query: { page, size }, ctx }) {
    const { rows, total } = await pageOfEnvios(ctx.tx, page, size);
    return { envioList: rows.map(toEnvio), previous: page > 0, next: (page + 1) * size < total, total };
  },

  async get({ params, query: { page, size }, ctx }) {
    const row = await findEnvio(ctx.tx, params.id);
    if (!row) throw new NotFound('No existe el envío solicitado');
    const total = row.correos + row.sinCorreo;
    return {
      envio: toEnvio(row),
      cartaList: (await pageOfCartas(ctx.tx, row.id, page, size)).map(toCarta),
      previous: page > 0,
      next: (page + 1) * size < total,
      total,
    };
  },
});

const toNewsletter = (row: NewsletterRow) => ({
  id: row.id,
  tipo: row.tipo === 'plantilla' ? ('plantilla' as const) : ('newsletter' as const),
  name: row.name,
  url: row.archivo_id === null ? '' : urlOfArchivo(row.archivo_id),
  fileName: row.fileName,
  descripcion: row.descripcion,
  createdAt: row.created_at.toISOString(),
});

const WHAT = { newsletter: 'Newsletter', plantilla: 'Plantilla' } as const;

/** The file behind an address: the one that the record has, or one that the user uploaded for it. */
async function pictureOf(ctx: Context, url: string, current: number | null | undefined): Promise<number> {
  const id = archivoOfUrl(url);
  if (id !== undefined && id === current) return id;
  const file = id === undefined ? undefined : await findKeptFile(ctx.tx, id);
  if (file?.uso !== 'newsletter' || file.usuario_id !== ctx.user.id) {
    throw new Refusal('La imagen no se encuentra. Súbala de nuevo');
  }
  return file.id;
}

export const newsletterEndpoints = register(newsletterContract, {
  async allpaginable({ query: { page, size, tipo, sortBy, name = '' }, ctx }) {
    const { rows, total } = await pageOfNewsletters(ctx.tx, { tipo, sortBy, name }, page, size);
    return { newsLetterList: rows.map(toNewsletter), previous: page > 0, next: (page + 1) * size < total, total };
  },

  async get({ params, ctx }) {
    const row = await findNewsletter(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN_NEWSLETTER);
    return toNewsletter(row);
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const { name, tipo } = body;
    const antes = body.id === null ? undefined : await findNewsletterForUpdate(tx, body.id);
    // One of the other kind is no record of this screen.
    if (body.id !== null && antes?.tipo !== tipo) throw new NotFound(UNKNOWN_NEWSLETTER);
    const isLetter = tipo === 'plantilla';
    const refusal = isLetter ? refusalOfDatos(body.descripcion) : undefined;
    if (refusal) throw new Refusal(refusal);
    const values = {
      name,
      descripcion: isLetter ? sanitizeLetter(letterHtml(body.descripcion)) : body.descripcion,
      archivo_id: isLetter ? null : await pictureOf(ctx, body.url, antes?.archivo_id),
      updated_at: ctx.clock.now(),
    };
    await saveRecord(ctx, antes, {
      taken: TAKEN,
      insert: () => insertNewsletter(tx, { ...values, tipo, created_at: ctx.clock.now() }),
      update: (known) => updateNewsletter(tx, known, values),
      async audited(saved) {
        const despues = await findNewsletter(tx, saved);
        return {
          ...{ entidad: 'newsletter', referencia: name, nota: `${WHAT[tipo]} «${name}»` },
          ...{ antes: antes && toNewsletter(antes), despues: despues && toNewsletter(despues) },
        };
      },
    });
    const replaced = antes?.archivo_id ?? null;
    if (replaced !== null && replaced !== values.archivo_id) await ctx.files.forget(replaced);
    return undefined;
  },

  async delete({ params, ctx }) {
    const row = await findNewsletterForUpdate(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN_NEWSLETTER);
    const antes = toNewsletter(row);
    await deleteNewsletter(ctx.tx, row.id);
    if (row.archivo_id !== null) await ctx.files.forget(row.archivo_id);
    await ctx.audit({
      status: 'eliminado',
      entidad: 'newsletter',
      entidadId: row.id,
      referencia: row.name,
      nota: `${WHAT[antes.tipo]} «${row.name}»`,
      antes,
    });
    return DELETED;
  },

  async vistaPrevia({ body, ctx }) {
    const [lote] = await loadAddressees(ctx.tx, [body.lote.id], ctx.today());
    if (!lote) throw new Refusal('El lote no existe. Elija otro');
    return { html: filledHtml(sanitizeLetter(letterHtml(body.html)), lote.datos), para: lote.correos };
  },
});

/** Of a practice no letter leaves, whether there is a server or not. */
const mailLeaves = ({ services, community }: Context): boolean => services.mail.leaves && community.practicaDe === null;

export const correosEndpoints = register(correosContract, {
  async allpaginable({ query, ctx }) {
    const { page, size, estado = '', q = '' } = query;
    const { rows, total } = await pageOfCorreos(ctx.tx, { estado, q }, page, size);
    return {
      content: rows.map(toCorreo),
      first: page === 0,
      last: (page + 1) * size >= total,
      totalElements: total,
      hayServidor: mailLeaves(ctx),
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
    if (ctx.community.practicaDe !== null) throw new Refusal('Es una práctica: sus correos no salen');
    if (!mailLeaves(ctx)) {
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
