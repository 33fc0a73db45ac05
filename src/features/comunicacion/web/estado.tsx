import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { ESTADO_LABELS } from '../listings.ts';
import type { Estado } from '../rules.ts';

const TONES: Record<Estado, Tone> = { pendiente: 'amber', enviado: 'green', guardado: 'blue', fallido: 'red' };

export function EstadoBadge({ estado }: { estado: Estado }) {
  return <StatusBadge color={TONES[estado]} label={ESTADO_LABELS[estado]} />;
}
