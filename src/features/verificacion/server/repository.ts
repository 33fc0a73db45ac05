/** What the books say of a paper today. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos } from '#core/money.ts';
import { totalDe, vigenciaDe } from '#documents/recibo.ts';
import { debtOfLote, OWED_AFTER_ALL } from '#libro/server/debt.ts';
import { listRecibos } from '#libro/server/recibo.ts';
import { loteDeFolio, type Verificable } from '#libro/verificacion/codigo.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Registro } from '../rules.ts';

async function findRecibo(tx: Tx, folio: string): Promise<Registro> {
  const [recibo] = /^\d{1,9}$/.test(folio) ? await listRecibos(tx, [Number(folio)]) : [];
  if (!recibo) return undefined;
  const monto = toCentavos(totalDe(recibo).monto);
  return {
    tipo: 'recibo',
    fecha: recibo.fechaPago,
    monto,
    referencia: recibo.lote.referencia,
    vigencia: vigenciaDe(recibo),
  };
}

async function findConstancia(tx: Tx, folio: string): Promise<Registro> {
  const { rows } = await sql<{ fecha: Fecha; hasta: Fecha; referencia: string; revocada: Fecha | null; debe: boolean }>`
    SELECT n.fecha, n.vence AS hasta, n.datos->>'referencia' AS referencia, x.fecha AS revocada, ${OWED_AFTER_ALL} AS debe
    FROM no_adeudo n LEFT JOIN no_adeudo_revocacion x ON x.no_adeudo_id = n.id
    WHERE n.datos->>'folio' = ${folio} AND n.folio = ${Number(folio.replace(/^NA-/, '')) || 0}`.execute(tx);
  return rows[0] && { tipo: 'constancia', ...rows[0] };
}

async function findExpediente(tx: Tx, folio: string): Promise<Registro> {
  const { rows } = await sql<{ fecha: Fecha; monto: Centavos }>`
    SELECT fecha, adeudo_centavos AS monto FROM expediente
    WHERE folio = ${/^EJ-\d{5,9}$/.test(folio) ? Number(folio.slice(3)) : 0}`.execute(tx);
  return rows[0] && { tipo: 'expediente', ...rows[0] };
}

/** What a lot owes with its units, or alone. */
async function findDebe(tx: Tx, loteId: number, withUnits: boolean): Promise<Registro> {
  const { rows } = await sql<{ debe: Centavos }>`
    SELECT (SELECT coalesce(sum(d.saldo_centavos), 0) FROM ${debtOfLote}
      WHERE ${withUnits} OR d.lote_id = l.id)::bigint AS debe
    FROM lote l WHERE l.id = ${loteId}`.execute(tx);
  return rows[0] && { tipo: 'cuenta', debe: rows[0].debe };
}

/** Undefined where the books know none of its folio; of what was known at a past day they are not asked. */
export async function findRegistro(tx: Tx, { tipo, folio }: Verificable): Promise<Registro> {
  if (tipo === 'R') return findRecibo(tx, folio);
  if (tipo === 'N') return findConstancia(tx, folio);
  if (tipo === 'J') return findExpediente(tx, folio);
  const loteId = loteDeFolio(folio);
  return tipo === 'H' || loteId === undefined ? undefined : findDebe(tx, loteId, tipo === 'E');
}
