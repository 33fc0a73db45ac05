/**
 * What the accountant's entries of a month and the figures that it is closed with say of one another: written from the closing's
 * figures, account by account. Every answer should be empty.
 */
import { addMonths, firstDayOf, lastDayOf, type Month, monthKey } from '#core/period.ts';
import { type Figure, figuresOf } from '#features/cierres/server/repository-figures.ts';
import { CARGOS, type Movimiento, movidoPorCuenta, type Pedido } from '#features/contabilidad/rules.ts';
import { readDiario } from '#features/contabilidad/server/polizas.ts';
import { listMovimientos } from '#features/contabilidad/server/repository-movimientos.ts';
import type { Tx } from '#platform/server/db.ts';

const monthly = (month: Month, por: Pedido['por']): Pedido => ({
  desde: firstDayOf(month),
  hasta: lastDayOf(month),
  por,
});

/** The sums of rows by a key, without those that come to nothing. */
function sumsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string | undefined, amountOf: (row: Row) => number) {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + amountOf(row));
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const figuresIn = (figures: readonly Figure[], grupo: string, only: (clave: string) => boolean = () => true) =>
  sumsOf(
    figures.filter((figure) => figure.grupo === grupo && only(figure.clave)),
    ({ clave }) => clave,
    ({ monto }) => monto,
  );

/** The same of movements, in the closing's words; positive as the closing tells them. */
function toldBy(movimientos: readonly Movimiento[]): Record<string, Record<string, number>> {
  const of = (keyOf: (one: Movimiento) => string | undefined, sign = 1) =>
    sumsOf(movimientos, keyOf, ({ monto }) => sign * monto);
  const fromFund = (one: Movimiento) => 'metodoId' in one && one.metodoId === null && one.clase;
  return {
    Cargos: of((one) => (one.clase === 'cargo' ? one.tipo : undefined)),
    'Pagos aplicados': of((one) => (one.clase === 'pago' ? one.tipo : undefined)),
    'Pagos cancelados': of((one) => (one.clase === 'cancelacion' ? one.tipo : undefined), -1),
    Ajustes: of((one) => (one.clase === 'ajuste' ? one.ajuste : undefined)),
    'Ajustes revertidos': of((one) => (one.clase === 'reverso' ? one.ajuste : undefined), -1),
    'Recibos expedidos': of((one) =>
      (one.clase === 'pago' || one.clase === 'abono') && one.metodoId !== null
        ? `${one.metodoId}-${one.cajaId}`
        : undefined,
    ),
    Fondos: sumsOf(
      movimientos,
      (one) => {
        if (one.clase === 'abono' || one.clase === 'reembolso') return one.clase;
        if (one.clase === 'abono_cancelado') return 'cancelacion';
        if (one.clase === 'apertura_fondo') return 'apertura';
        return fromFund(one) === 'pago' ? 'uso' : fromFund(one) === 'cancelacion' ? 'devolucion' : undefined;
      },
      (one) =>
        (one.clase === 'abono' || one.clase === 'abono_cancelado' || one.clase === 'apertura_fondo' ? 1 : -1) *
        one.monto,
    ),
  };
}

const differences = (what: string, ours: unknown, closing: unknown): string[] =>
  JSON.stringify(ours) === JSON.stringify(closing)
    ? []
    : [`${what}: ${JSON.stringify(ours)} in the entries, ${JSON.stringify(closing)} in the closing`];

/** Where entries and closing of a month disagree, in words. The accounts are those that every community begins with. */
export async function disagreements(tx: Tx, month: Month): Promise<string[]> {
  const [now, before] = [await figuresOf(tx, month), await figuresOf(tx, addMonths(month, -1))];
  const movimientos = await listMovimientos(tx, monthly(month, 'dia'));
  const found: string[] = [];
  for (const [grupo, ours] of Object.entries(toldBy(movimientos))) {
    // What goes from one lot to another leaves the sum of the funds as it is.
    found.push(
      ...differences(
        grupo,
        ours,
        figuresIn(now, grupo, (clave) => grupo !== 'Fondos' || clave !== 'traslado'),
      ),
    );
  }
  const { polizas, faltan } = await readDiario(tx, monthly(month, 'dia'));
  const { polizas: inOne } = await readDiario(tx, monthly(month, 'mes'));
  found.push(...differences('sin cuenta', faltan, []));
  for (const { fecha, tipo, debe, haber } of [...polizas, ...inOne]) {
    found.push(...differences(`póliza de ${tipo} del ${fecha}`, debe, haber));
  }
  const net = (all: typeof polizas) =>
    sumsOf(
      movidoPorCuenta(all),
      ({ cuenta }) => cuenta.codigo,
      ({ debe, haber }) => debe - haber,
    );
  found.push(...differences('por día y por mes', net(polizas), net(inOne)));
  const balance = (figures: readonly Figure[], fund: boolean) =>
    figures
      .filter(({ grupo, clave }) => grupo === 'Saldos al cierre' && (clave === 'fondo') === fund)
      .reduce((sum, { monto }) => sum + monto, 0);
  const moved = net(polizas);
  found.push(
    ...differences('lo que deben los lotes', moved['105-01'] ?? 0, balance(now, false) - balance(before, false)),
  );
  found.push(...differences('los fondos', -(moved['206-01'] ?? 0), balance(now, true) - balance(before, true)));
  const income = sumsOf(
    movimientos,
    (one) => (one.clase === 'cargo' && !one.apertura ? CARGOS[one.tipo] : undefined),
    ({ monto }) => monto,
  );
  const credited = sumsOf(
    polizas.flatMap(({ partidas }) => partidas),
    ({ concepto, cuenta }) =>
      /^40[13]/.test(cuenta.codigo) && Object.values(CARGOS).includes(concepto as never) ? concepto : undefined,
    ({ haber }) => haber,
  );
  found.push(...differences('ingresos', credited, income));
  return found.map((one) => `${monthKey(month)}: ${one}`);
}
