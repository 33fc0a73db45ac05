/** Messages that the office sends by its own messenger: what they say, to whom, and that they were prepared. */
import { toPesos } from '#core/money.ts';
import { consulted, consultedAll } from '#libro/server/consultado.ts';
import { createEnlace } from '#libro/server/enlaces.ts';
import { loadAddressees } from '#libro/server/letters.ts';
import { whatsappContract } from '#libro/whatsapp/contract.ts';
import {
  QUE_SE_ENVIA,
  type QueSeEnvia,
  refusalOfMensaje,
  SIN_FORMA_INTERNACIONAL,
  whatsappUrl,
} from '#libro/whatsapp/rules.ts';
import { fillPlaceholders } from '#platform/placeholders.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { textosContract } from '../contract-whatsapp.ts';
import * as repository from './repository-whatsapp.ts';

interface Papel {
  loteId: number;
  titulo: string;
  datos: Record<string, string>;
  fila: { recibo_id: number | null; linea_id: number | null };
}

const AJENO = 'Es de antes de que el lote cambiara de propietario: a quien lo tiene ahora no se le envía';

async function reciboDe({ tx }: Context, id: number): Promise<Papel> {
  const recibo = await repository.findRecibo(tx, id);
  if (!recibo) throw new NotFound('No existe el recibo solicitado');
  if (recibo.cancelado) throw new Refusal('El recibo está cancelado: no hay qué enviar');
  if (recibo.ajeno) throw new Refusal(AJENO);
  const monto = recibo.monto > 0 ? ` por ${formatMoney(toPesos(recibo.monto))}` : '';
  return {
    ...{ loteId: recibo.loteId, titulo: `Recibo ${id}`, fila: { recibo_id: id, linea_id: null } },
    datos: { documento: `recibo ${id} del ${formatFecha(recibo.fecha)}${monto}` },
  };
}

async function cartaDe({ tx }: Context, id: number): Promise<Papel> {
  const carta = await repository.findCarta(tx, id);
  if (!carta) throw new NotFound('No existe la carta solicitada');
  if (!carta.enviada) throw new Refusal('La carta no se ha aprobado o se retiró: no se envía. Actualice la página');
  if (carta.ajena) throw new Refusal(AJENO);
  return {
    ...{ loteId: carta.loteId, titulo: carta.paso, fila: { recibo_id: null, linea_id: id } },
    datos: { documento: carta.asunto, carta: carta.texto },
  };
}

const PAPELES: Readonly<Record<QueSeEnvia, (ctx: Context, id: number) => Promise<Papel>>> = {
  recibo: reciboDe,
  carta: cartaDe,
  estado: async (ctx, loteId) => ({
    ...{ loteId, titulo: 'Estado de cuenta', fila: { recibo_id: null, linea_id: null } },
    datos: { documento: `estado de cuenta al ${formatFecha(ctx.today())}` },
  }),
};

/** A paper with the data that its text is filled with, but who it is for and the link. */
async function papelDe(ctx: Context, que: QueSeEnvia, id: number) {
  const papel = await PAPELES[que](ctx, id);
  const [lote] = await loadAddressees(ctx.tx, [papel.loteId], ctx.today());
  if (!lote) throw new NotFound('No existe el lote solicitado');
  const textos = await repository.listTextos(ctx.tx);
  return { ...papel, referencia: lote.referencia, datos: { ...lote.datos, ...papel.datos }, plantilla: textos[que] };
}

const whatsappEndpoints = register(whatsappContract, {
  async destinos({ query: { que, id }, ctx }) {
    const { loteId, titulo, referencia, plantilla, datos } = await papelDe(ctx, que, id);
    const rows = await repository.listDestinos(ctx.tx, loteId);
    const personas = [...new Map(rows.map((row) => [row.persona, row])).values()];
    await consulted(
      ctx,
      personas.map(({ papel, id: personaId, nombre }) => ({
        ...{ entidad: papel === 'representante' ? ('representante_legal' as const) : ('residente' as const) },
        ...{ id: personaId, name: nombre },
      })),
      'los teléfonos',
    );
    if (personas.length === 0) await consultedAll(ctx, 'lote', `los teléfonos de ${referencia}`);
    return {
      ...{ titulo, destinos: rows.map(({ id: _id, ...destino }) => destino) },
      texto: fillPlaceholders(plantilla, { ...datos, enlace: '(su enlace)' }),
    };
  },

  async preparar({ body: { que, id, persona, telefono }, ctx }) {
    if (ctx.community.practicaDe !== null) {
      throw new Refusal('Es una práctica: nada de ella llega a un residente. Envíelo desde la comunidad');
    }
    const { loteId, titulo, referencia, plantilla, datos, fila } = await papelDe(ctx, que, id);
    const rows = (await repository.listDestinos(ctx.tx, loteId)).filter((row) => row.persona === persona);
    const [found] = rows;
    if (!found) throw new Refusal('Esa persona no es de este lote. Actualice la página y elija otra', 'persona');
    if (telefono !== '' && !rows.some((row) => row.telefono === telefono)) {
      throw new Refusal(
        `${found.nombre} no tiene registrado ese teléfono. Captúrelo en sus datos, o elija el contacto en WhatsApp`,
        'telefono',
      );
    }
    if (whatsappUrl(telefono, '') === undefined) throw new Refusal(SIN_FORMA_INTERNACIONAL, 'telefono');
    const { id: enlaceId, url: enlace } = await createEnlace(ctx, {
      ...{ loteId, canal: 'whatsapp' },
      persona: found.papel === 'representante' ? { representanteId: found.id } : { residenteId: found.id },
    });
    const texto = fillPlaceholders(plantilla, { ...datos, nombre: found.nombre, enlace });
    const refusal = refusalOfMensaje(texto);
    if (refusal) throw new Refusal(refusal);
    await repository.insertMensaje(ctx.tx, { enlace_id: enlaceId, que, ...fila });
    await ctx.audit({
      ...{ status: 'creado', entidad: 'enlace', entidadId: enlaceId, referencia },
      nota: `${titulo} preparado por WhatsApp para «${found.nombre}»`,
      despues: { que, id, persona: found.nombre, canal: 'whatsapp', telefono: telefono && `…${telefono.slice(-4)}` },
    });
    return { url: whatsappUrl(telefono, texto) ?? '' };
  },
});

const textosEndpoints = register(textosContract, {
  get: ({ ctx }) => repository.listTextos(ctx.tx),

  async save({ body, ctx }) {
    const antes = await repository.listTextos(ctx.tx);
    for (const que of QUE_SE_ENVIA) await repository.updateTexto(ctx.tx, que, body[que]);
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'whatsapp_texto', nota: 'Textos para WhatsApp' },
      ...{ antes, despues: body },
    });
    return undefined;
  },
});

export const mensajesEndpoints: readonly Registration[] = [whatsappEndpoints, textosEndpoints];
