/** An invoice by mail: the registered address, to be read, and one more. */
import { facturasContract } from '#libro/facturas/contract.ts';
import { call } from '#platform/web/api.ts';
import { useCall } from '#platform/web/query.ts';
import { CorreoDialog } from './CorreoForm.tsx';

export function EnviarFactura({ facturaId, onClose }: { facturaId: number; onClose: () => void }) {
  return (
    <CorreoDialog
      found={useCall(facturasContract.email, { params: { id: facturaId } })}
      submitLabel="Enviar factura"
      send={(to) => call(facturasContract.send, { body: { id: facturaId, ...to } })}
      onClose={onClose}
    />
  );
}
