/**
 * The packet of a lot for whoever takes it to court: what it says, once, and its pages. What stands here is kept with it, its hash
 * is of this text, and is printed on its first page. Amounts in centavos.
 */
import type { Fecha } from '#core/fecha.ts';
import type { LogoFile } from '#core/membrete.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { PlainContent, PlainDocument, PlainFile, PlainNode, PlainTitle } from '#platform/pdf-plain.ts';
import { formatFecha, formatMomento, formatMoney, formatNumber } from '#ui/format.ts';
import { importeEnLetras } from '#ui/letras.ts';
import { BASE, breakable, facts, fileName, footer, head, LINES, money, sello, summedTable } from './definition.ts';
import { headingOf } from './reportes.ts';

export interface CargoImpreso {
  id: number;
  vence: Fecha;
  concepto: string;
  estado: string;
  monto: Centavos;
  /** What discounts, waivers and a cancellation took off. */
  rebajado: Centavos;
  pagado: Centavos;
  saldo: Centavos;
}

/** base × porcentaje × factor / 1200 = calculado. */
export interface InteresImpreso {
  id: number;
  sobre: string;
  mes: string;
  base: Centavos;
  porcentaje: number;
  factor: number;
  calculado: Centavos;
  monto: Centavos;
  rebajado: Centavos;
  pagado: Centavos;
  saldo: Centavos;
}

export interface PagoImpreso {
  id: number;
  fecha: Fecha;
  recibo: number;
  metodo: string;
  referencia: string;
  concepto: string;
  monto: Centavos;
  /** Why it counts no more; '' where it does. */
  cancelado: string;
}

export interface AjusteImpreso {
  id: number;
  fecha: Fecha;
  tipo: string;
  concepto: string;
  razon: string;
  /** Whose authorization code it was; '' without one. */
  codigo: string;
  monto: Centavos;
  revertido: string;
}

export interface CartaImpresa {
  id: number;
  fecha: Fecha;
  paso: string;
  asunto: string;
  texto: string;
  entregas: { medio: string; nombre: string; para: string; estado: string }[];
}

export interface ConvenioDelExpediente {
  folio: string;
  fecha: Fecha;
  firmante: string;
  estado: string;
  total: Centavos;
  condonado: Centavos;
  pagos: string;
  eventos: { fecha: Fecha; nota: string }[];
}

export interface RequisitoImpreso {
  documento: string;
  firma: string;
  condicion: string;
  fuente: string;
  abogado: string;
  cumple: boolean;
  porque: string;
}

export interface ExpedienteImpreso {
  /** Code of the community, which picks the logo, and what it calls itself. */
  codigo: string;
  residencial: string;
  folio: string;
  /** The packet that it tells what came after. */
  suplementoDe: { folio: string; fecha: Fecha } | null;
  referencia: string;
  direccion: string;
  tipoLote: string;
  asociado: string;
  fecha: Fecha;
  /** Wall clock of the community: 'YYYY-MM-DDTHH:mm:ss'. */
  reloj: string;
  /** What is owed on that day, but for late interest, and of that. */
  principal: Centavos;
  interes: Centavos;
  /** The last month that was closed, and the hash that was kept with it. */
  cierre: { mes: string; huella: string } | null;
  requisitos: RequisitoImpreso[];
  cargos: CargoImpreso[];
  intereses: InteresImpreso[];
  pagos: PagoImpreso[];
  ajustes: AjusteImpreso[];
  convenios: ConvenioDelExpediente[];
  cartas: CartaImpresa[];
  propietarios: { name: string; desde: string; hasta: string }[];
  /** PDFs that go within the file. */
  anexos: { documento: string; nombre: string; bytes: number; huella: string }[];
}

/** What is hashed. */
export const textoDeExpediente = (of: ExpedienteImpreso): string => JSON.stringify(of);

