import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCHEMAS, WITHOUT_SCHEMAS } from '#test/sat-schemas.ts';
import {
  DEMO_BANCO,
  DEMO_CAJA,
  DEMO_METODO_PAGO,
  DEMO_REGLA,
  DEMO_TIPO_CUOTA,
  DEMO_TIPO_DOCUMENTO,
  DEMO_TIPO_MULTA,
  DEMO_TIPO_NUMERO_TELEFONO,
  DEMO_USER,
  SAT_CLAVE_PRODUCTO_SERVICIO,
  SAT_CLAVE_UNIDAD,
  SAT_FORMA_PAGO_CFDI,
  SAT_METODO_PAGO_CFDI,
  SAT_REGIMEN_FISCAL,
  SAT_TIPO_COMPROBANTE,
  SAT_TIPO_MOTIVO_CANCELACION,
  SAT_TIPO_RELACION_FACTURA,
  SAT_USO_CFDI,
} from './demo-data.ts';

/** The keys that must be unique in each set. */
const keys: Record<string, string[]> = {
  SAT_METODO_PAGO_CFDI: SAT_METODO_PAGO_CFDI.map((row) => row.metodoPago),
  SAT_FORMA_PAGO_CFDI: SAT_FORMA_PAGO_CFDI.map((row) => row.formaPago),
  SAT_USO_CFDI: SAT_USO_CFDI.map((row) => row.usoCFDI),
  SAT_REGIMEN_FISCAL: SAT_REGIMEN_FISCAL.map((row) => row.clave),
  SAT_TIPO_MOTIVO_CANCELACION: SAT_TIPO_MOTIVO_CANCELACION.map((row) => row.clave),
  SAT_TIPO_RELACION_FACTURA: SAT_TIPO_RELACION_FACTURA.map((row) => row.clave),
  SAT_TIPO_COMPROBANTE: SAT_TIPO_COMPROBANTE.map((row) => row.tipoComprobante),
  SAT_CLAVE_UNIDAD: SAT_CLAVE_UNIDAD.map((row) => row.claveUnidad),
  SAT_CLAVE_PRODUCTO_SERVICIO: SAT_CLAVE_PRODUCTO_SERVICIO.map((row) => row.claveProduccionServicio),
  DEMO_TIPO_NUMERO_TELEFONO: DEMO_TIPO_NUMERO_TELEFONO.map((row) => row.name),
  DEMO_TIPO_DOCUMENTO: DEMO_TIPO_DOCUMENTO.map((row) => row.name),
  DEMO_METODO_PAGO: DEMO_METODO_PAGO.map((row) => row.name),
  DEMO_BANCO: DEMO_BANCO.map((row) => row.name),
  'DEMO_CAJA by name': DEMO_CAJA.map((row) => row.name),
  'DEMO_CAJA by CLABE': DEMO_CAJA.map((row) => row.noCLABE),
  DEMO_TIPO_MULTA: DEMO_TIPO_MULTA.map((row) => row.name),
  DEMO_REGLA: DEMO_REGLA.map((row) => row.name),
  DEMO_TIPO_CUOTA: DEMO_TIPO_CUOTA.map((row) => row.name),
  'DEMO_USER by username': DEMO_USER.map((row) => row.username),
  'DEMO_USER by role': DEMO_USER.map((row) => row.role),
  'DEMO_USER by email': DEMO_USER.map((row) => row.email),
};

/** Banxico's check digit: weights 3, 7, 1 over the first 17 digits, each product modulo 10. */
function clabeCheckDigit(first17: string): number {
  const weights = '37137137137137137';
  const sum = [...first17].reduce((total, digit, index) => total + ((Number(digit) * Number(weights[index])) % 10), 0);
  return (10 - (sum % 10)) % 10;
}

/** Banxico's institution numbers of the banks that hold the demo cash boxes. */
const BANK_NUMBER: Record<string, string> = {
  BBVA: '012',
  Santander: '014',
  HSBC: '021',
  Banregio: '058',
  Banorte: '072',
};

