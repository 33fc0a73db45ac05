/** The reads of catalogues that other screens need beyond the generated ones. */
import { listCajasActivas } from '#libro/catalogos/contract.ts';
import { catalogueContract } from '#platform/catalogue-contract.ts';
import { amount } from '#platform/codecs.ts';
import { endpoint, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { banco, regimenFiscal, reglas, tipoMulta, tipoNumeroTelefono } from './definitions.ts';

/** The types of phone number [{id, name}], for forms that hold phones. */
export const listTiposNumeroTelefono = catalogueContract(tipoNumeroTelefono).all;

/** The prompt-payment rules that a maintenance definition chooses from. */
export const listReglas = catalogueContract(reglas).all;

/** The tax regimes [{id, clave, name}], for tax data. */
export const listRegimenesFiscales = catalogueContract(regimenFiscal).all;

/** The banks [{id, name}]. */
export const listBancos = catalogueContract(banco).all;

/** The types of fine [{id, name, monto}], for the form of a fine and its report. */
export const listTiposMulta = catalogueContract(tipoMulta).all;

export const catalogosContract = {
  cajasActivas: listCajasActivas,
  tiposCuotaActivos: endpoint({
    method: 'GET',
    path: '/tipocuota/all-active',
    roles: 'ABC',
    area: 'cuotas',
    summary: 'Los tipos de cuota habilitados.',
    answer: list(z.object({ id: z.number(), name: z.string(), monto: amount })),
  }),
};
