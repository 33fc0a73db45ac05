import { fechaInZone } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type Hecho, seguimientoContract } from '../contract-lote.ts';
import { ESTADO_ENVIO } from '../listings.ts';
import {
  DESTINATARIO_LABELS,
  estadoDePromesa,
  MEDIO_LABELS,
  refusalOfHasta,
  refusalOfPromesa,
  refusalOfSuceso,
  SUCESO_LABELS,
} from '../rules.ts';
import { toEnvio } from './lectura.ts';
import { pagadoDePromesas, promesasPorAtender } from './promesas.ts';
import { listAtrasos, lockGestion } from './repository.ts';
import { listEnvios } from './repository-corridas.ts';
import * as repository from './repository-lote.ts';
import { listMensajes, type MensajeRow } from './repository-whatsapp.ts';

const UNKNOWN_LOTE = 'El lote no existe. Actualice la página y elija otro';
const OTHERS_MAX = 200;

const PROMESA = { vigente: 'Vigente', cumplida: 'Cumplida', rota: 'No se cumplió' } as const;

const BARE = { sucesoId: null, lineaId: null, enviable: false } as const;

function ofSuceso(row: repository.SucesoRow, pagado: Centavos, hoy: string): Hecho {
  const { promesaFecha: fecha, promesa } = row;
  const promised =
    fecha === null || promesa === null
      ? { words: '', estado: '' }
      : {
          words: `Prometió ${formatMoney(toPesos(promesa))} para el ${formatFecha(fecha)}. `,
          estado: PROMESA[estadoDePromesa({ fecha, monto: promesa, pagado }, hoy)],
        };
  return {
    ...{ clave: `suceso ${row.id}`, tipo: row.tipo, dia: row.fecha, usuario: row.usuario, ...BARE },
    titulo: row.con === '' ? SUCESO_LABELS[row.tipo] : `${SUCESO_LABELS[row.tipo]} · ${row.con}`,
    detalle: `${promised.words}${row.texto}`,
    estado: row.retirado === '' ? promised.estado : `Retirado: ${row.retirado}`,
    sucesoId: row.retirado === '' ? row.id : null,
  };
}

/** Whether it was sent is known to the messenger alone. */
const ofMensaje = (row: MensajeRow, dia: string): Hecho => ({
  ...BARE,
  ...{ clave: `whatsapp ${row.id}`, tipo: 'whatsapp', dia, usuario: row.usuario, lineaId: row.lineaId },
  titulo: `${row.reciboId === null ? row.paso || 'Estado de cuenta' : `Recibo ${row.reciboId}`} · WhatsApp`,
  detalle: row.nombre,
  estado: row.revocado ? 'Preparado; enlace revocado' : 'Preparado',
});

/** All that a lot's timeline tells, the latest first. */
async function hechosDe(ctx: Context, loteId: number): Promise<Hecho[]> {
  const { tx } = ctx;
  const dayOf = (instant: Date) => fechaInZone(instant, ctx.community.timeZone);
  const lineas = new Map((await repository.listLineasDeLote(tx, loteId)).map((linea) => [linea.id, linea]));
  const envios = (await listEnvios(tx, { loteId })).flatMap((row): Hecho[] => {
    const linea = lineas.get(row.lineaId);
    const { medio, destinatario, nombre, para, estado, detalle } = toEnvio(row);
    if (!linea) return [];
    return [
      {
        ...{ clave: `envio ${row.id}`, tipo: medio, dia: linea.fecha, usuario: linea.aprobo },
        ...{ sucesoId: null, lineaId: linea.id, titulo: `${linea.paso} · ${MEDIO_LABELS[medio]}` },
        enviable: linea.estado === 'enviada' && medio !== 'tarea',
        detalle: [[nombre || DESTINATARIO_LABELS[destinatario], ...para].join(', '), detalle]
          .filter(Boolean)
          .join('. '),
        estado: ESTADO_ENVIO[estado].replace(/^./, (first) => first.toUpperCase()),
      },
    ];
  });
  const correos = (await repository.listOtrosCorreos(tx, loteId, OTHERS_MAX)).map((row): Hecho => {
    const estado =
      row.estado === 'enviado'
        ? row.enviadoAt
          ? 'Enviado'
          : 'Guardado'
        : row.estado === 'fallido'
          ? 'Falló'
          : 'Por salir';
    return {
      ...{ clave: `correo ${row.id}`, tipo: 'correo', dia: dayOf(row.createdAt), titulo: row.asunto, ...BARE },
      ...{ detalle: row.para.join(', '), estado, usuario: row.usuario },
    };
  });
  const mensajes = (await listMensajes(tx, loteId)).map((row) => ofMensaje(row, dayOf(row.createdAt)));
  const pausas = (await repository.listPausasDeLote(tx, loteId)).map(
    (row): Hecho => ({
      ...{ clave: `pausa ${row.id}`, tipo: 'pausa', dia: dayOf(row.created_at), usuario: row.usuario, ...BARE },
      ...{ titulo: `Pausa hasta el ${formatFecha(row.hasta)}`, detalle: row.razon },
      estado: row.levantada_at ? 'Levantada' : '',
    }),
  );
  const pagos = (await repository.listPagosDeLote(tx, loteId, OTHERS_MAX)).map(
    (row): Hecho => ({
      ...{
        clave: `pago ${row.id}`,
        tipo: 'pago',
        dia: row.fecha,
        titulo: `Pagó ${formatMoney(toPesos(row.pagado))}`,
        ...BARE,
      },
      ...{ detalle: `Recibo ${row.id}`, estado: '', usuario: '' },
    }),
  );
  const pagado = await pagadoDePromesas(tx, [loteId]);
  const sucesos = (await repository.listSucesos(tx, loteId)).map((row) =>
    ofSuceso(row, pagado.get(row.id) ?? 0, ctx.today()),
  );
  return [...sucesos, ...envios, ...correos, ...mensajes, ...pausas, ...pagos].toSorted((a, b) =>
    a.dia < b.dia ? 1 : a.dia > b.dia ? -1 : 0,
  );
}

