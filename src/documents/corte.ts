/** The cash cut-off on paper: what came in by each method in each register, and then receipt by receipt. */
import { A_FONDO, conceptosEnBreve } from '#core/conceptos.ts';
import { type Pesos, sumPesos } from '#core/money.ts';
import { type ListColumn, type Listing, listing } from '#platform/listing.ts';
import { formatFecha } from '#ui/format.ts';
import { fileName } from './definition.ts';
import { CORRECCIONES, type NamedReport, summaryOf } from './reportes.ts';

export interface CorteLine {
  loteId: number;
  fecha: string;
  /** The value date; the booking date where there is no other. */
  fechaPago: string;
  referenciaLote: string;
  manzana: string;
  lote: string;
  asociado: string;
  descripcion: string;
  folio_factura: string;
  metodoPago: string;
  /** Negative: what was taken back or paid out. */
  pago: Pesos;
  /** The receipt; null of a refund. */
  recibo: number | null;
  /** The register's name. */
  caja: string;
  /** Of what corrects a day that was closed by then. */
  correccion: boolean;
}

export const CORTE = listing<CorteLine>([
  { key: 'fecha', header: 'Fecha', kind: 'date', paper: { width: 46 } },
  { key: 'recibo', header: 'Recibo', paper: { width: 30 }, sheet: { width: 10 } },
  { key: 'referenciaLote', header: 'Referencia', paper: { width: 50 } },
  { key: 'manzana', header: 'Manzana', room: 'wide', paper: { width: 36 }, sheet: { width: 10 } },
  { key: 'lote', header: 'Lote', room: 'wide', paper: { width: 28 }, sheet: { width: 10 } },
  { key: 'asociado', header: 'Asociado', grow: 19, paper: { width: 80 }, sheet: { width: 36 } },
  { key: 'descripcion', header: 'Descripción', grow: 18, room: 'medium', sheet: { width: 40 } },
  { key: 'folio_factura', header: 'Factura', paper: false },
  { key: 'metodoPago', header: 'Método de pago', grow: 16, paper: false, sheet: { width: 26 } },
  { key: 'pago', header: 'Pago', kind: 'money', total: true, paper: { header: 'Monto', width: 62 } },
]);

/** A receipt of a cut-off, in the columns of its rows: what it was of in a line, its invoices, its sum. */
export interface ReciboDeCorte extends CorteLine {
  key: string;
  cargos: readonly CorteLine[];
}

/** A row without its receipt's value date, which is said of the receipt; the fund by the words of a line. */
const conceptoOf = ({ descripcion }: CorteLine): string => {
  const concepto = descripcion.replace(/ · valor \d\d-\d\d-\d{4}$/, '');
  return concepto === 'Abono a fondo' ? A_FONDO : concepto;
};

/** A row of it that stands for itself. */
const alone = (row: CorteLine, key: number): ReciboDeCorte => ({ ...row, key: String(key), cargos: [row] });

/** The rows of a cut-off by receipt and day, in their order; a refund has no receipt and stands for itself. */
export function recibosDeCorte(rows: readonly CorteLine[]): ReciboDeCorte[] {
  const groups = Map.groupBy(rows, ({ recibo, fecha }, at) => `${recibo ?? `sin-${at}`} ${fecha}`);
  return [...groups].flatMap(([key, cargos]) => {
    const [first] = cargos;
    if (!first) return [];
    const valor = first.fechaPago === first.fecha ? '' : (/ · valor .+$/.exec(first.descripcion)?.[0] ?? '');
    return {
      ...first,
      key,
      cargos,
      descripcion: conceptosEnBreve(cargos.map((row) => ({ concepto: conceptoOf(row), monto: row.pago }))) + valor,
      folio_factura: [...new Set(cargos.map(({ folio_factura }) => folio_factura))].filter(Boolean).join(', '),
      pago: sumPesos(cargos, ({ pago }) => pago),
    };
  });
}

/** What the matrix reads of a row. */
type Cobro = Pick<CorteLine, 'metodoPago' | 'caja' | 'recibo' | 'fecha' | 'pago'>;

export interface MetodoDeCorte {
  metodo: string;
  /** Those that money came in by; a refund is none. */
  recibos: number;
  total: Pesos;
  /** By the name of the register. */
  cajas: Readonly<Record<string, Pesos>>;
}

/** What came in by a method in a register. */
export interface EntroPor {
  metodoPago: string;
  caja: string;
  recibos: number;
  pago: Pesos;
}

const pagoDe = ({ pago }: Pick<EntroPor, 'pago'>) => pago;

