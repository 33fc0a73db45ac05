import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  vigente: 'red',
  cancelado: 'gray',
  incompleto: 'amber',
  pagado: 'green',
  recibido: 'green',
  condonado: 'blue',
};

/** The badge of a charge's or a payment's status. */
export function ChargeStatus({ status }: { status: string }) {
  return <StatusBadge color={TONES[status] ?? 'violet'} label={status.replaceAll('_', ' ')} />;
}
