/** Whether the balances of a statement agree with its lines, and its lines with each other. */
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { DE_NUEVO, type EstadoDeCuenta, type Fallas, type Movimiento } from './estado.ts';

export const pesos = (centavos: Centavos): string => formatMoney(toPesos(centavos));

/**
 * The lines whose balance does not come from the one before it, with what it would be. After one that disagrees the next is
 * reckoned from what the bank tells, so that one mistake is one.
 */
function rotos(movimientos: readonly Movimiento[], saldoInicial: Centavos | null): [Movimiento, Centavos][] {
  const hallados: [Movimiento, Centavos][] = [];
  let saldo = saldoInicial;
  for (const movimiento of movimientos) {
    if (saldo !== null) saldo += movimiento.importe;
    if (saldo !== null && movimiento.saldo !== null && saldo !== movimiento.saldo) hallados.push([movimiento, saldo]);
    saldo = movimiento.saldo ?? saldo;
  }
  return hallados;
}

/** What the account had before its lines, as the first of them that tells a balance says. */
export function saldoAntes(movimientos: readonly Movimiento[]): Centavos | null {
  let suma = 0;
  for (const { importe, saldo } of movimientos) {
    suma += importe;
    if (saldo !== null) return saldo - suma;
  }
  return null;
}

/** The oldest first: many banks send the newest first. Balances tell the order, and days where they do not. */
export function enOrden(movimientos: readonly Movimiento[]): { movimientos: Movimiento[]; alReves: boolean } {
  const vuelta = movimientos.toReversed();
  const [derecho, reves] = [rotos(movimientos, null).length, rotos(vuelta, null).length];
  const porFecha = (movimientos[0]?.fecha ?? '') > (movimientos.at(-1)?.fecha ?? '');
  const alReves = derecho === reves ? porFecha : reves < derecho;
  return { movimientos: alReves ? vuelta : [...movimientos], alReves };
}

/** Opening balance + lines = closing balance, and each line's balance on the way. */
export function revisarSaldos(
  { movimientos, saldoInicial, saldoFinal }: Pick<EstadoDeCuenta, 'movimientos' | 'saldoInicial' | 'saldoFinal'>,
  fallas: Fallas,
): void {
  for (const [{ fila, saldo }, seria] of rotos(movimientos, saldoInicial)) {
    fallas.push(
      fila,
      `el saldo dice ${pesos(saldo ?? 0)} y con los movimientos anteriores sería ${pesos(seria)}: falta, sobra o cambió un movimiento. ${DE_NUEVO}`,
    );
  }
  if (saldoInicial === null || saldoFinal === null) return;
  const suma = movimientos.reduce((total, { importe }) => total + importe, saldoInicial);
  if (suma !== saldoFinal) {
    fallas.push(
      0,
      `El saldo inicial de ${pesos(saldoInicial)} más los movimientos da ${pesos(suma)}, y el archivo dice un saldo final de ${pesos(saldoFinal)}: falta o sobra un movimiento. ${DE_NUEVO}`,
    );
  }
}

export const diaDe = (fecha: Fecha | null): string => (fecha === null ? '—' : formatFecha(fecha));

/** The sentence where a statement ended with `termino` and the next one begins with something else. */
export const faltanEntre = (
  { hasta }: Pick<EstadoDeCuenta, 'hasta'>,
  termino: Centavos,
  { desde }: Pick<EstadoDeCuenta, 'desde'>,
  empieza: Centavos,
): string =>
  `El estado de cuenta hasta el ${diaDe(hasta)} terminó con ${pesos(termino)} y el que sigue, desde el ${diaDe(desde)}, empieza con ${pesos(empieza)}: faltan movimientos entre los dos. Descargue del banco ese período`;

/** A statement begins with what the one before it in its file ended with. Undefined where it does, or nothing tells. */
export function huecoEntre(
  anterior: Pick<EstadoDeCuenta, 'saldoFinal' | 'hasta'>,
  siguiente: Pick<EstadoDeCuenta, 'saldoInicial' | 'desde'>,
): string | undefined {
  const { saldoFinal } = anterior;
  const { saldoInicial } = siguiente;
  if (saldoFinal === null || saldoInicial === null || saldoFinal === saldoInicial) return undefined;
  return faltanEntre(anterior, saldoFinal, siguiente, saldoInicial);
}
