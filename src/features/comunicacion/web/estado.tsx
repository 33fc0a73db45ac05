import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Estado } from '../rules.ts';

export const ESTADO_LABELS: Record<Estado, string> = {
  pendiente: 'En camino',
  enviado: 'Enviado',
  guardado: 'Guardado sin enviar',
  fallido: 'Fallido',
};

const TONES: Record<Estado, Tone> = { pendiente: 'amber', enviado: 'green', guardado: 'blue', fallido: 'red' };

export function EstadoBadge({ estado }: { estado: Estado }) {
  return <StatusBadge color={TONES[estado]} label={ESTADO_LABELS[estado]} />;
}
