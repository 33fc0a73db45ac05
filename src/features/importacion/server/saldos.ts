/** Opening balances: each debt a charge of its kind, each credit a movement of the lot's fund. */
import type { Fecha } from '#core/fecha.ts';
import { dayOfMonth, firstDayOf, lastDayOf, monthOf } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import { createCharges, type NewCharge } from '#libro/server/charges.ts';
import { moveFund } from '#libro/server/fund.ts';
import { type LedgerLote, lockLotes, refuseClosedLote } from '#libro/server/lotes.ts';
import { conceptOf, type DefinitionScope, loadScopes, noDefinition, scopeFor } from '#libro/server/maintenance.ts';
import { nextRun, recordRun } from '#libro/server/runs.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { INTERESES_ANTERIORES, type SaldoNuevo } from '../rules.ts';
import { chunks, idsOf } from './repository.ts';
import { ensureIntereses, type FilaTraida, filasDe, insertFacturas } from './repository-otros.ts';

const RAZON = 'Saldo inicial';

/** What all balances of a book are made by. */
interface Libro {
  scopes: readonly DefinitionScope[];
  stamp: Stamp;
  /** Where the book brings late interest: its type, and the day from which it grows here. */
  intereses: { tipoId: number; desde: Fecha } | null;
}

function chargeOf(saldo: SaldoNuevo, lote: LedgerLote, { scopes, stamp, intereses }: Libro): NewCharge {
  const { cargo, periodo, nombre, nombreId, monto } = saldo;
  const common = {
    ...{ lote_id: lote.id, monto_centavos: monto, observacion: RAZON },
    interes_desde: cargo === 'mantenimiento' || cargo === 'cuota_inicial' ? (intereses?.desde ?? null) : null,
  };
  const vence = saldo.vence ?? stamp.today;
  switch (cargo) {
    case 'mantenimiento': {
      const month = periodo ?? monthOf(vence);
      const definition = scopeFor(scopes, lote);
      if (!definition) throw new Refusal(noDefinition(lote));
      const { id, diaCorte } = definition;
      return {
        ...common,
        tipo: 'mantenimiento',
        concepto: conceptOf(month),
        vence: dayOfMonth(month, diaCorte),
        year: month.year,
        mes: month.mes,
        dia_corte: diaCorte,
        mantenimiento_id: id,
      };
    }
    case 'cuota_inicial':
      // Its cut-off is the last day of a month, as of those that are created here.
      return { ...common, tipo: cargo, concepto: nombre, vence: lastDayOf(monthOf(vence)), cuota_inicial_id: nombreId };
    case 'cuota_extraordinaria':
      return { ...common, tipo: cargo, concepto: nombre, vence, cuota_extraordinaria_id: nombreId };
    case 'sancion':
      // A statement would not tell by the type's name alone that it is a fine; the folio it had is not in the book.
      return { ...common, tipo: cargo, concepto: `Sanción ${nombre}`, vence, tipo_multa_id: nombreId };
    case 'interes': {
      const concepto = periodo ? `${INTERESES_ANTERIORES}, ${conceptOf(periodo)}` : INTERESES_ANTERIORES;
      return { ...common, tipo: 'cuota', concepto, vence, tipo_cuota_id: intereses?.tipoId ?? null };
    }
    case 'cuota':
      return { ...common, tipo: cargo, concepto: nombre, vence, tipo_cuota_id: nombreId };
    default:
      return { ...common, tipo: 'cuota_inicial_proyecto', concepto: 'Cuota revisión de proyecto', vence };
  }
}

/** Books balances that the review let pass, in the given transaction; gives the rows that came of them. */
export async function applySaldos(tx: Tx, stamp: Stamp, saldos: readonly SaldoNuevo[]): Promise<FilaTraida[]> {
  if (saldos.length === 0) return [];
  const ids = await idsOf(
    tx,
    saldos.map(({ referencia }) => referencia),
  );
  const lotes = new Map((await lockLotes(tx, [...ids.values()])).map((lote) => [lote.id, lote]));
  const loteOf = ({ referencia }: SaldoNuevo): LedgerLote => {
    const lote = lotes.get(ids.get(comparable(referencia)) ?? 0);
    if (!lote) throw new Error(`the review let «${referencia}» pass`);
    refuseClosedLote(lote);
    return lote;
  };
  const filas: FilaTraida[] = [];
  const debts = saldos.filter(({ cargo }) => cargo !== 'fondo');
  if (debts.length > 0) filas.push(...(await applyDebts(tx, stamp, debts, loteOf)));
  for (const chunk of chunks(saldos.filter(({ cargo }) => cargo === 'fondo'))) {
    const moved = await moveFund(
      tx,
      stamp,
      chunk.map((saldo) => ({ loteId: loteOf(saldo).id, tipo: 'apertura', monto: saldo.monto, razon: RAZON })),
    );
    filas.push(...filasDe('fondo_movimiento', moved));
  }
  return filas;
}

async function applyDebts(
  tx: Tx,
  stamp: Stamp,
  debts: readonly SaldoNuevo[],
  loteOf: (saldo: SaldoNuevo) => LedgerLote,
): Promise<FilaTraida[]> {
  const generacionId = await nextRun(tx);
  const conIntereses = debts.some(({ cargo }) => cargo === 'interes');
  const intereses = conIntereses
    ? { tipoId: await ensureIntereses(tx), desde: firstDayOf(monthOf(stamp.today)) }
    : null;
  const libro = { scopes: await loadScopes(tx), stamp, intereses };
  const created: number[] = [];
  for (const chunk of chunks(debts)) {
    const charges = chunk.map((saldo) => ({ ...chargeOf(saldo, loteOf(saldo), libro), generacion_id: generacionId }));
    created.push(...(await createCharges(tx, stamp, charges)));
  }
  await recordRun(tx, stamp, { id: generacionId, tipo: 'apertura', creados: debts.length, existentes: 0 });
  const facturas = debts.flatMap(({ uuid }, n) => (uuid === '' ? [] : [{ cargoId: created[n] ?? 0, uuid }]));
  await insertFacturas(tx, facturas, stamp.usuarioId ?? 0);
  return [...filasDe('cargo', created), ...filasDe('generacion', [generacionId])];
}
