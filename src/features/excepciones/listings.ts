/** The columns of the list of exceptions, on screen, on paper and in the workbook. */
import { listing } from '#platform/listing.ts';
import type { Excepcion } from './contract.ts';
import { describeReview, NOMBRES } from './rules.ts';

/** Sentences of the parts that there are. */
const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('. ');

const detailText = ({ descripcion, razon, reciboId }: Excepcion): string =>
  [descripcion, razon, reciboId ?? ''].join(' ');

export const EXCEPCIONES = listing<Excepcion>([
  { key: 'dia', header: 'Capturado', kind: 'date' },
  { key: 'tipo', header: 'Tipo', value: ({ tipo }) => NOMBRES[tipo], paper: { width: 62 }, sheet: { width: 24 } },
  {
    key: 'referencia',
    header: 'Lote',
    value: ({ lote }) => lote.referencia,
    paper: { width: 46 },
    sheet: { header: 'Referencia' },
  },
  {
    key: 'descripcion',
    header: 'Detalle',
    grow: 28,
    value: detailText,
    paper: {
      value: ({ descripcion, razon, reciboId }) =>
        sentences(descripcion, razon, reciboId === null ? '' : `Recibo ${reciboId}`),
    },
    sheet: { value: ({ descripcion }) => descripcion, width: 50 },
  },
  { key: 'razon', header: 'Razón', screen: false, paper: false, sheet: { width: 36 } },
  { key: 'monto', header: 'Monto', kind: 'money', paper: { width: 58 }, sheet: { width: 14 } },
  {
    key: 'recibo',
    header: 'Recibo',
    value: ({ reciboId }) => reciboId,
    screen: false,
    paper: false,
    sheet: { width: 10 },
  },
  {
    key: 'usuario',
    header: 'Quién',
    paper: {
      value: ({ usuario, autorizo }) => sentences(usuario, autorizo === '' ? '' : `Autorizó ${autorizo}`),
      width: 72,
    },
    sheet: { width: 26 },
  },
  { key: 'autorizo', header: 'Autorizó', paper: false, sheet: { width: 26 } },
  { key: 'revisada', header: 'Revisada', value: describeReview, paper: { width: 68 }, sheet: { width: 40 } },
]);
