/**
 * The printed representation of an invoice: of payments, of a period (global), or a payment complement. It says what the
 * stamped document says, and nothing else. Source: specification 002, section 2.10.
 */
import type { Content, ContentTable, TableCell } from 'pdfmake/interfaces.js';
import type { Membrete } from '#core/membrete.ts';
import { sumPesos, toCentavos } from '#core/money.ts';
import { formatFecha } from '#ui/format.ts';
import { importeEnLetras } from '#ui/letras.ts';
import { BASE, breakable, fileSafe, footer, head, LINES, logoOf, money, type PdfDocument } from './definition.ts';
import type { FacturaImpresa } from './factura-impresa.ts';

export type FacturaMaking = Membrete;

const RED = '#c4273a';
const INK_2 = '#55605c';
const LINE = '#8a9591';
const SUNKEN = '#eef1ef';
/** Above so many concepts the seals stand lower, at the end of the last page. */
const SHORT_MAX = 8;
const SEALS_FONT = 5.5;
const PAGE_MARGINS: [number, number, number, number] = [36, 32, 36, 46];

/** '{nombreReceptor}_{DD-MM-YYYY}', the day being that of the document. */
const nameOf = ({ nombreReceptor, fechaEmision }: Pick<FacturaImpresa, 'nombreReceptor' | 'fechaEmision'>): string =>
  [fileSafe(nombreReceptor), formatFecha(fechaEmision.slice(0, 10))].filter((part) => part !== '').join('_');

export function facturaFileName(factura: Pick<FacturaImpresa, 'nombreReceptor' | 'fechaEmision'>): string {
  return `${nameOf(factura)}.pdf`;
}

/** '{receptor name}.xml' */
export function xmlFileName({ nombreReceptor }: Pick<FacturaImpresa, 'nombreReceptor'>): string {
  return `${fileSafe(nombreReceptor)}.xml`;
}

/** '2026-11-21T10:05:09' to '21-11-2026 10:05:09'. */
const time = (text: string): string => (text === '' ? '' : `${formatFecha(text)} ${text.slice(11, 19)}`);

const coded = (clave: string, name: string): string => (name === '' ? clave : `${clave} - ${name}`);

/** c_Periodicidad. */
const PERIODICIDADES: Readonly<Record<string, string>> = {
  '01': 'Diario',
  '02': 'Semanal',
  '03': 'Quincenal',
  '04': 'Mensual',
  '05': 'Bimestral',
};

/** '04 - Mensual, mes 10 de 2026': c_Periodicidad, c_Meses and year. */
export function periodText({ periodicidad, mes, year }: NonNullable<FacturaImpresa['periodoGlobal']>): string {
  return `${coded(periodicidad, PERIODICIDADES[periodicidad] ?? '')}, mes ${mes} de ${year}`;
}

/** The badge of the CFDI version: one look for 4.0, another for older ones. */
function badge(version: string): Content {
  const current = version === '4.0';
  return {
    layout: 'noBorders',
    table: {
      widths: ['auto'],
      body: [
        [
          {
            text: `CFDI ${version}`,
            bold: true,
            fontSize: 8,
            color: current ? '#ffffff' : INK_2,
            fillColor: current ? '#1f6f54' : SUNKEN,
            margin: [4, 1, 4, 1],
          },
        ],
      ],
    },
  };
}

/** A name above its value. */
const stacked = (name: string, value: string, extra: Record<string, unknown> = {}): Content => ({
  stack: [
    { text: name, color: INK_2, fontSize: 6.5 },
    { text: value || '—', fontSize: 8, ...extra },
  ],
  margin: [0, 0, 0, 3],
});

/** A box with a heading on a band. */
function box(title: string, content: Content[]): ContentTable {
  return {
    margin: [0, 0, 0, 6],
    layout: 'cuadro',
    table: {
      widths: ['*'],
      body: [[{ text: title, bold: true, fontSize: 7.5, fillColor: SUNKEN }], [{ stack: content }]],
    },
  };
}

