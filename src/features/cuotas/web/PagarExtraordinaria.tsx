/** Payment of an extraordinary fee. */
import { useParams } from '@tanstack/react-router';
import { toCentavos } from '#core/money.ts';
import { call } from '#platform/web/api.ts';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { cuotasContract } from '../contract.ts';
import { PaymentPanel } from './PaymentPanel.tsx';
import { ChargeAndPayment, DetallePanel } from './PayScreen.tsx';

export default function PagarExtraordinaria() {
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useCall(cuotasContract.cargoExtraordinaria, { params: { id: Number(id) } });
  const cargo = found.isFetchedAfterMount ? found.data : undefined;
  return (
    <Page
      title="Pagar cuota extraordinaria"
      {...(cargo && { back: { to: `/deudas/${cargo.lote.id}`, label: 'Atrás' } })}
    >
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : !cargo ? (
        <Skeletons lines={8} />
      ) : (
        <ChargeAndPayment
          key={id}
          loteId={cargo.lote.id}
          fondo={cargo.fondo}
          onPaid={() => void found.refetch()}
          detail={
            <DetallePanel
              cargo={cargo}
              nombre={cargo.cuotaExtraordinaria.name}
              descripcion={cargo.cuotaExtraordinaria.descripcion}
              pagos={cargo.pagoCuotaExtraordinariaList}
            />
          }
          form={(sources, onPaid) => (
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
      )}
    </Page>
  );
}
