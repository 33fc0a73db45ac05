import { listing } from '#platform/listing.ts';
import type { DepositoEntrante } from './contract.ts';
import { ORIGEN, SITUACION } from './rules.ts';

/** The lots that a deposit went to; of one that waits, nobody's yet. */
const lotesOf = ({ recibos }: DepositoEntrante): string =>
  recibos
    .filter(({ enFirme }) => enFirme > 0)
    .map(({ lote }) => lote.referencia)
    .join(', ');

/** What a bank tells of each movement. */
export const MOVIMIENTO = {
  fecha: { key: 'fecha', header: 'Fecha', kind: 'date' },
  concepto: { key: 'concepto', header: 'Concepto', sheet: { width: 40 } },
  referencia: { key: 'referencia', header: 'Referencia', sheet: { width: 18 } },
  importe: { key: 'importe', header: 'Importe', kind: 'money' },
} as const;

export const DEPOSITOS = listing<DepositoEntrante>([
  MOVIMIENTO.fecha,
  {
    ...{ key: 'cuenta', header: 'Cuenta', value: ({ cuenta }) => cuenta.name },
    ...{ sheet: { width: 26 }, paper: { width: 80 } },
  },
  MOVIMIENTO.concepto,
  { ...MOVIMIENTO.referencia, paper: { width: 72 } },
  { key: 'pagador', header: 'Quien pagó', sheet: { width: 30 } },
  { key: 'origen', header: 'Llegó por', value: ({ origen }) => ORIGEN[origen], paper: { width: 44 } },
  { key: 'situacion', header: 'Situación', value: ({ situacion }) => SITUACION[situacion], paper: { width: 52 } },
  { key: 'lotes', header: 'Lotes', value: lotesOf, paper: { width: 44 } },
  {
    ...{ key: 'recibos', header: 'Recibos', value: ({ recibos }) => recibos.map(({ id }) => id).join(', ') },
    paper: { width: 44 },
  },
  { ...MOVIMIENTO.importe, total: true },
  { key: 'aplicado', header: 'Aplicado', kind: 'money', total: true },
]);
