/** The columns of the shifts, on screen and in their files. */
import { listing } from '#platform/listing.ts';
import type { Turno } from './contract.ts';

export const ESTADO_LABELS: Readonly<Record<Turno['estado'], string>> = {
  abierto: 'Abierto',
  contado: 'Por firmar',
  firmado: 'Firmado',
};

export const TURNOS = listing<Turno>([
  { key: 'id', header: 'Turno', kind: 'number', width: '5rem' },
  { key: 'caja', header: 'Caja', value: ({ caja }) => caja.name, sheet: { width: 24 } },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADO_LABELS[estado], paper: { width: 56 } },
  { key: 'abierto', header: 'Abierto', kind: 'instant', value: ({ abierto }) => abierto.fecha },
  { key: 'abrio', header: 'Abrió', value: ({ abierto }) => abierto.usuario, screen: false, sheet: { width: 24 } },
  { key: 'fondoInicial', header: 'Efectivo inicial', kind: 'money', paper: { width: 62 } },
  { key: 'esperado', header: 'Esperado', kind: 'money', value: ({ firma }) => firma?.esperado },
  { key: 'contado', header: 'Contado', kind: 'money', value: ({ firma }) => firma?.contado },
  { key: 'firma', header: 'Firmó', value: ({ firma }) => firma?.usuario ?? '', sheet: { width: 24 } },
]);
