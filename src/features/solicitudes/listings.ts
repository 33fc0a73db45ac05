/** The columns of what residents send. */
import { listing } from '#platform/listing.ts';
import type { Solicitud } from './contract.ts';
import { CLASE } from './rules.ts';

export const SOLICITUDES = listing<Solicitud>([
  { key: 'createdAt', header: 'Enviada', kind: 'instant' },
  { key: 'clase', header: 'Qué es', value: ({ clase }) => CLASE[clase] },
  { key: 'lote', header: 'Lote', value: ({ lote }) => lote.referencia },
  { key: 'remitente', header: 'Quién', grow: 24 },
  { key: 'importe', header: 'Importe', kind: 'money', value: ({ comprobante }) => comprobante?.importe },
  { key: 'rastreo', header: 'Clave de rastreo', value: ({ comprobante }) => comprobante?.rastreo ?? '' },
  { key: 'estado', header: 'Estado' },
  { key: 'resuelta', header: 'Quién decidió', value: ({ resuelta }) => resuelta?.usuario ?? '' },
  { key: 'texto', header: 'Dice', screen: false, paper: false, sheet: { width: 50 } },
  { key: 'respuesta', header: 'Respuesta', screen: false, paper: false, sheet: { width: 50 } },
]);
