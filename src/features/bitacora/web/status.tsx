import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  creado: 'green',
  actualizado: 'blue',
  cancelado: 'amber',
  eliminado: 'red',
  consultado: 'gray',
};

/** What was done, as a badge; a word that the log does not know is 'no tiene estado'. */
export function ActionBadge({ status }: { status: string }) {
  const tone = TONES[status];
  return tone ? <StatusBadge color={tone} label={status} /> : <StatusBadge color="gray" label="no tiene estado" />;
}