/** What a document is called, by its kind. */
export const documentTitle = ({ tipo }: Pick<FacturaImpresa, 'tipo'>): string =>
  tipo === 'pago' ? 'COMPLEMENTO DE PAGO' : tipo === 'egreso' ? 'NOTA DE CRÉDITO' : 'FACTURA';

function header(factura: FacturaImpresa, { residencial, ...whose }: FacturaMaking): Content {
  return {
    columns: [
      logoOf(whose, 44),
      {
        stack: [
          { text: residencial, bold: true, fontSize: 11 },
          { text: 'Comprobante Fiscal Digital por Internet', color: INK_2, fontSize: 9, margin: [0, 2, 0, 3] },
          badge(factura.version),
        ],
        width: '*',
        margin: [8, 0, 0, 0],
      },
      {
        stack: [
          { text: documentTitle(factura), bold: true, fontSize: 15 },
          { text: 'SERIE Y FOLIO', color: INK_2, fontSize: 7, margin: [0, 3, 0, 0] },
          { text: factura.folio, color: RED, bold: true, fontSize: 13 },
          { text: `Emitida por ${factura.usuario || 'el sistema'}`, color: INK_2, fontSize: 7.5, margin: [0, 2, 0, 0] },
        ],
        alignment: 'right',
        width: 'auto',
      },
    ],
    margin: [0, 0, 0, 8],
  };
}

function parties(factura: FacturaImpresa): Content {
  const { tipoRelacionFactura: relacion, periodoGlobal: periodo } = factura;
  return {
    columns: [
      {
        width: '*',
        stack: [
          box('EMISOR', [
            { text: factura.nombreFiscalEmisor, bold: true, fontSize: 8.5, margin: [0, 0, 0, 2] },
            { columns: [stacked('RFC', factura.rfcEmisor), stacked('Lugar expedición(CP)', factura.lugarExpedicion)] },
          ]),
          box('RECEPTOR', [
            { text: factura.nombreReceptor, bold: true, fontSize: 8.5, margin: [0, 0, 0, 2] },
            { columns: [stacked('RFC', factura.rfcReceptor), stacked('Referencia', factura.referenciaReceptor)] },
            stacked('Régimen fiscal', coded(factura.regimenFiscal, factura.nombreRegimenFiscal)),
            stacked('Uso CFDI', coded(factura.usoCFDI, factura.nombreUsoCFDI)),
            stacked('Dirección', factura.direccionReceptor),
            stacked('Código postal', factura.cpReceptor),
          ]),
        ],
      },
      {
        width: 228,
        stack: [
          box('DATOS FISCALES', [
            stacked('Folio fiscal', factura.folioFiscal),
            stacked('Certificado SAT', factura.csdSAT),
            stacked('Certificado emisor', factura.csdEmisor),
            {
              columns: [
                stacked('Fecha y hora de emisión', time(factura.fechaEmision)),
                stacked('Fecha y hora de certificación', time(factura.fechaCertificacion)),
              ],
              columnGap: 6,
            },
            stacked('Régimen fiscal', factura.regimenFiscalEmisor),
            stacked('RFC del proveedor de certificación', factura.rfcProvCertif),
            ...(periodo === null ? [] : [stacked('Periodo de la factura global', periodText(periodo))]),
            ...(relacion === null
              ? []
              : [
                  stacked('TIPO DE RELACIÓN', coded(relacion.clave, relacion.descripcion)),
                  stacked('FOLIO DE FISCAL A RELACIONAR', factura.folioFiscalRelacionar),
                ]),
          ]),
        ],
      },
    ],
    columnGap: 8,
    margin: [0, 0, 0, 8],
  };
}

const center = (text: string): TableCell => ({ text, alignment: 'center' });

const described = ({ descripcion, impuesto }: FacturaImpresa['facturaConceptosList'][number]): TableCell => ({
  stack: [
    { text: breakable(descripcion) },
    ...(impuesto === '' ? [] : [{ text: impuesto, color: INK_2, fontSize: 6.5 }]),
  ],
});

