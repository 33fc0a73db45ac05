/** A document of the checklist, and whether the lawyer has confirmed what it is asked for. */
import { POR_CONFIRMAR } from '#documents/expediente.ts';
import { archivosContract } from '#features/archivos/contract.ts';
import { download, messageOf } from '#platform/web/api.ts';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import type { Requisito } from '../contract.ts';

const FAILED = 'No se pudo abrir el documento. Intente de nuevo';

export const abrirPdf = ({ url }: NonNullable<Requisito['pdf']>) =>
  download(archivosContract.get, { params: { id: Number(url.split('/').at(-1)) } }).catch((error) =>
    toast.error(messageOf(error, FAILED), 5),
  );

export const AbogadoBadge = ({ abogado }: { abogado: string }) =>
  abogado === '' ? <StatusBadge color="amber" label={POR_CONFIRMAR} /> : abogado;
