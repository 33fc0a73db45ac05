/** The account statement and the debts of a lot as PDF. */

import type { Membrete } from '#core/membrete.ts';
import { listing, totalsOf } from '#platform/listing.ts';
import type { PlainContent, PlainNode } from '#platform/pdf-plain.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import {
  BASE,
  breakable,
  facts,
  fileSafe,
  footer,
  head,
  LINES,
  money,
  type PlainDocument,
  sello,
  summedTable,
} from './definition.ts';
import { headingOf } from './reportes.ts';

/** Whose document it is and when it was made. */
export interface LoteDocument extends Membrete {
  /** The associate; '' where there is none. */
  name: string;
  referencia: string;
  direccion: string;
  tipoLote: string;
  /** The unit that it is limited to; '' for all. */
  unidad: string;
  /** What the bank is given to pay it; '' where there is none. */
  referenciaPago: string;
  /** The same as a scanner reads it, at a bank's window or at the cash desk; '' where there is none. */
  codigoPago: string;
  /** 'DD-MM-YYYY HH:mm' of the making. */
  impreso: string;
}

export interface StatementLine {
  fecha: string;
  descripcion: string;
  /** Under the description. */
  nota?: string;
  folio: string;
  /** Below 0 what was taken off a charge; null of a payment. */
  cargo: number | null;
  /** Null of what is none. */
  abono: number | null;
  /** What is owed after it. */
  saldo: number;
  /** In a word, which is begun with a capital letter here: 'pagado', 'vigente'. */
  estado: string;
}

/** A payment that another system took, of which nothing here is a part. */
export interface FormerPayment {
  fecha: string;
  /** What it paid and how, as the other system said it. */
  descripcion: string;
  folio: string;
  monto: number;
}

export interface Statement extends LoteDocument {
  /** Civil dates. */
  desde: string;
  hasta: string;
  /** The day whose knowledge it shows; null: today's. */
  conocido: string | null;
  /** What it opens with: what is owed, and how that is called. */
  debe: { label: string; monto: number };
  rows: readonly StatementLine[];
  /** What it is verified by, and its folio; '' where it is not signed. */
  verificacion: string;
  folio: string;
  /** Of the rows; `saldo` is what the last one leaves. */
  totals: { cargo: number; abono: number; saldo: number };
  /** What was paid within the range in the system before: told beside, and in no sum. */
  anteriores?: readonly FormerPayment[];
  /** The address of its owner's page; '' where it bears none. */
  enlace?: string;
}

export interface DebtLine {
  descripcion: string;
  /** Of the lot whose debt it is: the document's own, or one of its units. */
  referencia: string;
  saldo: number;
}

export interface Debts extends LoteDocument {
  rows: readonly DebtLine[];
}

/** Several lots in one table: each line says whose it is. @param referencia the lot's that the table is of */
export const described = (line: Pick<DebtLine, 'descripcion' | 'referencia'>, referencia: string): string =>
  line.referencia === referencia ? line.descripcion : `${line.descripcion} (${line.referencia})`;

export const deudasDe = (referencia: string) =>
  listing<DebtLine>([
    {
      key: 'descripcion',
      header: 'Descripción',
      value: (row) => (row.referencia === referencia ? row.descripcion : `${row.descripcion} ${row.referencia}`),
      paper: { value: (row) => described(row, referencia) },
    },
    { key: 'saldo', header: 'Saldo', kind: 'money', total: true, paper: { width: 80 } },
  ]);

const TITLE_SIZE = 14;
/** As wide as the longest of its words. */
const ESTADO_WIDTH = 46;
const PAGE = { plain: true, pageSize: 'LETTER', pageMargins: [40, 40, 40, 48] } satisfies Partial<PlainDocument>;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whose document it is. */
const factsOf = ({ name, referencia, direccion, tipoLote, unidad }: LoteDocument) =>
  [
    ['Asociado', name || 'Sin asociado'],
    ['Referencia', referencia],
    ['Dirección', direccion],
    ['Tipo de lote', capitalized(tipoLote)],
    ...(unidad === '' ? [] : [['Unidad', unidad] as const]),
  ] as const;

/** Longer ones, which name the bank, would take several lines in large letters. */
const LARGE_MAX = 24;

/** Points of its side: modules of half a millimetre for a reference of eighteen digits. */
const CODE_SIDE = 48;

/** What it is paid by, for a scanner. */
const codeOf = ({ codigoPago }: LoteDocument): PlainNode[] =>
  codigoPago === '' ? [] : [{ width: CODE_SIDE, stack: [{ qr: codigoPago, fit: CODE_SIDE, eccLevel: 'M' }] }];

