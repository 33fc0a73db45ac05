/** The files of a statement and of debts from what the API answers: the browser downloads what the server mails. */

import type { Membrete } from '#core/membrete.ts';
import type { PdfDocument } from '#documents/definition.ts';
import {
  debtsDocument,
  debtsFileName,
  described,
  type LoteDocument,
  statementDocument,
  statementFileName,
} from '#documents/estado-cuenta.ts';
import { listaSheet } from '#documents/lista.ts';
import { enUnaLinea } from '#libro/lotes/referencias.ts';
import type { ListingSheet } from '#platform/listing-sheet.ts';
import { formatFecha, formatMomento } from '#ui/format.ts';
import type { Anterior, DebtRow, LoteConUnidades, Movimiento } from './contract.ts';
import { montoDe, movimientosDe, pagadoDe } from './listings.ts';
import { owedLabel, sumsOf } from './rules.ts';

export interface Pdf {
  name: string;
  definition: PdfDocument;
}

/** Where and when it is made. */
export interface Making extends Membrete {
  /** Wall clock of the community: 'YYYY-MM-DD HH:mm:ss'. */
  reloj: string;
}

/** What a lot is paid by, or the unit of it that a document is limited to. */
const referenciasOf = (lote: LoteConUnidades, variante: number) =>
  (lote.direccion_child.find(({ id_lote }) => id_lote === variante) ?? lote.direccion).referencias_pago;

/** The same in one line, as the bank is given it. */
export const referenciaPagoOf = (lote: LoteConUnidades, variante: number): string =>
  enUnaLinea(referenciasOf(lote, variante));

function headOf(lote: LoteConUnidades, variante: number, making: Making): LoteDocument {
  const unit = lote.direccion_child.find(({ id_lote }) => id_lote === variante);
  return {
    ...{ codigo: making.codigo, residencial: making.residencial, logo: making.logo },
    name: lote.asociado,
    referencia: lote.referencia,
    direccion: lote.direccion.direccion,
    tipoLote: lote.direccion.tipo_lote,
    unidad: variante === 0 ? '' : (unit?.referencia ?? lote.referencia),
    referenciaPago: referenciaPagoOf(lote, variante),
    codigoPago: referenciasOf(lote, variante)[0]?.referencia ?? '',
    impreso: formatMomento(making.reloj),
  };
}

/** What is owed in all, and the rows of the range. */
export interface Cuenta {
  deuda: number;
  movimientos: Movimiento[];
  /** What was paid within the range in the system before: in no sum. */
  anteriores: Anterior[];
  /** What its paper is verified by, and the folio that it names; '' where it is not signed. */
  verificacion: string;
  folio: string;
}

export interface StatementAsked {
  variante: number;
  desde: string;
  hasta: string;
  conocido: string | null;
  /** Of an owner who sold: the day that it says what was owed on. */
  debia?: string | null;
  /** The address of its owner's page. */
  enlace?: string | undefined;
}

export function statementPdf(
  lote: LoteConUnidades,
  { variante, desde, hasta, conocido, debia = conocido, enlace = '' }: StatementAsked,
  { deuda, movimientos: rows, anteriores, verificacion, folio }: Cuenta,
  making: Making,
): Pdf {
  const head = headOf(lote, variante, making);
  return {
    name: statementFileName({ name: lote.asociado, referencia: lote.referencia, desde, hasta, conocido }),
    definition: statementDocument({
      ...head,
      desde,
      hasta,
      conocido,
      debe: { label: owedLabel(debia), monto: deuda },
      rows: rows.map((row) => ({
        ...row,
        descripcion: described(row, lote.referencia),
        nota: row.detalle,
        cargo: montoDe(row),
        abono: pagadoDe(row),
      })),
      anteriores: anteriores.map(({ concepto, metodo, referencia, ...pago }) => ({
        ...pago,
        descripcion: described(
          { descripcion: [concepto, metodo].filter((part) => part !== '').join(' · '), referencia },
          lote.referencia,
        ),
      })),
      ...{ verificacion, folio, enlace },
      totals: sumsOf(rows),
    }),
  };
}

/** The same as a workbook. */
export function statementSheet(
  lote: LoteConUnidades,
  { desde, hasta, conocido }: StatementAsked,
  rows: readonly Movimiento[],
  making: Making,
): { name: string; sheet: ListingSheet } {
  const { asociado, referencia } = lote;
  const range = `Del ${formatFecha(desde)} al ${formatFecha(hasta)}`;
  const known = conocido === null ? [] : [`como se conocía el ${formatFecha(conocido)}`];
  const of = [referencia, asociado, range, ...known].filter((part) => part !== '').join(' · ');
  const lista = { title: 'Estado de cuenta', list: movimientosDe(referencia), rows, of };
  return {
    name: statementFileName({ name: asociado, referencia, desde, hasta, conocido }).replace(/pdf$/, 'xlsx'),
    sheet: listaSheet(lista, { residencial: making.residencial, impreso: formatMomento(making.reloj) }),
  };
}

export function debtsPdf(lote: LoteConUnidades, variante: number, rows: readonly DebtRow[], making: Making): Pdf {
  return {
    name: debtsFileName(lote.referencia, making.reloj),
    definition: debtsDocument({
      ...headOf(lote, variante, making),
      rows,
    }),
  };
}
