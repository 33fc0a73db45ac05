import type { Mantenimiento } from '../contract.ts';

export const TIPO_LABELS: Readonly<Record<Mantenimiento['tipoLote'], string>> = {
  condominal: 'Condominal',
  habitacional: 'Habitacional',
  comercial: 'Comercial',
};
