import { counted } from '#core/counted.ts';
import { toPesos } from '#core/money.ts';
import { urlOfArchivo } from '#features/archivos/contract.ts';
import { NO_ARCHIVO } from '#features/archivos/rules.ts';
import { folioOf } from '#libro/convenios/rules.ts';
import { avanceOf, listConvenios, listed, listParcialidades, toConvenio } from '#libro/server/agreements.ts';
import { missingInterest } from '#libro/server/interest.ts';
import { loadLote } from '#libro/server/lotes.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { findKeptFile } from '#platform/server/files-kept.ts';
import { conveniosContract } from '../contract.ts';
import { ESTADO_LABELS } from '../rules.ts';
import { sign } from './firmar.ts';
import * as repository from './repository.ts';
import { end, lockConvenio } from './seguir.ts';

const UNKNOWN = 'No existe el convenio solicitado';

async function detailed(ctx: Context, id: number) {
  const [row] = await listConvenios(ctx.tx, { id });
  if (!row) throw new NotFound(UNKNOWN);
  const [all, cargos, eventos] = await Promise.all([
    listParcialidades(ctx.tx, [id]),
    repository.listCargos(ctx.tx, id),
    repository.listEventos(ctx.tx, id),
  ]);
  const parcialidades = all.get(id) ?? [];
  const avance = avanceOf(row, parcialidades, ctx.today());
  return {
    ...toConvenio(row, parcialidades, ctx.today()),
    ...{ firmante: row.firmante, observacion: row.observacion, tolerancia: row.tolerancia, usuario: row.usuario },
    createdAt: row.createdAt.toISOString(),
    rotoDesde: row.estado === 'vigente' ? (avance.rotoDesde ?? null) : null,
    cargos: cargos.map(({ saldo, condonado, queda, ...cargo }) => ({
      ...cargo,
      ...{ saldo: toPesos(saldo), condonado: toPesos(condonado), queda: toPesos(queda) },
    })),
    calendario: avance.parcialidades.map(({ numero, vence, monto, pagado, situacion, avisada }) => ({
      ...{ numero, vence, situacion, avisada, monto: toPesos(monto), pagado: toPesos(pagado) },
    })),
    eventos: eventos.map(({ archivoId, ...evento }) => ({
      ...evento,
      url: archivoId === null ? null : urlOfArchivo(archivoId),
    })),
  };
}

export const conveniosEndpoints = register(conveniosContract, {
  all: ({ ctx }) => listed(ctx),

  async deLote({ params, ctx }) {
    await loadLote(ctx.tx, params.id);
    return listed(ctx, { loteId: params.id });
  },

  get: ({ params, ctx }) => detailed(ctx, params.id),

  async supuestos({ params, ctx }) {
    const { tx } = ctx;
    await loadLote(tx, params.id);
    const [tasa, reglas, asociado, porGenerar, vigentes, detenidos] = await Promise.all([
      repository.findTasa(tx),
      repository.findReglas(tx),
      repository.findAsociado(tx, params.id),
      missingInterest(tx, params.id, ctx.today()),
      listed(ctx, { loteId: params.id, estado: 'vigente' }),
      repository.listDetenidos(tx, params.id),
    ]);
    const { year = null, mes = null, porcentaje = null, factor = 1 } = tasa ?? {};
    return {
      tiie: year === null || mes === null || porcentaje === null ? null : { year, mes, porcentaje },
      ...{ factor, porGenerar: toPesos(porGenerar), tolerancia: reglas.tolerancia, asociado, detenidos },
      convenio: vigentes[0] ?? null,
    };
  },

  save: async ({ body, ctx }) => ({ id: await sign(ctx, body) }),

  async cancelar({ body, ctx }) {
    const row = await lockConvenio(ctx.tx, body.id);
    if (!row) throw new NotFound(UNKNOWN);
    if (row.estado !== 'vigente') {
      throw new Refusal(
        `El convenio ${folioOf(row.folio)} está ${ESTADO_LABELS[row.estado].toLowerCase()}. Actualice la página`,
      );
    }
    if (row.queda === 0) {
      throw new Refusal(
        `Ya se pagó todo lo del convenio ${folioOf(row.folio)}: no hay qué cancelar. En unos minutos queda como cumplido`,
      );
    }
    await ctx.audit(await end(ctx.tx, stampOf(ctx), row, { estado: 'cancelado', por: body.razon }));
    return `El convenio ${folioOf(row.folio)} quedó cancelado`;
  },

  async copia({ body, ctx }) {
    const [row] = await listConvenios(ctx.tx, { id: body.id });
    if (!row) throw new NotFound(UNKNOWN);
    const archivo = await findKeptFile(ctx.tx, body.archivo.id);
    if (archivo?.uso !== 'convenio') throw new Refusal(NO_ARCHIVO);
    const { usuarioId, now, today } = stampOf(ctx);
    const nota = `Se guardó la copia firmada «${archivo.nombre}»`;
    await repository.insertEvento(ctx.tx, {
      ...{ convenioId: row.id, tipo: 'copia', archivoId: archivo.id, fecha: today, nota, usuarioId, now },
    });
    await ctx.audit({
      ...{ status: 'actualizado', entidad: repository.ENTIDAD, entidadId: row.id, referencia: folioOf(row.folio) },
      ...{ nota, despues: { archivoId: archivo.id } },
    });
    return `${nota} con el convenio ${folioOf(row.folio)}`;
  },

  reglas: ({ ctx }) => repository.findReglas(ctx.tx),

  async saveReglas({ body, ctx }) {
    const antes = await repository.findReglasForUpdate(ctx.tx);
    await repository.updateReglas(ctx.tx, body);
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'configuracion_residencial', referencia: 'Convenios de pago' },
      nota: `Convenios: ${counted(body.tolerancia, 'día')} de tolerancia, aviso ${counted(body.aviso, 'día')} antes, se pagan ${body.primero ? 'primero' : 'en su orden'}`,
      ...{ antes, despues: body },
    });
    return undefined;
  },
});
