/** Back from the tree of a CFDI to what it says: the inverse of `comprobanteTree`, for documents as this product makes them. */
import type { Centavos } from '#core/money.ts';
import {
  type ConceptoDocumento,
  type Documento,
  type DocumentoPagado,
  GRAVADOS,
  type Gravado,
  isGravado,
  type Partes,
  TASAS_IVA,
  type Tratamiento,
} from './documento.ts';
import { childOf, childrenOf, type XmlElement } from './xml.ts';

/** A document that is not as this product makes them. */
export class LecturaFault extends Error {}

const attr = (node: XmlElement | undefined, name: string): string => node?.attributes.get(name) ?? '';

/** '1250.5' → 125050. */
export function centavosOf(text: string): Centavos {
  const parts = /^(\d{1,13})(?:\.(\d{1,6}))?$/.exec(text);
  const fraction = (parts?.[2] ?? '').padEnd(2, '0');
  if (!parts || /[^0]/.test(fraction.slice(2))) throw new LecturaFault(`not an amount in centavos: ${text}`);
  return Number(parts[1]) * 100 + Number(fraction.slice(0, 2));
}

/** The treatment of a transferred tax; '16' of '0.160000'. */
function gravadoOf(tasa: string): Gravado {
  const found = GRAVADOS.find((gravado) => Number(tasa) * 100 === TASAS_IVA[gravado]);
  if (tasa === '' || !found) throw new LecturaFault(`not a rate of VAT: ${tasa}`);
  return found;
}

const trasladoTratado = (traslado: XmlElement | undefined, suffix: string): 'exento' | Gravado =>
  attr(traslado, `TipoFactor${suffix}`) === 'Exento' ? 'exento' : gravadoOf(attr(traslado, `TasaOCuota${suffix}`));

const tratamientoOf = (objetoImp: string, traslado: XmlElement | undefined): Tratamiento =>
  objetoImp === '01' ? 'no_objeto' : trasladoTratado(traslado, '');

function conceptoOf(node: XmlElement): ConceptoDocumento {
  const traslado = childOf(childOf(childOf(node, 'cfdi:Impuestos'), 'cfdi:Traslados'), 'cfdi:Traslado');
  const tratamiento = tratamientoOf(attr(node, 'ObjetoImp'), traslado);
  return {
    claveProdServ: attr(node, 'ClaveProdServ'),
    claveUnidad: attr(node, 'ClaveUnidad'),
    unidad: attr(node, 'Unidad'),
    noIdentificacion: attr(node, 'NoIdentificacion'),
    cantidad: Number(attr(node, 'Cantidad')),
    descripcion: attr(node, 'Descripcion'),
    importe: centavosOf(attr(node, 'Importe')),
    iva: isGravado(tratamiento) ? centavosOf(attr(traslado, 'Importe')) : 0,
    tratamiento,
  };
}

/** What bears no tax is what the taxes' bases leave of the payment. */
function partesOf(node: XmlElement, pagado: Centavos): Partes {
  const traslados = childrenOf(
    childOf(childOf(node, 'pago20:ImpuestosDR'), 'pago20:TrasladosDR'),
    'pago20:TrasladoDR',
  ).map((traslado) => ({
    tratamiento: trasladoTratado(traslado, 'DR'),
    base: centavosOf(attr(traslado, 'BaseDR')),
    iva: centavosOf(attr(traslado, 'ImporteDR') || '0'),
  }));
  const rest = pagado - traslados.reduce((sum, { base, iva }) => sum + base + iva, 0);
  return {
    ...(rest > 0 && { no_objeto: { base: rest, iva: 0 } }),
    ...Object.fromEntries(traslados.map(({ tratamiento, ...parte }) => [tratamiento, parte])),
  };
}

function pagadoOf(node: XmlElement): DocumentoPagado {
  const pagado = centavosOf(attr(node, 'ImpPagado'));
  return {
    uuid: attr(node, 'IdDocumento'),
    serie: attr(node, 'Serie'),
    folio: attr(node, 'Folio'),
    parcialidad: Number(attr(node, 'NumParcialidad')),
    saldoAnterior: centavosOf(attr(node, 'ImpSaldoAnt')),
    pagado,
    partes: partesOf(node, pagado),
  };
}

/**
 * What a CFDI of ours says. Building it again gives the same tree, or it is not one of ours: that is the reader's check.
 * @throws LecturaFault on another type of document or amounts that are not centavos
 */
export function readDocumento(tree: XmlElement): Documento {
  if (tree.name !== 'cfdi:Comprobante') throw new LecturaFault('not a CFDI 4.0');
  const emisor = childOf(tree, 'cfdi:Emisor');
  const receptor = childOf(tree, 'cfdi:Receptor');
  const relacion = childOf(tree, 'cfdi:CfdiRelacionados');
  const comun = {
    serie: attr(tree, 'Serie'),
    folio: attr(tree, 'Folio'),
    fecha: attr(tree, 'Fecha'),
    lugarExpedicion: attr(tree, 'LugarExpedicion'),
    emisor: { rfc: attr(emisor, 'Rfc'), nombre: attr(emisor, 'Nombre'), regimenFiscal: attr(emisor, 'RegimenFiscal') },
    receptor: {
      rfc: attr(receptor, 'Rfc'),
      nombre: attr(receptor, 'Nombre'),
      cp: attr(receptor, 'DomicilioFiscalReceptor'),
      regimenFiscal: attr(receptor, 'RegimenFiscalReceptor'),
      usoCFDI: attr(receptor, 'UsoCFDI'),
    },
    ...(relacion && {
      relacion: {
        tipo: attr(relacion, 'TipoRelacion'),
        uuids: childrenOf(relacion, 'cfdi:CfdiRelacionado').map((node) => attr(node, 'UUID')),
      },
    }),
  };
  const tipo = attr(tree, 'TipoDeComprobante');
  if (tipo === 'P') {
    const pagos = childOf(childOf(tree, 'cfdi:Complemento'), 'pago20:Pagos');
    return {
      ...comun,
      tipo: 'pago',
      pagos: childrenOf(pagos, 'pago20:Pago').map((node) => ({
        fecha: attr(node, 'FechaPago'),
        formaPago: attr(node, 'FormaDePagoP'),
        documentos: childrenOf(node, 'pago20:DoctoRelacionado').map(pagadoOf),
      })),
    };
  }
  const metodoPago = attr(tree, 'MetodoPago');
  if ((tipo !== 'I' && tipo !== 'E') || (metodoPago !== 'PUE' && metodoPago !== 'PPD')) {
    throw new LecturaFault(`not a document of ours: ${tipo} ${metodoPago}`);
  }
  const global = childOf(tree, 'cfdi:InformacionGlobal');
  return {
    ...comun,
    tipo: tipo === 'E' ? 'egreso' : 'ingreso',
    formaPago: attr(tree, 'FormaPago'),
    metodoPago,
    conceptos: childrenOf(childOf(tree, 'cfdi:Conceptos'), 'cfdi:Concepto').map(conceptoOf),
    ...(global && {
      global: { periodicidad: attr(global, 'Periodicidad'), meses: attr(global, 'Meses'), anio: attr(global, 'Año') },
    }),
  };
}
