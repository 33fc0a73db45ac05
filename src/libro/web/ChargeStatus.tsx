import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  vigente: 'red',
  cancelado: 'gray',
  incompleto: 'amber',
  pagado: 'green',
  recibido: 'green',
  condonado: 'blue',
  en_cancelacion: 'amber',
};

/** Words that are written otherwise than they travel. */
const LABELS: Readonly<Record<string, string>> = { en_cancelacion: 'en cancelación' };

/** The badge of a charge's or a payment's status. */
export function ChargeStatus({ status }: { status: string }) {
  return <StatusBadge color={TONES[status] ?? 'violet'} label={LABELS[status] ?? status.replaceAll('_', ' ')} />;
}
