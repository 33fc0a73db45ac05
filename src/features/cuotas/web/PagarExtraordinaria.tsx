/** Payment of an extraordinary fee. */
import { CashDesk } from '#libro/web/CashDesk.tsx';
import { call } from '#platform/web/api.ts';
import { cuotasContract } from '../contract.ts';
import { balanceDesk, DetallePanel } from './fee.tsx';

export default function PagarExtraordinaria() {
  return (
    <CashDesk
      title="Pagar cuota extraordinaria"
      backLabel="Atrás"
      endpoint={cuotasContract.cargoExtraordinaria}
      describe={(cargo) => {
        const { id, cuotaExtraordinaria, pagoCuotaExtraordinariaList: pagos } = cargo;
        const { name: nombre, descripcion } = cuotaExtraordinaria;
        return {
          ...balanceDesk(cargo, nombre, (sent, idempotencyKey) =>
            call(cuotasContract.pagarExtraordinaria, {
              idempotencyKey,
              body: { ...sent, cargoCuotaExtraordinaria: { id } },
            }),
          ),
          detail: () => <DetallePanel cargo={cargo} nombre={nombre} descripcion={descripcion} pagos={pagos} />,
        };
      }}
    />
  );
}