describe('catalogue contents', () => {
  it.each(Object.entries(keys))('%s has unique, trimmed keys', (_set, values) => {
    expect(values.length).toBeGreaterThan(0);
    expect(new Set(values.map((value) => value.toLocaleLowerCase('es-MX'))).size).toBe(values.length);
    for (const value of values) expect(value).toBe(value.trim());
  });

  it('lets legal persons use neither personal deductions nor payroll', () => {
    for (const row of SAT_USO_CFDI) {
      expect(row.fisica).toBe('Si');
      expect(row.moral, row.usoCFDI).toBe(/^(D\d\d|CN01)$/.test(row.usoCFDI) ? 'No' : 'Si');
    }
  });

  it('names only rows that exist', () => {
    for (const row of DEMO_METODO_PAGO) expect(keys.SAT_FORMA_PAGO_CFDI).toContain(row.formaPago);
    for (const row of DEMO_TIPO_DOCUMENTO) expect(keys.SAT_TIPO_COMPROBANTE).toContain(row.tipoComprobante);
    for (const row of DEMO_CAJA) expect(keys.DEMO_BANCO).toContain(row.banco);
  });

  it.each(DEMO_CAJA)('gives $name a CLABE of its bank, its account and a right check digit', (caja) => {
    expect(caja.noCLABE).toMatch(/^\d{18}$/);
    expect(caja.noCLABE.slice(0, 3)).toBe(BANK_NUMBER[caja.banco]);
    expect(caja.noCLABE.slice(6, 17)).toBe(`0${caja.noCuenta}`);
    expect(Number(caja.noCLABE.at(-1))).toBe(clabeCheckDigit(caja.noCLABE.slice(0, 17)));
  });

  it('has exactly one inactive cash box', () => {
    expect(DEMO_CAJA.filter((caja) => !caja.active)).toHaveLength(1);
  });

  it('keeps amounts positive with at most two decimals and discounts between 1 and 100', () => {
    for (const { monto } of [...DEMO_TIPO_MULTA, ...DEMO_TIPO_CUOTA]) {
      expect(monto).toBeGreaterThan(0);
      expect(Number(monto.toFixed(2))).toBe(monto);
    }
    for (const { percentDiscount } of DEMO_REGLA) {
      expect(percentDiscount).toBeGreaterThanOrEqual(1);
      expect(percentDiscount).toBeLessThanOrEqual(100);
    }
  });
});

const XSD_PATH = join(SCHEMAS, 'www.sat.gob.mx/sitio_internet/cfd/catalogos/catCFDI.xsd');

/** The values that the schema's simple type enumerates. */
function enumeration(type: string): string[] {
  const xsd = readFileSync(XSD_PATH, 'utf8');
  const body = xsd.split(`<xs:simpleType name="${type}">`)[1]?.split('</xs:simpleType>')[0] ?? '';
  return [...body.matchAll(/<xs:enumeration value="([^"]+)"/g)].map((match) => match[1] ?? '').sort();
}

describe.skipIf(SCHEMAS === '')(`SAT sets against the schemas${WITHOUT_SCHEMAS}`, () => {
  it.each([
    ['c_MetodoPago', 'SAT_METODO_PAGO_CFDI'],
    ['c_FormaPago', 'SAT_FORMA_PAGO_CFDI'],
    ['c_UsoCFDI', 'SAT_USO_CFDI'],
    ['c_RegimenFiscal', 'SAT_REGIMEN_FISCAL'],
    ['c_TipoRelacion', 'SAT_TIPO_RELACION_FACTURA'],
    ['c_TipoDeComprobante', 'SAT_TIPO_COMPROBANTE'],
  ])('%s is listed whole', (type, set) => {
    expect([...(keys[set] ?? [])].sort()).toEqual(enumeration(type));
  });

  it('c_ClaveUnidad holds every unit listed', () => {
    const units = new Set(enumeration('c_ClaveUnidad'));
    expect(SAT_CLAVE_UNIDAD.filter((row) => !units.has(row.claveUnidad))).toEqual([]);
  });

  it('product and service keys have eight digits', () => {
    for (const row of SAT_CLAVE_PRODUCTO_SERVICIO) expect(row.claveProduccionServicio).toMatch(/^\d{8}$/);
  });
});
