import { expect, it } from 'vitest';
import {
  brandOf,
  daysUntil,
  endOfMask,
  faultOfCard,
  faultsOfReceptor,
  isCodigoPostal,
  maskOf,
  refusalOfCertificado,
  refusalOfFormaPago,
  refusalOfName,
  refusalOfProveedor,
  refusalOfRegimen,
  refusalOfUso,
  refusalToLeave,
  shownCard,
  warningOfExpiry,
} from './rules.ts';

const FISICA = 'PEPJ800101AB1';
const MORAL = 'ERE150312KJ4';
const PUBLICO = 'XAXX010101000';

it('takes a regime for those who may have it', () => {
  expect(refusalOfRegimen(FISICA, '605')).toBeUndefined();
  expect(refusalOfRegimen(MORAL, '603')).toBeUndefined();
  for (const rfc of [FISICA, MORAL]) expect(refusalOfRegimen(rfc, '626')).toBeUndefined();
  expect(refusalOfRegimen(FISICA, '601')).toMatch(/de personas morales/);
  expect(refusalOfRegimen(MORAL, '612')).toMatch(/de personas físicas/);
  expect(refusalOfRegimen(FISICA, '999')).toMatch(/no está en el catálogo/);
  expect(refusalOfRegimen(PUBLICO, '616')).toBeUndefined();
  expect(refusalOfRegimen(PUBLICO, '601')).toMatch(/es 616/);
});

it('takes a use for the regimes that may claim it: 605 and 616 no G03', () => {
  expect(refusalOfUso({ rfc: FISICA, regimen: '612', uso: 'G03' })).toBeUndefined();
  for (const regimen of ['605', '616']) {
    expect(refusalOfUso({ rfc: FISICA, regimen, uso: 'G03' })).toMatch(/no puede usar G03/);
    expect(refusalOfUso({ rfc: FISICA, regimen, uso: 'S01' })).toBeUndefined();
  }
  expect(refusalOfUso({ rfc: MORAL, regimen: '601', uso: 'D01' })).toMatch(/sólo de personas físicas/);
  expect(refusalOfUso({ rfc: FISICA, regimen: '605', uso: 'D01' })).toBeUndefined();
  expect(refusalOfUso({ rfc: MORAL, regimen: '601', uso: 'CP01' })).toMatch(/no es de una factura/);
  expect(refusalOfUso({ rfc: PUBLICO, regimen: '616', uso: 'G03' })).toMatch(/es S01/);
  expect(refusalOfUso({ rfc: FISICA, regimen: '612', uso: 'Z99' })).toMatch(/no está en el catálogo/);
});

it('tells the faults of what was chosen at its fields, and the use only once the regime is right', () => {
  const right = { regimen: '612', uso: 'G03', metodo: 'PUE', forma: '03' };
  expect(faultsOfReceptor(FISICA, right)).toEqual([]);
  const paths = (changes: Partial<typeof right>) =>
    faultsOfReceptor(FISICA, { ...right, ...changes }).map(({ path }) => path);
  expect(paths({ regimen: '601' })).toEqual(['regimenFiscal.id']);
  expect(paths({ regimen: '605' })).toEqual(['usoCFDI.id']);
  expect(paths({ metodo: 'PPD' })).toEqual(['formaPagoCFDI.id']);
  const none = { regimen: undefined, uso: undefined, metodo: undefined, forma: undefined };
  expect(faultsOfReceptor(FISICA, none)).toHaveLength(4);
});

it('knows names as the register has them', () => {
  expect(refusalOfName(MORAL, 'LOS ENCINOS RESIDENCIAL')).toBeUndefined();
  expect(refusalOfName(MORAL, 'LOS ENCINOS RESIDENCIAL, A.C.')).toMatch(/sin el régimen de capital/);
  expect(refusalOfName(MORAL, 'TORTILLERÍA LA ÑANDÚ SA DE CV')).toMatch(/sin el régimen de capital/);
  expect(refusalOfName(FISICA, 'JUAN PÉREZ')).toBeUndefined();
  expect(refusalOfName(PUBLICO, 'JUAN PÉREZ')).toMatch(/es PUBLICO EN GENERAL/);
  expect(refusalOfName(FISICA, 'PUBLICO EN GENERAL')).toMatch(/sólo va con/);
  expect(refusalOfName(FISICA, 'A|B')).toMatch(/signo \|/);
});