/** The rows of a packet that tell of the account and of what was said of it. */
const TOLD = ['cargos', 'intereses', 'pagos', 'ajustes', 'convenios', 'cartas', 'anexos'] as const;

/**
 * What a supplement says: of all that could be told now, the rows that no packet before has told as they are. A charge that was
 * paid since is told again, with what is owed of it now.
 */
export function suplementoOf(todo: ExpedienteImpreso, dichos: readonly ExpedienteImpreso[]): ExpedienteImpreso {
  const news = (key: (typeof TOLD)[number]): Row[] => {
    // Of a row that was told twice only the last counts: one that came to be again what it was is news.
    const rows = dichos.flatMap((dicho): Row[] => dicho[key]);
    const told = new Map(rows.map((row) => [keyOf(row), JSON.stringify(row)]));
    return (todo[key] as Row[]).filter((row) => told.get(keyOf(row)) !== JSON.stringify(row));
  };
  const rows = Object.fromEntries(TOLD.map((key) => [key, news(key)]));
  return { ...todo, ...(rows as unknown as Pick<ExpedienteImpreso, (typeof TOLD)[number]>) };
}

type Row = ExpedienteImpreso[(typeof TOLD)[number]][number];
const keyOf = (row: Row): string | number =>
  'id' in row ? row.id : 'folio' in row ? row.folio : `${row.documento} ${row.huella}`;

/** Whether a supplement has anything to say. */
export const saysNothing = (of: ExpedienteImpreso): boolean => TOLD.every((key) => of[key].length === 0);

export const POR_CONFIRMAR = 'por confirmar con su abogado';

const pesos = (centavos: Centavos): string => formatMoney(toPesos(centavos));
const amount = (centavos: Centavos, bold = false) => money(toPesos(centavos), { bold });
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);
type Contents = PlainDocument['content'];

const title = (text: string): PlainTitle => ({
  text,
  tocItem: true,
  pageBreak: 'before',
  style: 'title',
  margin: [0, 0, 0, 8],
});
const paragraph = (text: string): PlainNode => ({ text: breakable(text), fontSize: 9.5, margin: [0, 4, 0, 6] });
const cell = (text: string): PlainNode => ({ text: breakable(text) });
const small = (...lines: readonly string[]): PlainNode[] =>
  lines
    .filter((line) => line !== '')
    .map((line) => ({ text: breakable(line), style: 'quiet', fontSize: 7.5, margin: [0, 1, 0, 0] }));

/** A table whose head is said again on each page; what is said instead where it has no rows. */
function table(
  widths: readonly (number | '*')[],
  heads: ReturnType<typeof head>[],
  rows: readonly PlainContent[][],
  emptyText: string,
  closing?: PlainContent[],
): PlainNode {
  if (rows.length === 0) return paragraph(emptyText);
  if (closing) return summedTable<PlainContent>(widths, heads, rows, [closing]) as PlainNode;
  return {
    layout: LINES,
    table: { headerRows: 1, dontBreakRows: true, widths: [...widths], body: [heads, ...rows.map((row) => [...row])] },
  };
}

const total = (label: string, spans: number, ...amounts: readonly Centavos[]): PlainContent[] => [
  { text: label, style: 'total', alignment: 'right', colSpan: spans },
  ...Array<string>(spans - 1).fill(''),
  ...amounts.map((each) => amount(each, true)),
];

function requisitosOf({ requisitos }: ExpedienteImpreso): Contents {
  return [
    title('1. Lista de requisitos'),
    paragraph('La edita el abogado de la comunidad. Lo que no ha confirmado lo dice.'),
    table(
      ['*', 130, 150, 50],
      [head('Documento'), head('Quién firma'), head('Cómo está'), head('¿Está?')],
      requisitos.map(({ documento, condicion, fuente, firma, porque, cumple, abogado }) => [
        { stack: [cell(documento), ...small(condicion, fuente && `Fuente: ${fuente}`)] },
        cell(firma || '—'),
        { stack: [cell(porque), ...small(abogado === '' ? POR_CONFIRMAR : `Lo confirmó ${abogado}`)] },
        { text: cumple ? 'Sí' : 'FALTA', bold: !cumple },
      ]),
      'La lista no tiene requisitos.',
    ),
  ];
}

