/** Payment of an extraordinary fee. */
import { toCentavos } from '#core/money.ts';
import { call } from '#platform/web/api.ts';
import { cuotasContract } from '../contract.ts';
import { PaymentPanel } from './PaymentPanel.tsx';
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
        <PaymentPanel
          sources={sources}
          fondo={toCentavos(cargo.fondo)}
          referenciaLabel="Referencia"
          dueOn={() => ({ exact: toCentavos(cargo.saldo), total: toCentavos(cargo.saldo) })}
          preview={(_fecha, monto) => [{ label: cargo.cuotaExtraordinaria.name, monto }]}
          nothingOwed={cargo.saldo === 0 ? `El cargo está ${cargo.status}` : undefined}
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
