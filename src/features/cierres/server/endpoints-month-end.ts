/** The end of a month on one screen: its list, its files, and to whom they go. */

import { compareMonths, type Month, monthInWords, monthKey, monthTitle } from '#core/period.ts';
import { stateOfSending } from '#features/reportes/rules.ts';
import { consultedAll } from '#libro/server/consultado.ts';
import { chosenRecipients, listUsuariosConCorreo } from '#libro/server/recipients.ts';
import { passes } from '#platform/roles.ts';
import { type AfterCommit, type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { type Congelado, type FinDeMes, finDeMesContract } from '../contract.ts';
import { PUNTOS } from '../rules.ts';
import { readList } from './list.ts';
import type { ClaseArchivo, MonthEnd } from './month-end.ts';
import { findListo, mailReport, openReport, postReport } from './owners.ts';
import { freezeLater, listPeriods, MISSING, obstacleTo, toPeriodo } from './periods.ts';
import {
  type ArchivoRow,
  findArchivo,
  findCongelado,
  findPublicado,
  listArchivos,
  listCartas,
  listDestinatarios,
  listEnvios,
  listPuntos,
  replaceDestinatarios,
  sumCartas,
} from './repository-month-end.ts';
import { type PeriodoRow, selectPeriodos } from './repository-periods.ts';
import { sendPaquete } from './sending.ts';

/** Has the jobs look for what is to be made. */
export async function wakeAfter<V>(value: V, { services }: Pick<AfterCommit, 'services'>): Promise<V> {
  services.monthEnd.wake();
  return value;
}

const NOTHING = { envios: [], cartas: 0, abiertas: 0, publicado: null };

/** A month that is not closed, with its list as it stands; who only reads sees none. */
async function openMonth(monthEnd: MonthEnd, ctx: Context, month: Month): Promise<FinDeMes> {
  if (!passes('AB', ctx.user.role)) throw new NotFound(MISSING);
  const { siguiente, periodos, impedimento } = await listPeriods(ctx.tx, ctx.today());
  const isNext = siguiente !== null && (periodos.length === 0 || compareMonths(month, siguiente) === 0);
  const order = siguiente ? `Los periodos se cierran en orden. El que sigue es ${monthTitle(siguiente)}` : impedimento;
  return {
    ...{ year: month.year, mes: month.mes, periodo: null, congelado: null, ...NOTHING },
    impedimento: isNext ? obstacleTo(month, ctx.today()) : order,
    puntos: (await readList(monthEnd, ctx, month)).map((punto) => ({ ...punto, motivo: '' })),
  };
}

async function congeladoOf({ tx }: Context, id: number): Promise<Congelado> {
  const [row, archivos] = await Promise.all([findCongelado(tx, id), listArchivos(tx, id)]);
  const archivo = (wanted: ClaseArchivo) => {
    const found = archivos.find(({ clase }) => clase === wanted);
    if (!found) return null;
    const { nombre, bytes, huella, createdAt }: ArchivoRow = found;
    return { nombre, bytes, huella, createdAt: createdAt.toISOString() };
  };
  return {
    estado: row ? (row.hechoAt === null ? 'pendiente' : 'listo') : 'ninguno',
    ...{ leidoAt: row?.leidoAt.toISOString() ?? null, alCerrar: row?.alCerrar ?? false, error: row?.error ?? '' },
    proximo: row && row.error !== '' ? row.proximo.toISOString() : null,
    ...{ paquete: archivo('paquete'), informe: archivo('informe') },
  };
}

async function closedMonth(ctx: Context, row: PeriodoRow): Promise<FinDeMes> {
  const { tx } = ctx;
  const puntos = new Map((await listPuntos(tx, row.id)).map((punto) => [punto.punto, punto]));
  const publicado = await findPublicado(tx, row.id);
  return {
    ...{ year: row.year, mes: row.mes, periodo: toPeriodo(row), impedimento: '' },
    puntos: PUNTOS.flatMap((punto) => puntos.get(punto) ?? []).map((punto) => ({ ...punto, enlace: '' })),
    congelado: await congeladoOf(ctx, row.id),
    envios: (await listEnvios(tx, row.id)).map((envio) => ({
      ...{ id: envio.id, fecha: envio.fecha.toISOString(), usuario: envio.usuario, para: envio.para },
      ...{ adjunto: envio.adjunto, ...stateOfSending({ ...envio, error: null }) },
    })),
    ...(await sumCartas(tx, row.id)),
    publicado: publicado ? { fecha: publicado.fecha.toISOString(), usuario: publicado.usuario } : null,
  };
}

async function fileOf({ tx }: Context, id: number, clase: ClaseArchivo) {
  const found = await findArchivo(tx, id, clase);
  if (!found) throw new NotFound('El cierre no tiene ese archivo todavía');
  return { name: found.nombre, content: found.contenido };
}

async function sendNow(ctx: Context, id: number): Promise<{ correos: number }> {
  const { tx } = ctx;
  const { periodo, archivo } = await findListo(ctx, id, 'paquete');
  const paquete = { periodo: { ...periodo, huella: periodo.huella.toString('hex') }, ...archivo };
  const sender = { usuarioId: ctx.user.id, origen: ctx.origin, now: ctx.clock.now() };
  const para = await sendPaquete(tx, paquete, sender, (letter) => ctx.mail.enqueue(letter));
  if (para.length === 0) throw new Refusal('Nadie está elegido para recibirlo. Elija los destinatarios');
  await ctx.audit({
    ...{ status: 'creado', entidad: 'periodo_envio', entidadId: id, referencia: monthKey(periodo), despues: { para } },
    nota: `Archivo de fin de mes de ${monthInWords(periodo)} enviado a mano`,
  });
  return { correos: para.length };
}

async function keepRecipients(ctx: Context, body: { usuarios: number[]; correos: string }): Promise<string> {
  const { tx } = ctx;
  const despues = await chosenRecipients(tx, body);
  const antes = await listDestinatarios(tx);
  await replaceDestinatarios(tx, despues);
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'periodo_destinatario', referencia: 'Fin de mes', antes, despues },
    nota: 'A quién se envía el archivo de fin de mes',
  });
  return 'Los destinatarios quedaron guardados';
}

