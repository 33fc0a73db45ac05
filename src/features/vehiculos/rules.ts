import type { StatusTarjeta } from './contract.ts';

export const STATUS_LABELS: Record<StatusTarjeta, string> = {
  activo: 'Activo',
  baja: 'Baja',
  suspendido: 'Suspendido',
};

/** Why a card cannot be put out of use; undefined where it can. */
export const refusalOfBaja = (status: StatusTarjeta): string | undefined =>
  status === 'baja' ? 'ya está de baja' : undefined;

/** Why a card cannot be suspended; undefined where it can. */
export const refusalOfSuspender = (status: StatusTarjeta): string | undefined =>
  status === 'suspendido' ? 'ya está suspendida' : refusalOfBaja(status);

/** The date to keep with a card ('YYYY-MM-DD' or null): one that is out of use without a date went out of use today. */
export function fechaBajaOf(status: StatusTarjeta, fechaBaja: string | null, today: string): string | null {
  return fechaBaja ?? (status === 'baja' ? today : null);
}

/** Why a card of a vehicle cannot be of this status; undefined where it can. */
export const refusalOfGone = (enUso: boolean, status: StatusTarjeta): string | undefined =>
  enUso || status === 'baja'
    ? undefined
    : 'El vehículo se fue con el propietario anterior del lote. Elija otro, o registre el vehículo de nuevo';
