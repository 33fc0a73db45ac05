/** What the screens of condoning and cancelling show of a fine or a fee, and where they lead. */

import type { ReactNode } from 'react';
import { cuotasContract } from '#features/cuotas/contract.ts';
import type { LoteHeader } from '#libro/contract.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { type Fact, Facts } from '#platform/web/kit/facts.tsx';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { useRouter } from '#platform/web/router.tsx';
import { formatFecha } from '#ui/format.ts';
import { sancionesContract } from '../contract.ts';
import { LoadFailed } from './load-failed.tsx';
import classes from './sanciones.module.css';

export interface ChargeShown {
  id: number;
  createdAt: string;
  /** Undefined where the kind has none. */
  folio: string | undefined;
  descripcion: string;
  costo: number;
  saldo: number;
  status: string;
  lote: LoteHeader;
}

/** A fine as these screens show it. */
export function useSancion(id: number) {
  const found = useCall(sancionesContract.get, { params: { id } });
  const multa = found.isFetchedAfterMount ? found.data : undefined;
  const charge: ChargeShown | undefined = multa && {
    id: multa.id,
    createdAt: multa.created_at,
    folio: multa.folio || 'No disponible',
    descripcion: multa.tipoMulta.name,
    costo: multa.costo,
    saldo: multa.saldo,
    status: multa.pagoStatus,
    lote: multa.direccion,
  };
  return { found, charge };
}

/** A fee as these screens show it. */
export function useCuota(id: number) {
  const found = useCall(cuotasContract.get, { params: { id } });
  const cuota = found.isFetchedAfterMount ? found.data : undefined;
  const charge: ChargeShown | undefined = cuota && {
    id: cuota.id,
    createdAt: cuota.created_at,
    folio: undefined,
    descripcion: cuota.tipoCuota.name,
    costo: cuota.costo,
    saldo: cuota.saldo,
    status: cuota.pagoStatus,
    lote: cuota.direccion,
  };
  return { found, charge };
}

export function ChargePage({
  title,
  read,
  children,
}: {
  title: string;
  read: ReturnType<typeof useSancion> | ReturnType<typeof useCuota>;
  children: (charge: ChargeShown) => ReactNode;
}) {
  const { found, charge } = read;
  return (
    <Page
      title={title}
      back={charge ? { to: `/deudas/${charge.lote.id_lote}`, label: 'Volver a Deudas' } : { to: '/', label: 'Volver' }}
    >
      {found.isError ? (
        <LoadFailed error={found.error} onRetry={() => void found.refetch()} />
      ) : charge ? (
        <>
          <LotHeader lote={charge.lote} />
          {children(charge)}
        </>
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}

/** The details of a charge, and what comes of it. */
export function ChargeFacts({ charge, more }: { charge: ChargeShown; more: readonly Fact[] }) {
  return (
    <div className={classes.facts}>
      <Panel>
        <Facts
          columns={3}
          items={[
            { label: 'Fecha creada', value: formatFecha(charge.createdAt) },
            ...(charge.folio === undefined ? [] : [{ label: 'Folio', value: charge.folio }]),
            { label: 'Descripción', value: charge.descripcion },
            { label: 'Estado pago', value: <ChargeStatus status={charge.status} /> },
            ...more,
          ]}
        />
      </Panel>
    </div>
  );
}

/** Goes back to where the user came from; opened by its address, to the debts of the lot. */
export function useGoBack(): (loteId: number) => void {
  const { history } = useRouter();
  const goTo = useGoTo();
  return (loteId) => {
    if (history.canGoBack()) history.back();
    else goTo(`/deudas/${loteId}`);
  };
}

/** Why nothing can be done with the charge; undefined while something is owed. */
export function closedReason({ status, saldo }: Pick<ChargeShown, 'status' | 'saldo'>): string | undefined {
  if (status === 'cancelado') return 'El cargo está cancelado';
  return saldo === 0 ? `El cargo está ${status}: no se debe nada` : undefined;
}
