/**
 * The cadena original, the text that is signed: written for CFDI 4.0, Pagos 2.0 and the Timbre Fiscal Digital 1.1 only, after
 * the authority's cadenaoriginal_4_0.xslt, Pagos20.xslt and cadenaoriginal_TFD_1_1.xslt. It is computed of a tree, so of kept
 * bytes too. Whatever it does not know makes it throw: an incomplete cadena would be signed and rejected.
 */
import { normalizeSpace, type XmlElement } from './xml.ts';

/** What an element contributes, in order: '@Name' its attribute, '@Name?' if it is there, else the children of that name. */
type Plan = readonly string[];

const traslado = (suffix: string): Plan => [
  `@Base${suffix}`,
  `@Impuesto${suffix}`,
  `@TipoFactor${suffix}`,
  `@TasaOCuota${suffix}?`,
  `@Importe${suffix}?`,
];

/** A key with a slash is the element under that parent only. */
const PLANS: Readonly<Record<string, Plan>> = {
  'cfdi:Comprobante': [
    '@Version',
    '@Serie?',
    '@Folio?',
    '@Fecha',
    '@FormaPago?',
    '@NoCertificado',
    '@CondicionesDePago?',
    '@SubTotal',
    '@Descuento?',
    '@Moneda',
    '@TipoCambio?',
    '@Total',
    '@TipoDeComprobante',
    '@Exportacion',
    '@MetodoPago?',
    '@LugarExpedicion',
    '@Confirmacion?',
    'cfdi:InformacionGlobal',
    'cfdi:CfdiRelacionados',
    'cfdi:Emisor',
    'cfdi:Receptor',
    'cfdi:Conceptos',
    'cfdi:Impuestos',
    'cfdi:Complemento',
  ],
  'cfdi:InformacionGlobal': ['@Periodicidad', '@Meses', '@Año'],
  'cfdi:CfdiRelacionados': ['@TipoRelacion', 'cfdi:CfdiRelacionado'],
  'cfdi:CfdiRelacionado': ['@UUID'],
  'cfdi:Emisor': ['@Rfc', '@Nombre', '@RegimenFiscal', '@FacAtrAdquirente?'],
  'cfdi:Receptor': [
    '@Rfc',
    '@Nombre',
    '@DomicilioFiscalReceptor',
    '@ResidenciaFiscal?',
    '@NumRegIdTrib?',
    '@RegimenFiscalReceptor',
    '@UsoCFDI',
  ],
  'cfdi:Conceptos': ['cfdi:Concepto'],
  'cfdi:Concepto': [
    '@ClaveProdServ',
    '@NoIdentificacion?',
    '@Cantidad',
    '@ClaveUnidad',
    '@Unidad?',
    '@Descripcion',
    '@ValorUnitario',
    '@Importe',
    '@Descuento?',
    '@ObjetoImp',
    'cfdi:Impuestos',
  ],
  'cfdi:Concepto/cfdi:Impuestos': ['cfdi:Traslados', 'cfdi:Retenciones'],
  'cfdi:Comprobante/cfdi:Impuestos': [
    'cfdi:Retenciones',
    '@TotalImpuestosRetenidos?',
    'cfdi:Traslados',
    '@TotalImpuestosTrasladados?',
  ],
  'cfdi:Traslados': ['cfdi:Traslado'],
  'cfdi:Traslado': traslado(''),
  'cfdi:Retenciones': ['cfdi:Retencion'],
  // Base, factor and rate stand in a concept's withholding and not in the document's.
  'cfdi:Retencion': ['@Base?', '@Impuesto', '@TipoFactor?', '@TasaOCuota?', '@Importe'],
  'cfdi:Complemento': ['pago20:Pagos'],
  'pago20:Pagos': ['@Version', 'pago20:Totales', 'pago20:Pago'],
  'pago20:Totales': [
    '@TotalRetencionesIVA?',
    '@TotalRetencionesISR?',
    '@TotalRetencionesIEPS?',
    '@TotalTrasladosBaseIVA16?',
    '@TotalTrasladosImpuestoIVA16?',
    '@TotalTrasladosBaseIVA8?',
    '@TotalTrasladosImpuestoIVA8?',
    '@TotalTrasladosBaseIVA0?',
    '@TotalTrasladosImpuestoIVA0?',
    '@TotalTrasladosBaseIVAExento?',
    '@MontoTotalPagos',
  ],
  'pago20:Pago': [
    '@FechaPago',
    '@FormaDePagoP',
    '@MonedaP',
    '@TipoCambioP?',
    '@Monto',
    '@NumOperacion?',
    '@RfcEmisorCtaOrd?',
    '@NomBancoOrdExt?',
    '@CtaOrdenante?',
    '@RfcEmisorCtaBen?',
    '@CtaBeneficiario?',
    '@TipoCadPago?',
    '@CertPago?',
    '@CadPago?',
    '@SelloPago?',
    'pago20:DoctoRelacionado',
    'pago20:ImpuestosP',
  ],
  'pago20:DoctoRelacionado': [
    '@IdDocumento',
    '@Serie?',
    '@Folio?',
    '@MonedaDR',
    '@EquivalenciaDR?',
    '@NumParcialidad',
    '@ImpSaldoAnt',
    '@ImpPagado',
    '@ImpSaldoInsoluto',
    '@ObjetoImpDR',
    'pago20:ImpuestosDR',
  ],
  'pago20:ImpuestosDR': ['pago20:RetencionesDR', 'pago20:TrasladosDR'],
  'pago20:RetencionesDR': ['pago20:RetencionDR'],
  'pago20:RetencionDR': ['@BaseDR', '@ImpuestoDR', '@TipoFactorDR', '@TasaOCuotaDR', '@ImporteDR'],
  'pago20:TrasladosDR': ['pago20:TrasladoDR'],
  'pago20:TrasladoDR': traslado('DR'),
  'pago20:ImpuestosP': ['pago20:RetencionesP', 'pago20:TrasladosP'],
  'pago20:RetencionesP': ['pago20:RetencionP'],
  'pago20:RetencionP': ['@ImpuestoP', '@ImporteP'],
  'pago20:TrasladosP': ['pago20:TrasladoP'],
  'pago20:TrasladoP': traslado('P'),
};

