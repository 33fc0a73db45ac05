/**
 * A receipt as a document: what it says, once, and the letter page and the 80 mm paper of a thermal printer made of it. The
 * screen draws the same. Whatever its rows do not explain of what was received stands in a row of its own, never hidden.
 */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { A_FONDO, conceptosEnBreve } from '#core/conceptos.ts';
import { sumPesos } from '#core/money.ts';
import { formatFecha, formatFechaHora, formatMoney } from '#ui/format.ts';
import {
  BASE,
  breakable,
  facts,
  fileName,
  fileSafe,
  footer,
  head,
  money,
  type PdfDocument,
  sello,
  summedTable,
} from './definition.ts';
import { type ReciboImpreso, type RenglonImpreso, SIN_CUENTA } from './recibo-impreso.ts';
import { headingOf, type ReportMaking } from './reportes.ts';

export interface RenglonDeDocumento {
  key: string;
  /** The number of its payment; '' where it is none. */
  identificador: string;
  concepto: string;
  /** What else is to be said of it, each a line. */
  detalles: readonly string[];
  /** In pesos. */
  monto: number;
  /** No longer in force: struck out, and counted as what was received that day. */
  cancelado: boolean;
  /** Of a row that stands for several: each of them. */
  partes: readonly Pick<RenglonDeDocumento, 'key' | 'identificador' | 'concepto' | 'monto'>[];
}

export interface DocumentoDeRecibo {
  folio: string;
  /** 'Recibido $7,547.00', or what else the receipt did. */
  titulo: string;
  /** Of payment, as it is written. */
  fecha: string;
  /** What became of the receipt since. */
  avisos: readonly string[];
  lote: string;
  asociado: string;
  direccion: string;
  datos: readonly (readonly [label: string, value: string])[];
  renglones: readonly RenglonDeDocumento[];
  /** In pesos, the sum of the rows. */
  total: { label: string; monto: number };
  /** What the lot has and owes at the moment of reading. */
  saldos: readonly { label: string; monto: number }[];
  /** What it is verified by; ''. */
  verificacion: string;
}

const SIN_ASOCIADO = 'Sin asociado';
const cancelado = ({ status }: RenglonImpreso): boolean => status === 'cancelado';

const conLote = (concepto: string, referencia: string): string =>
  referencia === '' ? concepto : `${concepto} (lote ${referencia})`;

function rowOf(renglon: RenglonImpreso): RenglonDeDocumento {
  const { pagoId, cargoId, concepto, referencia, monto, descuento, queda, status, razon, fechaCancelado } = renglon;
  return {
    key: `cargo ${cargoId}`,
    identificador: pagoId === null ? '' : String(pagoId),
    concepto: conLote(concepto, referencia),
    detalles: [
      ...(descuento > 0 ? [`Descuento aplicado ${formatMoney(descuento)}`] : []),
      ...(status === 'cancelado' ? [`Cancelado el ${formatFecha(fechaCancelado)}: ${razon}`] : []),
      ...(status === 'en_cancelacion' ? ['Su cancelación está en proceso'] : []),
      ...(queda > 0 && status !== 'cancelado' ? [`Quedan por pagar ${formatMoney(queda)}`] : []),
    ],
    monto,
    cancelado: cancelado(renglon),
    partes: [],
  };
}

/** Late interest has a charge for each month: what stands of it is one row of each lot. */
const isSummed = ({ tipo, status }: RenglonImpreso): boolean => tipo === 'interes' && status === 'recibido';

function sumOf(renglones: readonly RenglonImpreso[], referencia: string): RenglonDeDocumento {
  const sum = (key: 'monto' | 'descuento' | 'queda') => sumPesos(renglones, (each) => each[key]);
  return {
    ...rowOf({
      ...{ pagoId: null, cargoId: 0, tipo: '', status: 'recibido', razon: '', fechaCancelado: '', referencia },
      ...{ monto: sum('monto'), descuento: sum('descuento'), queda: sum('queda') },
      concepto: conceptosEnBreve(renglones),
    }),
    key: `intereses ${referencia}`,
    partes: renglones.map(rowOf),
  };
}

function rowsInBrief(renglones: readonly RenglonImpreso[]): RenglonDeDocumento[] {
  const groups = Map.groupBy(renglones.filter(isSummed), ({ referencia }) => referencia);
  return renglones.flatMap((renglon) => {
    const { referencia } = renglon;
    const group = isSummed(renglon) ? (groups.get(referencia) ?? []) : [];
    if (group.length < 2) return rowOf(renglon);
    return group[0] === renglon ? sumOf(group, referencia) : [];
  });
}

