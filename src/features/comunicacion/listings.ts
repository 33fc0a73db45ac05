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

/** What every list of letters tells of each. */
const CARTA = {
  referencia: { key: 'referencia', header: 'Lote', paper: { width: 58 } },
  para: {
    ...{ key: 'para', header: 'Para', sheet: { width: 40 } },
    value: ({ para }: { para: readonly string[] }) => para.join(', '),
  },
  intentos: { key: 'intentos', header: 'Intentos', kind: 'number', width: '6rem' },
  ultimoError: { key: 'ultimoError', header: 'Último error', sheet: { width: 40 } },
} as const;

export const CORREOS = listing<Correo>([
  { key: 'createdAt', header: 'Fecha', kind: 'instant', width: '9rem' },
  {
    ...{ key: 'estado', header: 'Estado', width: '10rem', paper: { width: 80 }, sheet: { width: 20 } },
    value: ({ estado }) => ESTADO_LABELS[estado],
  },
  CARTA.para,
  {
    key: 'asunto',
    header: 'Asunto y último error',
    paper: { header: 'Asunto' },
    sheet: { header: 'Asunto', width: 44 },
  },
  { ...CARTA.ultimoError, screen: false },
  CARTA.referencia,
  CARTA.intentos,
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
  { ...CARTA.referencia, width: '8rem' },
  CARTA.para,
  {
    ...{ key: 'estado', header: 'Estado', width: '9rem', paper: { width: 80 }, sheet: { width: 20 } },
    value: ({ estado }) => (estado === 'sin_correo' ? 'Sin correo' : ESTADO_LABELS[estado]),
  },
  CARTA.intentos,
  { key: 'enviadoAt', header: 'Enviado', kind: 'instant', width: '9rem' },
  CARTA.ultimoError,
]);

export const NEWSLETTERS = listing<Newsletter>([
  { key: 'name', header: 'Nombre', sheet: { width: 48 } },
  { key: 'createdAt', header: 'Fecha creación', kind: 'instant', width: '11rem' },
]);
