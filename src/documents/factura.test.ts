import { describe, expect, it } from 'vitest';
import { practiceName } from '#core/residenciales.ts';
import { totalsOf } from '#platform/listing.ts';
import { sinValorOf } from '#platform/pdf.ts';
import { renderPdf } from '#platform/server/pdf.ts';
import { type FacturaMaking, facturaDocument, facturaFileName, printedTotal, xmlFileName } from './factura.ts';
import type { FacturaImpresa } from './factura-impresa.ts';
import { CANCELADAS, type Cancelada } from './facturas-canceladas.ts';

const UUID = '5F3A1C1E-7B54-4C7E-9B1A-0D7A2E1F9C33';
const concepto = (n: number) => ({
  cantidad: 1,
  unidad: 'Unidad de servicio',
  claveUnidad: 'E48',
  claveProductoServicio: '80131801',
  descripcion: `Mantenimiento ${n} - 2026`,
  valorUnitario: 1250.5,
  importe: 1250.5,
  impuesto: '',
});
const FACTURA: FacturaImpresa = {
  folio: 'A-1250',
  folioFiscal: UUID,
  status: 'facturada',
  version: '4.0',
  usuario: 'Ana López',
  tipo: 'ingreso',
  nombreFiscalEmisor: 'LOS ENCINOS RESIDENCIAL',
  direccionEmisor: 'Paseo de los Encinos 1',
  rfcEmisor: 'ERE150312KJ4',
  lugarExpedicion: '76230',
  regimenFiscalEmisor: '603 - Personas Morales con Fines no Lucrativos',
  nombreReceptor: 'JOSÉ ÑANDÚ / PEÑA',
  rfcReceptor: 'FUNK671228PH6',
  direccionReceptor: 'Calle Ñandú 14',
  cpReceptor: '76230',
  regimenFiscal: '605',
  nombreRegimenFiscal: 'Sueldos y Salarios',
  usoCFDI: 'S01',
  nombreUsoCFDI: 'Sin efectos fiscales',
  referenciaReceptor: 'M01-L02',
  csdSAT: '30001000000500003456',
  csdEmisor: '30001000000500003416',
  fechaEmision: '2026-11-21T10:05:09',
  fechaCertificacion: '2026-11-21T10:05:12',
  cadenaOriginal: `||1.1|${UUID}|2026-11-21T10:05:12|SPR190613I52|c2VsbG8=|30001000000500003456||`,
  selloDigital: 'c2VsbG8='.repeat(43),
  selloDigitalSAT: 'U0FU'.repeat(86),
  rfcProvCertif: 'SPR190613I52',
  imageQR: '',
  subtotal: 2501,
  iva: 0,
  impuestos: [{ nombre: 'IVA', importe: 0 }],
  total: 2501,
  formaPago: '03',
  nombreFormaPago: 'Transferencia electrónica de fondos',
  metodoPago: 'PUE',
  nombreMetodoPago: 'Pago en una sola exhibición',
  observacion: 'Depósito',
  direccionDomicilio: 'Paseo de los Encinos 104',
  numeroCuenta: '1234',
  periodoGlobal: null,
  tipoRelacionFactura: null,
  folioFiscalRelacionar: '',
  sinValidez: false,
  facturaConceptosList: [concepto(1), concepto(2)],
  documentosRelacionados: [],
};
const MAKING: FacturaMaking = {
  codigo: 'ENCINOS',
  residencial: 'Los Encinos',
};

/** Every text of a definition, in order. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(texts);
  if (typeof node !== 'object' || node === null) return [];
  return ['text', 'columns', 'stack', 'table', 'body', 'content'].flatMap((key) =>
    key in node ? texts((node as Record<string, unknown>)[key]) : [],
  );
}

const said = (changes: Partial<FacturaImpresa> = {}) => texts(facturaDocument({ ...FACTURA, ...changes }, MAKING));
/** What stands across the page; '' where nothing does. */
function mark(changes: Partial<FacturaImpresa>): string {
  const { background } = facturaDocument({ ...FACTURA, ...changes }, MAKING);
  return background === undefined ? '' : JSON.stringify(background);
}

