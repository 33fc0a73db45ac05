/** Uploads the PDF that proves a requirement, of the community or of a lot. */
import { archivosContract } from '#features/archivos/contract.ts';
import { NOT_A_PDF, PDF_BYTES_MAX } from '#features/archivos/rules.ts';
import { call } from '#platform/web/api.ts';
import { SubirPdf } from '#platform/web/kit/form/SubirPdf.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { expedienteContract } from '../contract.ts';

export function SubirModal({
  requisito,
  loteId,
  onClose,
}: {
  requisito: { id: number; documento: string };
  loteId: number | null;
  onClose: () => void;
}) {
  const invalidate = useInvalidate();
  const send = async (file: File) => {
    const { id } = await call(archivosContract.subirExpediente, { body: { file } });
    const body = { requisito: { id: requisito.id }, lote: { id: loteId }, archivo: { id } };
    const said = await call(expedienteContract.saveDocumento, { body });
    await invalidate(expedienteContract.requisitos, expedienteContract.deLote);
    return said;
  };
  return (
    <SubirPdf
      title={`Subir «${requisito.documento}»`}
      description="Hasta 10 MB. Va dentro del expediente"
      taken={{ bytesMax: PDF_BYTES_MAX, notOne: NOT_A_PDF }}
      send={send}
      onClose={onClose}
    />
  );
}
