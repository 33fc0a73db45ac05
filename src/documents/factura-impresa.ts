/** What of an invoice is printed, which is also most of what the API tells of one. */
import { amount } from '#platform/codecs.ts';
import { z } from '#platform/zod.ts';

export const conceptoImpreso = z.object({
  cantidad: z.number(),
  unidad: z.string(),
  /** c_ClaveUnidad and c_ClaveProdServ. */
  claveUnidad: z.string(),
  claveProductoServicio: z.string(),
  descripcion: z.string(),
  valorUnitario: amount,
  importe: amount,
  /** Our addition: how it is taxed, where not all lines are alike; '' otherwise. */
  impuesto: z.string(),
});

/** Times 'YYYY-MM-DDTHH:mm:ss', local to the place of issue; amounts in pesos. */
export const facturaImpresa = z.object({
  folio: z.string(),
  folioFiscal: z.string(),
  status: z.string(),
  version: z.string(),
  usuario: z.string(),
  /** Our addition: 'ingreso', 'global', 'pago' (a payment complement) or 'egreso' (a credit note). */
  tipo: z.string(),
  nombreFiscalEmisor: z.string(),
  direccionEmisor: z.string(),
  rfcEmisor: z.string(),
  lugarExpedicion: z.string(),
  /** The issuer's regime, as 'clave - name'. */
  regimenFiscalEmisor: z.string(),
  nombreReceptor: z.string(),
  rfcReceptor: z.string(),
  direccionReceptor: z.string(),
  cpReceptor: z.string(),
  /** The receptor's regime code, and its name. */
  regimenFiscal: z.string(),
  nombreRegimenFiscal: z.string(),
  usoCFDI: z.string(),
  nombreUsoCFDI: z.string(),
  referenciaReceptor: z.string(),
  csdSAT: z.string(),
  csdEmisor: z.string(),
  fechaEmision: z.string(),
  fechaCertificacion: z.string(),
  cadenaOriginal: z.string(),
  selloDigital: z.string(),
  selloDigitalSAT: z.string(),
  rfcProvCertif: z.string(),
  /** Base64 of a JPEG; '' for none. */
  imageQR: z.string(),
  subtotal: amount,
  iva: amount,
  /** Our addition: the same by rate, as article 29-A asks; [] for a payment complement. */
  impuestos: z.array(z.object({ nombre: z.string(), importe: amount })),
  total: amount,
  formaPago: z.string(),
  nombreFormaPago: z.string(),
  metodoPago: z.string(),
  nombreMetodoPago: z.string(),
  observacion: z.string(),
  direccionDomicilio: z.string(),
  numeroCuenta: z.string(),
  /** Of a document to the general public the period that it covers, by the authority's codes; null for any other. */
  periodoGlobal: z.object({ periodicidad: z.string(), mes: z.string(), year: z.number() }).nullable(),
  tipoRelacionFactura: z.object({ clave: z.string(), descripcion: z.string() }).nullable(),
  folioFiscalRelacionar: z.string(),
  /** Stamped by the simulator: the document says that it has no fiscal value. */
  sinValidez: z.boolean(),
  facturaConceptosList: z.array(conceptoImpreso),
  /** Of a payment complement: what it settles. */
  documentosRelacionados: z.array(
    z.object({
      folioFiscal: z.string(),
      folio: z.string(),
      parcialidad: z.number(),
      saldoAnterior: amount,
      pagado: amount,
      saldoInsoluto: amount,
      fechaPago: z.string(),
      formaPago: z.string(),
    }),
  ),
});
export type FacturaImpresa = z.infer<typeof facturaImpresa>;
