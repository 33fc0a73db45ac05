/** Payment of a project-review fee. */
import { call } from '#platform/web/api.ts';
import { cuotasContract } from '../contract.ts';
import { BalancePanel } from './PaymentPanel.tsx';
import { DetallePanel, PayPage } from './PayScreen.tsx';

export default function PagarProyecto() {
  return (
    <PayPage
      title="Pagar cuota revisión de proyecto"
      endpoint={cuotasContract.cargoProyecto}
      detail={(cargo) => <DetallePanel cargo={cargo} pagos={cargo.pagoCuotaInicialProyectoList} withTime={false} />}
      form={(cargo, sources, onPaid) => (
        <BalancePanel
          sources={sources}
          cargo={cargo}
          concepto="Cuota revisión de proyecto"
          pay={(values, idempotencyKey) =>
            call(cuotasContract.pagarProyecto, {
              idempotencyKey,
              body: { id: '', cargoCuotaInicialProyecto: { id: cargo.id }, ...values },
            })
          }
          onPaid={onPaid}
        />
      )}
    />
  );
}
