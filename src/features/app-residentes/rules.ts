/** Resident-app users: their states in words, and how the export is called (document 000, sections 4 and 9). */
import type { Fecha } from '#core/fecha.ts';
import { formatFecha } from '#ui/format.ts';

export const STATUSES_APP = ['pendiente', 'verificada', 'bloqueada', 'plazo_pago', 'bloqueo_adeudo'] as const;

export type StatusApp = (typeof STATUSES_APP)[number];

export const STATUS_LABELS: Record<StatusApp, string> = {
  pendiente: 'Pendiente',
  verificada: 'Verificada',
  bloqueada: 'Bloqueada',
  plazo_pago: 'Plazo de pago',
  bloqueo_adeudo: 'Bloqueo por adeudo',
};

/** Why no notification can be sent, or undefined when it can. */
export function refusalOfNotification(token: string | null): string | undefined {
  if (token) return undefined;
  return 'No se le puede enviar notificación a esta cuenta debido a que la cuenta no tiene la información completa';
}

export const EXPORT_SHEET = 'Usuarios Titulares Registrados';
export function exportFileName(today: Fecha): string {
  return `Usuarios Registrados -${formatFecha(today)}.xlsx`;
}