describe('an invoice on paper', () => {
  it('is named after its receptor and its day', () => {
    expect(facturaFileName(FACTURA)).toBe('JOSÉ_ÑANDÚ_PEÑA_21-11-2026.pdf');
    expect(xmlFileName(FACTURA)).toBe('JOSÉ_ÑANDÚ_PEÑA.xml');
    expect(facturaFileName({ ...FACTURA, fechaEmision: '' })).toBe('JOSÉ_ÑANDÚ_PEÑA.pdf');
  });

  it('tells VAT by rate, and of each line where they differ', () => {
    const lines = said({
      iva: 212,
      impuestos: [
        { nombre: 'IVA 16% sobre $862.07', importe: 137.93 },
        { nombre: 'IVA 8% sobre $925.93', importe: 74.07 },
      ],
      facturaConceptosList: [
        { ...concepto(1), impuesto: 'IVA 16%' },
        { ...concepto(2), impuesto: 'IVA 8%' },
      ],
    });
    for (const text of ['IVA 16% sobre $862.07', '$137.93', 'IVA 8% sobre $925.93', '$74.07', 'IVA 16%', 'IVA 8%'])
      expect(lines).toContain(text);
  });

  it('says what a representation must: folios, certificates, both times, seals, total in words', () => {
    const lines = said();
    for (const text of [
      'Comprobante Fiscal Digital por Internet',
      'FACTURA',
      'SERIE Y FOLIO',
      'A-1250',
      'Emitida por Ana López',
      'CFDI 4.0',
      'Lugar expedición(CP)',
      'Código postal',
      '76230',
      'E48 - Unidad de servicio',
      '80131801',
      UUID,
      '30001000000500003456',
      '30001000000500003416',
      '21-11-2026 10:05:09',
      '21-11-2026 10:05:12',
      '605 - Sueldos y Salarios',
      'S01 - Sin efectos fiscales',
      'DOS MIL QUINIENTOS UN PESOS 00/100 M.N.',
      '$0.00',
      '$2,501.00',
      'Cadena Original',
      'Sello Digital',
      'Sello Digital SAT',
      'Este documento es una representación impresa de un CFDI',
    ])
      expect(lines).toContain(text);
    expect(lines.join('')).toContain(FACTURA.selloDigital);
    expect(lines.join('')).not.toContain('SIN VALIDEZ');
    expect(mark({})).toBe('');
  });

  it('bears its relation and its mark when cancelled, and says when it is the simulator’s', () => {
    const relation = { tipoRelacionFactura: { clave: '04', descripcion: 'Sustitución' }, folioFiscalRelacionar: 'ABC' };
    const lines = said({ status: 'cancelada', version: '3.3', sinValidez: true, ...relation });
    for (const text of ['TIPO DE RELACIÓN', '04 - Sustitución', 'FOLIO DE FISCAL A RELACIONAR', 'ABC', 'CFDI 3.3'])
      expect(lines).toContain(text);
    expect(lines.join('')).toContain('SIN VALIDEZ FISCAL');
    expect(mark({ status: 'cancelada' })).toContain('CANCELADA');
    expect(mark({ sinValidez: true })).toContain('SIN VALIDEZ FISCAL');
  });

  it('to the general public says the period that it covers', () => {
    const periodoGlobal = { periodicidad: '04', mes: '10', year: 2026 };
    expect(said({ periodoGlobal })).toContain('04 - Mensual, mes 10 de 2026');
    expect(said({}).join('')).not.toContain('Periodo');
  });

  it('without a stamp is marked as pending and declares itself no CFDI', () => {
    const draft = { status: 'pendiente', folioFiscal: '', selloDigital: '', selloDigitalSAT: '', cadenaOriginal: '' };
    const lines = said(draft).join('\n');
    for (const text of ['representación impresa de un CFDI', 'Sello Digital', 'Cadena'])
      expect(lines).not.toContain(text);
    expect(mark(draft)).toContain('PENDIENTE, SIN TIMBRAR');
    expect(mark({ ...draft, status: 'rechazada' })).toContain('RECHAZADA, SIN TIMBRAR');
  });

  it('of a complement shows what it settles, and that sum', () => {
    const documento = {
      folioFiscal: UUID,
      folio: 'A-1249',
      parcialidad: 1,
      saldoAnterior: 100.1,
      pagado: 50.05,
      saldoInsoluto: 50.05,
      fechaPago: '2026-11-20',
      formaPago: '01 - Efectivo',
    };
    const pago = { tipo: 'pago', total: 0, documentosRelacionados: [documento, { ...documento, parcialidad: 2 }] };
    expect(printedTotal({ ...FACTURA, ...pago })).toBe(100.1);
    const lines = said(pago);
    for (const text of ['COMPLEMENTO DE PAGO', 'A-1249', '01 - Efectivo', '$50.05', 'CIEN PESOS 10/100 M.N.'])
      expect(lines).toContain(text);
    expect(lines).not.toContain('Mantenimiento 1 - 2026');
  });

  it('stands on one page up to eight concepts, and on more with many', async () => {
    const pages = async (count: number) => {
      const facturaConceptosList = Array.from({ length: count }, (_, n) => concepto(n + 1));
      const pdf = await renderPdf(facturaDocument({ ...FACTURA, facturaConceptosList }, MAKING));
      return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
    };
    expect(await pages(8)).toBe(1);
    expect(await pages(40)).toBe(2);
  });
});

it('the total of cancelled invoices has each payment once', () => {
  expect(
    totalsOf(CANCELADAS.screen, [
      { tipo: 'ingreso', total: 100.1 } as Cancelada,
      { tipo: 'pago', total: 100.1 } as Cancelada,
      { tipo: 'global', total: 50 } as Cancelada,
    ]),
  ).toEqual({ total: 150.1 });
});

it('is known as a practice’s by its name', () => {
  const of = (residencial: string) => sinValorOf(facturaDocument(FACTURA, { ...MAKING, residencial }));
  expect(of('Los Encinos')).toBeUndefined();
  expect(of(practiceName('Los Encinos'))).toMatchObject({ text: 'PRÁCTICA, sin valor' });
});