/** What the receipt tells of itself, as far as the ledger has it. */
function knownRowsOf({ renglones, fondo, fondoCancelado }: ReciboImpreso): RenglonDeDocumento[] {
  const rows = rowsInBrief(renglones);
  if (fondo <= 0) return rows;
  return [
    ...rows,
    {
      ...{ key: 'fondo', identificador: '', concepto: A_FONDO, monto: fondo, cancelado: fondoCancelado, partes: [] },
      detalles: fondoCancelado ? ['Cancelado: salió del saldo a favor'] : [],
    },
  ];
}

/** What its rows leave unexplained of what was received or of what the fund paid, in pesos: 0, unless something is wrong. */
export function diferenciaDe(recibo: ReciboImpreso): number {
  const { recibido, fondo } = recibo;
  return sumPesos([recibido, Math.max(0, -fondo), ...knownRowsOf(recibo).map(({ monto }) => -monto)], (each) => each);
}

/** The rows, which add up to what was received or what the fund paid: to the centavo, whatever they are. */
function rowsOf(recibo: ReciboImpreso): RenglonDeDocumento[] {
  const rows = knownRowsOf(recibo);
  const monto = diferenciaDe(recibo);
  if (monto === 0) return rows;
  const diferencia = {
    key: 'diferencia',
    identificador: '',
    concepto: 'Diferencia con el libro',
    detalles: ['Avise al administrador: los renglones no suman lo recibido'],
    monto,
    cancelado: false,
    partes: [],
  };
  return [...rows, diferencia];
}

export interface Vigencia {
  estado: 'vigente' | 'en parte' | 'cancelado' | 'sustituido';
  /** What of it is still in force, in pesos. */
  vigente: number;
}

/** What became of a receipt since it was made out. */
export function vigenciaDe({ renglones, fondo, fondoCancelado, sustituidoPor }: ReciboImpreso): Vigencia {
  if (sustituidoPor) return { estado: 'sustituido', vigente: 0 };
  const parts = [
    ...renglones.map((one) => ({ monto: one.monto, gone: cancelado(one) })),
    ...(fondo > 0 ? [{ monto: fondo, gone: fondoCancelado }] : []),
  ];
  const standing = parts.filter(({ gone }) => !gone);
  const vigente = sumPesos(standing, ({ monto }) => monto);
  if (standing.length === parts.length) return { estado: 'vigente', vigente };
  return { estado: standing.length === 0 ? 'cancelado' : 'en parte', vigente };
}

/** What a receipt received, or what of the fund it paid with. */
export const totalDe = ({ recibido, fondo }: ReciboImpreso): { label: string; monto: number } =>
  fondo < 0
    ? { label: 'Pagado con el fondo', monto: sumPesos([recibido, -fondo], (each) => each) }
    : { label: 'Recibido', monto: recibido };

function avisosDe(recibo: ReciboImpreso): string[] {
  const { renglones, sustituidoPor } = recibo;
  const avisos: string[] = [];
  if (sustituidoPor) {
    const { id, creado, referencia } = sustituidoPor;
    const lote = referencia === '' ? '' : ` del lote ${referencia}`;
    avisos.push(`RECIBO SUSTITUIDO por el ${id}${lote} el ${formatFechaHora(creado)}. Este ya no ampara ningún pago`);
    return avisos;
  }
  const { estado, vigente } = vigenciaDe(recibo);
  if (estado === 'cancelado') {
    const [first] = renglones.filter(cancelado);
    const why = first ? ` el ${formatFecha(first.fechaCancelado)}: ${first.razon}` : '';
    avisos.push(`RECIBO CANCELADO${why}`);
  } else if (estado === 'en parte') {
    avisos.push(`CANCELADO EN PARTE: siguen vigentes ${formatMoney(vigente)}`);
  }
  if (renglones.some(({ status }) => status === 'en_cancelacion')) avisos.push('Su cancelación está en proceso');
  return avisos;
}

