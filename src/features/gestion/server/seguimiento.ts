import { toCentavos, toPesos } from '#core/money.ts';
import { register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { seguimientoContract } from '../contract-lote.ts';
import { refusalOfHasta, refusalOfPromesa, refusalOfSuceso, SUCESO_LABELS } from '../rules.ts';
import { hechosDe } from './historia.ts';
import { promesasPorAtender } from './promesas.ts';
import { listAtrasos, lockGestion } from './repository.ts';
import * as repository from './repository-lote.ts';

const UNKNOWN_LOTE = 'El lote no existe. Actualice la página y elija otro';
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

  async deshacer({ body, ctx }) {
    const envio = await repository.findEnvioForUpdate(ctx.tx, body.id);
    if (!envio) throw new NotFound('No existe lo que se dio por hecho');
    if (envio.estado !== 'hecho') throw new Refusal('No está dado por hecho. Actualice la página');
    await repository.updatePendiente(ctx.tx, envio.id);
    const { estado, hecho, resultado } = envio;
    await ctx.audit({
      ...{ status: 'cancelado', entidad: 'gestion_envio', entidadId: envio.id, referencia: envio.referencia },
      nota: `${envio.medio === 'carta' ? 'Entrega' : 'Tarea'} del lote ${envio.referencia} otra vez pendiente: ${body.razon}`,
      ...{ antes: { estado, hecho, resultado }, despues: { estado: 'pendiente', razon: body.razon } },
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