/** With that at its right. */
const beside = (content: PlainNode, lote: LoteDocument): PlainNode =>
  lote.codigoPago === '' ? content : { columns: [content, ...codeOf(lote)], columnGap: 16 };

/** What whoever gets a statement asks first: how much, and what the bank is given to pay it, or else what lot it is. */
function opening(statement: Statement): PlainNode {
  const { debe, referenciaPago, unidad, referencia } = statement;
  const said = (label: string, value: string): PlainNode => ({
    stack: [
      { text: label, style: 'quiet' },
      { text: breakable(value), fontSize: value.length > LARGE_MAX ? 11 : 16, bold: true, margin: [0, 1, 0, 0] },
    ],
  });
  return {
    columns: [
      said(debe.label, formatMoney(debe.monto)),
      referenciaPago === ''
        ? said('Referencia del lote', unidad || referencia)
        : said('Referencia para pagar', referenciaPago),
      ...codeOf(statement),
    ],
    columnGap: 16,
    margin: [0, 4, 0, 8],
  };
}

/** Whose it is, and at its right what it is verified by: beside the rows it would stand on a page of its own at times. */
const sealed = ({ verificacion, folio }: Statement, said: readonly (readonly [string, string])[]): PlainNode =>
  verificacion === ''
    ? facts(said)
    : { columns: [facts(said), { width: 250, stack: sello(verificacion, { side: 69, folio }) }], columnGap: 16 };

/** Points of its side: an address with its token of 43 letters takes modules of two points. */
const PAGE_SIDE = 92;

/** What opens the page of whoever it goes to, with what that is for. */
const paginaOf = (enlace: string): PlainNode[] =>
  enlace === ''
    ? []
    : [
        {
          columns: [
            { width: PAGE_SIDE, stack: [{ qr: enlace, fit: PAGE_SIDE, eccLevel: 'M' }] },
            {
              stack: [
                { text: 'Su página', style: 'head' },
                {
                  text: 'Lea el código con la cámara de su teléfono para ver cuánto debe y si su pago llegó. Es sólo para usted: no lo comparta.',
                  style: 'quiet',
                  margin: [0, 2, 0, 0],
                },
              ],
            },
          ],
          columnGap: 10,
          margin: [0, 10, 0, 0],
        },
      ];

/**
 * 'estado_cuenta_{name}_{from}_{to}.pdf'; a lot without an associate gives its reference. One as known at a day names that
 * day as well, so that it is not taken for today's beside it.
 */
export function statementFileName({
  name,
  referencia,
  desde,
  hasta,
  conocido,
}: Pick<Statement, 'name' | 'referencia' | 'desde' | 'hasta' | 'conocido'>): string {
  const known = conocido === null ? '' : `_conocido_${formatFecha(conocido)}`;
  return `estado_cuenta_${fileSafe(name || referencia)}_${formatFecha(desde)}_${formatFecha(hasta)}${known}.pdf`;
}

/**
 * Of the statement's columns: no wider than what stands in them, since a description of interest takes a line if it can.
 * A digit is 5 points wide, and what stands between digits is narrower.
 */
function widthsOf({ rows, totals }: Statement): (number | '*')[] {
  const widest = (texts: readonly string[]) => Math.max(34, ...texts.map((text) => Math.ceil(text.length * 5.1)));
  const amounts = (column: 'cargo' | 'abono' | 'saldo') =>
    widest([...rows.map((row) => row[column] ?? 0), totals[column]].map(formatMoney));
  const folios = Math.min(70, widest(rows.map(({ folio }) => folio)));
  return [47, '*', folios, amounts('cargo'), amounts('abono'), amounts('saldo'), ESTADO_WIDTH];
}

/** With its note under it. */
function descriptionOf(row: StatementLine): PlainNode {
  const text = { text: breakable(row.descripcion) };
  return row.nota ? { stack: [text, { text: breakable(row.nota), style: 'quiet', fontSize: 7.5 }] } : text;
}

function lineOf(row: StatementLine): PlainContent[] {
  return [
    { text: formatFecha(row.fecha), noWrap: true },
    descriptionOf(row),
    row.folio,
    row.cargo === null ? '' : money(row.cargo),
    row.abono === null ? '' : money(row.abono),
    money(row.saldo),
    capitalized(row.estado),
  ];
}

const spanned = (columns: number) => Array<string>(columns).fill('');

/** One text over all columns. */
const closingText = (text: string, style: object): PlainContent[] => [
  { text, colSpan: 7, alignment: 'right', ...style },
  ...spanned(6),
];