/** What is told of an account from its beginning, or since the packet that this is a supplement of. */
const since = ({ suplementoDe }: ExpedienteImpreso): string =>
  suplementoDe === null ? '' : ` Sólo lo posterior al expediente ${suplementoDe.folio}.`;

function cuentaOf(of: ExpedienteImpreso): Contents {
  const { residencial, referencia, asociado, fecha, cargos, principal, interes } = of;
  const owed = principal + interes;
  return [
    title('2. Estado de cuenta certificado'),
    paragraph(
      `${residencial} certifica que, según sus libros, al ${formatFecha(fecha)} el lote ${referencia}, propiedad de ${asociado}, debe ${pesos(owed)} (${importeEnLetras(owed)}): ${pesos(principal)} de cargos y ${pesos(interes)} de intereses moratorios.${since(of)}`,
    ),
    table(
      [48, '*', 64, 62, 62, 62, 50],
      [
        head('Vence'),
        head('Cargo'),
        ...['Monto', 'Rebajas', 'Pagado', 'Saldo'].map((name) => head(name, 'right')),
        head('Estado'),
      ],
      cargos.map((row) => [
        formatFecha(row.vence),
        cell(row.concepto),
        ...[row.monto, row.rebajado, row.pagado, row.saldo].map((each) => amount(each)),
        row.estado,
      ]),
      'No hay cargos que decir.',
      [
        ...total(
          'Total',
          2,
          ...(['monto', 'rebajado', 'pagado', 'saldo'] as const).map((key) => sum(cargos, (row) => row[key])),
        ),
        '',
      ],
    ),
  ];
}

/** The entries on one charge, under its name. */
function interesesSobre([sobre, rows]: [string, InteresImpreso[]]): PlainContent[][] {
  return [
    [{ text: breakable(sobre), bold: true, colSpan: 6 }, ...Array<string>(5).fill('')],
    ...rows.map((row): PlainContent[] => {
      const operacion = `${pesos(row.base)} × ${formatNumber(row.porcentaje)} % × ${formatNumber(row.factor)} / 1200`;
      const otherwise = row.calculado === row.monto ? '' : `Da ${pesos(row.calculado)}`;
      return [
        row.mes,
        otherwise === '' ? operacion : { stack: [operacion, ...small(otherwise)] },
        ...[row.monto, row.rebajado, row.pagado, row.saldo].map((each) => amount(each)),
      ];
    }),
  ];
}

function interesesOf(of: ExpedienteImpreso): Contents {
  const { intereses } = of;
  const charges = Map.groupBy(intereses, ({ sobre }) => sobre);
  return [
    title('3. Intereses moratorios, asiento por asiento'),
    paragraph(
      `Interés simple: cada asiento es lo que faltaba por pagar del cargo en la fecha de corte, por la tasa anual (TIIE) y el factor de la comunidad, entre 1200. Ninguno se calcula sobre otro interés.${since(of)}`,
    ),
    table(
      [90, '*', 60, 60, 60, 60],
      [head('Mes'), head('Operación'), ...['Interés', 'Rebajas', 'Pagado', 'Saldo'].map((name) => head(name, 'right'))],
      [...charges].flatMap(interesesSobre),
      'No hay intereses que decir.',
      total(
        'Total',
        2,
        ...(['monto', 'rebajado', 'pagado', 'saldo'] as const).map((key) => sum(intereses, (row) => row[key])),
      ),
    ),
  ];
}

