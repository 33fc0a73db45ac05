/**
 * The registers and methods that every payment form offers; the form is drawn once they are here, with those of the person and
 * the moment chosen: the register whose shift is this person's, and the method that this person took last.
 */
import type { ReactNode } from 'react';
import { listCajasActivas, listMetodosPago } from '#libro/catalogos/contract.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { kept } from '#platform/web/kit/kept.ts';
import { EmptyState, ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { session } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import type { BookingTerms } from '../rules.ts';

export type Metodo = number | 'fondo';

export interface PaymentSources {
  cajas: readonly Option<number>[];
  /** With 'Fondo' at the end where the lot has a balance. */
  metodos: readonly Option<Metodo>[];
  caja: number;
  metodo: Metodo;
  /** Whether a method is money in the hand, of which change is given. */
  esEfectivo: (metodo: Metodo) => boolean;
  /** What decides the day that money is booked on. */
  termsOf: (cajaId: number, metodo: Metodo) => BookingTerms;
}

/** Of this person in this browser; the fund is no habit. */
const lastMethodKey = () => `porton.metodo.${session.get()?.username ?? ''}`;

export function rememberMethod(metodo: Metodo): void {
  if (metodo !== 'fondo') kept.set(lastMethodKey(), String(metodo));
}

type CajaRow = Value<typeof listCajasActivas>[number];

/** Of open shifts this person's own, of those the one that was opened last; without any the first register. */
export function usualCaja<Caja extends Pick<CajaRow, 'turnoDesde' | 'turnoMio'>>(cajas: readonly Caja[]) {
  const open = cajas.filter(({ turnoDesde }) => turnoDesde !== null);
  const latest = (among: readonly Caja[]) =>
    [...among].sort((a, b) => (b.turnoDesde ?? '').localeCompare(a.turnoDesde ?? ''))[0];
  return latest(open.filter(({ turnoMio }) => turnoMio)) ?? latest(open) ?? cajas[0];
}

type MetodoRow = Value<typeof listMetodosPago>[number];

/** Notes and coins that are handed over at the desk, by the tax authority's form 01. */
const isCash = ({ enCaja, formaPagoCFDI }: MetodoRow): boolean =>
  enCaja === true && (formaPagoCFDI as { formaPago?: string } | null)?.formaPago === '01';

function usualMethod(metodos: readonly MetodoRow[]): MetodoRow | undefined {
  const last = Number(kept.get(lastMethodKey()));
  return metodos.find(({ id }) => id === last) ?? metodos.find(isCash) ?? metodos[0];
}

/** What stands in a payment's place until its total is known: nobody pays what is not in sight yet, and the key says so. */
export function PayingWaits({ lines }: { lines: number }) {
  useShortcut(
    'mod+enter',
    'Pagar',
    () => toast.info('Todavía no se cobra: espere a ver el total y presione de nuevo', 4),
    {
      group: 'Formulario',
    },
  );
  return <Skeletons lines={lines} />;
}

/** @param fondo the lot's balance in pesos, where the context carries one */
export function WithPaymentSources({
  fondo = 0,
  children,
}: {
  fondo?: number | undefined;
  children: (sources: PaymentSources) => ReactNode;
}) {
  const cajas = useCall(listCajasActivas, {});
  const metodos = useCall(listMetodosPago, {});
  if (cajas.isError || metodos.isError) {
    const retry = () => {
      void cajas.refetch();
      void metodos.refetch();
    };
    return <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={retry} />;
  }
  if (!cajas.data || !metodos.data) return <PayingWaits lines={5} />;
  const caja = usualCaja(cajas.data);
  const metodo = usualMethod(metodos.data);
  if (!caja || !metodo) {
    return (
      <EmptyState text="Para cobrar hace falta una caja activa y un método de pago. Pida que se capturen en Catálogos" />
    );
  }
  return children({
    esEfectivo: (by) => metodos.data.some((row) => row.id === by && isCash(row)),
    termsOf: (cajaId, by) => {
      const register = cajas.data.find(({ id }) => id === cajaId);
      const desde = by === 'fondo' ? null : (register?.turnoDesde ?? null);
      return {
        today: today(),
        cerrado: caja.cerradoHasta ?? undefined,
        enMano: by === 'fondo' || metodos.data.find(({ id }) => id === by)?.enCaja === true,
        turno: desde === null ? undefined : { fecha: desde },
      };
    },
    cajas: cajas.data.map(({ id, name }) => ({ value: id, label: name })),
    metodos: [
      ...metodos.data.map((row) => ({ value: row.id as Metodo, label: String(row.name) })),
      ...(fondo > 0 ? [{ value: 'fondo' as const, label: `Fondo (${formatMoney(fondo)})` }] : []),
    ],
    caja: caja.id,
    metodo: metodo.id,
  });
}