it('knows that what is owed has no form of payment yet', () => {
  expect(refusalOfFormaPago('PUE', '03')).toBeUndefined();
  expect(refusalOfFormaPago('PPD', '99')).toBeUndefined();
  expect(refusalOfFormaPago('PPD', '03')).toMatch(/99, Por definir/);
  expect(refusalOfFormaPago('PUE', '99')).toMatch(/sólo va con PPD/);
});

it.each([
  ['76000', true],
  ['00000', false],
  ['7600', false],
  ['760001', false],
  ['7600a', false],
])('%s as a postal code: %s', (text, is) => {
  expect(isCodigoPostal(text)).toBe(is);
});

const CARD = {
  nombre: 'Ana',
  numero: '4111-1111-1111-1111',
  fechaVencimiento: '12/30',
  cvv: '',
  tarjeta: 'visa_mastercard',
  tipo: 'debito',
  banco: { id: 1 as number | null },
};

it('takes a card whose every part has its form', () => {
  for (const changes of [{}, { numero: '3782-8224-6310-005' }, { numero: '****-****-****-1111' }, { cvv: '1234' }]) {
    expect(faultOfCard({ ...CARD, ...changes })).toBeUndefined();
  }
  for (const changes of [{ nombre: '' }, { numero: '' }, { tarjeta: '' }, { tipo: '' }, { banco: { id: null } }]) {
    expect(faultOfCard({ ...CARD, ...changes })).toEqual({ message: 'Todos los campos son requeridos' });
  }
  expect(faultOfCard({ ...CARD, numero: '4111-1111-1111-11111' })?.field).toBe('numero');
  expect(faultOfCard({ ...CARD, cvv: '12' })?.field).toBe('cvv');
  expect(faultOfCard({ ...CARD, fechaVencimiento: '00/30' })?.field).toBe('fechaVencimiento');
});

it('shows of a number what stands after position 15, also of its mask', () => {
  expect(shownCard('4111-1111-1111-1234')).toBe('**** 1234');
  expect(shownCard(maskOf('005'))).toBe('**** 005');
  expect(endOfMask(maskOf('1234'))).toBe('1234');
  expect(endOfMask('**** 1234')).toBe('1234');
  expect(endOfMask('4111-1111-1111-1234')).toBeUndefined();
});

it('tells a brand by the first digits', () => {
  expect(brandOf('3782-82')).toBe('american_express');
  expect(brandOf('4')).toBe('visa_mastercard');
  expect(brandOf('5555')).toBe('visa_mastercard');
  for (const text of ['', '3', '6011']) expect(brandOf(text)).toBeUndefined();
});

it('puts a real certificate with a real provider, and a test one with the others', () => {
  for (const proveedor of ['simulador', 'sw_pruebas'] as const) {
    expect(refusalOfProveedor(proveedor, undefined)).toBeUndefined();
    expect(refusalOfProveedor(proveedor, { dePrueba: true })).toBeUndefined();
    expect(refusalOfProveedor(proveedor, { dePrueba: false })).toMatch(/Retírelo antes/);
    expect(refusalOfCertificado(proveedor, false)).toMatch(/no da validez fiscal/);
  }
  expect(refusalOfProveedor('sw', { dePrueba: false })).toBeUndefined();
  expect(refusalOfProveedor('sw', { dePrueba: true })).toMatch(/es de prueba/);
  expect(refusalOfCertificado('sw', true)).toMatch(/es de prueba/);
});

it('names what a provider that is left still has to answer, and the way out', () => {
  expect(refusalToLeave('sw', [])).toBeUndefined();
  expect(refusalToLeave('sw', ['A-7'])).toMatch(/^1 factura espera la respuesta de «SW Sapien, producción».*: A-7\. /);
  expect(refusalToLeave('sw', ['1', '2', '3', '4', '5', '6'])).toMatch(/^6 facturas esperan .*: 1, 2, 3, 4, 5…\. /);
});

it('warns of a certificate’s end from thirty days before it', () => {
  const now = new Date('2026-11-21T18:00:00Z');
  expect(daysUntil(new Date('2026-12-21T18:00:00Z'), now)).toBe(30);
  expect(daysUntil(new Date('2026-11-21T17:59:59Z'), now)).toBe(-1);
  expect(warningOfExpiry(31)).toBe('');
  expect(warningOfExpiry(30)).toMatch(/vence en 30 días/);
  expect(warningOfExpiry(1)).toMatch(/vence mañana/);
  expect(warningOfExpiry(0)).toMatch(/vence hoy/);
  expect(warningOfExpiry(-1)).toMatch(/ya venció/);
});
