/**
 * Reservations on a resident's own page: what may be booked and by which rules, making one, and cancelling one. They are read
 * by the views of the session, but for what others have taken, of which only numbers are told; and written as the office writes them.
 */
import { addDays, type Fecha } from '#core/fecha.ts';
import { enPalabras } from '#features/residente/rules.ts';
import type { PageAnswer } from '#platform/endpoint.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { type Html, html } from '#platform/server/html.ts';
import { reservaPaginas, reservaPropiaContract } from '../contract.ts';
import { condicionesOf, dayCodeOf, horarioOf, nombresOf, refusalOfCancelacion } from '../rules.ts';
import { cancelReserva, offerOf } from './endpoints.ts';
import * as repository from './repository.ts';
import { nowOf, reservar } from './reservar.ts';

interface Screen {
  titulo: string;
  contenido: Html;
  volver: { a: string; dice: string };
}

/** What the page itself hands in. */
export interface PaginaPropia {
  shown(ctx: Context, screen: Screen): Promise<PageAnswer>;
  refused: Registration['refused'];
  /** The same request in a transaction of the office's role. */
  apart<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T>;
}

const RESERVAS = '/r/reservas';
const SOLO_CON_GUION = html`<p class="sin-guion">Para reservar abra esta página en otro navegador, o llame a la administración.</p>`;

function reservada({ id, tipo_name, variaciones, variacion_id, fecha, personas, ...row }: repository.ReservaRow): Html {
  const lugar = variaciones.find((variacion) => variacion.id === variacion_id)?.name ?? '';
  return html`<div class="caja"><b>${tipo_name}</b>${lugar !== tipo_name && ` · ${lugar}`}<br>${enPalabras(fecha)}, de ${horarioOf(row)}<br>
    <small class="tenue">${personas.map(({ name }) => name).join(', ')}</small>
    <form class="con-guion" data-enviar="/api/v1/residente/propio/reserva/cancelar" data-ir="${RESERVAS}" data-pregunta="¿Cancelar la reserva de ${tipo_name} del ${enPalabras(fecha)}?">
      <input type="hidden" name="id" value="${id}"><button class="boton segundo">Cancelar la reserva de ${tipo_name} del ${enPalabras(fecha)}</button><p role="status"></p></form></div>`;
}

async function reservas(ctx: Context): Promise<Screen> {
  const [agendas, propias] = await Promise.all([
    repository.listAgendasActivas(ctx.tx),
    repository.listReservasPorVenir(ctx.tx, ctx.resident.loteId, ctx.today()),
  ]);
  return {
    titulo: 'Reservar un área común',
    volver: { a: '/r', dice: 'Volver al inicio' },
    contenido: html`
      ${propias.length > 0 && html`<h2>Sus reservas</h2>${propias.map(reservada)}`}
      <h2>¿Qué quiere reservar?</h2>
      ${
        agendas.length === 0
          ? html`<p>La administración no tiene áreas comunes para reservar.</p>`
          : html`<ul class="lista">${agendas.map((agenda) => html`<li><a href="${RESERVAS}/${agenda.id}"><span>${agenda.tipo_name}<br><small class="tenue">de ${horarioOf({ inicia: agenda.inicia_minuto, termina: agenda.termina_minuto })}</small></span> <span aria-hidden="true">›</span></a></li>`)}</ul>`
      }`,
  };
}

/** The hours of a day that can be booked yet, as they are chosen: '12 10:00 - 12:00'. */
async function libresOf(ctx: Context, agenda: repository.AgendaRow, fecha: Fecha) {
  if (!agenda.dias.includes(dayCodeOf(fecha))) return [];
  const ocupacion = await repository.listOcupacion(ctx.tx, { agendaId: agenda.id }, fecha);
  return offerOf(ctx, agenda, ocupacion, fecha).rerservaList.flatMap(({ horario, premium, motivo, variacionesList }) =>
    variacionesList.flatMap(({ id, name, lugarOcupados, lugaresDisponibles }) => {
      const quedan = lugaresDisponibles - lugarOcupados;
      if (motivo !== null || quedan <= 0) return [];
      const dice = [horario, ...(name === agenda.tipo_name ? [] : [name]), ...(premium ? ['premium'] : [])].join(' · ');
      return [
        { valor: `${id} ${horario}`, dice: `${dice} (${quedan === 1 ? 'queda 1 lugar' : `quedan ${quedan} lugares`})` },
      ];
    }),
  );
}

type Libres = Awaited<ReturnType<typeof libresOf>>;

