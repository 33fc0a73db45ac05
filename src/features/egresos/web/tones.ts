import type { Tone } from '#platform/web/kit/page.tsx';
import type { Situacion } from '../rules.ts';

/** What is normal is grey words. */
export const TONES: Readonly<Record<Situacion, Tone>> = {
  pendiente: 'gray',
  por_aprobar: 'amber',
  clasificado: 'gray',
};
