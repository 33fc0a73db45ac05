/** The XML of an invoice that a supplier issued, as small as one can be. */

export interface Recibida {
  uuid: string;
  receptor: string;
  total: string;
  fecha: string;
  tipo: string;
  moneda: string;
  /** False: as it was before it was stamped. */
  timbrada: boolean;
  version: '4.0' | '3.3';
}

export const RECIBIDA: Recibida = {
  uuid: '0A1B2C3D-4E5F-4678-9ABC-DEF012345678',
  receptor: 'CRO850101AB1',
  total: '1160.00',
  fecha: '2026-11-18T09:30:00',
  tipo: 'I',
  moneda: 'MXN',
  timbrada: true,
  version: '4.0',
};

export function xmlRecibido(changes: Partial<Recibida> = {}): Uint8Array {
  const { uuid, receptor, total, fecha, tipo, moneda, timbrada, version } = { ...RECIBIDA, ...changes };
  const timbre = timbrada
    ? `<cfdi:Complemento><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1"
      UUID="${uuid}" FechaTimbrado="${fecha}" RfcProvCertif="SIM010101AAA" SelloCFD="c2VsbG8=" SelloSAT="c2F0"
      NoCertificadoSAT="00001000000500000001"/></cfdi:Complemento>`
    : '';
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/${version === '4.0' ? 4 : 3}" Version="${version}" Serie="A" Folio="125"
  Fecha="${fecha}" Moneda="${moneda}" SubTotal="1000.00" Total="${total}" TipoDeComprobante="${tipo}">
  <cfdi:Emisor Rfc="JVB090213AB1" Nombre="JARDINERÍA Y VIVEROS DEL BAJÍO" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc="${receptor}" Nombre="CONDOMINIO" DomicilioFiscalReceptor="76000" RegimenFiscalReceptor="603" UsoCFDI="G03"/>
  ${timbre}
</cfdi:Comprobante>`);
}
