/** The Spanish words for a lot's types, states and categories. */
import type { TipoLote } from '#libro/lotes/contract.ts';
import type { CATEGORIES, CATEGORIES_HAB, LoteStatus, STATUSES, SUB_CATEGORIES_HAB, SUBESTADOS } from '../contract.ts';

type Labels<V extends readonly string[]> = Record<V[number], string>;

export const TIPO_LABELS: Record<TipoLote, string> = {
  condominal: 'Condominal',
  habitacional: 'Habitacional',
  comercial: 'Comercial',
};

export const STATUS_LABELS: Labels<typeof STATUSES> = {
  disponible: 'Disponible',
  entregado: 'Entregado',
  fusionado: 'Fusionado',
  inactivo: 'Inactivo',
};

export const STATUS_TONES: Record<LoteStatus, 'green' | 'blue' | 'violet' | 'gray'> = {
  disponible: 'blue',
  entregado: 'green',
  fusionado: 'violet',
  inactivo: 'gray',
};

export const CATEGORY_LABELS: Labels<typeof CATEGORIES> = { construccion: 'Construcción', baldio: 'Baldío' };

export const SUBESTADO_LABELS: Labels<typeof SUBESTADOS> = {
  obra_en_proceso: 'Obra en proceso',
  obra_abandonada: 'Obra abandonada',
  obra_suspendida: 'Obra suspendida',
  proyecto_aprobado: 'Proyecto aprobado',
};

export const CATEGORY_HAB_LABELS: Labels<typeof CATEGORIES_HAB> = {
  habitado: 'Habitado',
  deshabitado: 'Deshabitado',
};

export const SUB_CATEGORY_HAB_LABELS: Labels<typeof SUB_CATEGORIES_HAB> = {
  propietario: 'Propietario',
  alquilada: 'Alquilada',
  airbnb: 'Airbnb',
};

/** Options of a select, in the order of the labels or of `values`. */
export function optionsOf<T extends string>(
  labels: Record<T, string>,
  values: readonly T[] = Object.keys(labels) as T[],
): { value: T; label: string }[] {
  return values.map((value) => ({ value, label: labels[value] }));
}

export const listPath = (tipo: string): string => `/operaciones/lote/${tipo}`;
export const formPath = (tipo: string, id?: number): string =>
  `/operaciones/lote/${tipo}/value${id === undefined ? '' : `?id=${id}`}`;
