/** Payment of a project-review fee. */
import { toCentavos } from '#core/money.ts';
import { call } from '#platform/web/api.ts';
import { cuotasContract } from '../contract.ts';
import { PaymentPanel } from './PaymentPanel.tsx';
import { DetallePanel, PayPage } from './PayScreen.tsx';

export default function PagarProyecto() {
  return (
    <PayPage
      title="Pagar cuota revisión de proyecto"
      endpoint={cuotasContract.cargoProyecto}
      detail={(cargo) => <DetallePanel cargo={cargo} pagos={cargo.pagoCuotaInicialProyectoList} />}
      form={(cargo, sources, onPaid) => (
        <PaymentPanel
          sources={sources}
          fondo={toCentavos(cargo.fondo)}
          referenciaLabel="Referencia"
          dueOn={() => ({ exact: toCentavos(cargo.saldo), total: toCentavos(cargo.saldo) })}
          preview={(_fecha, monto) => [{ label: 'Cuota revisión de proyecto', monto }]}
          nothingOwed={cargo.saldo === 0 ? `El cargo está ${cargo.status}` : undefined}
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
