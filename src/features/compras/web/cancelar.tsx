import { ACTION_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatMoney } from '#ui/format.ts';
import { comprasContract, type OrdenCompra } from '../contract.ts';

/** Asks, cancels, and has the order read again, also after a refusal: somebody else may have changed it. */
export async function cancelarOrden(
  { id, proveedor, precio }: Pick<OrdenCompra, 'id' | 'precio'> & { proveedor: { nombre: string } },
  reread: () => unknown,
): Promise<void> {
  const sure = await confirm({
    title: 'Cancelar la orden de compra',
    text: `La orden ${id} a ${proveedor.nombre} por ${formatMoney(precio)} queda cancelada. No podrás deshacer esta acción`,
    cancelLabel: 'Regresar',
    confirmLabel: 'Cancelar la orden',
    danger: true,
  });
  if (!sure) return;
  try {
    toast.success((await call(comprasContract.cancel, { params: { id } })) ?? '', 2);
  } catch (error) {
    toast.failure(error, ACTION_FAILED, 3, { seconds: 10 });
  }
  reread();
}
