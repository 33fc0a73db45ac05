/** The lists that payments and their invoices choose from. */
import { catalogueContract } from '#platform/catalogue-contract.ts';
import { endpoint, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
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
} from './definitions.ts';

/** The payment methods [{id, name, formaPagoCFDI}], for every form that collects. */
export const listMetodosPago = catalogueContract(metodoPago).all;

/** Why a payment or an invoice is cancelled, and how invoices relate [{id, clave, descripcion}]. */
export const listMotivosCancelacion = catalogueContract(tipoMotivoCancelacion).all;
export const listRelacionesFactura = catalogueContract(tipoRelacionFactura).all;

/** The catalogues of the tax authority that invoices choose from. */
export const listMetodosPagoCfdi = catalogueContract(metodoPagoCfdi).all;
export const listFormasPagoCfdi = catalogueContract(formaPagoCfdi).all;
export const listUsosCfdi = catalogueContract(usoCfdi).all;
export const listTiposDocumento = catalogueContract(tipoDocumento).all;
export const listClavesUnidad = catalogueContract(claveUnidad).all;
export const listClavesProductoServicio = catalogueContract(claveProductoServicio).all;

/** The registers that are in use, to collect and for reports. */
export const listCajasActivas = endpoint({
  method: 'GET',
  path: '/caja/listactive',
  roles: 'ABCF',
  area: 'catalogos',
  summary: 'Las cajas activas, para cobrar y para los reportes.',
  answer: list(
    z.object({
      id: z.number(),
      name: z.string(),
      noCuenta: z.string(),
      noConvenio: z.string(),
      /**
       * Our additions: the day that its shift was opened on, null without one; whether whoever asks opened it; and the last
       * closed day of the community.
       */
      turnoDesde: z.string().nullable(),
      turnoMio: z.boolean(),
      cerradoHasta: z.string().nullable(),
    }),
  ),
});