function conceptos(factura: FacturaImpresa): Content {
  return {
    layout: LINES,
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [42, 44, 100, '*', 62, 62],
      body: [
        [
          ...[head('Cantidad'), head('Clave'), head('Unidad'), head('Descripción')],
          ...[head('P/U', 'right'), head('Importe', 'right')],
        ],
        ...factura.facturaConceptosList.map((concepto) => [
          center(String(concepto.cantidad)),
          concepto.claveProductoServicio,
          coded(concepto.claveUnidad, concepto.unidad),
          described(concepto),
          money(concepto.valorUnitario),
          money(concepto.importe),
        ]),
      ],
    },
  };
}

function documentos(factura: FacturaImpresa): Content {
  return {
    layout: LINES,
    fontSize: 7.5,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', 'auto', 'auto', 'auto', 'auto', 'auto', 'auto'],
      body: [
        [
          head('Documento relacionado'),
          head('Fecha de pago'),
          head('Forma de pago'),
          head('Parcialidad', 'right'),
          head('Saldo anterior', 'right'),
          head('Pagado', 'right'),
          head('Saldo insoluto', 'right'),
        ],
        ...factura.documentosRelacionados.map((documento) => [
          {
            stack: [
              { text: documento.folio, bold: true },
              { text: documento.folioFiscal, fontSize: 6.5 },
            ],
          },
          { text: formatFecha(documento.fechaPago), noWrap: true },
          documento.formaPago,
          { text: String(documento.parcialidad), alignment: 'right' as const },
          money(documento.saldoAnterior),
          money(documento.pagado),
          money(documento.saldoInsoluto),
        ]),
      ],
    },
  };
}

/** Of a complement what its payments come to, since the document's own total is zero. */
export function printedTotal(factura: Pick<FacturaImpresa, 'tipo' | 'total' | 'documentosRelacionados'>): number {
  if (factura.tipo !== 'pago') return factura.total;
  return sumPesos(factura.documentosRelacionados, ({ pagado }) => pagado);
}

function sums(factura: FacturaImpresa): Content {
  const complement = factura.tipo === 'pago';
  const total = printedTotal(factura);
  const line = (name: string, pesos: number, extra: Record<string, unknown> = {}) => [
    { text: name, alignment: 'right' as const, ...extra },
    money(pesos, extra),
  ];
  const pair = (name: string, value: string) => [{ text: name, color: INK_2 }, { text: value || '—' }];
  return {
    columns: [
      {
        width: '*',
        layout: 'noBorders',
        fontSize: 7.5,
        table: {
          widths: ['auto', '*'],
          body: [
            ...(complement
              ? []
              : [
                  pair('Observación', factura.observacion),
                  pair('Domicilio', factura.direccionDomicilio),
                  pair('No. cuenta', factura.numeroCuenta),
                ]),
            [
              { text: 'Total con letras', color: INK_2 },
              { text: importeEnLetras(toCentavos(total)), bold: true },
            ],
            ...(complement
              ? []
              : [
                  pair('Forma de pago', coded(factura.formaPago, factura.nombreFormaPago)),
                  pair('Método de pago', coded(factura.metodoPago, factura.nombreMetodoPago)),
                ]),
          ],
        },
      },
      {
        width: 170,
        layout: 'noBorders',
        table: {
          widths: ['*', 'auto'],
          body: complement
            ? [line('Total pagado', total, { bold: true, fontSize: 11 })]
            : [
                line('Subtotal', factura.subtotal),
                ...factura.impuestos.map(({ nombre, importe }) => line(nombre, importe)),
                line('Total', total, { bold: true, fontSize: 11 }),
              ],
        },
      },
    ],
    columnGap: 8,
    margin: [0, 6, 0, 8],
  };
}

/** A text without spaces, cut into lines here: the library's own way of breaking anywhere takes it apart letter by letter. */
const inLines = (text: string): Content[] =>
  (text.match(/.{1,125}/g) ?? ['—']).map((line) => ({ text: line, noWrap: true }));

