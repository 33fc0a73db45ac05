/** What a lot's menu offers in the search, how payments are told apart in the charts, and what a search looks at. */
import type { RoleName } from '#platform/roles.ts';
import type { SearchRow, SearchType } from './contract.ts';

export interface Accion {
  label: string;
  to: string;
  /** A count beside the label. */
  badge?: number;
}

type AccionRow = Pick<SearchRow, 'id_lote' | 'id_residente' | 'status' | 'paga_mtto' | 'cant_notas'>;

const CONTACT_ONLY: readonly string[] = ['ROLE_OBRAS', 'ROLE_CONSULTOR'] satisfies RoleName[];
const TAGS: RoleName = 'ROLE_TAGS';

/**
 * The 'Acciones' menu of a search result by the lot's status and the role: specification 000, section 4. Empty where there
 * is no menu. The guards of the screens behind the links are not looked at here.
 */
export function accionesOf(row: AccionRow, role: string): Accion[] {
  const { id_lote, id_residente, status, paga_mtto, cant_notas } = row;
  if (status === 'disponible') return [];

  const estadoCuenta: Accion = { label: 'Estado de cuenta', to: `/estado-cuenta/${id_lote}` };
  const restricted = CONTACT_ONLY.includes(role) || role === TAGS;
  if (status !== 'entregado') return restricted ? [] : [estadoCuenta];

  const sancion: Accion = { label: 'Generar sanción', to: `/generar-sancion/${id_lote}` };
  const contacto: Accion = {
    label: 'Datos de contacto',
    to: `/datos-contacto/${id_residente}/${id_lote}`,
  };
  if (CONTACT_ONLY.includes(role)) return [contacto];
  if (role === TAGS) return [sancion, contacto];

  const mantenimiento: Accion = { label: 'Mantenimiento', to: `/mantenimiento/lote/${id_lote}` };
  return [
    estadoCuenta,
    ...(paga_mtto ? [mantenimiento] : []),
    { label: 'Deudas', to: `/deudas/${id_lote}` },
    sancion,
    { label: 'Pagos', to: `/pagos/${id_lote}` },
    contacto,
    { label: 'Notas', to: `/nota/${id_lote}`, ...(cant_notas > 0 && { badge: cant_notas }) },
    { label: 'Alerta', to: `/alerta/${id_lote}` },
    { label: 'Otras cuotas', to: `/generar-cuota/${id_lote}` },
  ];
}

/** The address of a search's results. */
export function searchPath(q: string, type: SearchType): string {
  return `/search?${new URLSearchParams({ q, type }).toString()}`;
}

export interface Slice {
  name: string;
  value: number;
}

const OTRO = 'Otro';

/** The payment methods that the charts tell apart, in their order; any other counts as the last. */
export const FORMAS_PAGO = [
  'Efectivo - Oficina',
  'Efectivo - Banco',
  'Cheque - Oficina',
  'Cheque - Banco',
  'Transferencia',
  'Tarjeta de crédito - Oficina',
  'Tarjeta de crédito - Web Transfer',
  'Tarjeta de débito - Oficina',
  'Tarjeta de débito - Web Transfer',
  OTRO,
] as const;

/**
 * The kinds of charge by their code, in the order of the charts: the five fee types of section 9, then the two whose
 * codes it shows capitalised.
 */
const TIPOS_BY_CODE = {
  mantenimiento: 'Mantenimiento',
  sancion: 'Sanción',
  cuota_inicial: 'Cuota inicial',
  cuota_extraordinaria: 'Cuota extraordinaria',
  cuota: 'Otras cuotas',
  intereses_moratorios: 'Intereses moratorios',
  cuota_inicial_proyecto: 'Cuota inicial proyecto',
} as const;

export const TIPOS_PAGO = Object.values(TIPOS_BY_CODE);
export const PAGADOS = ['Pagados', 'No pagados'] as const;

/** Counts by category in the categories' order, without those that nothing falls into. */
function slicesOf(categories: readonly string[], counted: readonly Slice[]): Slice[] {
  return categories
    .map((name) => ({
      name,
      value: counted.reduce((sum, slice) => (slice.name === name ? sum + slice.value : sum), 0),
    }))
    .filter(({ value }) => value > 0);
}

/** Payments counted by their method's name, which the community's catalogue is free to choose. */
export function slicesByForma(counted: readonly Slice[]): Slice[] {
  const known = FORMAS_PAGO as readonly string[];
  return slicesOf(
    FORMAS_PAGO,
    counted.map(({ name, value }) => ({ name: known.includes(name) ? name : OTRO, value })),
  );
}

/** Payments counted by the code of their charge's kind. */
export function slicesByTipo(counted: readonly Slice[]): Slice[] {
  const names: Readonly<Record<string, string>> = TIPOS_BY_CODE;
  return slicesOf(
    TIPOS_PAGO,
    counted.map(({ name, value }) => ({ name: names[name] ?? TIPOS_BY_CODE.cuota, value })),
  );
}

/** Both parts even when one is 0; nothing when nothing falls due in the month. */
export function slicesByPagado(pagados: number, noPagados: number): Slice[] {
  return pagados + noPagados === 0
    ? []
    : [
        { name: PAGADOS[0], value: pagados },
        { name: PAGADOS[1], value: noPagados },
      ];
}

/** Letters and digits by turns: the parts of a reference, such as M, 07, L, 03. */
const PART = /[a-zñ]+|\d+/gi;
const REFERENCIA = /^[a-zñ]{1,4}[\s-]*\d{1,5}(?:[\s-]*[a-zñ]{0,4}[\s-]*\d{1,5})*$/i;

/** The parts of a text that looks like a lot's reference ('M07-L03', 'm7 l3'), zeros before a number left out; or undefined. */
export function partsOfReferencia(text: string): string[] | undefined {
  const wanted = text.trim();
  if (!REFERENCIA.test(wanted)) return undefined;
  return wanted
    .toLowerCase()
    .match(PART)
    ?.map((part) => part.replace(/^0+(?=\d)/, ''));
}

/** What a lot is paid by: a reference with its check digits, or a CLABE; as banks write them, in groups too. */
const REFERENCIA_DE_PAGO = /^\d(?: ?\d){5,}$/;

/** What a search looks at: a text that looks like a reference is one, unless something else than the default was chosen. */
export function typeOfSearch(text: string, chosen: SearchType): SearchType {
  const isReferencia = partsOfReferencia(text) !== undefined || REFERENCIA_DE_PAGO.test(text.trim());
  return chosen === 'Asociado' && isReferencia ? 'Referencia' : chosen;
}