export function finDeMesEndpoints(monthEnd: MonthEnd): Registration {
  return register(
    finDeMesContract,
    {
      async get({ params: month, ctx }) {
        const row = await selectPeriodos(ctx.tx)
          .where('p.year', '=', month.year)
          .where('p.mes', '=', month.mes)
          .executeTakeFirst();
        return row ? closedMonth(ctx, row) : openMonth(monthEnd, ctx, month);
      },

      congelar: ({ body, ctx }) => freezeLater(monthEnd, ctx, body.id),

      paquete: ({ params, ctx }) => fileOf(ctx, params.id, 'paquete'),

      informe: ({ params, ctx }) => fileOf(ctx, params.id, 'informe'),

      async destinatarios({ ctx }) {
        return { ...(await listDestinatarios(ctx.tx)), elegibles: await listUsuariosConCorreo(ctx.tx) };
      },

      guardarDestinatarios: ({ body, ctx }) => keepRecipients(ctx, body),

      enviarPaquete: ({ body, ctx }) => sendNow(ctx, body.id),

      publicarInforme: ({ body, ctx }) => postReport(monthEnd, ctx, body.id),

      enviarInforme: ({ body, ctx }) => mailReport(monthEnd, ctx, body.id, ctx.origin),

      async aperturas({ params, ctx }) {
        await consultedAll(ctx, 'correo_saliente', 'a qué correos se envió el informe de un mes');
        return (await listCartas(ctx.tx, params.id)).map((carta) => ({
          ...{ ...carta, enviado: carta.enviado.toISOString(), abierto: carta.abierto?.toISOString() ?? null },
        }));
      },

      abrir: ({ params, ctx }) => openReport(ctx, params.token),
    },
    { congelar: wakeAfter },
  );
}
