import { counted } from '#core/counted.ts';
import { toCentavos } from '#core/money.ts';
import type { Freno } from '#libro/server/frenos.ts';
import { type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { sanitizeLetter } from '#platform/server/mail-html.ts';
import { corridasContract, pasosContract } from '../contract.ts';
import { aprobar } from './aprobar.ts';
import { noSeRetira, readCorrida, readPropuesta, readTexto, toCorrida, toPaso } from './lectura.ts';
import { proponer } from './proponer.ts';
import { reporteEndpoints } from './reporte.ts';
import { listPasos, lockGestion, updatePaso, updatePasos } from './repository.ts';
import * as corridas from './repository-corridas.ts';
import { seguimientoEndpoints } from './seguimiento.ts';
import { mensajesEndpoints } from './whatsapp.ts';

const pasosEndpoints = (frenos: readonly Freno[]): Registration =>
  register(pasosContract, {
    async all({ ctx }) {
      return (await listPasos(ctx.tx)).map(toPaso);
    },

    async get({ params, ctx }) {
      const paso = (await listPasos(ctx.tx)).find(({ id }) => id === params.id);
      if (!paso) throw new NotFound('No existe el paso solicitado');
      return toPaso(paso);
    },

    async save({ body, ctx }) {
      const { id, saldo, pagoDias, ...kept } = body;
      await lockGestion(ctx.tx);
      const antes = (await listPasos(ctx.tx)).find((paso) => paso.id === id);
      if (!antes) throw new NotFound('No existe el paso solicitado');
      const cuerpo = sanitizeLetter(kept.cuerpo);
      await updatePaso(ctx.tx, id, { ...kept, cuerpo, saldo_centavos: toCentavos(saldo), pago_dias: pagoDias });
      // Whoever has seen a proposal has seen it with the step as it was.
      await corridas.touchPropuesta(ctx.tx);
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'gestion_paso', entidadId: id },
        nota: `Paso «${body.name}» de la gestión de cobranza`,
        ...{ antes: toPaso(antes), despues: { ...body, cuerpo } },
      });
      return undefined;
    },

    async encender({ body, ctx }) {
      await lockGestion(ctx.tx);
      const antes = (await listPasos(ctx.tx)).map(({ orden, activo }) => ({ orden, activo }));
      await updatePasos(ctx.tx, body.activos);
      const lotes = await proponer(ctx.tx, frenos, ctx.today(), ctx.clock.now());
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'gestion_paso' },
        nota: `Gestión de cobranza ${body.activos ? 'encendida' : 'apagada'}`,
        ...{ antes, despues: { activos: body.activos, propuestos: lotes } },
      });
      return body.activos
        ? `Los pasos quedaron encendidos. ${counted(lotes, 'lote propuesto', 'lotes propuestos')} para hoy`
        : 'Los pasos quedaron apagados: no se propone a nadie';
    },
  });

const corridasEndpoints = (frenos: readonly Freno[]): Registration =>
  register(corridasContract, {
    propuesta: ({ ctx }) => readPropuesta(ctx, frenos),

    async proponer({ ctx }) {
      const lotes = await proponer(ctx.tx, frenos, ctx.today(), ctx.clock.now());
      await ctx.audit({
        ...{
          status: 'creado',
          entidad: 'gestion_corrida',
          nota: `Propuesta de gestión de cobranza: ${counted(lotes, 'lote')}`,
        },
        despues: { fecha: ctx.today(), lotes },
      });
      return { lotes };
    },

    texto: ({ params, ctx }) => readTexto(ctx, params.id),

    async quitar({ body, ctx }) {
      await lockGestion(ctx.tx);
      const corrida = await corridas.findPropuestaForUpdate(ctx.tx);
      if (corrida?.id !== body.corrida.id) throw new Refusal('La propuesta ya no está abierta. Actualice la página');
      const lineas = body.lineas.map((id) => ({ id, razon: body.razon }));
      const quitados = await corridas.quitarLineas(ctx.tx, corrida.id, lineas, ctx.user.id);
      if (quitados === 0) throw new Refusal('Esos lotes ya no están en la propuesta. Actualice la página');
      await corridas.touchPropuesta(ctx.tx);
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'gestion_corrida', entidadId: corrida.id },
        nota: `${counted(quitados, 'lote quitado', 'lotes quitados')} de la gestión de cobranza: ${body.razon}`,
        despues: { quitados, razon: body.razon, lineas: body.lineas },
      });
      return { quitados, version: corrida.version + 1 };
    },

    aprobar: ({ body, ctx }) => aprobar(ctx, frenos, { id: body.corrida.id, version: body.version }),

    async all({ ctx }) {
      return (await corridas.listCorridas(ctx.tx)).map(toCorrida);
    },

    get: ({ params, ctx }) => readCorrida(ctx, params.id),

    async retirar({ body, ctx }) {
      await lockGestion(ctx.tx);
      const [corrida] = await corridas.listCorridas(ctx.tx, body.id);
      if (!corrida) throw new NotFound('No existe la corrida solicitada');
      const refusal = noSeRetira(corrida);
      if (refusal) throw new Refusal(refusal);
      // With the letters locked: one may have left since they were counted.
      const salieron = await corridas.lockSalidas(ctx.tx, corrida.id);
      if (salieron > 0) throw new Refusal(noSeRetira({ ...corrida, salieron }) ?? '');
      await corridas.retirarCorrida(ctx.tx, corrida.id, {
        ...{ usuarioId: ctx.user.id, now: ctx.clock.now(), razon: body.razon },
      });
      await ctx.audit({
        ...{ status: 'cancelado', entidad: 'gestion_corrida', entidadId: corrida.id },
        nota: `Gestión de cobranza retirada: ${body.razon}`,
        ...{ antes: { estado: 'aprobada', lotes: corrida.lotes }, despues: { estado: 'retirada', razon: body.razon } },
      });
      return undefined;
    },

    async cartas({ params, ctx }) {
      return (await corridas.listCartas(ctx.tx, params.id)).map(({ loteId, referencia, direccion, ...carta }) => ({
        ...carta,
        lote: { id: loteId, referencia, direccion },
      }));
    },
  });

export const gestionEndpoints = (frenos: readonly Freno[]): Registration[] => [
  pasosEndpoints(frenos),
  corridasEndpoints(frenos),
  seguimientoEndpoints,
  reporteEndpoints,
  ...mensajesEndpoints,
];
