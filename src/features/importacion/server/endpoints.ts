import { createHash } from 'node:crypto';
import { fileName } from '#documents/definition.ts';
import { anterioresContract } from '#libro/anteriores/contract.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Upload } from '#platform/endpoint.ts';
import { type Context, register } from '#platform/server/context.ts';
import { uniqueConstraint } from '#platform/server/database-errors.ts';
import { Refusal } from '#platform/server/errors.ts';
import { inSlices } from '#platform/server/slices.ts';
import { importacionContract, type TotalesImportacion } from '../contract.ts';
import { HISTORIA, SALDOS } from '../layout.ts';
import { firmaDe } from '../mapa.ts';
import { FALLAS_MAX, filasOf, type Revision, referenciasDe, revisar, type WorkbookSheet } from '../rules.ts';
import { lookAt, readFile } from './lectura.ts';
import { applyOtros } from './otros.ts';
import { apply, findApplied, idsOf, insertImportacion, listImportaciones, loadKnown } from './repository.ts';
import { listPagosAnteriores } from './repository-anteriores.ts';
import { lockSaldos } from './repository-comparaciones.ts';
import { saveMapa } from './repository-mapas.ts';
import { insertFilas } from './repository-otros.ts';
import { retirar } from './retiro.ts';
import { applySaldos } from './saldos.ts';
import { templateWorkbook } from './template.ts';

const huellaOf = (file: Upload): string => createHash('sha256').update(file.bytes).digest('hex');

/** With `lock` the lots that balances are for are locked first, so that two books do not both find them without any. */
async function review({ tx }: Context, workbook: WorkbookSheet[], { lock = false } = {}): Promise<Revision> {
  const conSaldos = await inSlices(referenciasDe(SALDOS, workbook));
  const conHistoria = await inSlices(referenciasDe(HISTORIA, workbook));
  if (lock) await lockLotes(tx, [...(await idsOf(tx, conSaldos)).values()]);
  return inSlices(revisar(workbook, await loadKnown(tx, { conSaldos, conHistoria })));
}

export const importacionEndpoints = register(
  importacionContract,
  {
    async plantilla() {
      return { name: fileName('xlsx', 'Plantilla de registro'), content: await templateWorkbook() };
    },

    columnas: async ({ prepared }) => prepared,

    async guardarMapa({ body: { archivo, mapa }, ctx }) {
      const values = { firma: firmaDe(mapa), archivo, mapa, usuario_id: ctx.user.id, updated_at: ctx.clock.now() };
      const { id, antes } = await saveMapa(ctx.tx, values);
      await ctx.audit({
        ...{
          status: antes ? 'actualizado' : 'creado',
          entidad: 'importacion_mapa',
          entidadId: id,
          referencia: archivo,
        },
        nota: `Columnas de los libros como «${archivo}»: ${mapa.partes.map(({ destino, hoja }) => `${destino} de «${hoja}»`).join(', ')}`,
        ...{ antes, despues: mapa },
      });
      return { id };
    },

    async all({ ctx }) {
      const rows = await listImportaciones(ctx.tx);
      return rows.map(({ id, archivo, totales, created_at, username, retirada_at, retirada_razon, retiro }) => ({
        id,
        archivo,
        usuario: username ?? '',
        createdAt: created_at.toISOString(),
        totales: totales as unknown as TotalesImportacion,
        retiro: retirada_at && {
          ...{ usuario: retiro ?? '', createdAt: retirada_at.toISOString(), razon: retirada_razon },
        },
      }));
    },

    retirar: ({ body, ctx }) => retirar(ctx, body),

    async revisar({ body, ctx, prepared }) {
      const { fallas, fallasTotal, totales } = await review(ctx, prepared);
      const aplicada = await findApplied(ctx.tx, huellaOf(body.file));
      return {
        archivo: body.file.name,
        aplicada: aplicada?.toISOString() ?? null,
        fallasTotal,
        fallas: fallas.slice(0, FALLAS_MAX),
        totales,
      };
    },

    async aplicar({ body, ctx, prepared }) {
      const huella = huellaOf(body.file);
      // Two books that say the same by other bytes do not both find the community without it.
      await lockSaldos(ctx.tx);
      const now = ctx.clock.now();
      const revision = await review(ctx, prepared, { lock: true });
      if (await findApplied(ctx.tx, huella)) throw new Refusal('Este libro ya fue aplicado; nada se guardó de nuevo');
      const { fallasTotal, totales } = revision;
      if (fallasTotal > 0) {
        throw new Refusal(`Fallas en el libro: ${fallasTotal}. Corríjalas y revíselo de nuevo; nada se guardó`);
      }
      if (filasOf(revision) === 0) throw new Refusal('El libro no tiene filas que aplicar');
      try {
        const id = await insertImportacion(ctx.tx, {
          huella,
          archivo: body.file.name,
          totales,
          usuario_id: ctx.user.id,
          created_at: now,
        });
        const filas = [
          ...(await apply(ctx.tx, revision, stampOf(ctx))),
          ...(await applySaldos(ctx.tx, stampOf(ctx), revision.saldos)),
          ...(await applyOtros(ctx, id, revision)),
        ];
        await insertFilas(ctx.tx, id, filas);
        await ctx.audit({
          status: 'creado',
          entidad: 'importacion',
          entidadId: id,
          referencia: body.file.name,
          nota: `Registro importado del libro «${body.file.name}»: ${totales.lotes} lotes, ${totales.residentes} residentes, ${totales.vinculos} vínculos, ${totales.saldos} saldos, ${totales.fondos} fondos`,
          despues: totales,
        });
        return { id, totales };
      } catch (error) {
        // Somebody else has written between the review and now: all of it is undone.
        if (uniqueConstraint(error))
          throw new Refusal('El registro cambió mientras se aplicaba el libro; revíselo de nuevo. Nada se guardó');
        throw error;
      }
    },
  },
  {},
  { columnas: lookAt, revisar: readFile, aplicar: readFile },
);

/** Read wherever payments of a lot are. */
export const anterioresEndpoints = register(anterioresContract, {
  lote: ({ params, ctx }) => listPagosAnteriores(ctx.tx, params.id),
});
