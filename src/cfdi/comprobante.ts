/**
 * From what an invoice says to its CFDI 4.0: a computed tree, and deterministic XML of it. Every total is the sum of values as
 * they are emitted, in integer centavos, so that what the authority adds up is what we added up.
 * Structure: Anexo 20 (cfdv40.xsd) and the complement Pagos 2.0 (Pagos20.xsd); attributes stand in the order of those schemas.
 */
import type { Centavos } from '#core/money.ts';
import { divideRounded } from '#core/money.ts';
import {
  type ConceptoDocumento,
  type Documento,
  type DocumentoIngreso,
  type DocumentoPagado,
  type DocumentoPago,
  GRAVADOS,
  type Gravado,
  isGravado,
  type Parte,
  type Partes,
  TASAS_IVA,
  type Tratamiento,
} from './documento.ts';
import { type Attributes, element, NAMESPACES, normalizeSpace, serialize, type XmlElement } from './xml.ts';

const IVA = '002';
const SAT = 'http://www.sat.gob.mx/sitio_internet/cfd';

/** What the seal puts into the document. */
export interface Sellado {
  noCertificado: string;
  /** Base64 of the certificate's DER. */
  certificado: string;
  /** Base64; '' while the cadena original is still to be signed. */
  sello: string;
}

/** Centavos as the documents write them: '1250.00'. */
function importeTexto(centavos: Centavos): string {
  if (!Number.isSafeInteger(centavos) || centavos < 0) throw new RangeError(`not an amount of a document: ${centavos}`);
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const MILLION = 1_000_000n;

/** A quantity in millionths; throws RangeError unless it is above 0 with at most six decimals. */
export function cantidadMillonesimas(cantidad: number): bigint {
  const scaled = Math.round(cantidad * 1e6);
  if (!Number.isSafeInteger(scaled) || scaled <= 0 || Math.abs(scaled / 1e6 - cantidad) > 1e-9) {
    throw new RangeError(`not a quantity: ${cantidad}`);
  }
  return BigInt(scaled);
}

/** Millionths as text with at least `decimals` of their six. */
function millonesimasTexto(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(7, '0');
  let fraction = digits.slice(-6);
  while (fraction.length > decimals && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return fraction === '' ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${fraction}`;
}

/** The price of one unit in millionths of a peso, rounded. */
export function valorUnitarioMillonesimas(importe: Centavos, cantidad: number): bigint {
  return BigInt(divideRounded(BigInt(importe) * 10_000n * MILLION, cantidadMillonesimas(cantidad)));
}

/** TasaOCuota of a rate. */
const tasaTexto = (gravado: Gravado): string => `0.${String(TASAS_IVA[gravado]).padStart(2, '0')}0000`;

/** What a paid amount with VAT within is made of; both add up to it. */
export function desglosarIva(pagado: Centavos, gravado: Gravado): Parte {
  const base = divideRounded(BigInt(pagado) * 100n, 100n + BigInt(TASAS_IVA[gravado]));
  return { base, iva: pagado - base };
}

/** Whether VAT is that of its base, with the centavo that the authority allows on either side (CFDI40180, CRP20276). */
export function ivaFits({ base, iva }: Parte, gravado: Gravado): boolean {
  if (!Number.isSafeInteger(iva) || iva < 0) return false;
  const exact = BigInt(base) * BigInt(TASAS_IVA[gravado]);
  const given = BigInt(iva) * 100n;
  const difference = given > exact ? given - exact : exact - given;
  return difference < 100n;
}

/** What lines of one treatment come to, VAT included, and how much of it was told already. */
export interface Contado {
  total: Centavos;
  /** The VAT within the total. */
  iva: Centavos;
  dicho: Centavos;
  ivaDicho: Centavos;
}

/**
 * What an amount of lines of a treatment is made of. Its VAT is what, with all that was told before, is the lines' own in proportion:
 * whoever tells all of them, in however many parts, has told their VAT to the centavo.
 */
export function parteDe(monto: Centavos, tratamiento: Tratamiento, { total, iva, dicho, ivaDicho }: Contado): Parte {
  if (!isGravado(tratamiento)) return { base: monto, iva: 0 };
  const alone = desglosarIva(monto, tratamiento);
  const told = dicho + monto;
  if (total <= 0 || told > total) return alone;
  const part = { ...alone, iva: divideRounded(BigInt(iva) * BigInt(told), BigInt(total)) - ivaDicho };
  for (; ; part.iva += Math.sign(alone.iva - part.iva)) {
    part.base = monto - part.iva;
    // Of many lines, each rounded, the sum may be off by more than the authority allows in one line.
    if (part.iva === alone.iva || (part.base > 0 && ivaFits(part, tratamiento))) return part;
  }
}

const sum = (values: readonly Centavos[]): Centavos => values.reduce((total, value) => total + value, 0);

export interface Totales {
  subtotal: Centavos;
  iva: Centavos;
  total: Centavos;
}

/** The totals that the document states, in centavos: all 0 in a payment complement. */
export function totalsOf(documento: Documento): Totales {
  if (documento.tipo === 'pago') return { subtotal: 0, iva: 0, total: 0 };
  const subtotal = sum(documento.conceptos.map(({ importe }) => importe));
  const iva = sum(
    documento.conceptos.filter(({ tratamiento }) => isGravado(tratamiento)).map((concepto) => concepto.iva),
  );
  return { subtotal, iva, total: subtotal + iva };
}

const exento = ({ tratamiento }: { tratamiento: Tratamiento }): boolean => tratamiento === 'exento';

const texto = (value: string): string => normalizeSpace(value);

const objetoImp = (tratamiento: Tratamiento): string => (tratamiento === 'no_objeto' ? '01' : '02');

/** Attributes of a transferred tax. Exempt has a base and neither rate nor amount (CFDI40177, CRP20258). */
function traslado(base: Centavos, taxed: { gravado: Gravado; iva: Centavos } | undefined, suffix: string): Attributes {
  return [
    [`Base${suffix}`, importeTexto(base)],
    [`Impuesto${suffix}`, IVA],
    [`TipoFactor${suffix}`, taxed ? 'Tasa' : 'Exento'],
    [`TasaOCuota${suffix}`, taxed && tasaTexto(taxed.gravado)],
    [`Importe${suffix}`, taxed && importeTexto(taxed.iva)],
  ];
}

function conceptoNode(concepto: ConceptoDocumento): XmlElement {
  const { importe, iva, tratamiento } = concepto;
  const impuestos =
    tratamiento === 'no_objeto'
      ? undefined
      : element(
          'cfdi:Impuestos',
          [],
          [
            element(
              'cfdi:Traslados',
              [],
              [
                element(
                  'cfdi:Traslado',
                  traslado(importe, isGravado(tratamiento) ? { gravado: tratamiento, iva } : undefined, ''),
                ),
              ],
            ),
          ],
        );
  return element(
    'cfdi:Concepto',
    [
      ['ClaveProdServ', concepto.claveProdServ],
      ['NoIdentificacion', texto(concepto.noIdentificacion)],
      ['Cantidad', millonesimasTexto(cantidadMillonesimas(concepto.cantidad), 0)],
      ['ClaveUnidad', concepto.claveUnidad],
      ['Unidad', texto(concepto.unidad)],
      ['Descripcion', texto(concepto.descripcion)],
      ['ValorUnitario', millonesimasTexto(valorUnitarioMillonesimas(importe, concepto.cantidad), 2)],
      ['Importe', importeTexto(importe)],
      ['ObjetoImp', objetoImp(tratamiento)],
    ],
    [impuestos],
  );
}

/** The document's taxes: sums of the concepts' by rate, the exempt ones last. Missing where no concept is an object of tax. */
function impuestosNode({ conceptos }: DocumentoIngreso): XmlElement | undefined {
  const of = (tratado: Tratamiento) => conceptos.filter(({ tratamiento }) => tratamiento === tratado);
  const base = (list: readonly ConceptoDocumento[]) => sum(list.map(({ importe }) => importe));
  const ivaOf = (list: readonly ConceptoDocumento[]) => sum(list.map(({ iva }) => iva));
  const rates = GRAVADOS.map((gravado) => ({ gravado, list: of(gravado) })).filter(({ list }) => list.length > 0);
  const exempt = conceptos.filter(exento);
  if (rates.length + exempt.length === 0) return undefined;
  const total = sum(rates.map(({ list }) => ivaOf(list)));
  return element(
    'cfdi:Impuestos',
    [['TotalImpuestosTrasladados', rates.length === 0 ? undefined : importeTexto(total)]],
    [
      element(
        'cfdi:Traslados',
        [],
        [
          ...rates.map(({ gravado, list }) =>
            element('cfdi:Traslado', traslado(base(list), { gravado, iva: ivaOf(list) }, '')),
          ),
          exempt.length === 0 ? undefined : element('cfdi:Traslado', traslado(base(exempt), undefined, '')),
        ],
      ),
    ],
  );
}

/** Whether a part of a document is an object of tax, and so the document is (ObjetoImpDR). */
const objetoImpOf = (partes: Partes): string =>
  (['exento', ...GRAVADOS] as const).some((tratado) => partes[tratado] !== undefined) ? '02' : '01';

/** The transferred taxes of parts, taxed before exempt, one node each. */
function trasladosOf(partes: Partes, suffix: 'DR' | 'P'): XmlElement[] {
  return [
    ...GRAVADOS.flatMap((gravado) => {
      const parte = partes[gravado];
      if (!parte) return [];
      return [element(`pago20:Traslado${suffix}`, traslado(parte.base, { gravado, iva: parte.iva }, suffix))];
    }),
    ...(partes.exento ? [element(`pago20:Traslado${suffix}`, traslado(partes.exento.base, undefined, suffix))] : []),
  ];
}

function doctoNode(docto: DocumentoPagado): XmlElement {
  const traslados = trasladosOf(docto.partes, 'DR');
  const impuestos =
    traslados.length === 0
      ? undefined
      : element('pago20:ImpuestosDR', [], [element('pago20:TrasladosDR', [], traslados)]);
  return element(
    'pago20:DoctoRelacionado',
    [
      ['IdDocumento', docto.uuid],
      ['Serie', texto(docto.serie)],
      ['Folio', texto(docto.folio)],
      ['MonedaDR', 'MXN'],
      // Exactly '1' where both currencies are the same (CRP20238).
      ['EquivalenciaDR', '1'],
      ['NumParcialidad', String(docto.parcialidad)],
      ['ImpSaldoAnt', importeTexto(docto.saldoAnterior)],
      ['ImpPagado', importeTexto(docto.pagado)],
      ['ImpSaldoInsoluto', importeTexto(docto.saldoAnterior - docto.pagado)],
      ['ObjetoImpDR', objetoImpOf(docto.partes)],
    ],
    [impuestos],
  );
}

/** What the payments' documents add up to, by treatment: of sums of the values that each emits. */
function sumsOf(documentos: readonly DocumentoPagado[]) {
  const partsOf = (tratado: Tratamiento) => documentos.flatMap(({ partes }) => partes[tratado] ?? []);
  const exempt = partsOf('exento');
  return {
    rates: GRAVADOS.flatMap((gravado) => {
      const parts = partsOf(gravado);
      if (parts.length === 0) return [];
      return [{ gravado, base: sum(parts.map(({ base }) => base)), iva: sum(parts.map(({ iva }) => iva)) }];
    }),
    exento: exempt.length === 0 ? undefined : sum(exempt.map(({ base }) => base)),
    monto: sum(documentos.map(({ pagado }) => pagado)),
  };
}

function pagoNode({ fecha, formaPago, documentos }: DocumentoPago['pagos'][number]): XmlElement {
  const { rates, exento, monto } = sumsOf(documentos);
  const traslados = [
    ...rates.map(({ gravado, base, iva }) => element('pago20:TrasladoP', traslado(base, { gravado, iva }, 'P'))),
    ...(exento === undefined ? [] : [element('pago20:TrasladoP', traslado(exento, undefined, 'P'))]),
  ];
  return element(
    'pago20:Pago',
    [
      ['FechaPago', fecha],
      ['FormaDePagoP', formaPago],
      ['MonedaP', 'MXN'],
      ['TipoCambioP', '1'],
      ['Monto', importeTexto(monto)],
    ],
    [
      ...documentos.map(doctoNode),
      traslados.length === 0
        ? undefined
        : element('pago20:ImpuestosP', [], [element('pago20:TrasladosP', [], traslados)]),
    ],
  );
}

function pagosNode({ pagos }: DocumentoPago): XmlElement {
  const { rates, exento, monto } = sumsOf(pagos.flatMap(({ documentos }) => documentos));
  return element(
    'pago20:Pagos',
    [['Version', '2.0']],
    [
      element('pago20:Totales', [
        ...rates.flatMap(({ gravado, base, iva }): Attributes => {
          const rate = TASAS_IVA[gravado];
          return [
            [`TotalTrasladosBaseIVA${rate}`, importeTexto(base)],
            [`TotalTrasladosImpuestoIVA${rate}`, importeTexto(iva)],
          ];
        }),
        ['TotalTrasladosBaseIVAExento', exento === undefined ? undefined : importeTexto(exento)],
        ['MontoTotalPagos', importeTexto(monto)],
      ]),
      ...pagos.map(pagoNode),
    ],
  );
}

/** c_TipoDeComprobante. */
const COMPROBANTES = { ingreso: 'I', egreso: 'E', pago: 'P' } as const;

/** The one concept that a payment complement has (CRP20111 to CRP20122). */
const CONCEPTO_PAGO = element('cfdi:Concepto', [
  ['ClaveProdServ', '84111506'],
  ['Cantidad', '1'],
  ['ClaveUnidad', 'ACT'],
  ['Descripcion', 'Pago'],
  ['ValorUnitario', '0'],
  ['Importe', '0'],
  ['ObjetoImp', '01'],
]);

/**
 * The computed tree of a document, with its seal as far as there is one.
 * @throws RangeError on amounts or quantities that no document has; `fallasOf` tells them first, in Spanish
 */
export function comprobanteTree(documento: Documento, sellado: Sellado): XmlElement {
  const { emisor, receptor, relacion } = documento;
  const pago = documento.tipo === 'pago';
  const { subtotal, total } = totalsOf(documento);
  const schemas = [NAMESPACES.cfdi, `${SAT}/4/cfdv40.xsd`];
  if (pago) schemas.push(NAMESPACES.pago20, 'http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos20.xsd');
  const root = element(
    'cfdi:Comprobante',
    [
      ['xsi:schemaLocation', schemas.join(' ')],
      ['Version', '4.0'],
      ['Serie', texto(documento.serie)],
      ['Folio', texto(documento.folio)],
      ['Fecha', documento.fecha],
      ['Sello', sellado.sello],
      ['FormaPago', pago ? undefined : documento.formaPago],
      ['NoCertificado', sellado.noCertificado],
      ['Certificado', sellado.certificado],
      ['SubTotal', pago ? '0' : importeTexto(subtotal)],
      ['Moneda', pago ? 'XXX' : 'MXN'],
      ['Total', pago ? '0' : importeTexto(total)],
      ['TipoDeComprobante', COMPROBANTES[documento.tipo]],
      ['Exportacion', '01'],
      ['MetodoPago', pago ? undefined : documento.metodoPago],
      ['LugarExpedicion', documento.lugarExpedicion],
    ],
    [
      !pago && documento.global
        ? element('cfdi:InformacionGlobal', [
            ['Periodicidad', documento.global.periodicidad],
            ['Meses', documento.global.meses],
            ['Año', documento.global.anio],
          ])
        : undefined,
      relacion
        ? element(
            'cfdi:CfdiRelacionados',
            [['TipoRelacion', relacion.tipo]],
            relacion.uuids.map((uuid) => element('cfdi:CfdiRelacionado', [['UUID', uuid]])),
          )
        : undefined,
      element('cfdi:Emisor', [
        ['Rfc', emisor.rfc],
        ['Nombre', texto(emisor.nombre)],
        ['RegimenFiscal', emisor.regimenFiscal],
      ]),
      element('cfdi:Receptor', [
        ['Rfc', receptor.rfc],
        ['Nombre', texto(receptor.nombre)],
        ['DomicilioFiscalReceptor', receptor.cp],
        ['RegimenFiscalReceptor', receptor.regimenFiscal],
        ['UsoCFDI', receptor.usoCFDI],
      ]),
      element('cfdi:Conceptos', [], pago ? [CONCEPTO_PAGO] : documento.conceptos.map(conceptoNode)),
      pago ? undefined : impuestosNode(documento),
      pago ? element('cfdi:Complemento', [], [pagosNode(documento)]) : undefined,
    ],
  );
  return root;
}

/** The XML of a tree of `comprobanteTree`, in UTF-8 once encoded: always the same text for the same tree. */
export function comprobanteXml(tree: XmlElement): string {
  const prefixes: (keyof typeof NAMESPACES)[] = ['cfdi', 'xsi'];
  if (tree.children.some(({ children }) => children.some(({ name }) => name === 'pago20:Pagos')))
    prefixes.push('pago20');
  const attributes = new Map<string, string>();
  for (const prefix of prefixes) attributes.set(`xmlns:${prefix}`, NAMESPACES[prefix]);
  for (const [name, value] of tree.attributes) attributes.set(name, value);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${serialize({ ...tree, attributes })}`;
}