const formulario = (ctx: Context, agenda: repository.AgendaRow, fecha: Fecha, libres: Libres): Html => html`
  <h2>${enPalabras(fecha)}</h2>
  ${
    libres.length === 0
      ? html`<p>Ese día no hay horarios que pueda reservar. Elija otro.</p>`
      : html`
        <form class="con-guion" data-enviar="/api/v1/residente/propio/reserva" data-ir="${RESERVAS}">
          <input type="hidden" name="agenda" value="${agenda.id}"><input type="hidden" name="fecha" value="${fecha}">
          <label for="lugar">¿A qué hora?</label>
          <select id="lugar" name="lugar" aria-describedby="mal-lugar">${libres.map(({ valor, dice }) => html`<option value="${valor}">${dice}</option>`)}</select>
          <p class="mal" id="mal-lugar" data-error="lugar"></p>
          <label for="personas">¿Quiénes van? Un nombre en cada renglón</label>
          <textarea id="personas" name="personas" rows="3" aria-describedby="mal-personas">${ctx.resident.nombre}</textarea>
          <p class="mal" id="mal-personas" data-error="personas"></p>
          ${
            agenda.permite_visita &&
            html`<label for="visitas">Visitas que lleva, una en cada renglón</label>
            <textarea id="visitas" name="visitas" rows="2" aria-describedby="mal-visitas"></textarea>
            <p class="mal" id="mal-visitas" data-error="visitas"></p>`
          }
          <button class="boton">Reservar</button>
          <p role="status"></p>
        </form>${SOLO_CON_GUION}`
  }`;

async function agendaScreen(
  ctx: Context,
  id: number,
  asked: Fecha | undefined,
  apart: PaginaPropia['apart'],
): Promise<Screen> {
  const agenda = await repository.findAgenda(ctx.tx, id);
  if (!agenda?.activa || !agenda.tipo_active) throw new NotFound('Esa área ya no se reserva');
  const hoy = ctx.today();
  const fecha = asked === undefined || asked < hoy ? hoy : asked;
  const { ventana_desde_horas: desde, ventana_hasta_horas: hasta, aforo_maximo: aforo } = agenda;
  const condiciones = condicionesOf({
    ventana: [desde, hasta],
    aforo,
    permiteVisita: agenda.permite_visita,
    reglas: agenda.reglas,
  });
  const libres = await apart(ctx, (own) => libresOf(own, agenda, fecha));
  const ultimo = desde > 0 && addDays(hoy, Math.ceil(desde / 24));
  return {
    titulo: agenda.tipo_name,
    volver: { a: RESERVAS, dice: 'Volver a las reservas' },
    contenido: html`
      <ul>${condiciones.map((condicion) => html`<li>${condicion}.</li>`)}</ul>
      <form method="get" action="${RESERVAS}/${id}">
        <label for="fecha">¿Qué día?</label>
        <input id="fecha" name="fecha" type="date" value="${fecha}" min="${hoy}"${ultimo && html` max="${ultimo}"`}>
        <button class="boton segundo">Ver los horarios de ese día</button>
      </form>
      ${formulario(ctx, agenda, fecha, libres)}`,
  };
}

/** A form that is sent again after its answer was lost books nothing twice. The agenda is locked, so that the first is seen. */
async function refuseTwice(
  ctx: Context,
  asked: { agenda: number; fechaReserva: Fecha; variacionReservada: number; horaReservada: string },
  lote: number,
): Promise<void> {
  await repository.findAgendaForUpdate(ctx.tx, asked.agenda);
  const same = (await repository.listReservasPorVenir(ctx.tx, lote, ctx.today())).some(
    ({ variacion_id, fecha, ...row }) =>
      variacion_id === asked.variacionReservada &&
      fecha === asked.fechaReserva &&
      horarioOf(row) === asked.horaReservada,
  );
  if (same)
    throw new Refusal('Ya tiene ese lugar a esa hora. Si van más personas, cancele esa reserva y hágala otra vez');
}

export function reservasPropias({ shown, refused, apart }: PaginaPropia): {
  endpoints: Registration;
  paginas: Registration;
} {
  const endpoints = register(reservaPropiaContract, {
    async reservar({ body, ctx }) {
      const { loteId: lote, veCuenta: seesDebt } = ctx.resident;
      const reservaResidenteList = [
        ...nombresOf(body.personas).map((name) => ({ name, lote, isVisita: false })),
        ...nombresOf(body.visitas).map((name) => ({ name, lote: null, isVisita: true })),
      ];
      const [variacion = '', ...horario] = body.lugar.split(' ');
      const asked = {
        ...{ agenda: body.agenda, fechaReserva: body.fecha, variacionReservada: Number(variacion) },
        ...{ horaReservada: horario.join(' '), lugaresReservados: reservaResidenteList.length, reservaResidenteList },
      };
      await apart(ctx, async (own) => {
        await refuseTwice(own, asked, lote);
        return reservar(own, asked, { seesDebt });
      });
      return 'Listo: su lugar está reservado';
    },

    async cancelar({ body, ctx }) {
      const { loteId } = ctx.resident;
      await apart(ctx, async (own) => {
        const row = await repository.findReservaForUpdate(own.tx, body.id);
        if (row?.lote_id !== loteId) throw new NotFound('Esa reserva ya no existe');
        const refusal = refusalOfCancelacion(row, nowOf(own));
        if (refusal) throw new Refusal(refusal);
        await cancelReserva(own, row);
      });
      return 'La reserva se canceló';
    },
  });
  const paginas = {
    ...register(reservaPaginas, {
      reservas: async ({ ctx }) => shown(ctx, await reservas(ctx)),
      agenda: async ({ params, query, ctx }) =>
        shown(ctx, await agendaScreen(ctx, params.id, query.fecha ?? undefined, apart)),
    }),
    ...(refused && { refused }),
  };
  return { endpoints, paginas };
}
