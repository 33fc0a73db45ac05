/** The approval of a run: what it says of each lot is looked at anew, and each letter goes once into its outbox. */
import { counted } from '#core/counted.ts';
import { toPesos } from '#core/money.ts';
import { inLetters } from '#features/comunicacion/rules.ts';
import type { Freno } from '#libro/server/frenos.ts';
import { type Addressee, loadAddressees } from '#libro/server/letters.ts';
import { fillPlaceholders } from '#platform/placeholders.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { filledSubject, type MailRunLetter } from '#platform/server/mail.ts';
import { textOfHtml } from '#platform/server/mail-html.ts';
import { queuePushRun } from '#platform/server/push.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import {
  type DatoGestion,
  diasDeAtraso,
  type EnvioPrevisto,
  enTelefono,
  MINUTOS_PARA_RETIRAR,
  SIN_DESTINO,
} from '../rules.ts';
import { alcanceDe } from './contactos.ts';
import { type Turno, turnosDe } from './proponer.ts';
import { type AtrasoRow, lockGestion, type PasoRow } from './repository.ts';
import * as corridas from './repository-corridas.ts';

const CHANGED = 'La propuesta cambió desde que la vio. Revísela de nuevo y apruébela después';

/** What a letter of the ladder is filled with. */
export function datosDe(lote: Addressee, { desde, vencido }: Pick<AtrasoRow, 'desde' | 'vencido'>, hoy: string) {
  return {
    ...lote.datos,
    // As the ladder reckons it: the same that the proposal shows.
    vencido: formatMoney(toPesos(vencido['100'])),
    vencido_desde: formatFecha(desde),
    dias_vencido: String(diasDeAtraso(desde, hoy)),
  } satisfies Record<DatoGestion, string>;
}

interface Carta {
  linea: corridas.LineaRow;
  paso: PasoRow;
  datos: Record<DatoGestion, string>;
  asunto: string;
  texto: string;
  vencido: number;
  envios: EnvioPrevisto[];
}

/** Why a proposed line goes out no more; undefined where it still does. */
function refusalOfLinea(linea: corridas.LineaRow, turno: Turno | undefined): string | undefined {
  if (!turno) return 'Ya no procede: pagó, o el paso cambió';
  if (turno.paso.id !== linea.pasoId) return `Ya no procede: ahora le toca «${turno.paso.name}»`;
  return turno.freno;
}

