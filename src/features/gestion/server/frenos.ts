/** What stops the ladder of what is known here: a pause, a promise that still runs, a deposit that waits to be confirmed. */
import type { Freno } from '#libro/server/frenos.ts';
import { formatFecha } from '#ui/format.ts';
import { listConDeposito, listPausas, listPromesasVigentes } from './repository.ts';

export const pausaFreno: Freno = async (tx, lotes, on) => {
  const rows = await listPausas(tx, lotes, on);
  return new Map(rows.map(({ loteId, fecha, razon }) => [loteId, `En pausa hasta el ${formatFecha(fecha)}: ${razon}`]));
};

export const promesaFreno: Freno = async (tx, lotes, on) => {
  const rows = await listPromesasVigentes(tx, lotes, on);
  return new Map(rows.map(({ loteId, fecha }) => [loteId, `Prometió pagar el ${formatFecha(fecha)}`]));
};

export const depositoFreno: Freno = async (tx, lotes) => {
  const rows = await listConDeposito(tx, lotes);
  return new Map(
    rows.map(({ loteId, fecha }) => [loteId, `Tiene un depósito del ${formatFecha(fecha)} por confirmar`]),
  );
};
