/** Opening balances: each debt a charge of its kind, each credit a movement of the lot's fund. */
import { dayOfMonth, lastDayOf, monthOf } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import { createCharges, type NewCharge } from '#libro/server/charges.ts';
import { moveFund } from '#libro/server/fund.ts';
import { type LedgerLote, lockLotes, refuseClosedLote } from '#libro/server/lotes.ts';
import { conceptOf, type DefinitionScope, loadScopes, noDefinition, scopeFor } from '#libro/server/maintenance.ts';
import { nextRun, recordRun } from '#libro/server/runs.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { SaldoNuevo } from '../rules.ts';
import { chunks, idsOf } from './repository.ts';

const RAZON = 'Saldo inicial';

function chargeOf(saldo: SaldoNuevo, lote: LedgerLote, scopes: readonly DefinitionScope[], stamp: Stamp): NewCharge {
  const { cargo, periodo, nombre, nombreId, monto } = saldo;
  const common = { lote_id: lote.id, monto_centavos: monto, observacion: RAZON };
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
    case 'cuota':
      return { ...common, tipo: cargo, concepto: nombre, vence, tipo_cuota_id: nombreId };
    default:
      return { ...common, tipo: 'cuota_inicial_proyecto', concepto: 'Cuota revisión de proyecto', vence };
  }
}

/** Books balances that the review let pass, in the given transaction. */
export async function applySaldos(tx: Tx, stamp: Stamp, saldos: readonly SaldoNuevo[]): Promise<void> {
  if (saldos.length === 0) return;
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
  const debts = saldos.filter(({ cargo }) => cargo !== 'fondo');
  if (debts.length > 0) {
    const generacionId = await nextRun(tx);
    const scopes = await loadScopes(tx);
    for (const chunk of chunks(debts)) {
      await createCharges(
        tx,
        stamp,
        chunk.map((saldo) => ({ ...chargeOf(saldo, loteOf(saldo), scopes, stamp), generacion_id: generacionId })),
      );
    }
    await recordRun(tx, stamp, { id: generacionId, tipo: 'apertura', creados: debts.length, existentes: 0 });
  }
  for (const chunk of chunks(saldos.filter(({ cargo }) => cargo === 'fondo'))) {
    await moveFund(
      tx,
      stamp,
      chunk.map((saldo) => ({ loteId: loteOf(saldo).id, tipo: 'apertura', monto: saldo.monto, razon: RAZON })),
    );
  }
}
