/** What another system says that each lot owes, compared with what is brought in of it and with what is owed here; pure. */

import type { Centavos } from '#core/money.ts';
import { toPesos } from '#core/money.ts';
import { comparable } from '#core/text.ts';
import { formatMoney } from '#ui/format.ts';
import { CARGOS, CONTROL, SALDOS } from './layout.ts';
import { type Falla, Fallas, faltasDeHojas, type Row, rowsOf, type Steps, type WorkbookSheet } from './renglon.ts';

/** Debts less what is in favour. */
export interface SaldoDicho {
  referencia: string;
  saldo: Centavos;
}

type Dichos = Map<string, SaldoDicho>;

function add(dichos: Dichos, referencia: string, saldo: Centavos): void {
  const key = comparable(referencia);
  if (key === '') return;
  const before = dichos.get(key);
  dichos.set(key, { referencia: before?.referencia ?? referencia, saldo: (before?.saldo ?? 0) + saldo });
}

/** A total stands once: of two for a lot, such as one a month, nobody knows which is what it owes. */
function unaVez(row: Row, referencia: string, vistos: { has(key: string): boolean }): void {
  const key = comparable(referencia);
  if (key !== '' && vistos.has(key)) row.fault('referencia', `El lote «${referencia}» está dos veces; deje un renglón`);
}

const dichoDe = (row: Row): SaldoDicho => ({ referencia: row.text('referencia', 60), saldo: row.saldo('saldo') ?? 0 });

/** Each balance of the book, and the totals of its lots where it has them: where both are there they are the same. */
export function* revisarControl(
  workbook: readonly WorkbookSheet[],
  saldos: readonly { referencia: string; cargo: string; monto: Centavos }[],
  fallas: Fallas,
): Steps<void> {
  const sumas: Dichos = new Map();
  for (const { referencia, cargo, monto } of saldos) add(sumas, referencia, cargo === 'fondo' ? -monto : monto);
  const vistos = new Set<string>();
  for (const row of yield* rowsOf(CONTROL, workbook, fallas)) {
    yield;
    const { referencia, saldo } = dichoDe(row);
    const key = comparable(referencia);
    unaVez(row, referencia, vistos);
    vistos.add(key);
    const suma = sumas.get(key)?.saldo ?? 0;
    // A book of totals alone is for comparing.
    if (saldos.length === 0 || suma === saldo) continue;
    row.fault(
      'saldo',
      `El lote «${referencia}» suma ${formatMoney(toPesos(suma))} en Saldos y aquí dice ${formatMoney(toPesos(saldo))}: difieren ${formatMoney(toPesos(Math.abs(saldo - suma)))}. Corrija uno de los dos`,
    );
  }
}

export interface Dicho {
  dichos: SaldoDicho[];
  fallas: Falla[];
  fallasTotal: number;
}

/** What a book says that each lot owes: by its totals where it has them, else by the sum of its balances. */
export function* leerSaldos(workbook: readonly WorkbookSheet[]): Steps<Dicho> {
  const fallas = new Fallas();
  const dichos: Dichos = new Map();
  faltasDeHojas(workbook, fallas);
  const control = yield* rowsOf(CONTROL, workbook, fallas);
  for (const row of control) {
    yield;
    const { referencia, saldo } = dichoDe(row);
    unaVez(row, referencia, dichos);
    add(dichos, referencia, saldo);
  }
  for (const row of control.length > 0 ? [] : yield* rowsOf(SALDOS, workbook, fallas)) {
    yield;
    const cargo = row.oneOf('cargo', CARGOS);
    const monto = row.monto('monto') ?? 0;
    add(dichos, row.text('referencia', 60), cargo === 'fondo' ? -monto : monto);
  }
  return { dichos: [...dichos.values()], fallas: fallas.inOrder(), fallasTotal: fallas.total };
}
