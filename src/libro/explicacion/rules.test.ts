import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPesos } from '#core/money.ts';
import type { Explicacion, MontoDeCargo } from './contract.ts';
import { renglonesDe, unexplained } from './rules.ts';

const pesos = fc.integer({ min: 0, max: 1_000_000 }).map(toPesos);
const contra = fc.option(fc.constant({ fecha: '2026-05-20', razon: 'Rebotó', quien: '' }), { nil: null });
const at = fc.constantFrom('2026-05-01', '2026-05-10', '2026-05-20');
const tipo = fc.constantFrom('regla', 'especial', 'descuento', 'condonacion', 'cancelacion');
const pago = fc.record({ id: fc.nat(), fechaPago: at, monto: pesos, cancelado: contra }).map((row) => ({
  reciboId: 1,
  metodo: 'Efectivo',
  caja: 'Oficina',
  noCuenta: '',
  referencia: '',
  registrado: '2026-05-20T18:00:00Z',
  quien: '',
  ...row,
}));
const ajuste = fc.record({ id: fc.nat(), tipo, fecha: at, monto: pesos, revertido: contra }).map((row) => ({
  porcentaje: null,
  razon: '',
  autorizo: '',
  registrado: '2026-05-20T18:00:00Z',
  quien: '',
  ...row,
}));
const interes = fc.record({ id: fc.nat(), pagado: pesos, saldo: pesos, rebaja: pesos }).map(({ rebaja, ...row }) => ({
  year: 2026,
  mes: 4,
  monto: toPesos(Math.round((row.pagado + row.saldo + rebaja) * 100)),
  rebajas: [{ tipo: 'descuento', monto: rebaja, porcentaje: 33, autorizo: 'Laura Ruiz' }],
  ...row,
}));

type Charge = Omit<Explicacion, 'importes'>;
const base: Charge = {
  id: 1,
  tipo: 'mantenimiento',
  concepto: 'Mantenimiento Abril - 2026',
  estado: 'incompleto',
  lote_id: 1,
  referencia: 'A-1',
  fecha: '2026-04-01',
  vence: '2026-04-10',
  registrado: '2026-04-01T12:00:00Z',
  quien: '',
  observacion: '',
  folio: '',
  monto: 2500,
  pagado: 0,
  ajustado: 0,
  saldo: 2500,
  interes: null,
  pagos: [],
  ajustes: [],
  intereses: [],
  traslados: [],
};
const charge = fc
  .record({
    monto: pesos,
    estado: fc.constantFrom('incompleto', 'cancelado'),
    pagos: fc.array(pago, { maxLength: 5 }),
    ajustes: fc.array(ajuste, { maxLength: 5 }),
    intereses: fc.array(interes, { maxLength: 5 }),
  })
  .map((rows): Charge => ({ ...base, ...rows }));

/** What the rows of an amount add up to, in centavos. */
const sum = (que: MontoDeCargo, of: Charge): number => Math.round(-100 * unexplained(0, renglonesDe(que, of))) + 0;

describe('the rows of the amounts of a charge', () => {
  it('agree with one another, whatever the charge has', () => {
    fc.assert(
      fc.property(charge, (of) => {
        const at = (que: MontoDeCargo) => sum(que, of);
        expect(at('saldo')).toBe(at('monto') - at('ajustado') - at('pagado'));
        expect(at('neto')).toBe(at('monto') - at('ajustado') + at('cancelado'));
        expect(at('abono')).toBe(of.estado === 'cancelado' ? 0 : at('pagado'));
        expect(at('descuento') + at('condonado') + at('cancelado')).toBeLessThanOrEqual(at('ajustado'));
        const paid = of.intereses.reduce((all, entry) => all + Math.round(entry.pagado * 100), 0);
        expect(at('interes')).toBe(at('interesNeto') - paid);
      }),
    );
  });

  it('leave out what was taken back, and tell it', () => {
    const revertido = { fecha: '2026-05-20', razon: 'Se quitó', quien: 'Laura Ruiz' };
    const taken = { porcentaje: 10, razon: 'Acuerdo', autorizo: '', registrado: '', quien: '' };
    const ajustes = [
      { ...taken, id: 1, tipo: 'condonacion', monto: 100, fecha: '2026-05-01', revertido },
      { ...taken, id: 2, tipo: 'condonacion', monto: 40, fecha: '2026-05-02', revertido: null },
    ];
    const of = { ...base, ajustes };
    expect(renglonesDe('condonado', of).map(({ amount, undone }) => [amount, undone])).toEqual([
      [100, 'Revertido el 20-05-2026 por Laura Ruiz: Se quitó'],
      [40, undefined],
    ]);
    expect(unexplained(40, renglonesDe('condonado', of))).toBe(0);
    expect(unexplained(2460, renglonesDe('saldo', of))).toBe(0);
  });

  it('tell late interest net: the entry, its discount with the code, what was paid, what is owed', () => {
    const rebajas = [{ tipo: 'descuento', monto: 4.98, porcentaje: 33, autorizo: 'Laura Ruiz' }];
    const of = { ...base, intereses: [{ id: 7, year: 2026, mes: 2, monto: 15.1, rebajas, pagado: 5, saldo: 5.12 }] };
    expect(renglonesDe('interes', of)).toEqual([
      {
        key: 'i7',
        label: 'Febrero - 2026',
        detail: '$15.10 − $4.98 de descuento del 33 % con código de Laura Ruiz − $5.00 pagados',
        amount: 5.12,
        cargoId: 7,
      },
    ]);
    expect(renglonesDe('interesNeto', of)).toMatchObject([
      { detail: '$15.10 − $4.98 de descuento del 33 % con código de Laura Ruiz · $5.00 pagados', amount: 10.12 },
    ]);
  });

  it('are those of an interest by its arithmetic, whose fault is told', () => {
    const sobre = { id: 2, concepto: 'Mantenimiento Febrero - 2026' };
    const of = {
      ...base,
      monto: 15.2,
      interes: { base: 2500, porcentaje: 7.25, factor: 1, calculado: 15.1, year: 2026, mes: 2, sobre },
    };
    expect(unexplained(15.2, renglonesDe('monto', of))).toBe(0.1);
  });
});

it('tells when a payment was captured', () => {
  const pagos = [{ ...fc.sample(pago, 1)[0], registrado: '2026-11-01T18:00:00Z' }] as Explicacion['pagos'];
  expect(renglonesDe('pagado', { ...base, pagos })[0]?.detail).toContain('capturado el 01-11-2026');
});
