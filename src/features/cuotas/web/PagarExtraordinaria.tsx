/** Payment of an extraordinary fee. */
import { call } from '#platform/web/api.ts';
import { cuotasContract } from '../contract.ts';
import { BalancePanel } from './PaymentPanel.tsx';
import { DetallePanel, PayPage } from './PayScreen.tsx';

export default function PagarExtraordinaria() {
  return (
    <PayPage
      title="Pagar cuota extraordinaria"
      endpoint={cuotasContract.cargoExtraordinaria}
      detail={(cargo) => (
        <DetallePanel
          cargo={cargo}
          nombre={cargo.cuotaExtraordinaria.name}
          descripcion={cargo.cuotaExtraordinaria.descripcion}
          pagos={cargo.pagoCuotaExtraordinariaList}
        />
      )}
      form={(cargo, sources, onPaid) => (
        <BalancePanel
          sources={sources}
          cargo={cargo}
          concepto={cargo.cuotaExtraordinaria.name}
          pay={(values, idempotencyKey) =>
            call(cuotasContract.pagarExtraordinaria, {
              idempotencyKey,
              body: { id: '', cargoCuotaExtraordinaria: { id: cargo.id }, ...values },
            })
          }
          onPaid={onPaid}
        />
      )}
    />
  );
}
