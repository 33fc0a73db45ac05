/** The columns of what is listed of packets. */
import { POR_CONFIRMAR } from '#documents/expediente.ts';
import { listing } from '#platform/listing.ts';
import type { Expediente, Requisito, RequisitoDeLote } from './contract.ts';
import { PRUEBA_LABELS } from './rules.ts';

export const EXPEDIENTES = listing<Expediente>([
  { key: 'folio', header: 'Folio' },
  { key: 'suplementoDe', header: 'Suplemento de', room: 'wide' },
  { key: 'referencia', header: 'Lote', value: ({ lote }) => lote.referencia },
  { key: 'asociado', header: 'Propietario', grow: 30 },
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  { key: 'adeudo', header: 'Debía', kind: 'money' },
  { key: 'faltan', header: 'Faltaban', kind: 'number' },
  { key: 'porConfirmar', header: 'Por confirmar', kind: 'number', room: 'wide' },
  { key: 'usuario', header: 'Quién', room: 'wide' },
]);

const confirmado = ({ abogado }: { abogado: string }): string => abogado || POR_CONFIRMAR;

export const REQUISITOS = listing<Requisito>([
  { key: 'orden', header: 'Orden', kind: 'number' },
  { key: 'documento', header: 'Documento', grow: 34 },
  { key: 'firma', header: 'Quién firma', grow: 24, room: 'wide' },
  { key: 'condicion', header: 'Condición', grow: 40, room: 'wide' },
  { key: 'fuente', header: 'Fuente', grow: 30, screen: false },
  { key: 'prueba', header: 'Se toma de', value: ({ prueba }) => PRUEBA_LABELS[prueba] },
  { key: 'pdf', header: 'PDF', value: ({ pdf }) => pdf?.nombre ?? '' },
  { key: 'abogado', header: 'Abogado', value: confirmado },
]);

export const REQUISITOS_DE_LOTE = listing<RequisitoDeLote>([
  { key: 'cumple', header: '¿Está?', value: ({ cumple }) => (cumple ? 'Sí' : 'Falta') },
  { key: 'documento', header: 'Documento', grow: 30 },
  {
    key: 'porque',
    header: 'Cómo está',
    grow: 36,
    value: ({ porque, remedio }) => [porque, remedio].filter(Boolean).join('. '),
  },
  { key: 'firma', header: 'Quién firma', grow: 24, room: 'wide' },
  { key: 'condicion', header: 'Condición', grow: 36, screen: false },
  { key: 'fuente', header: 'Fuente', grow: 30, screen: false },
  { key: 'abogado', header: 'Abogado', value: confirmado },
]);
