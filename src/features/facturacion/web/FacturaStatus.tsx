import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { statusLabel } from '../rules.ts';

const TONES: Readonly<Record<string, Tone>> = {
  facturada: 'green',
  cancelada: 'gray',
  pendiente: 'amber',
  en_cancelacion: 'amber',
  rechazada: 'red',
};

/** The badge of an invoice's status. */
export function FacturaStatus({ status }: { status: string }) {
  return <StatusBadge color={TONES[status] ?? 'gray'} label={statusLabel(status)} />;
}