/** What the seal itself or the provider adds is no part of what is signed. */
const UNSIGNED_ATTRIBUTES = new Set(['Sello', 'Certificado']);
const UNSIGNED_CHILDREN = new Set(['tfd:TimbreFiscalDigital', 'cfdi:Addenda']);

/** A document that the cadena original is not written for. */
export class CadenaFault extends Error {}

function collect(node: XmlElement, parent: string, values: string[]): void {
  const plan = PLANS[`${parent}/${node.name}`] ?? PLANS[node.name];
  if (plan === undefined) throw new CadenaFault(`no cadena original is written for ${node.name}`);
  const known = new Set(plan.map((step) => step.replace(/^@|\?$/g, '')));
  for (const name of node.attributes.keys()) {
    const signed = !name.startsWith('xsi:') && !(node.name === 'cfdi:Comprobante' && UNSIGNED_ATTRIBUTES.has(name));
    if (signed && !known.has(name)) throw new CadenaFault(`no cadena original is written for ${node.name}@${name}`);
  }
  for (const { name } of node.children) {
    if (!known.has(name) && !UNSIGNED_CHILDREN.has(name)) {
      throw new CadenaFault(`no cadena original is written for ${node.name}/${name}`);
    }
  }
  for (const step of plan) {
    if (!step.startsWith('@')) {
      for (const child of node.children) if (child.name === step) collect(child, node.name, values);
      continue;
    }
    const optional = step.endsWith('?');
    const value = node.attributes.get(step.slice(1, optional ? -1 : undefined));
    if (value !== undefined) values.push(normalizeSpace(value));
    else if (!optional) throw new CadenaFault(`${node.name} lacks ${step.slice(1)}`);
  }
}

const joined = (values: readonly string[]): string => `||${values.join('|')}||`;

/**
 * The cadena original of a CFDI 4.0, sealed or not, stamped or not.
 * @throws CadenaFault on another version or complement
 */
export function cadenaOriginal(comprobante: XmlElement): string {
  if (comprobante.name !== 'cfdi:Comprobante' || comprobante.attributes.get('Version') !== '4.0') {
    throw new CadenaFault('not a CFDI 4.0');
  }
  const values: string[] = [];
  collect(comprobante, '', values);
  return joined(values);
}

/** What the provider signed with the authority's certificate. */
export interface DatosTimbre {
  uuid: string;
  /** 'YYYY-MM-DDTHH:mm:ss', central Mexican time as the provider states it. */
  fechaTimbrado: string;
  rfcProvCertif: string;
  leyenda?: string | undefined;
  selloCFD: string;
  noCertificadoSAT: string;
}

/** The cadena original of the complement of certification (TFD 1.1). */
export function tfdCadena(timbre: DatosTimbre): string {
  const { uuid, fechaTimbrado, rfcProvCertif, leyenda, selloCFD, noCertificadoSAT } = timbre;
  const values = ['1.1', uuid, fechaTimbrado, rfcProvCertif, leyenda, selloCFD, noCertificadoSAT];
  return joined(values.filter((value) => value !== undefined).map(normalizeSpace));
}
