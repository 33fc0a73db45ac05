/** The columns of what is listed of agreements. */

import type { Convenio } from '#libro/convenios/contract.ts';
import { INTERES_LABELS } from '#libro/convenios/rules.ts';
import { listing } from '#platform/listing.ts';
import type { ConvenioDetalle } from './contract.ts';
import { ESTADO_LABELS, SITUACION_LABELS } from './rules.ts';

export const CONVENIOS = listing<Convenio>([
  { key: 'folio', header: 'Folio' },
  { key: 'referencia', header: 'Lote', value: ({ lote }) => lote.referencia },
  { key: 'asociado', header: 'Asociado', grow: 30 },
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADO_LABELS[estado] },
  { key: 'interes', header: 'Interés', screen: false, paper: false, value: ({ interes }) => INTERES_LABELS[interes] },
  { key: 'condonado', header: 'Condonado', kind: 'money', total: true, paper: false },
  { key: 'total', header: 'Convenido', kind: 'money', total: true },
  { key: 'pagado', header: 'Pagado', kind: 'money', total: true },
  { key: 'pagadas', header: 'Parcialidades', value: ({ pagadas, parcialidades }) => `${pagadas} de ${parcialidades}` },
  { key: 'siguiente', header: 'Siguiente', kind: 'date', value: ({ siguiente }) => siguiente?.vence ?? '' },
  {
    key: 'falta',
    header: 'Falta de ella',
    kind: 'money',
    screen: false,
    paper: false,
    value: ({ siguiente }) => siguiente?.falta ?? 0,
  },
]);

export const CALENDARIO = listing<ConvenioDetalle['calendario'][number]>([
  { key: 'numero', header: 'Parcialidad', kind: 'number' },
  { key: 'vence', header: 'Vence', kind: 'date' },
  { key: 'monto', header: 'Monto', kind: 'money', total: true },
  { key: 'pagado', header: 'Pagado', kind: 'money', total: true },
  { key: 'situacion', header: 'Situación', value: ({ situacion }) => SITUACION_LABELS[situacion] },
]);

export const ADEUDOS_CONVENIDOS = listing<ConvenioDetalle['cargos'][number]>([
  { key: 'concepto', header: 'Adeudo', grow: 40 },
  { key: 'vence', header: 'Vencía', kind: 'date' },
  { key: 'saldo', header: 'Se debía', kind: 'money', total: true },
  { key: 'condonado', header: 'Condonado', kind: 'money', total: true },
  { key: 'queda', header: 'Se debe hoy', kind: 'money', total: true },
]);