export const seguimientoEndpoints = register(seguimientoContract, {
  async lote({ params, ctx }) {
    const { tx } = ctx;
    if ((await repository.findReferencia(tx, params.id)) === undefined)
      throw new NotFound('No existe el lote solicitado');
    const [atraso] = await listAtrasos(tx, ctx.today(), [params.id]);
    const last = (await repository.listLineasDeLote(tx, params.id)).find(({ estado }) => estado === 'enviada');
    const pausa = await repository.findPausa(tx, params.id, ctx.today());
    const bloqueo = await repository.findBloqueo(tx, params.id, ctx.today());
    return {
      ...{ vencido: toPesos(atraso?.vencido['100'] ?? 0), desde: atraso?.desde ?? null },
      ultimo: last ? { name: last.paso, fecha: last.fecha } : null,
      ...{ pausa: pausa ?? null, bloqueo: bloqueo ?? null, hechos: await hechosDe(ctx, params.id) },
    };
  },

  async porHacer({ ctx }) {
    const promesas = await promesasPorAtender(ctx.tx, ctx.today());
    return {
      envios: (await repository.listPorHacer(ctx.tx)).map(({ loteId, referencia, vencido, ...row }) => ({
        ...{ ...row, lote: { id: loteId, referencia }, vencido: toPesos(vencido) },
      })),
      promesas: promesas.map(
        ({ suceso: { id, loteId, referencia, asociado, texto }, fecha, monto, pagado, estado }) => ({
          ...{ id, lote: { id: loteId, referencia }, asociado, texto, estado },
          ...{ fecha, monto: toPesos(monto), pagado: toPesos(pagado) },
        }),
      ),
    };
  },

  async suceso({ body, ctx }) {
    const { lote, tipo, fecha, con, texto } = body;
    const referencia = await repository.findReferencia(ctx.tx, lote.id);
    if (referencia === undefined) throw new Refusal(UNKNOWN_LOTE);
    const ofDay = refusalOfSuceso(fecha, ctx.today());
    if (ofDay) throw new Refusal(ofDay, 'fecha');
    const isPromise = tipo === 'promesa';
    const ofPromise = isPromise && body.promesaFecha ? refusalOfPromesa(body.promesaFecha, ctx.today()) : undefined;
    if (ofPromise) throw new Refusal(ofPromise, 'promesaFecha');
    const values = {
      ...{ lote_id: lote.id, tipo, fecha, con, texto },
      promesa_fecha: isPromise ? body.promesaFecha : null,
      promesa_centavos: isPromise && body.promesaMonto !== null ? toCentavos(body.promesaMonto) : null,
    };
    const id = await repository.insertSuceso(ctx.tx, {
      ...values,
      usuario_id: ctx.user.id,
      created_at: ctx.clock.now(),
    });
    await ctx.audit({
      ...{ status: 'creado', entidad: 'gestion_suceso', entidadId: id, referencia },
      ...{ nota: `${SUCESO_LABELS[tipo]} del lote ${referencia}`, despues: { id, ...values } },
    });
    return { id };
  },

  async retirarSuceso({ body, ctx }) {
    const suceso = await repository.findSucesoForUpdate(ctx.tx, body.id);
    if (!suceso) throw new NotFound('No existe lo anotado');
    if (suceso.retirado_at) throw new Refusal('Ya se había retirado. Actualice la página');
    await repository.retirarSuceso(ctx.tx, suceso.id, ctx.user.id, body.razon, ctx.clock.now());
    await ctx.audit({
      ...{ status: 'cancelado', entidad: 'gestion_suceso', entidadId: suceso.id, referencia: suceso.referencia },
      ...{ nota: `Anotación retirada del lote ${suceso.referencia}: ${body.razon}`, antes: { texto: suceso.texto } },
    });
    return undefined;
  },

  async pausar({ body, ctx }) {
    const referencia = await repository.findReferencia(ctx.tx, body.lote.id);
    if (referencia === undefined) throw new Refusal(UNKNOWN_LOTE);
    const refusal = refusalOfHasta(body.hasta, ctx.today());
    if (refusal) throw new Refusal(refusal, 'hasta');
    const now = ctx.clock.now();
    // Two at once follow each other, and so does an approval.
    await lockGestion(ctx.tx);
    const antes = await repository.levantarPausas(ctx.tx, { loteId: body.lote.id }, ctx.user.id, now);
    const values = {
      lote_id: body.lote.id,
      hasta: body.hasta,
      razon: body.razon,
      usuario_id: ctx.user.id,
      created_at: now,
    };
    const id = await repository.insertPausa(ctx.tx, values);
    await ctx.audit({
      ...{ status: 'creado', entidad: 'gestion_pausa', entidadId: id, referencia, antes },
      nota: `Gestión del lote ${referencia} en pausa hasta el ${formatFecha(body.hasta)}: ${body.razon}`,
      despues: { hasta: body.hasta, razon: body.razon },
    });
    return undefined;
  },

  async reanudar({ body, ctx }) {
    const antes = await repository.levantarPausas(ctx.tx, { id: body.id }, ctx.user.id, ctx.clock.now());
    if (!antes) throw new Refusal('La pausa ya no está en vigor. Actualice la página');
    const referencia = (await repository.findReferencia(ctx.tx, antes.lote_id)) ?? '';
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'gestion_pausa', entidadId: antes.id, referencia },
      ...{ nota: `Pausa de la gestión del lote ${referencia} levantada`, antes },
    });
    return undefined;
  },

  async desbloquear({ body, ctx }) {
    const found = await repository.levantarBloqueo(ctx.tx, body.id, ctx.user.id, body.razon, ctx.clock.now());
    if (!found) throw new Refusal('El lote ya puede reservar. Actualice la página');
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'gestion_bloqueo', entidadId: found.id, referencia: found.referencia },
      nota: `El lote ${found.referencia} puede reservar amenidades otra vez: ${body.razon}`,
      despues: { razon: body.razon },
    });
    return undefined;
  },

  async hecho({ body, ctx }) {
    const envio = await repository.findEnvioForUpdate(ctx.tx, body.id);
    if (!envio || (envio.medio !== 'carta' && envio.medio !== 'tarea')) throw new NotFound('No existe lo pendiente');
    if (envio.estado !== 'pendiente') throw new Refusal('Ya no está pendiente. Actualice la página');
    const refusal = refusalOfSuceso(body.fecha, ctx.today());
    if (refusal) throw new Refusal(refusal, 'fecha');
    if (body.fecha < envio.fecha) {
      throw new Refusal(`La fecha no puede ser anterior al ${formatFecha(envio.fecha)}, cuando se aprobó`, 'fecha');
    }
    const values = { hecho: body.fecha, resultado: body.resultado, usuario_id: ctx.user.id };
    await repository.updateHecho(ctx.tx, envio.id, values);
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'gestion_envio', entidadId: envio.id, referencia: envio.referencia },
      nota: `${envio.medio === 'carta' ? 'Carta entregada' : 'Tarea hecha'} del lote ${envio.referencia}: ${body.resultado}`,
      ...{ antes: { estado: envio.estado }, despues: values },
    });
    return undefined;
  },
});
