/** Resident-app users: their states in words, and what the export writes (document 000, sections 4 and 9). */
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
export const EXPORT_COLUMNS = ['Nombre', 'Correo', 'Telefono', 'Estado', 'Referencia', 'Parque'] as const;
export const EXPORT_WIDTHS = [34, 36, 16, 20, 16, 22] as const;

export function exportFileName(today: Fecha): string {
  return `Usuarios Registrados -${formatFecha(today)}.xlsx`;
}

export interface ExportedUser {
  name: string;
  email: string;
  phone: string;
  status: StatusApp;
  lote: { referencia: string; etapa: string };
}

/** The cells of one user, in the order of the columns; all of them text. 'Parque' is the lot's etapa. */
export function exportRow({ name, email, phone, status, lote }: ExportedUser): string[] {
  return [name, email, phone, STATUS_LABELS[status], lote.referencia, lote.etapa];
}
