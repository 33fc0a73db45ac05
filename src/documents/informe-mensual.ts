/** The month as its owners are told of it: what came in, what went out and to whom, funds, debts in sum, balances. */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { type Pesos, sumPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { BASE, breakable, footer, head, money, type PdfDocument, summedTable } from './definition.ts';
import { headingOf, type ReportMaking } from './reportes.ts';

export interface Renglon {
  concepto: string;
  monto: Pesos;
}

export interface InformeMensual {
  entro: Renglon[];
  /** By category what was planned, spent and to whom. */
  salio: { categoria: string; presupuesto: Pesos; gastado: Pesos; quienes: Renglon[] }[];
  /** What went out and nobody has classified. */
  sinClasificar: Pesos;
  /** Of months that were closed before: what became known since, counted before or not, and what still is not classified. */
  antes: { pagos: (Renglon & { informada: boolean })[]; sinClasificar: Pesos };
  fondos: { inicial: Pesos; movimientos: Renglon[]; final: Pesos };
  deuda: { total: Pesos; lotes: number; edades: Renglon[] };
  cuentas: Renglon[];
  /** Accounts of which nobody has told what they began with. */
  sinSaldo: string[];
}

export const totalOf = (rows: readonly Renglon[]): Pesos => sumPesos(rows, ({ monto }) => monto);

/** What went out, classified or not. */
export const salidasOf = ({ salio, sinClasificar }: Pick<InformeMensual, 'salio' | 'sinClasificar'>): Pesos =>
  sumPesos([...salio.map(({ gastado }) => gastado), sinClasificar], (value) => value);

export interface HechosDelInforme {
  month: Month;
  /** Of the closing, in hexadecimal. */
  huella: string;
  cerrado: string;
}

const QUIET = { style: 'quiet' } as const;
const GAP = 18;
/** More are told together, so that the report stays one that is read. */
const QUIENES_MAX = 4;

const title = (text: string): Content => ({ text, bold: true, fontSize: 10, margin: [0, 10, 0, 3] });

const total = (label: string, amount: Pesos): TableCell[] => [
  { text: label, bold: true },
  money(amount, { bold: true }),
];

/** Names with amounts and what they come to. */
const tableOf = (
  heading: string,
  rows: readonly Renglon[],
  closing: readonly TableCell[][],
  emptyText: string,
): Content =>
  rows.length === 0
    ? { text: emptyText, ...QUIET }
    : summedTable<TableCell>(
        ['*', 86],
        [head(heading), head('Monto', 'right')],
        rows.map(({ concepto, monto }) => [{ text: breakable(concepto) }, money(monto)]),
        closing,
      );

/** The five figures that most of the readers look for. */
function figures(informe: InformeMensual): Content {
  const entro = totalOf(informe.entro);
  const salio = salidasOf(informe);
  const told: readonly (readonly [string, string])[] = [
    ['Entró', formatMoney(entro)],
    ['Salió', formatMoney(salio)],
    ['Diferencia', formatMoney(sumPesos([entro, -salio], (value) => value))],
    ['En las cuentas', informe.cuentas.length === 0 ? '—' : formatMoney(totalOf(informe.cuentas))],
    ['Se debe', formatMoney(informe.deuda.total)],
  ];
  return {
    layout: 'cuadro',
    table: {
      widths: told.map(() => '*'),
      body: [
        told.map(([label, value]) => ({
          stack: [
            { text: label, style: 'quiet', fontSize: 8 },
            { text: value, bold: true, fontSize: 12, margin: [0, 2, 0, 0] },
          ],
        })),
      ],
    },
    margin: [0, 2, 0, 4],
  };
}

/** A category and, below it, who was paid. */
function spentRows({ categoria, presupuesto, gastado, quienes }: InformeMensual['salio'][number]): TableCell[][] {
  const rest = quienes.slice(QUIENES_MAX);
  const told = [
    ...quienes.slice(0, QUIENES_MAX),
    ...(rest.length > 0 ? [{ concepto: `Otros ${formatNumber(rest.length)}`, monto: totalOf(rest) }] : []),
  ];
  const left = sumPesos([presupuesto, -gastado], (value) => value);
  return [
    [{ text: breakable(categoria) }, money(presupuesto), money(gastado), money(left, left < 0 ? { bold: true } : {})],
    ...told.map(({ concepto, monto }): TableCell[] => [
      { text: breakable(concepto), ...QUIET, fontSize: 8, margin: [10, 0, 0, 0] },
      '',
      money(monto, { ...QUIET, fontSize: 8 }),
      '',
    ]),
  ];
}

function spent(informe: InformeMensual): Content {
  const { salio, sinClasificar } = informe;
  const planned = sumPesos(salio, ({ presupuesto }) => presupuesto);
  const all = salidasOf(informe);
  const rows = [
    ...salio.flatMap(spentRows),
    ...(sinClasificar === 0 ? [] : [[{ text: 'Salidas que nadie ha clasificado' }, '', money(sinClasificar), '']]),
  ];
  if (rows.length === 0) return { text: 'No salió nada de las cuentas', ...QUIET };
  return summedTable<TableCell>(
    ['*', 86, 86, 86],
    [head('En qué y a quién'), head('Presupuesto', 'right'), head('Gastado', 'right'), head('Queda', 'right')],
    rows,
    [
      [
        { text: 'Total', bold: true },
        money(planned, { bold: true }),
        money(all, { bold: true }),
        money(
          sumPesos([planned, -all], (value) => value),
          { bold: true },
        ),
      ],
    ],
  );
}

/** What was not known of months that were closed before: what adds to what was told of them or takes off, and to whom; apart from the month's. */
function earlier({ antes: { pagos, sinClasificar } }: InformeMensual): Content[] {
  const sumOf = (told: boolean) => totalOf(pagos.filter(({ informada }) => informada === told));
  const amount = (monto: Pesos, shown: boolean): TableCell => (shown ? money(monto) : '');
  const rows: Content[] =
    pagos.length === 0
      ? []
      : [
          summedTable<TableCell>(
            ['*', 100, 100],
            [head('A quién y en qué'), head('Cambia lo informado', 'right'), head('Ya contado en su mes', 'right')],
            pagos.map(({ concepto, monto, informada }) => [
              { text: breakable(concepto) },
              amount(monto, !informada),
              amount(monto, informada),
            ]),
            [[{ text: 'Total', bold: true }, money(sumOf(false), { bold: true }), money(sumOf(true), { bold: true })]],
          ),
          {
            text: `No está en lo que salió este mes: el banco lo fechó en un mes que ya estaba cerrado.${
              pagos.some(({ monto, informada }) => monto < 0 && !informada)
                ? ' Lo que lleva signo menos se había contado y no fue gasto: es un traspaso, un depósito devuelto o una línea que se retiró.'
                : ''
            }`,
            ...QUIET,
            margin: [0, 3, 0, 0],
          },
        ];
  const open: Content[] =
    sinClasificar === 0
      ? []
      : [{ text: `De meses anteriores siguen sin clasificar salidas por ${formatMoney(sinClasificar)}.`, ...QUIET }];
  return rows.length + open.length === 0 ? [] : [title('De meses ya cerrados'), ...rows, ...open];
}

/** What its accounts held, and those that it is not known of. */
function held({ cuentas, sinSaldo }: InformeMensual): Content[] {
  const unknown: Content = {
    text: breakable(`No se conoce el saldo de: ${sinSaldo.join(', ')}.`),
    ...QUIET,
    margin: [0, 3, 0, 0],
  };
  const told = cuentas.length > 0 || sinSaldo.length === 0;
  return [
    ...(told
      ? [tableOf('Según el banco', cuentas, [total('Total', totalOf(cuentas))], 'No hay cuentas de banco')]
      : []),
    ...(sinSaldo.length > 0 ? [unknown] : []),
  ];
}

/** What its lots have in their funds. */
const funds = ({ fondos: { inicial, movimientos, final } }: InformeMensual): Content =>
  tableOf(
    'Fondos de los lotes',
    [{ concepto: 'Al empezar el mes', monto: inicial }, ...movimientos],
    [total('Al terminar', final)],
    '',
  );

export function informeMensual(informe: InformeMensual, hechos: HechosDelInforme, making: ReportMaking): PdfDocument {
  const name = 'Informe mensual a los propietarios';
  const month = monthTitle(hechos.month);
  const { deuda } = informe;
  return {
    ...BASE,
    pageSize: 'A4',
    pageMargins: [40, 36, 40, 48],
    info: { title: `${name}, ${month}` },
    footer: footer(`Huella del cierre: ${hechos.huella}`, 40),
    content: [
      headingOf(making, { title: name, subtitle: month }),
      figures(informe),
      {
        columns: [
          [
            title('Lo que entró'),
            tableOf('Por qué', informe.entro, [total('Total', totalOf(informe.entro))], 'No entró nada'),
          ],
          [title('Lo que hay en las cuentas'), ...held(informe)],
        ],
        columnGap: GAP,
      },
      title('Lo que salió, contra el presupuesto'),
      spent(informe),
      ...earlier(informe),
      {
        columns: [
          [title('Lo que se debe'), tableOf('Por antigüedad', deuda.edades, [total('Total', deuda.total)], '')],
          [title('Los fondos'), funds(informe)],
        ],
        columnGap: GAP,
      },
      {
        text: `${deuda.lotes === 1 ? '1 lote tiene' : `${formatNumber(deuda.lotes)} lotes tienen`} algún adeudo. Las cifras son las del cierre del ${hechos.cerrado}: nada con fecha de ese mes puede cambiar después, y la huella al pie lo comprueba.`,
        ...QUIET,
        margin: [0, 12, 0, 0],
      },
    ],
  };
}
