/** Whether the balances of a statement agree with its lines, and its lines with each other. */
import type { Centavos } from '#core/money.ts';
import { toPesos } from '#core/money.ts';
import { formatMoney } from '#ui/format.ts';
import { DE_NUEVO, type EstadoDeCuenta, type Fallas, type Movimiento } from './estado.ts';

const pesos = (centavos: Centavos): string => formatMoney(toPesos(centavos));

/** How often a balance does not come from the one before it. */
function rotos(movimientos: readonly Movimiento[]): number {
  return movimientos.filter(({ importe, saldo }, index) => {
    const anterior = movimientos[index - 1]?.saldo ?? null;
    return saldo !== null && anterior !== null && anterior + importe !== saldo;
  }).length;
}

/** The oldest first: many banks send the newest first. Balances tell the order, and days where they do not. */
export function enOrden(movimientos: readonly Movimiento[]): { movimientos: Movimiento[]; alReves: boolean } {
  const vuelta = movimientos.toReversed();
  const [derecho, reves] = [rotos(movimientos), rotos(vuelta)];
  const porFecha = (movimientos[0]?.fecha ?? '') > (movimientos.at(-1)?.fecha ?? '');
  const alReves = derecho === reves ? porFecha : reves < derecho;
  return { movimientos: alReves ? vuelta : [...movimientos], alReves };
}

/**
 * Opening balance + lines = closing balance, and each line's balance on the way. After one that disagrees the next is reckoned
 * from what the bank tells, so that one mistake is one fault.
 */
export function revisarSaldos(
  { movimientos, saldoInicial, saldoFinal }: Pick<EstadoDeCuenta, 'movimientos' | 'saldoInicial' | 'saldoFinal'>,
  fallas: Fallas,
): void {
  let saldo = saldoInicial;
  for (const movimiento of movimientos) {
    if (saldo !== null) saldo += movimiento.importe;
    if (movimiento.saldo === null) continue;
    if (saldo !== null && saldo !== movimiento.saldo) {
      fallas.push(
        movimiento.fila,
        `el saldo dice ${pesos(movimiento.saldo)} y con los movimientos anteriores sería ${pesos(saldo)}: falta, sobra o cambió un movimiento. ${DE_NUEVO}`,
      );
    }
    saldo = movimiento.saldo;
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

/** A statement begins with what the one before it ended with. The sentence where it does not; undefined where nothing tells. */
export function huecoEntre(
  anterior: Pick<EstadoDeCuenta, 'saldoFinal' | 'hasta'>,
  siguiente: Pick<EstadoDeCuenta, 'saldoInicial' | 'desde'>,
): string | undefined {
  const { saldoFinal } = anterior;
  const { saldoInicial } = siguiente;
  if (saldoFinal === null || saldoInicial === null || saldoFinal === saldoInicial) return undefined;
  return `El estado de cuenta hasta el ${anterior.hasta ?? '—'} terminó con ${pesos(saldoFinal)} y el que sigue, desde el ${siguiente.desde ?? '—'}, empieza con ${pesos(saldoInicial)}: faltan movimientos entre los dos. Descargue del banco ese período`;
}
