/** A reservation: what it asks is looked up, whoever may not have it is told why, and it is booked. */
import { type Fecha, wallClockInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import type { agendaContract } from '../contract.ts';
import {
  dayCodeOf,
  horarioOf,
  type Interval,
  lugaresByLote,
  minutesUntil,
  refusalOfAforo,
  refusalOfMoment,
  refusalOfPersonas,
  refusalOfReglas,
  type Schedule,
  slotsOf,
} from '../rules.ts';
import type { AgendaRow } from './repository.ts';
import * as repository from './repository.ts';

type Asked = z.output<typeof agendaContract.reservar.body>;

type Timed = Pick<AgendaRow, 'inicia_minuto' | 'termina_minuto' | 'duracion_minutos' | 'premium'>;

export const scheduleOf = ({ inicia_minuto, termina_minuto, duracion_minutos, premium }: Timed): Schedule => ({
  inicia: inicia_minuto,
  termina: termina_minuto,
  duracion: duracion_minutos,
  premium,
});

const overlaps = (a: Interval, b: Interval): boolean => a.inicia < b.termina && b.inicia < a.termina;

/** The places that are taken at some time of a slot; an agenda's hours may have changed since they were booked. */
export function ocupadosOf(ofVariacion: readonly repository.Booked[] | undefined, slot: Interval): number {
  let sum = 0;
  for (const booked of ofVariacion ?? []) if (overlaps(booked, slot)) sum += booked.lugares;
  return sum;
}

export const nowOf = (ctx: Context): string => wallClockInZone(ctx.clock.now(), ctx.community.timeZone);

/** The agenda, locked, with the place and the hours that were chosen of it. Refuses what it does not offer on that day. */
async function chooseSlot(ctx: Context, { agenda: agendaId, variacionReservada, horaReservada, ...body }: Asked) {
  const { fechaReserva: fecha, reservaResidenteList: personas } = body;
  const agenda = await repository.findAgendaForUpdate(ctx.tx, agendaId);
  if (!agenda?.activa || !agenda.tipo_active) {
    throw new Refusal('La agenda ya no existe o no está activa. Busque de nuevo los horarios');
  }
  const variacion = agenda.variaciones.find(({ id }) => id === variacionReservada);
  if (!variacion) throw new Refusal('El lugar elegido no es de esta agenda. Busque de nuevo los horarios');
  if (fecha < ctx.today()) throw new Refusal('La fecha ya pasó. Elija la de hoy o una posterior');
  if (!agenda.dias.includes(dayCodeOf(fecha))) {
    throw new Refusal(`«${agenda.tipo_name}» no abre el ${formatFecha(fecha)}. Elija otro día`);
  }
  const slot = slotsOf(scheduleOf(agenda)).find((candidate) => horarioOf(candidate) === horaReservada);
  if (!slot) throw new Refusal('El horario elegido no es de esta agenda. Busque de nuevo los horarios');
  const ventana = [agenda.ventana_desde_horas, agenda.ventana_hasta_horas] as const;
  const ofMoment = refusalOfMoment(slot, { faltan: minutesUntil(fecha, nowOf(ctx)), ventana });
  if (ofMoment) throw new Refusal(ofMoment);
  if (!agenda.permite_visita && personas.some(({ isVisita }) => isVisita)) {
    throw new Refusal('Esta agenda no permite visitas. Quite a las visitas de la lista');
  }
  return { agenda, variacion, slot };
}

type Chosen = Awaited<ReturnType<typeof chooseSlot>>;

/** The lots of the people. Refuses one that may not reserve this. */
async function acceptLotes(ctx: Context, { agenda }: Chosen, ids: readonly number[], seesDebt: boolean) {
  const lotes = await repository.listLotesForReserva(ctx.tx, ids, ctx.today());
  const bloquea = await repository.bloqueaAdeudo(ctx.tx);
  for (const id of ids) {
    const lote = lotes.find((found) => found.id === id);
    if (!lote) throw new Refusal('Uno de los lotes no existe. Quítelo de la lista y agréguelo de nuevo');
    if (lote.status === 'inactivo' || lote.status === 'fusionado') {
      throw new Refusal(`El lote ${lote.referencia} está ${lote.status} y no puede reservar. Elija otro lote`);
    }
    if (agenda.lote_id !== null && lote.id !== agenda.lote_id && lote.parent_id !== agenda.lote_id) {
      throw new Refusal(
        `El lote ${lote.referencia} no es de ${agenda.lote_referencia}, que es de quien es la agenda. Elija una de sus viviendas`,
      );
    }
    if (!seesDebt && (lote.bloqueado || (bloquea && lote.vencido > 0))) {
      throw new Refusal(
        `El lote ${lote.referencia} no puede reservar por ahora. Pregunte al propietario o a la administración`,
      );
    }
    if (lote.bloqueado) {
      throw new Refusal(
        `El lote ${lote.referencia} no puede reservar mientras tenga un adeudo vencido: así lo dispuso la gestión de cobranza. Primero debe pagarlo`,
      );
    }
    if (bloquea && lote.vencido > 0) {
      throw new Refusal(
        `El lote ${lote.referencia} tiene un adeudo vencido de ${formatMoney(toPesos(lote.vencido))} y no puede reservar. Primero debe pagarlo`,
      );
    }
  }
  return lotes;
}

/** Refuses more people than there is room for. */
async function refuseFull(ctx: Context, { agenda, variacion, slot }: Chosen, fecha: Fecha, lugares: number) {
  const ocupacion = await repository.listOcupacion(ctx.tx, { agendaId: agenda.id }, fecha);
  const ocupados = ocupadosOf(ocupacion.get(variacion.id), slot);
  const ofAforo = refusalOfAforo(variacion.name, slot, { aforo: agenda.aforo_maximo, ocupados, lugares });
  if (ofAforo) throw new Refusal(ofAforo);
}

/** Refuses a lot that has used what the rules of the agenda let it. */
async function refuseOveruse(
  ctx: Context,
  { agenda, slot }: Chosen,
  fecha: Fecha,
  { lotes, nuevos }: { lotes: Awaited<ReturnType<typeof acceptLotes>>; nuevos: ReadonlyMap<number, number> },
) {
  const reglas = agenda.reglas.flatMap(({ category, title, valor }) =>
    valor === null ? [] : [{ category, title, valor }],
  );
  if (reglas.length === 0) return;
  const ofPremium = reglas.filter(({ category }) => category === 'secuencia_horario_premium');
  const days = Math.max(0, ...ofPremium.map(({ valor }) => valor));
  const asked = { agendaId: agenda.id, lotes: [...nuevos.keys()], fecha, slot, days };
  const usos = await repository.listUsos(ctx.tx, asked);
  for (const { id, referencia } of lotes) {
    const uso = usos.find((row) => row.lote_id === id) ?? { enHorario: 0, enDia: 0, premium: [] };
    const ofRules = refusalOfReglas(
      reglas,
      { ...uso, referencia, nuevos: nuevos.get(id) ?? 0 },
      { fecha, premium: slot.premium },
    );
    if (ofRules) throw new Refusal(ofRules);
  }
}

/**
 * Reserves a place for people of lots, the first of which is the one that answers for it.
 * @param seesDebt whether whoever asks may be told what a lot owes
 */
export async function reservar(ctx: Context, body: Asked, { seesDebt = true } = {}): Promise<string> {
  const { fechaReserva: fecha, reservaResidenteList: personas, lugaresReservados: lugares } = body;
  const ofPeople = refusalOfPersonas(lugares, personas);
  if (ofPeople) throw new Refusal(ofPeople);
  const chosen = await chooseSlot(ctx, body);
  const nuevos = lugaresByLote(personas);
  const lotes = await acceptLotes(ctx, chosen, [...nuevos.keys()], seesDebt);
  await refuseFull(ctx, chosen, fecha, lugares);
  await refuseOveruse(ctx, chosen, fecha, { lotes, nuevos });

  const { agenda, variacion, slot } = chosen;
  const [titular = 0] = nuevos.keys();
  const id = await repository.insertReserva(ctx.tx, {
    agenda_id: agenda.id,
    variacion_id: variacion.id,
    fecha,
    slot,
    lote_id: titular,
    user_app_id: await repository.findUserApp(ctx.tx, titular),
    usuario_id: ctx.usuarioId,
    created_at: ctx.clock.now(),
    personas,
  });
  await ctx.audit({
    status: 'creado',
    entidad: 'reserva',
    entidadId: id,
    referencia: lotes.find((lote) => lote.id === titular)?.referencia ?? '',
    nota: `Reserva de «${agenda.tipo_name}», ${variacion.name}, el ${formatFecha(fecha)} de ${horarioOf(slot)}`,
    despues: { agenda: agenda.id, variacion: variacion.id, fecha, hora: horarioOf(slot), lugares, personas },
  });
  return 'Reservado exitosamente';
}
