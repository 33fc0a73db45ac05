/** A house that is sold in the middle of a month: two owners, one account, and papers that keep the name of their day. */
import { expect, it } from 'vitest';
import type { Movimiento } from '#features/estado-cuenta/contract.ts';
import type { Propietarios } from '#features/propietarios/contract.ts';
import { envelope } from '../api/support.ts';
import { createOwnedLote, sell } from '../owner-change.ts';
import { openDesk } from './desk.ts';

const SUPERFICIE = 95_700;
// A TIIE of 12% is 1% a month.
const desk = openDesk({ superficie: SUPERFICIE, starts: '2026-01-01' });
const { today } = desk;

interface Parte {
  lote: { asociado: string };
  desde: string;
  hasta: string | null;
  deuda: number;
  movimientos: Movimiento[];
}

it('each owner has his own part of the account, and together they are all of it', async () => {
  const { app, cashier } = desk;
  const { id, lazoId } = await createOwnedLote(app, {
    ...{ superficie: SUPERFICIE, fecha_entrega: '2025-12-20', name: 'Ana Vendedora', desde: '2025-12-20T18:00:00Z' },
  });
  const parteDe = async (lazo: number) =>
    envelope(await app.call('GET', `/residente/get/estadocuenta/propietario/${lazo}`, { as: 'cobranza' }))
      .data as Parte;
  const ownersOf = async () =>
    (envelope(await app.call('GET', `/lote/propietarios/${id}`, { as: 'cobranza' })).data as Propietarios).propietarios;
  const nameOn = async (recibo: number) =>
    (envelope(await app.call('GET', `/recibo/get/${recibo}`, { as: 'cobranza' })).data as { asociado: string })
      .asociado;

  // January is paid in time, February is not: in March its interest is 25.00.
  await cashier.generateMonth('2026-01');
  today('2026-01-09');
  const deAna = await cashier.payMonths(id, { meses: ['2026-01'], monto: 2250, fecha: '2026-01-09' });
  today('2026-02-01');
  await cashier.generateMonth('2026-02');
  today('2026-03-01');
  await cashier.generateMonth('2026-03');
  await cashier.saveTiie('2026-02', 12);
  await cashier.generateInterest();

  // Sold on 15 March, told on the 18th: February, March and the interest follow the house.
  today('2026-03-18');
  expect(envelope(await sell(app, id, { fecha: '2026-03-15', name: 'Beto Comprador' })).success).toBe(true);
  const vendido = await parteDe(lazoId);
  expect(vendido).toMatchObject({ lote: { asociado: 'Ana Vendedora' }, hasta: '2026-03-15', deuda: 5025 });

  // He pays what he found, on the day on which he was recorded.
  app.clock.set('2026-03-18T19:00:00Z');
  const deBeto = await cashier.payMonths(id, { meses: ['2026-02'], monto: 2525, fecha: '2026-03-18' });
  today('2026-04-01');
  await cashier.generateMonth('2026-04');
  await cashier.saveTiie('2026-03', 12);
  await cashier.generateInterest();

  // A deposit of hers of 12 March is found in April: it is no part of what she was given, and lowers what he owes.
  today('2026-04-03');
  await cashier.payMonths(id, { meses: ['2026-03'], monto: 1000, fecha: '2026-03-12' });

  const [beto, ana] = await ownersOf();
  expect([beto?.name, beto?.desde, beto?.hasta, ana?.id, ana?.hasta]).toEqual([
    ...['Beto Comprador', '2026-03-15', null],
    ...[lazoId, '2026-03-15'],
  ]);
  expect(await parteDe(lazoId)).toEqual({
    ...vendido,
    lote: expect.objectContaining({ asociado: 'Ana Vendedora' }),
    // Each is a paper of its own day.
    ...{ folio: expect.any(String), verificacion: expect.any(String) },
  });
  const suya = await parteDe(beto?.id ?? 0);
  expect(suya.movimientos[0]).toMatchObject({ clase: 'anterior', fecha: '2026-03-15', saldo: 5025 });
  expect(
    suya.movimientos.some(({ clase, fecha, abono }) => clase === 'pago' && fecha === '2026-03-12' && abono === 1000),
  ).toBe(true);

  // All that was charged and paid is of one of them, to the centavo.
  const { deuda } = await cashier.header(id);
  expect(suya.deuda).toBe(deuda);
  const whole = envelope(
    await app.call('POST', '/residente/get/estadocuenta/movimientos', {
      as: 'cobranza',
      body: { id, variante: 0, fechaInicial: '2025-01-01', fechaFinal: '2026-12-31' },
    }),
  ).data as { movimientos: Movimiento[] };
  const centavos = (rows: readonly Movimiento[], of: 'cargo' | 'abono') =>
    rows.reduce((sum, row) => sum + Math.round(row[of] * 100), 0);
  for (const of of ['cargo', 'abono'] as const) {
    expect(centavos(vendido.movimientos, of) + centavos(suya.movimientos, of)).toBe(centavos(whole.movimientos, of));
  }

  // Papers keep the name of their day.
  expect([await nameOn(deAna.id), await nameOn(deBeto.id)]).toEqual(['Ana Vendedora', 'Beto Comprador']);
  const found = (await app.call('GET', '/recibo/buscar?q=Vendedora', { as: 'cobranza' })).body;
  expect(JSON.stringify(found)).toContain('Ana Vendedora');
});
