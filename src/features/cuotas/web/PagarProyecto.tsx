/** Payment of a project-review fee. */
import { CashDesk } from '#libro/web/CashDesk.tsx';
import { call } from '#platform/web/api.ts';
import { cuotasContract } from '../contract.ts';
import { balanceDesk, DetallePanel } from './fee.tsx';

export default function PagarProyecto() {
  return (
    <CashDesk
      title="Pagar cuota revisión de proyecto"
      backLabel="Atrás"
      endpoint={cuotasContract.cargoProyecto}
      describe={(cargo) => ({
        ...balanceDesk(cargo, 'Cuota revisión de proyecto', (sent, idempotencyKey) =>
          call(cuotasContract.pagarProyecto, {
            idempotencyKey,
            body: { ...sent, cargoCuotaInicialProyecto: { id: cargo.id } },
          }),
        ),
        detail: () => <DetallePanel cargo={cargo} pagos={cargo.pagoCuotaInicialProyectoList} withTime={false} />,
      })}
    />
  );
}