/** What a receipt says, wherever it is said. */
export function documentoDeRecibo(recibo: ReciboImpreso): DocumentoDeRecibo {
  const {
    id,
    lote,
    asociado,
    fechaPago,
    fechaContable,
    creado,
    usuario,
    metodo,
    caja,
    noCuenta,
    observacion,
    sustituyeA,
  } = recibo;
  const total = totalDe(recibo);
  return {
    folio: String(id),
    titulo: `${total.label} ${formatMoney(total.monto)}`,
    fecha: formatFecha(fechaPago),
    avisos: avisosDe(recibo),
    lote: lote.referencia,
    asociado: asociado || SIN_ASOCIADO,
    direccion: lote.direccion,
    datos: [
      ['Folio del recibo', String(id)],
      // Not a warning: the good end of a correction.
      ...(sustituyeA === null ? [] : [['Sustituye al recibo', String(sustituyeA)] as const]),
      ['Fecha pago', formatFecha(fechaPago)],
      ...(fechaContable === fechaPago ? [] : [['Fecha contable', formatFecha(fechaContable)] as const]),
      ['Método de pago', metodo],
      ['Caja', caja],
      ...(noCuenta === '' || noCuenta === SIN_CUENTA ? [] : [['No. cuenta', noCuenta] as const]),
      ...(observacion === '' ? [] : [['Referencia', observacion] as const]),
      ['Capturado', `${formatFechaHora(creado)}${usuario === '' ? '' : ` por ${usuario}`}`],
    ],
    renglones: rowsOf(recibo),
    total,
    saldos: [
      { label: 'Saldo a favor hoy', monto: recibo.saldoAFavor },
      { label: 'Debe hoy', monto: recibo.debe },
    ],
    verificacion: recibo.verificacion,
  };
}

export type NotaFormat = 'carta' | 'ticket';

export interface NotaContext extends ReportMaking {
  /** What the letter's column of amounts is called: 'Importe' after an import, 'Monto' elsewhere. */
  amounts?: 'Monto' | 'Importe' | undefined;
}

const MM = 72 / 25.4;
const TICKET_WIDTH = 80 * MM;

/** '{asociado}_{DD-MM-YYYY}.pdf', as document 001 names the note; a ticket is told apart by its folios before it. */
export function notaFileName(recibos: readonly ReciboImpreso[], format: NotaFormat, hoy: string): string {
  const of = recibos[0]?.asociado || 'nota';
  if (format === 'carta') return `${fileSafe(of)}_${formatFecha(hoy)}.pdf`;
  const [first = 0, ...more] = recibos.map(({ id }) => id);
  return fileName('pdf', 'Ticket', first, ...(more.length > 0 ? [`y ${more.length} más`] : []), of, formatFecha(hoy));
}

/** The note of receipts: each on a page of its own, or one below the other on the roll. */
export function notaDocument(recibos: readonly ReciboImpreso[], format: NotaFormat, context: NotaContext): PdfDocument {
  const documentos = recibos.map(documentoDeRecibo);
  return format === 'carta' ? letter(documentos, context) : ticket(documentos, context);
}

/** So many stand in one row: one taller than a page is on none, as rows are not broken. */
const PARTES = 8;

/** Each of those that a row of the paper stands for, as running text, in as many pieces as there are rows of them. */
const partesOf = ({ partes }: RenglonDeDocumento): string[] =>
  Array.from({ length: Math.ceil(partes.length / PARTES) }, (_, at) =>
    partes
      .slice(at * PARTES, (at + 1) * PARTES)
      .map(({ identificador, concepto, monto }) => `${`${identificador} ${concepto}`.trim()} ${formatMoney(monto)}`)
      .join('; '),
  );

const struck = (row: RenglonDeDocumento) => (row.cancelado ? { decoration: 'lineThrough' as const } : {});

/** One, and further ones of what it stands for. */
function rowsOfLetter(row: RenglonDeDocumento, fecha: string): TableCell[][] {
  const [first, ...further] = partesOf(row);
  const quiet = (text: string) => ({ text: breakable(text), style: 'quiet', fontSize: 8 });
  return [
    [
      row.identificador,
      { text: fecha, noWrap: true },
      {
        stack: [
          { text: breakable(row.concepto), ...struck(row) },
          ...[...row.detalles, ...(first === undefined ? [] : [first])].map(quiet),
        ],
      },
      money(row.monto, struck(row)),
    ],
    ...further.map((text) => ['', '', quiet(text), '']),
  ];
}

