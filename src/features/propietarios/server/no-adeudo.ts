/** The certificate of no debt: issued where nothing is owed, numbered without a gap, and kept as it was drawn. */
import { createHash } from 'node:crypto';
import { wallClockInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import { type NoAdeudoImpreso, noAdeudoDocument, noAdeudoFileName, textoDeNoAdeudo } from '#documents/no-adeudo.ts';
import { TIPOS_CARGO, tipoLabel } from '#libro/rules.ts';
import { fundOf } from '#libro/server/fund.ts';
import { missingInterest } from '#libro/server/interest.ts';
import { loadLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import { firmanteOf } from '#libro/server/verificacion.ts';
import type { Verificable } from '#libro/verificacion/codigo.ts';
import { type Before, type Context, type Reading, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { findOwnLogo, findResidencial, residencialName } from '#platform/server/residencial.ts';
import { type NoAdeudo, noAdeudoContract } from '../contract.ts';
import { estadoOf, folioOf, refusalOfNoAdeudo, venceOf } from '../rules.ts';
import { listAdeudos } from './repository.ts';
import {
  ENTIDAD,
  findArchivo,
  findDias,
  findLoteDePapel,
  findParaVerificar,
  insertNoAdeudo,
  insertRevocacion,
  listNoAdeudos,
  lockFolios,
  type NoAdeudoRow,
  nextFolio,
  updateDias,
} from './repository-no-adeudo.ts';

const UNKNOWN = 'No existe la constancia solicitada';
const CHANGED =
  'Mientras se hacía la constancia cambió algo del lote, o se expidió otra. No se expidió ninguna: intente de nuevo';

const drawing = drawingsOf<typeof import('#libro/server/paper.ts')>(
  new URL('../../../libro/server/paper.ts', import.meta.url),
);
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const huellaOf = (datos: NoAdeudoImpreso): Buffer => sha256(textoDeNoAdeudo(datos));

export const toNoAdeudo = (row: NoAdeudoRow, hoy: string): NoAdeudo => ({
  id: row.id,
  folio: folioOf(row.folio),
  lote: { id: row.loteId, referencia: row.referencia },
  asociado: row.asociado,
  fecha: row.fecha,
  vence: row.vence,
  estado: estadoOf({ vence: row.vence, revocada: row.revocada !== null, debe: row.debe }, hoy),
  usuario: row.usuario,
  createdAt: row.createdAt.toISOString(),
  huella: row.huella,
  revocacion: row.revocada === null ? null : { fecha: row.revocada, razon: row.razon ?? '', usuario: row.revoco ?? '' },
});

/** Why no certificate of a lot can be issued now; undefined where one can. */
export async function refusalOfIssuing(
  reading: Pick<Reading, 'tx' | 'today'>,
  loteId: number,
): Promise<string | undefined> {
  const { tx } = reading;
  const adeudos = await listAdeudos(tx, loteId);
  const adeudo = toPesos(adeudos.reduce((sum, { saldo }) => sum + saldo, 0));
  const interes = toPesos(await missingInterest(tx, loteId, reading.today()));
  return refusalOfNoAdeudo({ adeudo, interesPorGenerar: interes });
}

/** What the paper of a lot would say at a moment of the community's clock. Refuses where something is owed. */
async function datosOf(reading: Reading, loteId: number, reloj: string): Promise<NoAdeudoImpreso> {
  const { tx, community } = reading;
  refuseClosedLote(await loadLote(tx, loteId));
  const lote = await findLoteDePapel(tx, loteId);
  if (!lote?.asociado) {
    throw new Refusal(
      'El lote no tiene un propietario registrado. Elija a su asociado en el formulario del lote y expídala después',
    );
  }
  const refusal = await refusalOfIssuing(reading, loteId);
  if (refusal) throw new Refusal(refusal);
  const dias = await findDias(tx);
  const residencial = await findResidencial(tx, community);
  const { lazoId: _lazo, ...told } = lote;
  return {
    ...told,
    ...{ codigo: residencial.code, residencial: (await residencialName(tx)) || residencial.name },
    ...{
      folio: folioOf(await nextFolio(tx)),
      fecha: reading.today(),
      vence: venceOf(reading.today(), dias),
      dias,
      reloj,
    },
    adeudos: TIPOS_CARGO.map((tipo) => ({ concepto: tipoLabel(tipo), monto: 0 })),
    fondo: await fundOf(tx, loteId),
  };
}

/** What its code says: nothing is owed. */
const verificableOf = ({ folio, fecha, vence, referencia }: NoAdeudoImpreso): Verificable => ({
  ...{ tipo: 'N', folio, fecha, hasta: vence, monto: 0, referencia },
});

interface Dibujada {
  datos: NoAdeudoImpreso;
  nombre: string;
  contenido: Buffer;
}

/** Reads and draws the paper before anything is locked; that it still says the truth is looked at with the lock. */
export async function drawNoAdeudo({
  body,
  before,
}: {
  body: { id: number };
  before: Pick<Before, 'clock' | 'community' | 'read' | 'services' | 'origin' | 'separately'>;
}): Promise<Dibujada> {
  const reloj = wallClockInZone(before.clock.now(), before.community.timeZone);
  const { datos, verificacion, logo } = await before.read(async (reading) => {
    const told = await datosOf(reading, body.id, reloj);
    return {
      ...{ datos: told, logo: await findOwnLogo(reading.tx, before.community) },
      verificacion: (await firmanteOf(reading.tx, before))(verificableOf(told)),
    };
  });
  const nombre = noAdeudoFileName(datos);
  const document = noAdeudoDocument(datos, { huella: huellaOf(datos).toString('hex'), verificacion, logo });
  return { datos, nombre, contenido: (await pdfThread.draw(drawing('reportPdf', nombre, document))).content };
}

export async function issue(ctx: Context, loteId: number, { datos, nombre, contenido }: Dibujada): Promise<NoAdeudo> {
  const { tx } = ctx;
  await lockLoteOfBody(tx, loteId);
  await lockFolios(tx);
  const ahora = await datosOf(ctx, loteId, datos.reloj);
  if (textoDeNoAdeudo(ahora) !== textoDeNoAdeudo(datos)) throw new Refusal(CHANGED);
  const [huella, huellaArchivo, now] = [huellaOf(datos), sha256(contenido), ctx.clock.now()];
  const id = await insertNoAdeudo(tx, {
    ...{ folio: await nextFolio(tx), loteId, lazoId: (await findLoteDePapel(tx, loteId))?.lazoId ?? null },
    ...{ datos, huella, nombre, contenido, huellaArchivo, usuarioId: ctx.usuarioId, now },
  });
  await ctx.audit({
    ...{ status: 'creado', entidad: ENTIDAD, entidadId: id, referencia: datos.referencia },
    nota: `Constancia de no adeudo ${datos.folio} del lote «${datos.referencia}»`,
    despues: { ...datos, huella: huella.toString('hex'), huellaArchivo: huellaArchivo.toString('hex') },
  });
  return found(ctx, id);
}

async function found(ctx: Pick<Context, 'tx' | 'today'>, id: number): Promise<NoAdeudo> {
  const [row] = await listNoAdeudos(ctx.tx, { id });
  if (!row) throw new NotFound(UNKNOWN);
  return toNoAdeudo(row, ctx.today());
}

export const noAdeudoEndpoints = register(
  noAdeudoContract,
  {
    all: async ({ ctx }) => (await listNoAdeudos(ctx.tx)).map((row) => toNoAdeudo(row, ctx.today())),

    expedir: ({ body, ctx, prepared }) => issue(ctx, body.id, prepared),

    async pdf({ params, ctx }) {
      const archivo = await findArchivo(ctx.tx, params.id);
      if (!archivo) throw new NotFound(UNKNOWN);
      return { name: archivo.nombre, content: archivo.contenido };
    },

    async verificar({ params, ctx }) {
      const kept = await findParaVerificar(ctx.tx, params.id);
      if (!kept) throw new NotFound(UNKNOWN);
      const { estado } = await found(ctx, params.id);
      const intacta = kept.archivoIntacto && huellaOf(kept.datos).toString('hex') === kept.huella;
      if (!intacta) ctx.log('constancia alterada', { constancia: params.id });
      return { intacta, estado, huella: kept.huella };
    },

    async revocar({ body, ctx }) {
      const antes = await found(ctx, body.id);
      await lockLoteOfBody(ctx.tx, antes.lote.id);
      const { estado, folio, lote } = await found(ctx, body.id);
      if (estado === 'revocada') throw new Refusal(`La constancia ${folio} ya está revocada. Actualice la página`);
      await insertRevocacion(ctx.tx, {
        ...{ no_adeudo_id: body.id, razon: body.razon, fecha: ctx.today() },
        ...{ usuario_id: ctx.usuarioId, created_at: ctx.clock.now() },
      });
      await ctx.audit({
        ...{ status: 'cancelado', entidad: ENTIDAD, entidadId: body.id, referencia: lote.referencia },
        nota: `Constancia de no adeudo ${folio} revocada: ${body.razon}`,
        ...{ antes, despues: await found(ctx, body.id) },
      });
      return `La constancia ${folio} quedó revocada`;
    },

    vigencia: async ({ ctx }) => ({ dias: await findDias(ctx.tx) }),

    async cambiarVigencia({ body, ctx }) {
      const antes = await findDias(ctx.tx);
      await updateDias(ctx.tx, body.dias);
      const nota = `Las constancias de no adeudo valen ${body.dias === 1 ? 'un día' : `${body.dias} días`}`;
      await ctx.audit({
        ...{
          status: 'actualizado',
          entidad: 'configuracion_residencial',
          referencia: 'Constancias de no adeudo',
          nota,
        },
        ...{ antes: { dias: antes }, despues: { dias: body.dias } },
      });
      return nota;
    },
  },
  undefined,
  { expedir: drawNoAdeudo },
);
