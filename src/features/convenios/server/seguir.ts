/**
 * What becomes of an agreement: fulfilled, owed again, broken, cancelled, warned of. Its state follows from what its charges owe;
 * the jobs look at those in force. Source: dominio.md#agreements.
 */
import { addDays, type Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { inLetters } from '#features/comunicacion/rules.ts';
import { folioOf } from '#libro/convenios/rules.ts';
import { adjust, reverseAdjustments } from '#libro/server/adjust.ts';
import {
  avanceOf,
  type ConvenioRow,
  listConvenios,
  listParcialidades,
  type ParcialidadRow,
} from '#libro/server/agreements.ts';
import { resumeInterest } from '#libro/server/interest.ts';
import { loadAddressees } from '#libro/server/letters.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { followMerges } from '#libro/server/merge.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { type Stamp, stampBy } from '#libro/server/stamp.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import { type AuditEntry, recordAudit } from '#platform/server/audit.ts';
import { todayIn } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { CommunityJob } from '#platform/server/jobs.ts';
import { queueMail } from '#platform/server/mail.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import * as repository from './repository.ts';

type Row = ConvenioRow;

/** The agreement, with its lots locked and read after the lock; undefined where there is none. */
export async function lockConvenio(tx: Tx, id: number): Promise<Row | undefined> {
  await lockLotes(tx, await repository.listLotes(tx, id));
  const [row] = await listConvenios(tx, { id });
  return row;
}

const sumOf = (rows: readonly { monto: Centavos }[]): Centavos => rows.reduce((sum, { monto }) => sum + monto, 0);

const entryOf = (row: Row, nota: string, estado: Row['estado']): AuditEntry => ({
  ...{ status: estado === 'cancelado' ? 'cancelado' : 'actualizado', entidad: repository.ENTIDAD, entidadId: row.id },
  ...{
    referencia: row.referencia,
    nota,
    antes: { estado: row.estado },
    despues: { estado, queda: toPesos(row.queda) },
  },
});

async function turn(
  tx: Tx,
  stamp: Stamp,
  row: Row,
  to: { estado: Row['estado']; tipo: repository.NewEvento['tipo']; nota: string },
) {
  const { today: fecha, usuarioId, now } = stamp;
  await repository.updateEstado(tx, row.id, to.estado, fecha);
  await repository.insertEvento(tx, { convenioId: row.id, tipo: to.tipo, nota: to.nota, fecha, usuarioId, now });
  return entryOf(row, to.nota, to.estado);
}

/**
 * Ends an agreement as if there had been none: what was waived is owed again, and interest grows from its day on. The caller has
 * locked it. Answers what to write into the audit log.
 */
export async function end(
  tx: Tx,
  stamp: Stamp,
  row: Row,
  { estado, por }: { estado: 'roto' | 'cancelado'; por: string },
): Promise<AuditEntry> {
  const folio = folioOf(row.folio);
  const waived = await repository.listCondonaciones(tx, row.id);
  const principales = await repository.listPrincipales(tx, row.id);
  await reverseAdjustments(
    tx,
    stamp,
    waived.map(({ id }) => id),
    `Convenio ${folio} ${estado}`,
  );
  await repository.letInterestGrow(tx, row.id);
  await resumeInterest(tx, stamp, principales);
  await followMerges(tx, stamp, await repository.listLotes(tx, row.id));
  const monto = sumOf(waived);
  const again = monto > 0 ? `; se deben de nuevo ${inPesos(monto)} que se condonaron` : '';
  return turn(tx, stamp, row, { estado, tipo: estado, nota: `Convenio ${folio} ${estado}: ${por}${again}` });
}

/** All of it is paid: what was to be waived then is. */
async function fulfil(tx: Tx, stamp: Stamp, row: Row): Promise<AuditEntry> {
  const folio = folioOf(row.folio);
  let monto = 0;
  if (row.interes === 'se_condona') {
    const grown = await repository.listInteresDesde(tx, row.id);
    const razon = `Convenio ${folio} cumplido`;
    const rows = grown.map(({ id, saldo }) => ({
      ...{ cargoId: id, tipo: 'condonacion' as const, monto: saldo, porcentaje: 100, razon },
      codigoId: row.codigoId ?? undefined,
    }));
    const ids = await adjust(tx, stamp, rows);
    await repository.insertAjustes(tx, row.id, ids, true);
    await repository.stopInterest(tx, row.id);
    monto = sumOf(rows);
  }
  const waived = monto > 0 ? `; se condonan ${inPesos(monto)} de intereses` : '';
  return turn(tx, stamp, row, { estado: 'cumplido', tipo: 'cumplido', nota: `Convenio ${folio} cumplido${waived}` });
}

/** A payment fell, so that something is owed again: it goes on, or is broken where the lot has another one by now. */
async function reopen(tx: Tx, stamp: Stamp, row: Row): Promise<AuditEntry> {
  if (await repository.hasVigente(tx, row.loteId)) {
    return end(tx, stamp, row, { estado: 'roto', por: 'se canceló un pago y el lote tiene otro convenio' });
  }
  if (row.interes === 'se_condona') {
    const waived = await repository.listCondonaciones(tx, row.id, true);
    const razon = `Convenio ${folioOf(row.folio)} por cumplir`;
    await reverseAdjustments(
      tx,
      stamp,
      waived.map(({ id }) => id),
      razon,
    );
    await repository.letInterestGrow(tx, row.id);
    await resumeInterest(tx, stamp, await repository.listPrincipales(tx, row.id));
  }
  const nota = `Convenio ${folioOf(row.folio)} vigente de nuevo: se canceló un pago y quedan ${inPesos(row.queda)}`;
  return turn(tx, stamp, row, { estado: 'vigente', tipo: 'reabierto', nota });
}

/** Writes to whoever is to pay the next instalment, once for each; answers whether there was somebody to write to. */
async function warn(tx: Tx, stamp: Stamp, row: Row, next: { numero: number; vence: string; falta: Centavos }) {
  const [lote] = await loadAddressees(tx, [row.loteId], stamp.today);
  const letters = inLetters(lote?.correos ?? []);
  if (!lote || letters.length === 0) return false;
  const folio = folioOf(row.folio);
  const falta = formatMoney(toPesos(next.falta));
  const lines = [
    // Whose house it is now: it may have been sold since it was signed.
    `${lote.datos.asociado}:`,
    `El ${formatFecha(next.vence)} vence la parcialidad ${next.numero} de su convenio ${folio} del lote ${row.referencia}: ${falta}.`,
    ...(lote.datos.referencia_pago === '' ? [] : [`Referencia para pagar: ${lote.datos.referencia_pago}.`]),
    'Si ya pagó, no haga caso de este aviso.',
    lote.datos.residencial,
  ];
  for (const para of letters) {
    const asunto = `Su convenio ${folio}: ${falta} el ${formatFecha(next.vence)}`;
    const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
    await queueMail(tx, { para, asunto, html, loteId: row.loteId, usuarioId: null }, stamp.now);
  }
  const nota = `Aviso de la parcialidad ${next.numero} a ${letters.flat().join(', ')}`;
  const { today: fecha, usuarioId, now } = stamp;
  await repository.insertEvento(tx, {
    convenioId: row.id,
    tipo: 'avisado',
    numero: next.numero,
    fecha,
    nota,
    usuarioId,
    now,
  });
  return true;
}

export interface Seguidos {
  cumplidos: number;
  reabiertos: number;
  rotos: number;
  avisados: number;
}

/** The day, and how many before it falls due an instalment is warned of. */
interface On {
  today: Fecha;
  aviso: number;
}

/** What an agreement is to be told on a day, with the instalment that it is about; undefined where it is nothing. */
function dueOf(row: Row, parcialidades: readonly ParcialidadRow[], on: On) {
  if (row.estado === 'cumplido' && row.queda > 0) return { what: 'reabiertos' as const };
  if (row.estado !== 'vigente') return undefined;
  if (row.queda === 0) return { what: 'cumplidos' as const };
  const { siguiente, rotoDesde } = avanceOf(row, parcialidades, on.today);
  if (!siguiente || rotoDesde === undefined) return undefined;
  if (on.today >= rotoDesde) return { what: 'rotos' as const, siguiente, rotoDesde };
  const soon = siguiente.vence >= on.today && siguiente.vence <= addDays(on.today, on.aviso);
  return soon && !siguiente.avisada ? { what: 'avisados' as const, siguiente } : undefined;
}

/** Those to be told something, by what stands without any lock: an agreement that nothing comes of holds up nobody who pays. */
async function listDue(tx: Tx, on: On): Promise<number[]> {
  const ids = await repository.listPorSeguir(tx);
  const [rows, parcialidades] = await Promise.all([listConvenios(tx, { ids }), listParcialidades(tx, ids)]);
  return rows
    .filter((row) => dueOf(row, parcialidades.get(row.id) ?? [], on))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

/** One agreement on a day; answers what happened, and what the audit log keeps of it. */
async function follow(
  tx: Tx,
  stamp: Stamp,
  id: number,
  on: On,
): Promise<[keyof Seguidos, AuditEntry | undefined] | undefined> {
  const row = await lockConvenio(tx, id);
  if (!row) return undefined;
  const due = dueOf(row, (await listParcialidades(tx, [id])).get(id) ?? [], on);
  switch (due?.what) {
    case 'reabiertos':
      return [due.what, await reopen(tx, stamp, row)];
    case 'cumplidos':
      return [due.what, await fulfil(tx, stamp, row)];
    case 'rotos': {
      const { numero, vence } = due.siguiente;
      // Who says that they paid in time does not lose it to how long the office takes to look.
      if (await repository.saysPaid(tx, await repository.listLotes(tx, id), due.rotoDesde)) return undefined;
      const por = `no se pagó la parcialidad ${numero}, del ${formatFecha(vence)}`;
      return [due.what, await end(tx, stamp, row, { estado: 'roto', por })];
    }
    case 'avisados':
      return (await warn(tx, stamp, row, due.siguiente)) ? [due.what, undefined] : undefined;
    default:
      return undefined;
  }
}

/** Looks at all agreements that may have to be told something, and tells those that have to, in the order of their ids. */
export async function followAll(tx: Tx, stamp: Stamp): Promise<Seguidos> {
  const done: Seguidos = { cumplidos: 0, reabiertos: 0, rotos: 0, avisados: 0 };
  const { aviso } = await repository.findReglas(tx);
  const on = { today: stamp.today, aviso };
  for (const id of await listDue(tx, on)) {
    const found = await follow(tx, stamp, id, on);
    if (!found) continue;
    const [what, entry] = found;
    done[what] += 1;
    if (entry) await recordAudit(tx, { usuarioId: null, usuario: 'sistema', requestId: null }, entry, stamp.now);
  }
  return done;
}

/** Every ten minutes, so that who pays the last instalment has what was promised soon. */
export const followConvenios: CommunityJob = {
  name: 'convenios',
  cron: '4-59/10 * * * *',
  comesUp: '00:00',
  async run(tx, community, clock) {
    const done = await followAll(tx, stampBy(clock, { usuarioId: null, today: todayIn(community, clock) }));
    return Object.values(done).some((count) => count > 0) ? { ...done } : undefined;
  },
};
