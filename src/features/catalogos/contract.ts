/** The reads of catalogues that other screens need beyond the generated ones. */
import { catalogueContract } from '#platform/catalogue-contract.ts';
import { endpoint, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import {
  banco,
  claveProductoServicio,
  claveUnidad,
  formaPagoCfdi,
  metodoPago,
  metodoPagoCfdi,
  regimenFiscal,
  reglas,
  tipoDocumento,
  tipoMotivoCancelacion,
  tipoMulta,
  tipoNumeroTelefono,
  tipoRelacionFactura,
  usoCfdi,
} from './definitions.ts';

/** The types of phone number [{id, name}], for forms that hold phones. */
export const listTiposNumeroTelefono = catalogueContract(tipoNumeroTelefono).all;

/** The payment methods [{id, name, formaPagoCFDI}], for every form that collects. */
export const listMetodosPago = catalogueContract(metodoPago).all;

/** The prompt-payment rules that a maintenance definition chooses from. */
export const listReglas = catalogueContract(reglas).all;

/** Why a payment or an invoice is cancelled, and how invoices relate [{id, clave, descripcion}]. */
export const listMotivosCancelacion = catalogueContract(tipoMotivoCancelacion).all;
export const listRelacionesFactura = catalogueContract(tipoRelacionFactura).all;

/** The catalogues of the tax authority that invoices and tax data choose from. */
export const listMetodosPagoCfdi = catalogueContract(metodoPagoCfdi).all;
export const listFormasPagoCfdi = catalogueContract(formaPagoCfdi).all;
export const listUsosCfdi = catalogueContract(usoCfdi).all;
export const listTiposDocumento = catalogueContract(tipoDocumento).all;
export const listClavesUnidad = catalogueContract(claveUnidad).all;
export const listClavesProductoServicio = catalogueContract(claveProductoServicio).all;
export const listRegimenesFiscales = catalogueContract(regimenFiscal).all;

/** The banks [{id, name}]. */
export const listBancos = catalogueContract(banco).all;

/** The types of fine [{id, name, monto}], for the form of a fine and its report. */
export const listTiposMulta = catalogueContract(tipoMulta).all;

export const catalogosContract = {
  cajasActivas: endpoint({
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
        /** Our additions: the day that its shift was opened on, null without one; and the last closed day of the community. */
        turnoDesde: z.string().nullable(),
        cerradoHasta: z.string().nullable(),
      }),
    ),
  }),
  tiposCuotaActivos: endpoint({
    method: 'GET',
    path: '/tipocuota/all-active',
    roles: 'ABC',
    area: 'cuotas',
    summary: 'Los tipos de cuota habilitados.',
    answer: list(z.object({ id: z.number(), name: z.string(), monto: z.number() })),
  }),
};