/** The letters of a run, and the lines that nothing is sent for any more. */
async function prepare(ctx: Context, frenos: readonly Freno[], lineas: readonly corridas.LineaRow[]) {
  const { tx } = ctx;
  const hoy = ctx.today();
  const ids = lineas.map(({ loteId }) => loteId);
  const turnos = new Map((await turnosDe(tx, frenos, hoy, ids)).turnos.map((turno) => [turno.atraso.loteId, turno]));
  const lotes = new Map((await loadAddressees(tx, ids, hoy)).map((lote) => [lote.id, lote]));
  const { phones, envios: enviosDe } = await alcanceDe(tx, ids);
  const fuera: { id: number; razon: string }[] = [];
  const cartas: Carta[] = [];
  const textos = new Map<number, string>();
  for (const linea of lineas) {
    const turno = turnos.get(linea.loteId);
    const lote = lotes.get(linea.loteId);
    const razon = refusalOfLinea(linea, turno);
    if (razon !== undefined || !turno || !lote) {
      fuera.push({ id: linea.id, razon: razon ?? 'El lote ya no existe' });
      continue;
    }
    const { paso, atraso } = turno;
    const envios = enviosDe(paso, lote.id);
    if (envios.length === 0) {
      fuera.push({ id: linea.id, razon: SIN_DESTINO });
      continue;
    }
    const datos = datosDe(lote, atraso, hoy);
    const plantilla = textos.get(paso.id) ?? textOfHtml(paso.cuerpo);
    textos.set(paso.id, plantilla);
    cartas.push({
      ...{ linea, paso, datos, envios, vencido: atraso.vencido['100'] },
      asunto: filledSubject(paso.titulo, datos),
      texto: fillPlaceholders(plantilla, datos),
    });
  }
  return { cartas, fuera, phones };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Letters and messages into their outboxes; gives how many of each. */
async function queue(ctx: Context, { cartas, phones }: Prepared, saleAt: Date) {
  const flat = cartas.flatMap((carta) => carta.envios.map((envio) => ({ carta, ...envio, lineaId: carta.linea.id })));
  const ids = await corridas.insertEnvios(ctx.tx, flat);
  const sent = flat.map((envio, at) => ({ ...envio, gestionEnvioId: ids[at] ?? 0 }));
  const byPaso = new Map<PasoRow, MailRunLetter[]>();
  for (const { carta, medio, correos, gestionEnvioId } of sent) {
    if (medio !== 'correo') continue;
    const letters = inLetters(correos).map((para) => ({
      ...{ para, loteId: carta.linea.loteId, datos: carta.datos, gestionEnvioId },
    }));
    const others = byPaso.get(carta.paso);
    if (others) others.push(...letters);
    else byPaso.set(carta.paso, letters);
  }
  let correos = 0;
  for (const [paso, letters] of byPaso) {
    correos += await ctx.mail.enqueueRun({ asunto: paso.titulo, html: paso.cuerpo, cartas: letters, saleAt });
  }
  const mensajes = sent.flatMap(({ carta, medio, gestionEnvioId }) => {
    const phone = medio === 'push' ? phones.get(carta.linea.loteId) : undefined;
    return phone ? [{ ...phone, titulo: carta.asunto, cuerpo: enTelefono(carta.texto), gestionEnvioId, saleAt }] : [];
  });
  await queuePushRun(ctx.tx, mensajes, ctx.clock.now());
  return { correos, mensajes: mensajes.length };
}

/** What the steps do besides: an alert of the lot, no more reservations of amenities. */
async function alsoDo(ctx: Context, { cartas }: Prepared): Promise<void> {
  const of = (which: 'alerta' | 'bloquea') =>
    cartas
      .filter(({ paso }) => paso[which])
      .map(({ linea, paso, vencido }) => ({
        ...{ lineaId: linea.id, loteId: linea.loteId },
        descripcion: `Cobranza: salió «${paso.name}» por ${formatMoney(toPesos(vencido))}`,
      }));
  const [alertas, bloqueos] = [of('alerta'), of('bloquea')];
  if (alertas.length > 0) await corridas.insertAlertas(ctx.tx, alertas, ctx.today(), ctx.user.id, ctx.clock.now());
  if (bloqueos.length > 0) await corridas.insertBloqueos(ctx.tx, bloqueos, ctx.today());
}

export async function aprobar(ctx: Context, frenos: readonly Freno[], asked: { id: number; version: number }) {
  const { tx } = ctx;
  const now = ctx.clock.now();
  await lockGestion(tx);
  const corrida = await corridas.findPropuestaForUpdate(tx);
  if (!corrida || corrida.id !== asked.id || corrida.version !== asked.version) throw new Refusal(CHANGED);
  const lineas = (await corridas.listLineas(tx, { corridaId: corrida.id })).filter(
    ({ estado }) => estado === 'propuesta',
  );
  const prepared = await prepare(ctx, frenos, lineas);
  const { cartas, fuera } = prepared;
  if (cartas.length === 0) {
    throw new Refusal(
      'De lo propuesto ya nada procede: pagaron, algo los detiene o no hay a quién escribir. Proponga de nuevo',
    );
  }
  const saleAt = new Date(now.getTime() + MINUTOS_PARA_RETIRAR * 60_000);
  await corridas.quitarLineas(tx, corrida.id, fuera, null);
  await corridas.enviarLineas(
    tx,
    cartas.map(({ linea, paso, asunto, texto, vencido }) => ({
      id: linea.id,
      paso: paso.name,
      asunto,
      texto,
      vencido,
    })),
    ctx.today(),
  );
  const { correos, mensajes } = await queue(ctx, prepared, saleAt);
  await alsoDo(ctx, prepared);
  await corridas.aprobarCorrida(tx, corrida.id, ctx.user.id, now, saleAt);
  const despues = { estado: 'aprobada', lotes: cartas.length, correos, mensajes, fuera: fuera.length };
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'gestion_corrida', entidadId: corrida.id },
    nota: `Gestión de cobranza aprobada: ${counted(cartas.length, 'lote')}, ${counted(correos, 'correo')}`,
    ...{ antes: { estado: 'propuesta', lotes: lineas.length }, despues },
  });
  return { lotes: cartas.length, correos, mensajes, fuera: fuera.length };
}
