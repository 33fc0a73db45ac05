/**
 * The certificate that a lot owed nothing on a day: what it says, once, and its letter page. What stands here is kept with it, so
 * that a second print says the same; its hash is of this text, and is printed at its foot.
 */
import type { Fecha } from '#core/fecha.ts';
import type { LogoFile } from '#core/membrete.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { PlainContent, PlainNode } from '#platform/pdf-plain.ts';
import { formatFecha, formatMomento, formatMoney } from '#ui/format.ts';
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
import { headingOf } from './reportes.ts';

export interface NoAdeudoImpreso {
  /** Code of the community, which picks the logo, and what it calls itself. */
  codigo: string;
  residencial: string;
  folio: string;
  referencia: string;
  direccion: string;
  tipoLote: string;
  asociado: string;
  fecha: Fecha;
  /** The last day on which it is valid. */
  vence: Fecha;
  dias: number;
  /** By kind of charge what is owed, in centavos: all 0. */
  adeudos: { concepto: string; monto: Centavos }[];
  /** In favour of the lot, in centavos. */
  fondo: Centavos;
  /** Who pays the maintenance in place of this lot; '' where it pays it itself. */
  pagaMantenimiento: string;
  /** Wall clock of the community: 'YYYY-MM-DDTHH:mm:ss'. */
  reloj: string;
}

/** What is hashed: each thing that the paper says on a line of its own, always in this order. */
export function textoDeNoAdeudo(of: NoAdeudoImpreso): string {
  return [
    'CONSTANCIA DE NO ADEUDO',
    ...[of.codigo, of.residencial, of.folio, of.referencia, of.direccion, of.tipoLote, of.asociado],
    ...[of.fecha, of.vence, String(of.dias)],
    ...of.adeudos.map(({ concepto, monto }) => `${concepto}: ${monto}`),
    ...[`Saldo a favor: ${of.fondo}`, of.pagaMantenimiento, of.reloj],
  ].join('\n');
}

const CODE_SIDE = 116;
const paragraph = (text: string): PlainNode => ({ text: breakable(text), fontSize: 10.5, margin: [0, 6, 0, 6] });

/** What is owed by kind, and what it comes to, which is written out. */
function owed({ adeudos }: NoAdeudoImpreso): PlainNode[] {
  const total = adeudos.reduce((sum, { monto }) => sum + monto, 0);
  return [
    summedTable<PlainContent>(
      ['*', 90],
      [head('Concepto'), head('Adeudo', 'right')],
      adeudos.map(({ concepto, monto }) => [{ text: concepto }, money(toPesos(monto))]),
      [[{ text: 'Adeudo total', style: 'total' }, money(toPesos(total), { bold: true })]],
    ),
    { text: importeEnLetras(total), style: 'quiet', margin: [0, 4, 0, 8] },
  ];
}

function favour({ fondo, pagaMantenimiento }: NoAdeudoImpreso): PlainNode[] {
  return [
    ...(fondo > 0
      ? [
          paragraph(
            `El lote tiene además un saldo a favor de ${formatMoney(toPesos(fondo))} (${importeEnLetras(fondo)}), que es del lote y sigue a su propietario.`,
          ),
        ]
      : []),
    ...(pagaMantenimiento === ''
      ? []
      : [
          paragraph(
            `El mantenimiento de esta unidad se cobra al lote condominal ${pagaMantenimiento}, del que esta constancia no habla.`,
          ),
        ]),
  ];
}

/** @param verificacion the address under which it is verified, or its code alone */
export function noAdeudoDocument(
  of: NoAdeudoImpreso,
  { huella, verificacion, logo }: { huella: string; verificacion: string; logo?: LogoFile | undefined },
): PlainDocument {
  const { folio, residencial, referencia, asociado, fecha, vence, dias } = of;
  const dia = formatFecha(fecha);
  return {
    ...BASE,
    plain: true,
    pageSize: 'LETTER',
    pageMargins: [56, 48, 56, 56],
    info: { title: `Constancia de no adeudo ${folio}` },
    footer: footer(`Constancia de no adeudo ${folio} · ${referencia}`, 56),
    content: [
      headingOf({ ...of, logo }, { title: 'Constancia de no adeudo', subtitle: `Folio ${folio}`, fontSize: 14 }),
      facts([
        ['Lote', referencia],
        ['Dirección', of.direccion],
        ['Tipo de lote', of.tipoLote.charAt(0).toUpperCase() + of.tipoLote.slice(1)],
        ['Propietario', asociado],
        ['Fecha', dia],
        ['Válida hasta', `${formatFecha(vence)} (${dias === 1 ? '1 día' : `${dias} días`})`],
      ]),
      paragraph(
        `${residencial} hace constar que al ${dia} el lote ${referencia}, propiedad de ${asociado}, no debe cantidad alguna por los conceptos siguientes, según sus registros de ese día.`,
      ),
      ...owed(of),
      ...favour(of),
      paragraph(
        'Lo que se cargue después de esta fecha no está comprendido. La constancia puede revocarse si un pago con que se cubrió un adeudo se cancela o se devuelve.',
      ),
      { text: `Expedida el ${formatMomento(of.reloj)}`, margin: [0, 10, 0, 34] },
      { text: '______________________________', margin: [0, 0, 0, 2] },
      { text: `Por la administración de ${residencial}`, style: 'quiet', margin: [0, 0, 0, 22] },
      {
        columns: [
          {
            stack: [
              { text: 'Para verificarla', style: 'head' },
              {
                text: 'Lea el código con la cámara de su teléfono: dice si es válida o se revocó. La administración compara además esta huella con la que guardó al expedirla.',
                margin: [0, 2, 0, 4],
              },
              { text: 'Huella (SHA-256)', style: 'head' },
              { text: breakable(huella), fontSize: 8, margin: [0, 2, 0, 0] },
            ],
          },
          { width: CODE_SIDE, stack: [{ qr: verificacion, fit: CODE_SIDE, eccLevel: 'M' }] },
        ],
        columnGap: 20,
      },
    ],
  };
}

export const noAdeudoFileName = ({ folio, referencia }: Pick<NoAdeudoImpreso, 'folio' | 'referencia'>): string =>
  fileName('pdf', 'Constancia de no adeudo', folio, referencia);
