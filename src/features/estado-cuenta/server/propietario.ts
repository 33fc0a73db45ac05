/**
 * An owner's own part of a lot's account. Whoever sold keeps it as it was known when the sale was recorded, and up to its day; all
 * else is of whoever came after. Source: dominio.md#owners.
 */
import type { Fecha } from '#core/fecha.ts';
import { listPeriodos } from '#libro/server/owners.ts';
import type { Reading } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { LoteConUnidades, Movimiento } from '../contract.ts';
import { movimientosDesde } from '../rules.ts';
import { findLoteDeLazo } from './repository.ts';

const FIRST_DAY = '0001-01-02';
const LAST_DAY = '9999-12-31';

export interface Hasta {
  hasta: Fecha;
  until: Date | undefined;
}

export interface DePropietario {
  lote: LoteConUnidades;
  desde: Fecha;
  hasta: Fecha | null;
  /** Up to when it was known; undefined: till now. */
  until: Date | undefined;
  deuda: number;
  movimientos: Movimiento[];
}

/** @param historyOf all that happened on a lot itself between two days, as it was known at an instant */
export async function cuentaDePropietario(
  reading: Reading,
  lazoId: number,
  loteOf: (loteId: number) => Promise<LoteConUnidades>,
  historyOf: (lote: LoteConUnidades, range: Hasta & { desde: Fecha }) => Promise<Movimiento[]>,
): Promise<DePropietario> {
  const loteId = await findLoteDeLazo(reading.tx, lazoId);
  const periodos = loteId === undefined ? [] : await listPeriodos(reading, loteId);
  const at = periodos.findIndex(({ id }) => id === lazoId);
  const own = periodos[at];
  if (!own || loteId === undefined) throw new NotFound('No existe el propietario solicitado');
  const lote = await loteOf(loteId);
  const upTo = (periodo: typeof own | undefined) =>
    periodo === undefined
      ? Promise.resolve([])
      : historyOf(lote, {
          ...{ desde: FIRST_DAY, hasta: periodo.ultimo ?? LAST_DAY },
          until: periodo.endedAt ?? undefined,
        });
  const antes = await upTo(periodos[at - 1]);
  const todo = await upTo(own);
  const movimientos =
    at === 0 ? todo.filter(({ clase }) => clase !== 'anterior') : movimientosDesde(todo, antes, own.primero);
  const [first] = movimientos;
  // What was there before he was recorded is his who was the first: nobody else is known.
  const desde = at === 0 && first && first.fecha < own.primero ? first.fecha : own.primero;
  return {
    lote: { ...lote, asociado: own.name },
    ...{
      desde,
      hasta: own.ultimo,
      until: own.endedAt ?? undefined,
      deuda: movimientos.at(-1)?.saldo ?? 0,
      movimientos,
    },
  };
}