function pagosOf(of: ExpedienteImpreso): Contents {
  return [
    title('4. Pagos'),
    table(
      [48, 46, 110, '*', 70],
      [head('Fecha'), head('Recibo'), head('Cómo'), head('A qué se aplicó'), head('Monto', 'right')],
      of.pagos.map((row) => [
        formatFecha(row.fecha),
        String(row.recibo),
        { stack: [cell(row.metodo), ...small(row.referencia)] },
        { stack: [cell(row.concepto), ...small(row.cancelado)] },
        amount(row.monto),
      ]),
      'No hay pagos que decir.',
      total(
        'Total de los vigentes',
        4,
        sum(of.pagos, ({ monto, cancelado }) => (cancelado === '' ? monto : 0)),
      ),
    ),
    title('5. Descuentos, condonaciones y códigos'),
    table(
      [48, 120, '*', 90, 70],
      [head('Fecha'), head('Qué'), head('De qué cargo'), head('Código de'), head('Monto', 'right')],
      of.ajustes.map((row) => [
        formatFecha(row.fecha),
        { stack: [cell(row.tipo), ...small(row.razon)] },
        { stack: [cell(row.concepto), ...small(row.revertido)] },
        cell(row.codigo || '—'),
        amount(row.monto),
      ]),
      'No se ha descontado, condonado ni cancelado nada.',
      total(
        'Total de los vigentes',
        4,
        sum(of.ajustes, ({ monto, revertido }) => (revertido === '' ? monto : 0)),
      ),
    ),
  ];
}

function conveniosOf({ convenios }: ExpedienteImpreso): Contents {
  return [
    title('6. Convenios de pago'),
    ...(convenios.length === 0 ? [paragraph('No se ha firmado ninguno.')] : []),
    ...convenios.flatMap((one): PlainContent[] => [
      facts([
        ['Convenio', one.folio],
        ['Firmado', `${formatFecha(one.fecha)}, por ${one.firmante}`],
        ['Convenido', `${pesos(one.total)}${one.condonado > 0 ? `, y ${pesos(one.condonado)} condonados` : ''}`],
        ['Parcialidades', one.pagos],
        ['Estado', one.estado],
      ]),
      ...one.eventos.map(({ fecha, nota }) => paragraph(`${formatFecha(fecha)}: ${nota}`)),
    ]),
  ];
}

function cartasOf({ cartas }: ExpedienteImpreso): Contents {
  return [
    title('7. Requerimientos y su entrega'),
    ...(cartas.length === 0 ? [paragraph('No se ha enviado ninguno.')] : []),
    ...cartas.flatMap((one): PlainContent[] => [
      { text: breakable(`${formatFecha(one.fecha)} · ${one.paso}`), bold: true, margin: [0, 6, 0, 2] },
      table(
        [60, 130, '*', 130],
        [head('Medio'), head('A quién'), head('Dirección'), head('Entrega')],
        one.entregas.map(({ medio, nombre, para, estado }) => [medio, cell(nombre), cell(para || '—'), cell(estado)]),
        'No se envió a nadie.',
      ),
      { text: breakable(one.asunto), bold: true, margin: [0, 6, 0, 2] },
      ...one.texto
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(paragraph),
    ]),
  ];
}

function propietariosOf({ propietarios, referencia, residencial }: ExpedienteImpreso): Contents {
  return [
    title('8. Hoja del registro de propietarios'),
    paragraph(`Propietarios del lote ${referencia} según el registro de ${residencial}.`),
    table(
      ['*', 100, 100],
      [head('Propietario'), head('Desde'), head('Hasta')],
      propietarios.map(({ name, desde, hasta }) => [cell(name), desde, hasta]),
      'No hay propietarios registrados.',
    ),
  ];
}

function anexosOf({ anexos }: ExpedienteImpreso): Contents {
  return [
    title('9. Documentos anexos'),
    paragraph(
      'Van dentro de este archivo: ábralos en la lista de adjuntos de su lector de PDF. Su huella (SHA-256) dice que son los mismos.',
    ),
    table(
      ['*', '*', 60, 200],
      [head('Documento'), head('Archivo'), head('Bytes', 'right'), head('Huella')],
      anexos.map(({ documento, nombre, bytes, huella }) => [
        cell(documento),
        cell(nombre),
        { text: formatNumber(bytes), alignment: 'right' },
        { text: breakable(huella), fontSize: 7 },
      ]),
      'No hay documentos anexos.',
    ),
  ];
}

