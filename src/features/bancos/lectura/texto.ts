/** A bank's lines of fixed widths, and what its texts are held to. */
import { lineasDe, type Remedios } from '#platform/server/texto-separado.ts';
import type { Fila } from '#platform/tabla.ts';
import type { Ancho } from './disposicion.ts';
import { LINEAS_MAX } from './estado.ts';

/** Of a bank's text. Empty lines and what stands around the table are rows too. */
export const DEL_BANCO: Remedios = {
  filasMax: 10 * LINEAS_MAX,
  menos: 'Descargue del banco un período más corto',
  otro: 'Descargue del banco el de movimientos en CSV, TXT o Excel (.xlsx)',
};

/** Rows of a text whose columns are so wide each; a line that ends before a column has nothing in it. */
export function* filasDeAnchos(texto: string, anchos: readonly Ancho[]): Generator<Fila> {
  for (const { fila, linea } of lineasDe(texto, DEL_BANCO)) {
    yield { fila, celdas: anchos.map(({ desde, largo: n }) => linea.slice(desde - 1, desde - 1 + n)) };
  }
}
