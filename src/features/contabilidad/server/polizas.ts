/** The entries of a period, and their files. */

import { fileName } from '#documents/definition.ts';
import { type ReportMaking, sheetHeading } from '#documents/reportes.ts';
import { listingWorkbook } from '#libro/server/workbook.ts';
import { sheetOf } from '#platform/listing-sheet.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { archivoContpaqi } from '../contpaqi.ts';
import { MOVIDO, RENGLONES, type Renglon } from '../listings.ts';
import {
  CONCEPTOS,
  type Concepto,
  type Diario,
  diarioDe,
  Equivalencias,
  movidoPorCuenta,
  type Pedido,
  type Poliza,
  refusalOfFaltantes,
  refusalOfPeriodo,
} from '../rules.ts';
import { listEquivalencias, listPropios } from './repository.ts';
import { listMovimientos } from './repository-movimientos.ts';

/** What may be booked, by its key. */
export async function conceptosDe(tx: Tx): Promise<Map<string, Concepto>> {
  return new Map([...CONCEPTOS, ...(await listPropios(tx))].map((concepto) => [concepto.clave, concepto]));
}

export interface Leido extends Diario {
  /** Why it cannot be handed on, while something has no account. */
  falta: string | undefined;
  conceptos: ReadonlyMap<string, Concepto>;
}

/** The entries of a period, whatever is missing of them. Refuses one that is too long. */
export async function readDiario(tx: Tx, pedido: Pedido): Promise<Leido> {
  const refusal = refusalOfPeriodo(pedido);
  if (refusal) throw new Refusal(refusal, 'hasta');
  const [movimientos, equivalencias, conceptos] = await Promise.all([
    listMovimientos(tx, pedido),
    listEquivalencias(tx),
    conceptosDe(tx),
  ]);
  const nombres = new Map([...conceptos].map(([clave, { nombre }]) => [clave, nombre]));
  const diario = diarioDe(movimientos, pedido, { equivalencias: new Equivalencias(equivalencias), nombres });
  const falta = refusalOfFaltantes(diario.faltan.map(({ clave }) => ({ nombre: nombres.get(clave) ?? clave })));
  return { ...diario, falta, conceptos };
}

/** The same to be handed on: refused while something has no account. */
export async function wholeDiario(tx: Tx, pedido: Pedido): Promise<Poliza[]> {
  const { polizas, falta } = await readDiario(tx, pedido);
  if (falta) throw new Refusal(falta);
  return polizas;
}

function* renglones(polizas: readonly Poliza[]): Generator<Renglon[]> {
  for (const poliza of polizas) yield poliza.partidas.map((partida) => ({ poliza, partida }));
}

const periodo = ({ desde, hasta }: Pedido): string => `${formatFecha(desde)} al ${formatFecha(hasta)}`;

/** The same bytes for the same entries: nothing in it says when it was made. */
export function excelOf(
  pedido: Pedido,
  polizas: readonly Poliza[],
  making: Pick<ReportMaking, 'codigo' | 'residencial'>,
) {
  const heading = (title: string) => sheetHeading(making, title, `Del ${periodo(pedido)}`);
  return {
    name: fileName('xlsx', 'Pólizas', formatFecha(pedido.desde), formatFecha(pedido.hasta)),
    content: listingWorkbook(
      making,
      sheetOf(RENGLONES, { name: 'Pólizas', heading: heading('Pólizas') }, renglones(polizas)),
      sheetOf(MOVIDO, { name: 'Cuentas', heading: heading('Movimientos por cuenta') }, [movidoPorCuenta(polizas)]),
    ),
  };
}

export const contpaqiOf = (pedido: Pedido, polizas: readonly Poliza[]) => ({
  name: fileName('txt', 'Pólizas CONTPAQi', formatFecha(pedido.desde), formatFecha(pedido.hasta)),
  content: archivoContpaqi(polizas),
});
