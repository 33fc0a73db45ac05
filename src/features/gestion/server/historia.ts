/** A lot's timeline: what was said, answered, promised, agreed and paid. */
import { fechaInZone } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { folioOf } from '#libro/convenios/rules.ts';
import type { Context } from '#platform/server/context.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import type { Hecho } from '../contract-lote.ts';
import { ESTADO_ENVIO } from '../listings.ts';
import { DESTINATARIO_LABELS, estadoDePromesa, MEDIO_LABELS, SUCESO_LABELS } from '../rules.ts';
import { toEnvio } from './lectura.ts';
import { pagadoDePromesas } from './promesas.ts';
import { listEnvios } from './repository-corridas.ts';
import * as repository from './repository-lote.ts';
import { listMensajes, type MensajeRow } from './repository-whatsapp.ts';

const OTHERS_MAX = 200;

const PROMESA = { vigente: 'Vigente', cumplida: 'Cumplida', rota: 'No se cumplió' } as const;

const BARE = { sucesoId: null, hechoId: null, lineaId: null, enviable: false } as const;

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

const SOLICITUD = { comprobante: 'Comprobante de pago', aclaracion: 'Aclaración' } as const;
const RESUELTA = { pendiente: 'Por atender', aceptada: 'Aceptada', rechazada: 'Rechazada' } as const;

/** Pauses, bars, agreements, and what the resident sent. */
async function otrosHechos(ctx: Context, loteId: number): Promise<Hecho[]> {
  const { tx } = ctx;
  const dayOf = (instant: Date) => fechaInZone(instant, ctx.community.timeZone);
  const pausas = (await repository.listPausasDeLote(tx, loteId)).map(
    (row): Hecho => ({
      ...{ clave: `pausa ${row.id}`, tipo: 'pausa', dia: dayOf(row.created_at), usuario: row.usuario, ...BARE },
      ...{ titulo: `Pausa hasta el ${formatFecha(row.hasta)}`, detalle: row.razon },
      estado: row.levantada_at ? 'Levantada' : '',
    }),
  );
  const bloqueos = (await repository.listBloqueosDeLote(tx, loteId)).map(
    ({ id, desde, levantado_at: lifted, razon, usuario }): Hecho => ({
      ...{
        ...BARE,
        clave: `bloqueo ${id}`,
        tipo: 'amenidades',
        dia: desde,
        titulo: 'Sin reservar amenidades',
        usuario,
      },
      ...{ detalle: razon, estado: lifted === null ? '' : `Puede reservar desde el ${formatFecha(dayOf(lifted))}` },
    }),
  );
  const convenios = (await repository.listEventosDeConvenios(tx, loteId)).map(
    ({ id, folio, tipo, fecha, nota, usuario }): Hecho => ({
      ...{
        ...BARE,
        clave: `convenio ${id}`,
        tipo: 'convenio',
        dia: fecha,
        titulo: `Convenio ${folioOf(folio)}`,
        usuario,
      },
      ...{ detalle: nota, estado: tipo.replace(/^./, (first) => first.toUpperCase()) },
    }),
  );
  const solicitudes = (await repository.listSolicitudesDeLote(tx, loteId)).map((row): Hecho => {
    const de = row.importe === null ? '' : ` de ${formatMoney(toPesos(row.importe))}`;
    return {
      ...{ ...BARE, clave: `solicitud ${row.id}`, tipo: 'solicitud', dia: dayOf(row.createdAt), usuario: row.usuario },
      ...{ titulo: `${SOLICITUD[row.clase]}${de} · ${row.remitente}`, detalle: row.detalle },
      estado: [RESUELTA[row.estado], row.respuesta].filter(Boolean).join(': '),
    };
  });
  return [...pausas, ...bloqueos, ...convenios, ...solicitudes];
}

/** All that a lot's timeline tells, the latest first. */
export async function hechosDe(ctx: Context, loteId: number): Promise<Hecho[]> {
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
        ...{
          ...BARE,
          hechoId: estado === 'hecho' ? row.id : null,
          lineaId: linea.id,
          titulo: `${linea.paso} · ${MEDIO_LABELS[medio]}`,
        },
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
  const all = [...sucesos, ...envios, ...correos, ...mensajes, ...pagos, ...(await otrosHechos(ctx, loteId))];
  return all.toSorted((a, b) => (a.dia < b.dia ? 1 : a.dia > b.dia ? -1 : 0));
}
