/** The columns of letters, sendings and newsletters, on screen and in their files. */
import { listing } from '#platform/listing.ts';
import type { Carta, Correo, Envio, Newsletter } from './contract.ts';
import type { Estado } from './rules.ts';

export const ESTADO_LABELS: Readonly<Record<Estado, string>> = {
  pendiente: 'En camino',
  enviado: 'Enviado',
  guardado: 'Guardado sin enviar',
  fallido: 'Fallido',
};

export const CORREOS = listing<Correo>([
  { key: 'createdAt', header: 'Fecha', kind: 'instant', width: '9rem' },
  {
    ...{ key: 'estado', header: 'Estado', width: '10rem', paper: { width: 80 }, sheet: { width: 20 } },
    value: ({ estado }) => ESTADO_LABELS[estado],
  },
  { key: 'para', header: 'Para', value: ({ para }) => para.join(', '), sheet: { width: 40 } },
  {
    key: 'asunto',
    header: 'Asunto y último error',
    paper: { header: 'Asunto' },
    sheet: { header: 'Asunto', width: 44 },
  },
  { key: 'ultimoError', header: 'Último error', screen: false, sheet: { width: 40 } },
  { key: 'referencia', header: 'Lote', paper: { width: 58 } },
  { key: 'intentos', header: 'Intentos', kind: 'number', width: '6rem' },
]);

/** How far a sending is, in words. */
export function avanceOf({ enviados, guardados, pendientes, fallidos, sinCorreo }: Envio): string {
  const counts = { enviados, guardados, 'en camino': pendientes, fallidos, 'sin correo': sinCorreo };
  return Object.entries(counts)
    .flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []))
    .join(' · ');
}

export const ENVIOS = listing<Envio>([
  { key: 'createdAt', header: 'Fecha', kind: 'instant', width: '9rem' },
  { key: 'name', header: 'Correo', sheet: { width: 32 } },
  { key: 'destino', header: 'Para', sheet: { width: 32 } },
  { key: 'lotes', header: 'Lotes', kind: 'number', width: '5rem' },
  { key: 'avance', header: 'Avance', value: avanceOf, sheet: { width: 40 } },
  { key: 'usuario', header: 'Usuario', width: '8rem', paper: { width: 80 }, sheet: { width: 20 } },
]);

export const CARTAS = listing<Carta>([
  { key: 'referencia', header: 'Lote', width: '8rem', paper: { width: 58 } },
  { key: 'para', header: 'Para', value: ({ para }) => para.join(', '), sheet: { width: 40 } },
  {
    ...{ key: 'estado', header: 'Estado', width: '9rem', paper: { width: 80 }, sheet: { width: 20 } },
    value: ({ estado }) => (estado === 'sin_correo' ? 'Sin correo' : ESTADO_LABELS[estado]),
  },
  { key: 'intentos', header: 'Intentos', kind: 'number', width: '6rem' },
  { key: 'enviadoAt', header: 'Enviado', kind: 'instant', width: '9rem' },
  { key: 'ultimoError', header: 'Último error', sheet: { width: 40 } },
]);

export const NEWSLETTERS = listing<Newsletter>([
  { key: 'name', header: 'Nombre', sheet: { width: 48 } },
  { key: 'createdAt', header: 'Fecha creación', kind: 'instant', width: '11rem' },
]);
