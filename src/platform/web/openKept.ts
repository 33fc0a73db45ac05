/** Opens a kept file by the address that a record has of it; a failure is told. */
import type { CallInput, Endpoint } from '../endpoint.ts';
import { download, messageOf } from './api.ts';
import { toast } from './kit/toast.tsx';

const FAILED = 'No se pudo abrir el documento. Intente de nuevo';

export const openKept = <E extends Endpoint>(get: E, url: string) =>
  download(get, { params: { id: Number(url.split('/').at(-1)) } } as CallInput<E>).catch((error) =>
    toast.error(messageOf(error, FAILED), 5),
  );
