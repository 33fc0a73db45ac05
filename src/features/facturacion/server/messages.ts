/** What is missing before anything can be invoiced. */
export const EMISOR_MISSING = 'Faltan los datos del emisor. Captúrelos en Administración, Emisor de factura';
export const RECEPTOR_MISSING =
  'El lote no tiene datos fiscales y no hay un receptor por defecto. Capture uno de los dos y facture el pago';
export const SOLO_RECIBO = 'Según su tratamiento fiscal estos cargos llevan sólo recibo, no factura';
