/** Payment of a project-review fee. */
import { useParams } from '@tanstack/react-router';
import { toCentavos } from '#core/money.ts';
import { call } from '#platform/web/api.ts';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { cuotasContract } from '../contract.ts';
import { PaymentPanel } from './PaymentPanel.tsx';
import { ChargeAndPayment, DetallePanel } from './PayScreen.tsx';

export default function PagarProyecto() {
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useCall(cuotasContract.cargoProyecto, { params: { id: Number(id) } });
  const cargo = found.isFetchedAfterMount ? found.data : undefined;
  return (
    <Page
      title="Pagar cuota revisión de proyecto"
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
          detail={<DetallePanel cargo={cargo} pagos={cargo.pagoCuotaInicialProyectoList} />}
          form={(sources, onPaid) => (
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
      )}
    </Page>
  );
}
