import { expect, it } from 'vitest';
import { avisoDeAlcance } from './rules.ts';

const alcance = { folio: 'A-12', tipo: 'global', pagos: 25, total: 25_000 };

it('tells what falls with a payment, and that the others are invoiced again by themselves', () => {
  expect(avisoDeAlcance(alcance, 1)).toBe(
    'Se cancela toda la factura global A-12: 25 pagos por $25,000.00. Los pagos que siguen en pie se facturan solos en otra en cuanto el SAT lo confirme: es un timbre más',
  );
  expect(avisoDeAlcance({ ...alcance, tipo: 'ingreso', pagos: 1, total: 500 }, 1)).toBe(
    'Se cancela también la factura A-12, de $500.00',
  );
  expect(avisoDeAlcance({ ...alcance, tipo: 'pago', pagos: 2, total: 500 }, 1)).toMatch(
    /^Se cancela todo el complemento de pago A-12: 2 pagos por \$500\.00/,
  );
});

it('tells of none that is invoiced again where all of them fall', () => {
  expect(avisoDeAlcance({ ...alcance, tipo: 'ingreso', pagos: 6, total: 6741.7 }, 6)).toBe(
    'Se cancela toda la factura A-12: 6 pagos por $6,741.70, todos del recibo',
  );
  expect(avisoDeAlcance({ ...alcance, pagos: 6 }, 5)).toContain('siguen en pie');
});

it('tells of an invoice that is cancelled alone what is left without, and nothing where that is plain', () => {
  expect(avisoDeAlcance(alcance, 0)).toMatch(/25 pagos por \$25,000\.00, que quedan recibidos y sin factura/);
  expect(avisoDeAlcance({ ...alcance, pagos: 1 }, 0)).toBeUndefined();
  expect(avisoDeAlcance({ ...alcance, tipo: 'ingreso', pagos: 0 }, 1)).toBe(
    'Se cancela también la factura A-12, de $25,000.00',
  );
});
