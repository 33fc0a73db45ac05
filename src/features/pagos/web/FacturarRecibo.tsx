/** 'Facturar ahora': what a receipt's payments lack of an invoice, on one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import { facturacionContract } from '#features/facturacion/contract.ts';
import { formaOfLargest } from '#features/facturacion/rules.ts';
import { formaFor } from '#libro/facturas/rules.ts';
import { CrearFactura } from '#libro/web/CrearFactura.tsx';
import { passes } from '#platform/roles.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';

/** What a lot may still be invoiced, asked where a receipt of it has something in force and whoever looks may invoice. */
export function useFacturables(recibo: ReciboImpreso | undefined) {
  const { role } = useSession();
  const { source } = facturacionContract;
  const inForce = new Set(recibo?.renglones.flatMap((row) => (row.status === 'recibido' ? [row.pagoId] : [])));
  const enabled = inForce.size > 0 && passes(source.roles, role);
  const found = useCall(source, { params: { loteId: recibo?.lote.id ?? 0 } }, { enabled });
  const pagos = found.data?.misPagosResponseList.filter(({ id }) => inForce.has(id)) ?? [];
  return { found, pagos, waits: enabled && found.isPending };
}

interface FacturarReciboProps {
  loteId: number;
  facturables: ReturnType<typeof useFacturables>;
}

/** Nothing where all of it is invoiced already, or may not be, or who looks at it invoices nothing. */
export function FacturarRecibo({ loteId, facturables: { found, pagos } }: FacturarReciboProps) {
  const [asking, setAsking] = useState(false);
  if (!found.data || pagos.length === 0) return null;
  const { sugerencia } = found.data;
  const forma = formaOfLargest(pagos.map(({ formaPago, amount }) => ({ formaPago, monto: amount })));
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Facturar ahora
      </Button>
      {asking ? (
        <CrearFactura
          loteId={loteId}
          conceptos={pagos.map(({ id, tipo, description, amount }) => ({
            ...{ id, tipo },
            descripcion: description,
            importe: amount,
          }))}
          sugerencia={sugerencia && { ...sugerencia, formaPagoCFDI: formaFor(sugerencia, forma) }}
          onRefused={(message) => {
            setAsking(false);
            toast.error(message, 8);
            void found.refetch();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
