import { wallClockInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import { urlOfArchivo } from '#features/archivos/contract.ts';
import { NO_ARCHIVO } from '#features/archivos/rules.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { findKeptFile } from '#platform/server/files-kept.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { type Expediente, expedienteContract, type Requisito } from '../contract.ts';
import { CON_PDF, folioOf } from '../rules.ts';
import { drawExpediente, issue } from './expedir.ts';
import { leer } from './leer.ts';
import * as repository from './repository.ts';
import { findLote } from './repository-papel.ts';

const UNKNOWN = 'No existe el expediente solicitado';
const NO_REQUISITO = 'No existe el requisito solicitado';

const toExpediente = (row: repository.ExpedienteRow): Expediente => ({
  ...{ id: row.id, folio: folioOf(row.folio), suplementoDe: row.deFolio === null ? '' : folioOf(row.deFolio) },
  ...{ lote: { id: row.loteId, referencia: row.referencia }, asociado: row.asociado, fecha: row.fecha },
  ...{ adeudo: toPesos(row.adeudo), faltan: row.faltan, porConfirmar: row.porConfirmar, usuario: row.usuario },
  ...{ createdAt: row.createdAt.toISOString(), huella: row.huella },
});

const pdfDe = (documentos: readonly repository.DocumentoRow[], requisitoId: number): Requisito['pdf'] => {
  const found = documentos.find((documento) => documento.requisitoId === requisitoId);
  if (!found) return null;
  return {
    id: found.id,
    nombre: found.nombre,
    url: urlOfArchivo(found.archivoId),
    fecha: found.createdAt.toISOString(),
  };
};

const toRequisito = (
  { confirmadoAt, ...row }: repository.RequisitoRow,
  documentos: readonly repository.DocumentoRow[],
): Requisito => ({ ...row, confirmado: confirmadoAt?.toISOString() ?? null, pdf: pdfDe(documentos, row.id) });

async function expediente({ tx }: Pick<Context, 'tx'>, id: number): Promise<Expediente> {
  const [row] = await repository.listExpedientes(tx, { id });
  if (!row) throw new NotFound(UNKNOWN);
  return toExpediente(row);
}

async function requisitoForUpdate({ tx }: Context, id: number): Promise<repository.RequisitoRow> {
  const row = await repository.findRequisitoForUpdate(tx, id);
  if (!row) throw new NotFound(NO_REQUISITO);
  return row;
}

/** Where a document goes: of the lot, where each has its own; else of the community. */
async function placeOf(ctx: Context, body: { requisito: { id: number }; lote: { id: number | null } }) {
  const requisito = await repository.findRequisitoForUpdate(ctx.tx, body.requisito.id);
  if (!requisito) throw new Refusal('Ese requisito ya no existe. Actualice la página');
  if (!CON_PDF.includes(requisito.prueba)) {
    throw new Refusal(`«${requisito.documento}» se toma de los libros: no lleva un PDF`);
  }
  const loteId = requisito.prueba === 'lote' ? body.lote.id : null;
  if (requisito.prueba === 'lote' && loteId === null) {
    throw new Refusal(`«${requisito.documento}» es de cada lote. Súbalo en el expediente del lote`);
  }
  const lote = loteId === null ? null : await findLote(ctx.tx, loteId);
  if (lote === undefined) throw new Refusal('El lote no existe. Actualice la página y elíjalo de nuevo');
  return { requisito, loteId, de: lote === null ? 'de la comunidad' : `del lote «${lote.referencia}»` };
}

export const expedienteEndpoints = register(
  expedienteContract,
  {
    all: async ({ ctx }) => (await repository.listExpedientes(ctx.tx)).map(toExpediente),

    async deLote({ params, ctx }) {
      const reloj = wallClockInZone(ctx.clock.now(), ctx.community.timeZone);
      const { lote, datos, requisitos, documentos, impedimento } = await leer(ctx, params.id, reloj);
      return {
        ...{ lote, adeudo: toPesos(datos.principal + datos.interes), impedimento },
        suplementoDe: datos.suplementoDe?.folio ?? '',
        requisitos: requisitos.map((row) => ({
          ...toRequisito(row, documentos),
          ...{ cumple: row.cumple, porque: row.porque, remedio: row.remedio ?? '' },
        })),
        expedientes: (await repository.listExpedientes(ctx.tx, { loteId: params.id })).map(toExpediente),
      };
    },

    expedir: async ({ body, ctx, prepared }) => expediente(ctx, await issue(ctx, body.id, prepared)),

    async pdf({ params, ctx }) {
      const kept = await repository.findPdf(ctx.tx, params.id);
      if (!kept) throw new NotFound(UNKNOWN);
      return { name: kept.nombre, content: kept.contenido };
    },

    async verificar({ params, ctx }) {
      const kept = await repository.findParaVerificar(ctx.tx, params.id);
      if (!kept) throw new NotFound(UNKNOWN);
      if (!kept.intacto) ctx.logError('expediente alterado', { expediente: params.id });
      return { intacto: kept.intacto, huella: kept.huella };
    },

    async requisitos({ ctx }) {
      const documentos = await repository.listDocumentos(ctx.tx, null);
      return (await repository.listRequisitos(ctx.tx)).map((row) => toRequisito(row, documentos));
    },

    async saveRequisito({ body, ctx }) {
      const { id: known, ...values } = body;
      const antes = known === null ? undefined : await requisitoForUpdate(ctx, known);
      const id = await saveRecord(ctx, antes, {
        taken: { uq_expediente_requisito_documento: 'Ya hay un requisito con ese documento. Escriba otro' },
        insert: () => repository.insertRequisito(ctx.tx, values),
        update: (saved) => repository.updateRequisito(ctx.tx, saved, values),
        audited: (saved) => ({
          ...{ entidad: 'expediente_requisito', referencia: body.documento, nota: `Requisito «${body.documento}»` },
          ...{ antes, despues: { id: saved, ...values } },
        }),
      });
      return { id };
    },

    async confirmarRequisito({ body, ctx }) {
      const antes = await requisitoForUpdate(ctx, body.id);
      if (antes.abogado !== '') throw new Refusal(`Ya lo confirmó ${antes.abogado}`);
      await repository.confirmRequisito(ctx.tx, body.id, body.abogado, ctx.clock.now());
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'expediente_requisito', entidadId: body.id, referencia: antes.documento },
        nota: `${body.abogado} confirmó el requisito «${antes.documento}»`,
        ...{ antes, despues: { ...antes, abogado: body.abogado } },
      });
      return `«${antes.documento}» quedó confirmado`;
    },

    async deleteRequisito({ params, ctx }) {
      const antes = await requisitoForUpdate(ctx, params.id);
      await repository.deleteRequisito(ctx.tx, params.id);
      await ctx.audit({
        ...{ status: 'eliminado', entidad: 'expediente_requisito', entidadId: params.id, referencia: antes.documento },
        ...{ nota: `Requisito «${antes.documento}»`, antes },
      });
      return undefined;
    },

    async saveDocumento({ body, ctx }) {
      const { requisito, loteId, de } = await placeOf(ctx, body);
      const archivo = await findKeptFile(ctx.tx, body.archivo.id);
      if (archivo?.uso !== 'expediente') throw new Refusal(NO_ARCHIVO);
      const antes = await repository.findDocumentoDe(ctx.tx, requisito.id, loteId);
      if (antes) await repository.deleteDocumento(ctx.tx, antes.id);
      const id = await repository.insertDocumento(ctx.tx, {
        ...{ requisito_id: requisito.id, lote_id: loteId, archivo_id: archivo.id },
        ...{ usuario_id: ctx.usuarioId, created_at: ctx.clock.now() },
      });
      await ctx.audit({
        ...{ status: antes ? 'actualizado' : 'creado', entidad: 'expediente_documento', entidadId: id },
        ...{ referencia: requisito.documento, nota: `«${requisito.documento}» ${de}: ${archivo.nombre}` },
        ...{ antes: antes ?? null, despues: { id, requisitoId: requisito.id, loteId, archivoId: archivo.id } },
      });
      return `«${archivo.nombre}» quedó en el expediente`;
    },

    async deleteDocumento({ params, ctx }) {
      const antes = await repository.findDocumento(ctx.tx, params.id);
      if (!antes) throw new NotFound('Ese documento ya no está. Actualice la página');
      await repository.deleteDocumento(ctx.tx, params.id);
      await ctx.audit({
        ...{ status: 'eliminado', entidad: 'expediente_documento', entidadId: params.id, referencia: antes.nombre },
        ...{ nota: `Documento de expediente «${antes.nombre}»`, antes },
      });
      return undefined;
    },
  },
  undefined,
  { expedir: drawExpediente },
);
