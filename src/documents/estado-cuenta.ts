/** The account statement and the debts of a lot as PDF. */
import { listing, totalsOf } from '#platform/listing.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { BASE, breakable, facts, fileSafe, footer, head, money, type PdfDocument, summedTable } from './definition.ts';

/** Whose document it is and when it was made. */
export interface LoteDocument {
  residencial: string;
  /** The associate; '' where there is none. */
  name: string;
  referencia: string;
  direccion: string;
  tipoLote: string;
  /** The unit that it is limited to; '' for all. */
  unidad: string;
  /** What the bank is given to pay it; '' where there is none. */
  referenciaPago: string;
  /** 'DD-MM-YYYY HH:mm' of the making. */
  impreso: string;
}

export interface StatementLine {
  fecha: string;
  descripcion: string;
  /** Under the description. */
  nota?: string;
  folio: string;
  cargo: number;
  abono: number;
  /** CXLD, PAGD or VIGT. */
  codigo: string;
}

export interface Statement extends LoteDocument {
  /** Civil dates. */
  desde: string;
  hasta: string;
  /** The day whose knowledge it shows; null: today's. */
  conocido: string | null;
  rows: readonly StatementLine[];
  totals: { cargo: number; abono: number; deuda: number };
  /** What is owed besides these rows, and what that is called. */
  otros: { label: string; monto: number } | null;
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

const PAGE = { pageSize: 'LETTER', pageMargins: [40, 40, 40, 48] } satisfies Partial<PdfDocument>;

const heading = (residencial: string, title: string) => ({
  columns: [
    { text: residencial, bold: true },
    { text: title, style: 'title', alignment: 'right' as const },
  ],
});

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whose document it is, and what the bank is given to pay it. */
const factsOf = ({ name, referencia, direccion, tipoLote, unidad, referenciaPago }: LoteDocument) =>
  [
    ['Asociado', name || 'Sin asociado'],
    ['Referencia', referencia],
    ['Dirección', direccion],
    ['Tipo de lote', capitalized(tipoLote)],
    ...(unidad === '' ? [] : [['Unidad', unidad] as const]),
    ...(referenciaPago === '' ? [] : [['Referencia para pagar', referenciaPago] as const]),
  ] as const;

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
  const amounts = (column: 'cargo' | 'abono') =>
    widest([...rows.map((row) => formatMoney(row[column])), formatMoney(totals[column])]);
  const folios = Math.min(70, widest(rows.map(({ folio }) => folio)));
  return [47, '*', folios, amounts('cargo'), amounts('abono'), 28];
}

export function statementDocument(statement: Statement): PdfDocument {
  const { residencial, referencia, impreso, desde, hasta, conocido } = statement;
  const { rows, totals, otros } = statement;
  const strike = (row: StatementLine) => (row.codigo === 'CXLD' ? { decoration: 'lineThrough' as const } : {});
  return {
    ...BASE,
    ...PAGE,
    info: { title: `Estado de cuenta ${referencia}` },
    footer: footer(`Estado de cuenta de ${referencia} · ${impreso}`),
    content: [
      heading(residencial, 'Estado de cuenta'),
      facts([
        ...factsOf(statement),
        ['Rango de fechas', `${formatFecha(desde)} al ${formatFecha(hasta)}`],
        ...(conocido === null ? [] : [['Como se conocía el', formatFecha(conocido)] as const]),
      ]),
      summedTable(
        widthsOf(statement),
        [
          head('Fecha'),
          head('Descripción'),
          head('Factura'),
          head('Monto', 'right'),
          head('Pagado', 'right'),
          head('Estado'),
        ],
        rows.map((row) => [
          { text: formatFecha(row.fecha), noWrap: true, ...strike(row) },
          {
            stack: [
              { text: breakable(row.descripcion), ...strike(row) },
              ...(row.nota ? [{ text: breakable(row.nota), style: 'quiet', fontSize: 8 }] : []),
            ],
          },
          row.folio,
          money(row.cargo, strike(row)),
          money(row.abono),
          row.codigo,
        ]),
        [
          [
            { text: 'Total', colSpan: 3, style: 'total', alignment: 'right' },
            '',
            '',
            money(totals.cargo, { bold: true }),
            money(totals.abono, { bold: true }),
            '',
          ],
          [
            {
              text: `Deuda: ${formatMoney(totals.deuda)}`,
              colSpan: 6,
              alignment: 'right',
              bold: true,
              fontSize: 11,
              margin: [0, 3, 0, 3],
            },
            ...Array(5).fill(''),
          ],
          ...(otros
            ? [
                [
                  { text: `${otros.label}: ${formatMoney(otros.monto)}`, colSpan: 6, alignment: 'right' as const },
                  ...Array(5).fill(''),
                ],
              ]
            : []),
        ],
      ),
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

export function debtsDocument(debts: Debts): PdfDocument {
  const { residencial, referencia, impreso, rows } = debts;
  const columns = deudasDe(referencia).paper;
  return {
    ...BASE,
    ...PAGE,
    info: { title: `Deudas ${referencia}` },
    footer: footer(`Deudas de ${referencia} · ${impreso}`),
    content: [
      heading(residencial, 'Deudas'),
      facts([...factsOf(debts), ['Fecha de consulta', impreso]]),
      summedTable(
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
