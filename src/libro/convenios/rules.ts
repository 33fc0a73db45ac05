/** What screens of a lot tell of its agreement, and of what would come of one. */
import type { Cadencia, InteresConvenido } from '#core/agreement.ts';
import type { Debt } from '#core/settlement.ts';
import { discountOf } from '../adeudos/rules.ts';

export const ESTADOS = ['vigente', 'cumplido', 'roto', 'cancelado'] as const;
export type Estado = (typeof ESTADOS)[number];

export const INTERES_LABELS: Readonly<Record<InteresConvenido, string>> = {
  sigue: 'Sigue corriendo',
  se_detiene: 'Se detiene desde hoy',
  se_condona: 'Se condona al cumplirlo',
};

export const CADENCIA_LABELS: Readonly<Record<Cadencia, string>> = {
  mes: 'Cada mes',
  quincena: 'Cada 15 días',
  semana: 'Cada semana',
};

/** The most instalments of one agreement: ten years of months. */
export const PARCIALIDADES_MAX = 120;

/** 'CV-00012'. */
export const folioOf = (folio: number): string => `CV-${String(folio).padStart(5, '0')}`;

/** Whether a percentage by code may be taken off a debt that is no interest, as in a payment. */
export const takesDiscount = (debt: Debt): boolean => discountOf(debt) !== undefined;