/** What the rows come to, and what they leave owed. */
function closingOf({ hasta, totals }: Statement): PlainContent[][] {
  return [
    [
      { text: 'Total', colSpan: 3, style: 'total', alignment: 'right' },
      ...spanned(2),
      money(totals.cargo, { bold: true }),
      money(totals.abono, { bold: true }),
      ...spanned(2),
    ],
    closingText(`Saldo al ${formatFecha(hasta)}: ${formatMoney(totals.saldo)}`, {
      bold: true,
      fontSize: 11,
      margin: [0, 3, 0, 3],
    }),
  ];
}

/** What was brought in of the system before, marked as that, under the account and apart from its sums. */
const formerOf = (anteriores: readonly FormerPayment[]): PlainNode[] =>
  anteriores.length === 0
    ? []
    : [
        { text: 'Pagos en el sistema anterior', style: 'total', margin: [0, 14, 0, 1] },
        { text: 'Sólo para consulta: se trajeron de otro sistema y no están en las sumas de arriba.', style: 'quiet' },
        {
          layout: LINES,
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: [47, '*', 110, 70],
            body: [
              [head('Fecha'), head('Descripción'), head('Folio'), head('Monto', 'right')],
              ...anteriores.map(({ fecha, descripcion, folio, monto }): PlainContent[] => [
                { text: formatFecha(fecha), noWrap: true },
                { text: breakable(descripcion) },
                { text: breakable(folio) },
                money(monto),
              ]),
            ],
          },
          margin: [0, 4, 0, 0],
        },
      ];

export function statementDocument(statement: Statement): PlainDocument {
  const { referencia, impreso, desde, hasta, conocido, rows } = statement;
  return {
    ...BASE,
    ...PAGE,
    info: { title: `Estado de cuenta ${referencia}` },
    footer: footer(`Estado de cuenta de ${referencia} · ${impreso}`),
    content: [
      headingOf(statement, {
        title: 'Estado de cuenta',
        subtitle: `Del ${formatFecha(desde)} al ${formatFecha(hasta)}`,
        fontSize: TITLE_SIZE,
      }),
      opening(statement),
      sealed(statement, [
        ...factsOf(statement),
        ...(conocido === null ? [] : [['Como se conocía el', formatFecha(conocido)] as const]),
      ]),
      summedTable<PlainContent>(
        widthsOf(statement),
        [
          head('Fecha'),
          head('Descripción'),
          head('Factura'),
          head('Monto', 'right'),
          head('Pagado', 'right'),
          head('Saldo', 'right'),
          head('Estado'),
        ],
        rows.map(lineOf),
        closingOf(statement),
      ),
      ...formerOf(statement.anteriores ?? []),
      ...paginaOf(statement.enlace ?? ''),
    ],
  };
}

/** 'Deudas_Referencia_{referencia}_{DD-MM-YYYY__h_mm_ss_a}.pdf' of a wall clock 'YYYY-MM-DD HH:mm:ss'. */
export function debtsFileName(referencia: string, wallClock: string): string {
  const [fecha = '', time = ''] = wallClock.split(' ');
  const [hour = '0', minute = '00', second = '00'] = time.split(':');
  const hours = Number(hour);
  const clock = `${hours % 12 || 12}_${minute}_${second}_${hours < 12 ? 'am' : 'pm'}`;
  return `Deudas_Referencia_${fileSafe(referencia)}_${formatFecha(fecha)}__${clock}.pdf`;
}

export function debtsDocument(debts: Debts): PlainDocument {
  const { referencia, referenciaPago, impreso, rows } = debts;
  const columns = deudasDe(referencia).paper;
  return {
    ...BASE,
    ...PAGE,
    info: { title: `Deudas ${referencia}` },
    footer: footer(`Deudas de ${referencia} · ${impreso}`),
    content: [
      headingOf(debts, { title: 'Deudas', fontSize: TITLE_SIZE }),
      beside(
        facts([
          ...factsOf(debts),
          ...(referenciaPago === '' ? [] : [['Referencia para pagar', referenciaPago] as const]),
          ['Fecha de consulta', impreso],
        ]),
        debts,
      ),
      summedTable<PlainContent>(
        columns.map(({ width }) => width ?? '*'),
        columns.map(({ header, kind }) => head(header, kind === 'money' ? 'right' : 'left')),
        rows.length === 0
          ? [['No tiene deudas', '']]
          : rows.map((row) =>
              columns.map(({ kind, value }) =>
                kind === 'money' ? money(Number(value(row))) : { text: breakable(String(value(row))) },
              ),
            ),
        [
          [
            { text: 'Monto de deuda total', style: 'total', alignment: 'right' },
            money(totalsOf(columns, rows).saldo ?? 0, { bold: true }),
          ],
        ],
      ),
    ],
  };
}
