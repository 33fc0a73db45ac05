/** Extraordinary and initial fees have the same screens; what differs stands here. */
import { cuotasContract, definicionesContract } from '../contract.ts';
import { type CuotaDefinida, NOMBRES } from '../rules.ts';

interface CommonKind {
  cuota: CuotaDefinida;
  /** 'cuota inicial' */
  nombre: string;
  /** Where its definitions are listed. */
  list: string;
  form: string;
  generadas: string;
  /** Pays the charge with the id that follows. */
  pagar: string;
  titles: { list: string; new: string; edit: string; generadas: string; masivo: string; porLote: string };
}

export const EXTRAORDINARIA = {
  cuota: 'cuota_extraordinaria',
  nombre: NOMBRES.cuota_extraordinaria,
  list: '/admin/cuota-extraordinaria',
  form: '/admin/cuota-extraordinaria/value',
  generadas: '/admin/cuota-extraordinaria-generadas',
  pagar: '/pagar-cuota-extraordinaria',
  titles: {
    list: 'Cuota extraordinaria',
    new: 'Nueva cuota extraordinaria',
    edit: 'Editar cuota extraordinaria',
    generadas: 'Cuotas extraordinarias generadas',
    masivo: 'Generar Cuota extraordinaria',
    porLote: 'Generar Cuota extraordinaria por lote',
  },
  endpoints: {
    all: definicionesContract.extraordinarias,
    get: definicionesContract.extraordinaria,
    save: definicionesContract.saveExtraordinaria,
    generadas: cuotasContract.extraordinariasGeneradas,
    previa: cuotasContract.previaExtraordinaria,
    crear: cuotasContract.crearExtraordinarias,
  },
} as const satisfies CommonKind & { endpoints: object };

export const INICIAL = {
  cuota: 'cuota_inicial',
  nombre: NOMBRES.cuota_inicial,
  list: '/admin/cuota-inicial',
  form: '/admin/cuota-inicial/value',
  generadas: '/admin/cuota-inicial-generadas',
  pagar: '/pagar-cuota-inicial',
  titles: {
    list: 'Cuota inicial',
    new: 'Nueva cuota inicial',
    edit: 'Editar cuota inicial',
    generadas: 'Cuotas inicial generadas',
    masivo: 'Generar Cuota inicial',
    porLote: 'Generar Cuota inicial por lote',
  },
  endpoints: {
    all: definicionesContract.iniciales,
    get: definicionesContract.inicial,
    save: definicionesContract.saveInicial,
    generadas: cuotasContract.inicialesGeneradas,
    previa: cuotasContract.previaInicial,
    crear: cuotasContract.crearIniciales,
  },
} as const satisfies CommonKind & { endpoints: object };

export type Kind = typeof EXTRAORDINARIA | typeof INICIAL;

/** Initial fees say whether they are in use; extraordinary ones always are. */
export function isActiva(definicion: object): boolean {
  return !('activa' in definicion) || definicion.activa === true;
}

/** Both kinds say this, word for word. Source: specification 001, section 8. */
export const CREATE_FAILED =
  'En estos momentos no se puede realizar la acción. Intente más tarde o contacte con el administrador';
