/** The paper of an agreement, to be signed by both, and the comparison of what would come of paying otherwise. */
import type { InteresConvenido } from '#core/agreement.ts';
import type { Fecha } from '#core/fecha.ts';
import { toCentavos } from '#core/money.ts';
import type { PlainContent, PlainNode } from '#platform/pdf-plain.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { importeEnLetras } from '#ui/letras.ts';
import {
  BASE,
  breakable,
  facts,
  fileName,
  footer,
  head,
  money,
  type PlainDocument,
  summedTable,
} from './definition.ts';
import { headingOf, type ReportMaking } from './reportes.ts';

/** Amounts in pesos. */
export interface ConvenioImpreso {
  folio: string;
  lote: { referencia: string };
  fecha: Fecha;
  estado: 'vigente' | 'cumplido' | 'roto' | 'cancelado';
  /** Since when it is in that state. */
  desde: Fecha;
  firmante: string;
  interes: InteresConvenido;
  tolerancia: number;
  observacion: string;
  condonado: number;
  total: number;
  cargos: { concepto: string; vence: Fecha; saldo: number; condonado: number }[];
  calendario: { numero: number; vence: Fecha; monto: number }[];
}

const INTERES: Readonly<Record<InteresConvenido, string>> = {
  sigue: 'Los intereses moratorios de lo convenido siguen corriendo y se pagan aparte.',
  se_detiene:
    'Los intereses moratorios de lo convenido se detienen desde la fecha de este convenio, mientras se cumpla.',
  se_condona:
    'Los intereses moratorios que se generen desde la fecha de este convenio se condonan cuando se pague la última parcialidad.',
};

const ESTADO: Readonly<Record<Exclude<ConvenioImpreso['estado'], 'vigente'>, string>> = {
  cumplido: 'Cumplido',
  roto: 'Roto: ya no está en vigor',
  cancelado: 'Cancelado: ya no está en vigor',
};

const paragraph = (text: string): PlainNode => ({ text: breakable(text), fontSize: 10, margin: [0, 5, 0, 5] });
const right = (text: string) => ({ text, alignment: 'right' as const });

function conditions({ interes, tolerancia, condonado, observacion }: ConvenioImpreso): PlainNode[] {
  const days = tolerancia === 1 ? 'un día' : `${tolerancia} días`;
  const again = condonado > 0 ? `, se deben de nuevo los ${formatMoney(condonado)} condonados` : '';
  return [
    paragraph(INTERES[interes]),
    paragraph(
      `Si una parcialidad no se paga a más tardar ${days} después de su vencimiento, el convenio se rompe${again} y los intereses corren como si no se hubiera firmado.`,
    ),
    ...(observacion === '' ? [] : [paragraph(observacion)]),
  ];
}

const signature = (who: string, as: string): PlainNode => ({
  stack: [
    { text: '______________________________', margin: [0, 40, 0, 2] },
    { text: breakable(who) },
    { text: as, style: 'quiet' },
  ],
});

export function convenioDocument(of: ConvenioImpreso, making: ReportMaking): PlainDocument {
  const { folio, lote, firmante, fecha, estado, desde, cargos, calendario, total } = of;
  const sum = (key: 'saldo' | 'condonado') => cargos.reduce((all, cargo) => all + cargo[key], 0);
  return {
    ...BASE,
    plain: true,
    pageSize: 'LETTER',
    pageMargins: [56, 48, 56, 56],
    info: { title: `Convenio de pago ${folio}` },
    footer: footer(`Convenio de pago ${folio} · ${lote.referencia}`, 56),
    content: [
      headingOf(making, { title: 'Convenio de pago', subtitle: `Folio ${folio}`, fontSize: 14 }),
      facts([
        ['Lote', lote.referencia],
        ['Firma', firmante],
        ['Fecha', formatFecha(fecha)],
        // A paper of what binds nobody any more says so.
        ...(estado === 'vigente' ? [] : [['Estado', `${ESTADO[estado]}, desde el ${formatFecha(desde)}`] as const]),
      ]),
      paragraph(
        `${firmante} reconoce que al ${formatFecha(fecha)} el lote ${lote.referencia} debe a ${making.residencial} lo siguiente, y se obliga a pagar ${formatMoney(total)} (${importeEnLetras(toCentavos(total))}) en las parcialidades que se indican.`,
      ),
      summedTable<PlainContent>(
        ['*', 70, 80, 80],
        [head('Adeudo'), head('Vencía', 'right'), head('Se debe', 'right'), head('Se condona', 'right')],
        cargos.map(({ concepto, vence, saldo, condonado }) => [
          { text: breakable(concepto) },
          right(formatFecha(vence)),
          money(saldo),
          money(condonado),
        ]),
        [
          [
            { text: 'Total', style: 'total' },
            right(''),
            money(sum('saldo'), { bold: true }),
            money(sum('condonado'), { bold: true }),
          ],
        ],
      ),
      { text: 'Parcialidades', style: 'head', margin: [0, 12, 0, 4] },
      summedTable<PlainContent>(
        [70, '*', 90],
        [head('Número'), head('A más tardar el'), head('Monto', 'right')],
        calendario.map(({ numero, vence, monto }) => [
          { text: String(numero) },
          { text: formatFecha(vence) },
          money(monto),
        ]),
        [[{ text: 'Total', style: 'total' }, { text: '' }, money(total, { bold: true })]],
      ),
      ...conditions(of),
      {
        columns: [signature(firmante, 'Por el lote'), signature(making.residencial, 'Por la administración')],
        columnGap: 40,
      },
    ],
  };
}

export const convenioFileName = ({ folio, lote }: Pick<ConvenioImpreso, 'folio' | 'lote'>): string =>
  fileName('pdf', 'Convenio de pago', folio, lote.referencia);

/** Scenarios beside each other: the name of each row with what each scenario has there. */
export interface Comparacion {
  lote: string;
  supuesto: string;
  columnas: string[];
  filas: { label: string; valores: string[] }[];
}

export function queSiDocument({ lote, supuesto, columnas, filas }: Comparacion, making: ReportMaking): PlainDocument {
  return {
    ...BASE,
    plain: true,
    pageSize: 'LETTER',
    pageMargins: [56, 48, 56, 56],
    info: { title: `Opciones de pago ${lote}` },
    footer: footer(`Opciones de pago · ${lote}`, 56),
    content: [
      headingOf(making, { title: 'Opciones de pago', subtitle: `Lote ${lote}`, fontSize: 14 }),
      summedTable<PlainContent>(
        ['*', ...columnas.map(() => 110)],
        [head(''), ...columnas.map((columna) => head(columna, 'right'))],
        filas.map(({ label, valores }) => [
          { text: label },
          ...valores.map((valor) => right(breakable(valor) as string)),
        ]),
        [],
      ),
      paragraph(supuesto),
      { text: `Impreso: ${making.impreso}`, style: 'quiet', margin: [0, 10, 0, 0] },
    ],
  };
}

export const queSiFileName = (lote: string): string => fileName('pdf', 'Opciones de pago', lote);
