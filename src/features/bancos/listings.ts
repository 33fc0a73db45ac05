import { listing } from '#platform/listing.ts';
import type { DepositoEntrante } from './contract.ts';
import { ORIGEN, SITUACION } from './rules.ts';

/** The lots that a deposit went to; of one that waits, nobody's yet. */
const lotesOf = ({ recibos }: DepositoEntrante): string =>
  recibos
    .filter(({ enFirme }) => enFirme > 0)
    .map(({ lote }) => lote.referencia)
    .join(', ');

export const DEPOSITOS = listing<DepositoEntrante>([
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  { key: 'cuenta', header: 'Cuenta', value: ({ cuenta }) => cuenta.name, sheet: { width: 26 } },
  { key: 'concepto', header: 'Concepto', sheet: { width: 40 } },
  { key: 'referencia', header: 'Referencia', sheet: { width: 18 } },
  { key: 'pagador', header: 'Quien pagó', sheet: { width: 30 } },
  { key: 'origen', header: 'Llegó por', value: ({ origen }) => ORIGEN[origen] },
  { key: 'situacion', header: 'Situación', value: ({ situacion }) => SITUACION[situacion] },
  { key: 'lotes', header: 'Lotes', value: lotesOf },
  { key: 'recibos', header: 'Recibos', value: ({ recibos }) => recibos.map(({ id }) => id).join(', ') },
  { key: 'importe', header: 'Importe', kind: 'money', total: true },
  { key: 'aplicado', header: 'Aplicado', kind: 'money', total: true },
]);