const sumBy = (sums: readonly EntroPor[], nameOf: (sum: EntroPor) => string): [name: string, sum: Pesos][] =>
  [...Map.groupBy(sums, nameOf)]
    .map(([name, of]): [string, Pesos] => [name, sumPesos(of, pagoDe)])
    .sort((a, b) => b[1] - a[1]);

const receiptsIn = (rows: readonly Cobro[]): number =>
  new Set(rows.flatMap(({ recibo, fecha }) => (recibo === null ? [] : `${recibo} ${fecha}`))).size;

export interface MetodosPorCaja {
  cajas: string[];
  metodos: MetodoDeCorte[];
}

/** The largest first. */
export function metodosDe(sums: readonly EntroPor[]): MetodosPorCaja {
  const metodos = [...Map.groupBy(sums, ({ metodoPago }) => metodoPago)].map(([metodo, of]) => ({
    // A receipt is of one register.
    ...{ metodo, total: sumPesos(of, pagoDe), recibos: of.reduce((sum, { recibos }) => sum + recibos, 0) },
    cajas: Object.fromEntries(sumBy(of, ({ caja }) => caja)),
  }));
  return {
    cajas: sumBy(sums, ({ caja }) => caja).map(([caja]) => caja),
    metodos: metodos.sort((a, b) => b.total - a.total),
  };
}

/** What came in by each method in each register, of the rows of a cut-off without corrections. */
export function metodosPorCaja(rows: readonly Cobro[]): MetodosPorCaja {
  const sums = [...Map.groupBy(rows, ({ metodoPago, caja }) => JSON.stringify([metodoPago, caja])).values()];
  return metodosDe(
    sums.flatMap((of) => {
      const [first] = of;
      const pago = sumPesos(of, (row) => row.pago);
      return first ? [{ metodoPago: first.metodoPago, caja: first.caja, recibos: receiptsIn(of), pago }] : [];
    }),
  );
}

export const POR_METODO = 'Por método de pago y caja';

/** Methods by registers with their sums; of one register its column is the total's. */
export function porMetodo(cajas: readonly string[]): Listing<MetodoDeCorte> {
  const amount = { kind: 'money', total: true } as const;
  const each = (caja: string): ListColumn<MetodoDeCorte> => ({
    ...{ key: `caja ${caja}`, header: caja, ...amount },
    value: (row) => row.cajas[caja] ?? 0,
  });
  return listing<MetodoDeCorte>([
    { key: 'metodo', header: 'Método de pago', grow: 22 },
    { key: 'recibos', header: 'Recibos', kind: 'number', total: true },
    ...(cajas.length > 1 ? cajas.map(each) : []),
    { key: 'total', header: cajas.length === 1 ? (cajas[0] ?? '') : 'Total', ...amount },
  ]);
}

/** Corrections of closed days stand apart. */
export const isCobro = ({ correccion }: Pick<CorteLine, 'correccion'>): boolean => !correccion;

export interface Corte {
  /** Civil dates. */
  desde: string;
  hasta: string;
  caja: string;
  noConvenio: string;
  noCuenta: string;
  metodo: string;
  rows: readonly CorteLine[];
}

/** 'corte_caja_{register label}_{from}_{to}.pdf' */
export function corteFileName({ caja, desde, hasta }: Pick<Corte, 'caja' | 'desde' | 'hasta'>): string {
  return fileName('pdf', 'Corte caja', caja, formatFecha(desde), formatFecha(hasta));
}

export function corteReport(corte: Corte): NamedReport<ReciboDeCorte> {
  const cobros = corte.rows.filter(isCobro);
  const { cajas, metodos } = metodosPorCaja(cobros);
  return {
    name: corteFileName(corte),
    report: {
      title: 'REPORTE DE CORTE DE CAJA',
      subtitle: `RANGO DE FECHAS: ${formatFecha(corte.desde)} al ${formatFecha(corte.hasta)}`,
      facts: [
        ['No. De Convenio:', corte.noConvenio],
        ['No. De Cuenta:', corte.noCuenta],
        ['Método de pago:', corte.metodo],
      ],
      summary: summaryOf(POR_METODO, porMetodo(cajas), metodos),
      list: CORTE,
      rows: recibosDeCorte(cobros),
      // What is one charge is said already.
      beneath: {
        of: ({ cargos }) => (cargos.length > 1 ? cargos.map(alone) : []),
        keys: ['descripcion', 'pago'],
      },
      block: { title: CORRECCIONES, rows: corte.rows.filter((row) => !isCobro(row)).map(alone) },
      emptyText: 'Seleccione nuevas fechas para generar corte de caja',
    },
  };
}