function firmasOf({ requisitos, residencial }: ExpedienteImpreso): Contents {
  const who = [...new Set(requisitos.map(({ firma }) => firma).filter((firma) => firma !== ''))];
  return [
    title('10. Firmas por recabar'),
    paragraph(
      `Quienes firman o certifican cada documento. Este expediente lo expidió la administración de ${residencial}.`,
    ),
    ...who.map(
      (firma): PlainNode => ({
        stack: [
          { text: '______________________________', margin: [0, 30, 0, 2] },
          { text: breakable(firma) },
          ...small(
            requisitos
              .filter((one) => one.firma === firma)
              .map(({ documento }) => documento)
              .join('; '),
          ),
        ],
      }),
    ),
  ];
}

interface Sealed {
  huella: string;
  verificacion: string;
  /** The community's own, as it is when the paper is made. */
  logo?: LogoFile | undefined;
}

function coverOf(of: ExpedienteImpreso, { huella, verificacion, logo }: Sealed): Contents {
  const { folio, suplementoDe, cierre, principal, interes, requisitos } = of;
  const lacking = requisitos.filter(({ cumple }) => !cumple).length;
  const name = suplementoDe === null ? 'Expediente de cobranza' : 'Suplemento de expediente de cobranza';
  return [
    headingOf({ ...of, logo }, { title: name, subtitle: `Folio ${folio}`, fontSize: 14 }),
    facts([
      ['Lote', of.referencia],
      ['Dirección', of.direccion],
      ['Tipo de lote', of.tipoLote.charAt(0).toUpperCase() + of.tipoLote.slice(1)],
      ['Propietario', of.asociado],
      ['Debe', `${pesos(principal + interes)} al ${formatFecha(of.fecha)}`],
      ...(suplementoDe === null
        ? []
        : [['Suplemento de', `${suplementoDe.folio}, del ${formatFecha(suplementoDe.fecha)}`] as const]),
      ['Requisitos', lacking === 0 ? 'Están todos' : `Faltan ${lacking} de ${requisitos.length}`],
      ['Expedido', formatMomento(of.reloj)],
      ['Último mes cerrado', cierre === null ? 'Ninguno' : cierre.mes],
      ...(cierre === null ? [] : [['Huella de ese cierre', cierre.huella] as const]),
      ['Huella de este expediente', huella],
    ]),
    ...sello(verificacion, { folio }),
    { toc: { title: { text: 'Contenido', style: 'title', margin: [0, 8, 0, 4] } } },
  ];
}

export function expedienteDocument(
  of: ExpedienteImpreso,
  { adjuntos, ...sealed }: Sealed & { adjuntos: PlainFile[] },
): PlainDocument {
  const name = `${of.suplementoDe === null ? 'Expediente' : 'Suplemento'} ${of.folio}`;
  return {
    ...BASE,
    plain: true,
    pageSize: 'LETTER',
    pageMargins: [40, 40, 40, 48],
    info: { title: name },
    footer: footer(`${name} · ${of.referencia}`),
    content: [
      ...coverOf(of, sealed),
      ...requisitosOf(of),
      ...cuentaOf(of),
      ...interesesOf(of),
      ...pagosOf(of),
      ...conveniosOf(of),
      ...cartasOf(of),
      ...propietariosOf(of),
      ...anexosOf(of),
      ...firmasOf(of),
    ],
    adjuntos,
  };
}

export const expedienteFileName = ({ folio, referencia, suplementoDe }: ExpedienteImpreso): string =>
  fileName('pdf', suplementoDe === null ? 'Expediente' : 'Suplemento', folio, referencia);
