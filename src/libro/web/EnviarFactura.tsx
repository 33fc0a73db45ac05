/** An invoice by mail: the registered address, to be read, and one more. */
import { facturasContract } from '#libro/facturas/contract.ts';
import { call } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { CorreoForm } from './CorreoForm.tsx';

export function EnviarFactura({ facturaId, onClose }: { facturaId: number; onClose: () => void }) {
  const found = useCall(facturasContract.email, { params: { id: facturaId } });
  return (
    <Dialog title="Enviar por correo electrónico" onClose={onClose} closeButton width="28rem">
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeletons lines={3} />
      ) : (
        <CorreoForm
          correo={found.data}
          submitLabel="Enviar factura"
          send={(to) => call(facturasContract.send, { body: { id: facturaId, ...to } })}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
