import {
  claveProductoServicio,
  claveUnidad,
  formaPagoCfdi,
  metodoPago,
  metodoPagoCfdi,
  tipoDocumento,
  tipoMotivoCancelacion,
  tipoRelacionFactura,
  usoCfdi,
} from '#libro/catalogos/definitions.ts';
import { catalogueHelp, type Helps } from '#platform/help.ts';
import {
  banco,
  caja,
  regimenFiscal,
  reglas,
  tipoComprobante,
  tipoCuota,
  tipoMulta,
  tipoNumeroTelefono,
} from '../definitions.ts';

const SAT = 'Las claves las publica el SAT.';

export const catalogosHelp: Helps = {
  ...catalogueHelp(tipoMulta, 'Son las faltas que se eligen al poner una multa, con lo que cuesta cada una.'),
  ...catalogueHelp(reglas, 'Dicen cuánto se descuenta del mantenimiento a quien lo paga a tiempo.'),
  ...catalogueHelp(tipoNumeroTelefono, 'Son las clases de teléfono que se eligen al capturar el de una persona.'),
  ...catalogueHelp(metodoPagoCfdi, `Dicen en las facturas si se paga de una vez o después. ${SAT}`),
  ...catalogueHelp(formaPagoCfdi, `Dicen en las facturas con qué se pagó. ${SAT}`),
  ...catalogueHelp(usoCfdi, `Dicen para qué usa la factura quien la recibe. ${SAT}`),
  ...catalogueHelp(tipoComprobante, `Son las clases de comprobante fiscal. ${SAT}`),
  ...catalogueHelp(tipoDocumento, 'Son los documentos que se eligen al hacer una factura.'),
  ...catalogueHelp(claveUnidad, `Son las unidades de los renglones de las facturas. ${SAT}`),
  ...catalogueHelp(claveProductoServicio, `Dicen en las facturas qué se cobra en cada renglón. ${SAT}`),
  ...catalogueHelp(tipoMotivoCancelacion, `Son los motivos que se eligen al cancelar una factura. ${SAT}`),
  ...catalogueHelp(tipoRelacionFactura, `Dicen cómo se relaciona una factura con otra. ${SAT}`),
  ...catalogueHelp(regimenFiscal, `Son los regímenes que se eligen en los datos fiscales. ${SAT}`),
  ...catalogueHelp(metodoPago, 'Son las maneras de pagar que se eligen al cobrar, como efectivo o transferencia.'),
  ...catalogueHelp(banco, 'Son los bancos que se eligen al capturar una caja o una tarjeta.'),
  ...catalogueHelp(caja, 'Son las cajas y cuentas en que se recibe el dinero al cobrar.'),
  ...catalogueHelp(tipoCuota, 'Son las otras cuotas que se pueden cargar a un lote, con su monto.'),
};
