/** What may wait for somebody, for whom, and how urgent it is. */
import { addDays, type Fecha } from '#core/fecha.ts';
import { type Guard, passes } from '#platform/roles.ts';

/** Must be done, should be soon, is good to know; in their order. */
export const URGENCIAS = ['debe', 'pronto', 'aviso'] as const;
export type Urgencia = (typeof URGENCIAS)[number];

/** What may wait for somebody, in the order in which it is told; for whom, which is who may open where it leads. */
const PENDIENTES = {
  factura_rechazada: 'ABC',
  factura_por_rehacer: 'ABC',
  alerta: 'ABC',
  privacidad: 'ABC',
  convenio_vence: 'ABC',
  convenio_roto: 'ABC',
  turno_anterior: 'ABC',
  deposito: 'ABC',
  solicitud: 'ABC',
  por_identificar: 'ABC',
  complemento: 'ABCD',
  factura_pendiente: 'ABCD',
  gestion_promesa: 'ABC',
  gestion_propuesta: 'ABC',
  gestion_tarea: 'ABC',
  expediente: 'ABC',
  moroso: 'ABCF',
  excepcion: 'AB',
  reporte_fallido: 'AB',
  turno_hoy: 'ABC',
  reserva: 'AB',
  orden_creada: 'AB',
  orden_parcial: 'AB',
} as const satisfies Record<string, Guard>;

export type ClasePendiente = keyof typeof PENDIENTES;
export const CLASES_PENDIENTES = Object.keys(PENDIENTES) as [ClasePendiente, ...ClasePendiente[]];

/** What may wait for this role. */
export const pendientesOf = (role: string): ClasePendiente[] =>
  CLASES_PENDIENTES.filter((clase) => passes(PENDIENTES[clase], role));

const URGENCIA: Record<Exclude<ClasePendiente, 'complemento' | 'privacidad'>, Urgencia> = {
  factura_rechazada: 'debe',
  factura_por_rehacer: 'debe',
  alerta: 'debe',
  convenio_vence: 'pronto',
  convenio_roto: 'pronto',
  turno_anterior: 'pronto',
  deposito: 'pronto',
  solicitud: 'pronto',
  por_identificar: 'pronto',
  factura_pendiente: 'pronto',
  gestion_promesa: 'pronto',
  gestion_propuesta: 'pronto',
  gestion_tarea: 'pronto',
  expediente: 'pronto',
  moroso: 'pronto',
  excepcion: 'pronto',
  reporte_fallido: 'pronto',
  turno_hoy: 'aviso',
  reserva: 'aviso',
  orden_creada: 'aviso',
  orden_parcial: 'aviso',
};

/** How many days before their day complements and privacy requests are no longer for information only. */
const SOON_DAYS = 10;

/** `fecha`: of complements and of privacy requests, the day until which the first is to be dealt with. */
export function urgenciaOf(clase: ClasePendiente, fecha: Fecha | null, today: Fecha): Urgencia {
  if (clase !== 'complemento' && clase !== 'privacidad') return URGENCIA[clase];
  if (fecha === null || fecha > addDays(today, SOON_DAYS)) return 'aviso';
  return fecha < today ? 'debe' : 'pronto';
}

/** The urgent first; within, in the order of their classes. */
export function byUrgencia<T extends { clase: ClasePendiente; urgencia: Urgencia }>(rows: readonly T[]): T[] {
  const place = ({ clase, urgencia }: T) =>
    URGENCIAS.indexOf(urgencia) * CLASES_PENDIENTES.length + CLASES_PENDIENTES.indexOf(clase);
  return rows.toSorted((a, b) => place(a) - place(b));
}

/** How long a lot is overdue whose debt is asked about. */
export const MOROSO_DIAS = 90;

/** For how many days a broken agreement is told: then the ladder has it. */
export const CONVENIO_ROTO_DIAS = 60;