function letter(documentos: readonly DocumentoDeRecibo[], context: NotaContext): PdfDocument {
  const { residencial, impreso, amounts = 'Monto' } = context;
  const page = (documento: DocumentoDeRecibo, n: number): Content[] => [
    {
      stack: [
        headingOf(context, {
          title: 'Nota de pago',
          subtitle: `Recibo ${documento.folio} del ${documento.fecha}`,
          fontSize: 14,
        }),
      ],
      ...(n > 0 && { pageBreak: 'before' as const }),
    },
    { text: documento.titulo, fontSize: 18, bold: true, margin: [0, 6, 0, 2] },
    { text: `${documento.lote} · ${documento.asociado}`, bold: true, fontSize: 11 },
    { text: documento.direccion, style: 'quiet', margin: [0, 2, 0, 8] },
    ...documento.avisos.map((text): Content => ({ text, bold: true, color: '#a4161a', margin: [0, 0, 0, 6] })),
    facts(documento.datos),
    summedTable<TableCell>(
      [60, 56, '*', 90],
      [head('Identificador'), head('Fecha'), head('Descripción'), head(amounts, 'right')],
      documento.renglones.flatMap((row) => rowsOfLetter(row, documento.fecha)),
      [
        [
          { text: documento.total.label, colSpan: 3, style: 'total', alignment: 'right' },
          '',
          '',
          money(documento.total.monto, { bold: true }),
        ],
      ],
    ),
    {
      columns: documento.saldos.map(({ label, monto }) => ({ text: `${label}: ${formatMoney(monto)}` })),
      margin: [0, 12, 0, 0],
    },
    { text: `Impreso el ${impreso}`, style: 'quiet', margin: [0, 4, 0, 0] },
    { unbreakable: true, stack: sello(documento.verificacion), margin: [0, 14, 0, 0] },
  ];
  return {
    ...BASE,
    info: { title: 'Nota de pago' },
    pageSize: 'LETTER',
    pageMargins: [40, 40, 40, 48],
    footer: footer(residencial),
    content: documentos.flatMap(page),
  };
}

/** Larger than on a page: a till prints coarsely. */
const selloDeTicket = ({ verificacion }: DocumentoDeRecibo): Content[] =>
  verificacion === ''
    ? []
    : [
        { qr: verificacion, fit: 130, eccLevel: 'M', alignment: 'center', margin: [0, 10, 0, 2] },
        { text: 'Compruebe el recibo con la cámara de su teléfono', style: 'quiet', alignment: 'center' },
      ];

function ticket(documentos: readonly DocumentoDeRecibo[], { residencial, impreso }: NotaContext): PdfDocument {
  // Made anew for each place: the library keeps positions in the objects it is given.
  const rule = (margin: [number, number, number, number], dash = false): Content => ({
    canvas: [
      {
        type: 'line' as const,
        ...{ x1: 0, y1: 0, x2: TICKET_WIDTH - 24, y2: 0, lineWidth: 0.5 },
        ...(dash && { dash: { length: 4 } }),
      },
    ],
    margin,
  });
  const pair = (label: string, value: string, extra: Record<string, unknown> = {}): Content => ({
    columns: [
      { text: label, width: '*' as const, ...extra },
      { text: value, width: 'auto' as const, alignment: 'right' as const, ...extra },
    ],
    columnGap: 6,
  });
  const strip = (documento: DocumentoDeRecibo, n: number): Content[] => [
    ...(n > 0 ? [rule([0, 14, 0, 14], true)] : []),
    { text: residencial, bold: true, fontSize: 10, alignment: 'center' },
    { text: 'Nota de pago', alignment: 'center', margin: [0, 0, 0, 6] },
    { text: documento.titulo, bold: true, fontSize: 12, margin: [0, 0, 0, 4] },
    { text: documento.lote, bold: true },
    { text: breakable(documento.asociado), bold: true },
    { text: documento.direccion, style: 'quiet', margin: [0, 0, 0, 6] },
    ...documento.avisos.map((text): Content => ({ text, bold: true, margin: [0, 0, 0, 4] })),
    ...documento.datos.map(
      ([label, value]): Content => ({
        text: [{ text: `${label}: `, style: 'quiet' }, ...[breakable(value)].flat()],
      }),
    ),
    rule([0, 4, 0, 2]),
    ...documento.renglones.map((row): Content => {
      const identificador = row.identificador === '' ? [] : [row.identificador];
      return {
        margin: [0, 4, 0, 0],
        columns: [
          {
            stack: [
              { text: breakable(row.concepto), ...struck(row) },
              ...[...identificador, ...row.detalles, ...partesOf(row)].map((text) => ({
                text: breakable(text),
                style: 'quiet',
                fontSize: 7,
              })),
            ],
          },
          { text: formatMoney(row.monto), width: 'auto', alignment: 'right', ...struck(row) },
        ],
        columnGap: 6,
      };
    }),
    rule([0, 6, 0, 4]),
    pair(documento.total.label, formatMoney(documento.total.monto), { bold: true, fontSize: 11 }),
    ...documento.saldos.map(({ label, monto }) => pair(label, formatMoney(monto))),
    ...selloDeTicket(documento),
    { text: `Impreso el ${impreso}`, style: 'quiet', margin: [0, 8, 0, 0] },
  ];
  return {
    ...BASE,
    info: { title: 'Nota de pago' },
    // As long as it needs to be: the paper comes from a roll.
    pageSize: { width: TICKET_WIDTH, height: 'auto' },
    pageMargins: [12, 12, 12, 16],
    defaultStyle: { ...BASE.defaultStyle, fontSize: 8 },
    content: documentos.flatMap(strip),
  };
}
