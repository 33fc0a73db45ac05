/** The columns of what people ask for of their data, and of who read them. */
import { listing } from '#platform/listing.ts';
import type { AccesoADatos, SolicitudPrivacidad } from './contract.ts';
import { DERECHO, diasEnPalabras, ESTADO } from './rules.ts';

export const SOLICITUDES = listing<SolicitudPrivacidad>([
  { key: 'persona', header: 'Persona', value: ({ persona }) => persona.name, grow: 24 },
  { key: 'lotes', header: 'Lotes', room: 'medium' },
  { key: 'derecho', header: 'Derecho', value: ({ derecho }) => DERECHO[derecho] },
  { key: 'recibida', header: 'Recibida', kind: 'date' },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADO[estado] },
  { key: 'limite', header: 'Vence', kind: 'date', value: ({ limite }) => limite ?? '' },
  { key: 'dias', header: 'Plazo', value: ({ dias }) => (dias === null ? '' : diasEnPalabras(dias)) },
  { key: 'texto', header: 'Qué pide', screen: false, sheet: { width: 60 } },
  { key: 'respuesta', header: 'Respuesta', screen: false, paper: false, sheet: { width: 60 } },
]);

export const ACCESOS = listing<AccesoADatos>([
  { key: 'createdAt', header: 'Cuándo', kind: 'instant' },
  { key: 'usuario', header: 'Usuario' },
  { key: 'nota', header: 'Qué', grow: 60, sheet: { width: 60 } },
]);
