/** Whether the lawyer has confirmed what is asked for. */
import { POR_CONFIRMAR } from '#documents/expediente.ts';
import { StatusBadge } from '#platform/web/kit/page.tsx';

export const AbogadoBadge = ({ abogado }: { abogado: string }) =>
  abogado === '' ? <StatusBadge color="amber" label={POR_CONFIRMAR} /> : abogado;