const seal = (title: string, text: string): Content => ({
  stack: [
    { text: title, bold: true, fontSize: 6.5 },
    { stack: inLines(text), fontSize: SEALS_FONT, color: '#2c3532' },
  ],
  margin: [0, 0, 0, 4],
});

function seals(factura: FacturaImpresa, long: boolean): Content {
  return {
    unbreakable: true,
    margin: [0, long ? 18 : 2, 0, 0],
    stack: [
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 540, y2: 0, lineWidth: 0.5, lineColor: LINE }],
        margin: [0, 0, 0, 5],
      },
      {
        columns: [
          factura.imageQR === ''
            ? { text: '', width: 96 }
            : { image: `data:image/jpeg;base64,${factura.imageQR}`, width: 96 },
          {
            width: '*',
            stack: [
              seal('Cadena Original', factura.cadenaOriginal),
              seal('Sello Digital', factura.selloDigital),
              seal('Sello Digital SAT', factura.selloDigitalSAT),
            ],
          },
        ],
        columnGap: 10,
      },
      {
        text: 'Este documento es una representación impresa de un CFDI',
        alignment: 'center',
        bold: true,
        fontSize: 7.5,
        margin: [0, 4, 0, 0],
      },
      ...(factura.sinValidez
        ? [
            {
              text: 'SIN VALIDEZ FISCAL: lo timbró el simulador de Portón, que no es un proveedor autorizado por el SAT',
              alignment: 'center' as const,
              bold: true,
              color: RED,
              fontSize: 7.5,
              margin: [0, 2, 0, 0] as [number, number, number, number],
            },
          ]
        : []),
    ],
  };
}

/** Of the page, in points. */
const [WIDTH, HEIGHT] = [612, 792];

/** Without a stamp it is no CFDI, and may not look like one. */
const unstamped = ({ folioFiscal }: Pick<FacturaImpresa, 'folioFiscal'>): boolean => folioFiscal === '';

/** Words across the page, under everything else. */
function mark(width: number, height: number, words: readonly { text: string; color: string; size: number }[]): string {
  const lines = words.map(
    ({ text, color, size }, index) =>
      `<text x="0" y="${index * 70}" font-family="Roboto" font-weight="bold" font-size="${size}" fill="${color}" fill-opacity="0.13" text-anchor="middle">${text}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><g transform="translate(${width / 2} ${height / 2}) rotate(-38)">${lines.join('')}</g></svg>`;
}

function background(factura: FacturaImpresa): PdfDocument['background'] {
  const words = [
    ...(unstamped(factura)
      ? [{ text: `${factura.status === 'pendiente' ? 'PENDIENTE' : 'RECHAZADA'}, SIN TIMBRAR`, color: RED, size: 52 }]
      : []),
    ...(factura.status === 'cancelada' ? [{ text: 'CANCELADA', color: RED, size: 96 }] : []),
    ...(factura.sinValidez ? [{ text: 'SIN VALIDEZ FISCAL', color: INK_2, size: 58 }] : []),
  ];
  if (words.length === 0) return undefined;
  return { svg: mark(WIDTH, HEIGHT, words), width: WIDTH, height: HEIGHT };
}

export function facturaDocument(factura: FacturaImpresa, making: FacturaMaking): PdfDocument {
  const complement = factura.tipo === 'pago';
  const long = Math.max(factura.facturaConceptosList.length, factura.documentosRelacionados.length) > SHORT_MAX;
  const words = background(factura);
  return {
    ...BASE,
    pageSize: 'LETTER',
    pageMargins: PAGE_MARGINS,
    info: { title: `Factura ${factura.folio}` },
    ...(words !== undefined && { background: words }),
    footer: footer([factura.folio, factura.folioFiscal].filter((part) => part !== '').join(' · '), 36),
    content: [
      header(factura, making),
      parties(factura),
      complement ? documentos(factura) : conceptos(factura),
      sums(factura),
      ...(unstamped(factura) ? [] : [seals(factura, long)]),
    ],
  };
}
