/** The reports of collections. Amounts travel in pesos. */

import { isFecha } from '#core/fecha.ts';
import { ATRASOS, CANCELACIONES, CLASES_DESCUENTO, DESCUENTO, TIPOS_ATRASADOS } from '#libro/reportes/filtros.ts';
import { amount, idOrNew, id as idSchema, monthParams, optionalText } from '#platform/codecs.ts';
import { data, endpointsOf, file, list, nested, raw, TOLD_READ } from '#platform/endpoint.ts';
import { XLSX } from '#platform/file-types.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('reportes');

const BAD_DATE = 'La fecha no es válida';

/** A civil date, with or without a time of day, which does not count. */
const dia = z
  .string({ error: BAD_DATE })
  .transform((value) => (/^.{10} \d{2}:\d{2}:\d{2}$/.test(value) ? value.slice(0, 10) : value))
  .refine(isFecha, { message: BAD_DATE });

/** Dates that cannot be read have a fault of their own. */
const inOrder = ({ fechaInicial, fechaFinal }: { fechaInicial: string; fechaFinal: string }) =>
  !isFecha(fechaInicial) || !isFecha(fechaFinal) || fechaInicial <= fechaFinal;
const OUT_OF_ORDER = { path: ['fechaFinal'], message: 'La fecha final no puede ser anterior a la inicial' };

/** '0', 0, '' and null ask for all methods. */
const metodo = z.preprocess((value) => (value === '0' || value === 0 ? null : value), idOrNew);

export const corteSchema = z
  .object({
    fechaInicial: dia,
    fechaFinal: dia,
    metodoPago: metodo.describe("El método de pago; '0' para todos."),
    /** Empty: all of them. */
    caja: z.object({ id: idOrNew }).nullish(),
  })
  .refine(inOrder, OUT_OF_ORDER);

const corteRow = z.object({
  fecha: z.string(),
  referenciaLote: z.string(),
  manzana: z.string(),
  lote: z.string(),
  asociado: z.string(),
  descripcion: z.string(),
  folio_factura: z.string(),
  metodoPago: z.string(),
  /** Negative: what was taken back or paid out. */
  pago: amount,
  /** Our additions: the value date, which is another than `fecha` of a deposit that was found late. */
  fechaPago: z.string(),
  /** The receipt; null of a refund. */
  recibo: z.number().nullable(),
  loteId: z.number(),
  caja: z.string(),
  /** Of a day that was closed by then, with a subtotal of its own. */
  correccion: z.boolean(),
});
export type CorteRow = z.infer<typeof corteRow>;

/** What is overdue, one row per lot. */
const vencidoRow = z.object({
  /** Our addition. */
  loteId: z.number(),
  referencia: z.string(),
  asociado: z.string(),
  direccion: z.string(),
  monto: amount,
});
export type VencidoRow = z.infer<typeof vencidoRow>;

const conciliadoRow = z.object({
  /** Our addition. */
  loteId: z.number(),
  asociado: z.string(),
  referencia: z.string(),
  treinta: amount,
  sesenta: amount,
  noventa: amount,
});
export type ConciliadoRow = z.infer<typeof conciliadoRow>;

/** Charges, and so fines, are in one of these. */
export const ESTADOS_SANCION = ['pagado', 'vigente', 'condonado', 'cancelado', 'incompleto'] as const;

const sancionRow = z.object({
  /** '{month}-{year}'. */
  periodo: z.string(),
  statusMonto: z.array(z.object({ status: z.enum(ESTADOS_SANCION), monto: amount })),
});
export type SancionRow = z.infer<typeof sancionRow>;

const sancionDelMes = z.object({
  id: z.number(),
  loteId: z.number(),
  referencia: z.string(),
  asociado: z.string(),
  fecha: z.string(),
  concepto: z.string(),
  monto: amount,
  status: z.enum(ESTADOS_SANCION),
});
export type SancionDelMes = z.infer<typeof sancionDelMes>;

const optionalDia = z.preprocess((value) => (value === '' ? undefined : value), dia.optional());

const descuentoRow = z.object({
  /** Our addition. */
  loteId: z.number(),
  referencia: z.string(),
  residente: z.string(),
  fechaOperacion: z.string(),
  /** Of a discount; null of a cancellation, and of a discount without one. */
  percentDescuento: z.number().nullable(),
  montoCancelado: amount.nullable(),
  /** Our addition: what a discount came to; negative where it was taken back once its month was closed. */
  montoDescontado: amount.nullable(),
  /** Our addition: null of a cancellation. */
  clase: z.enum(CLASES_DESCUENTO).nullable(),
  /** Who gave the authorization, set the special percentage or took it back; a code itself stays its author's. */
  autorizado: z.string(),
  entidad: z.string(),
  descripcion: z.string(),
});
export type DescuentoRow = z.infer<typeof descuentoRow>;

const money = z.number();
const carteraRow = z.object({
  loteId: z.number(),
  referencia: z.string(),
  asociado: z.string(),
  direccion: z.string(),
  tipoLote: z.string(),
  status: z.string(),
  telefono: z.string(),
  correo: z.string(),
  /** Since when it owes. */
  desde: z.string(),
  /** Of maintenance. */
  meses: z.number(),
  ...{ mantenimiento: money, interes: money, inicial: money, extraordinaria: money },
  ...{ proyecto: money, sancion: money, cuota: money },
  ...{ d30: money, d60: money, d90: money, total: money },
});
export type CarteraRow = z.infer<typeof carteraRow>;

export const reportesContract = {
  corte: endpoint({
    method: 'POST',
    path: '/operaciones/cortecaja',
    work: 'long',
    roles: 'ABCF',
    summary:
      'El corte de caja: los pagos en dinero de esas fechas contables, lo que cada recibo abonó al fondo, los reembolsos, y al final las correcciones de días cerrados.',
    writes: false,
    body: corteSchema,
    answer: nested(z.array(corteRow)),
  }),
  corteExcel: endpoint({
    method: 'POST',
    path: '/operaciones/export-to-excel',
    work: 'long',
    roles: 'ABCF',
    summary: 'El corte de caja como libro de Excel.',
    writes: false,
    body: corteSchema,
    answer: file(XLSX),
  }),
  sanciones: endpoint({
    method: 'POST',
    path: '/reporte/byTipoSancion',
    roles: 'ABCDF',
    summary: 'Las sanciones de un tipo por mes: cuánto se impuso, según el estado en que está hoy cada una.',
    writes: false,
    body: z.object({ fechaInicial: dia, fechaFinal: dia, id: idSchema }).refine(inOrder, OUT_OF_ORDER),
    answer: list(sancionRow),
  }),
  sancionesDelMes: endpoint({
    method: 'GET',
    path: '/reporte/byTipoSancion/{id}/{year}/{month}',
    roles: 'ABCDF',
    summary: 'Las sanciones de un tipo en un mes, una por una, como las suma el reporte.',
    params: monthParams.extend({ id: idSchema }),
    answer: list(sancionDelMes),
  }),
  vencido: endpoint({
    method: 'POST',
    path: '/reporte/mantenimientovencido',
    roles: 'ABCF',
    summary: 'Mantenimiento vencido por lote: 30 (1 a 30 días), 60 (31 a 60), 90 (61 o más) o 100 (todo lo vencido).',
    writes: false,
    body: z.object({ atrasado: z.enum(ATRASOS) }),
    answer: list(vencidoRow),
  }),
  conciliado: endpoint({
    method: 'GET',
    path: '/reporte/mantenimientovencidoconciliado',
    roles: 'ABCF',
    summary: 'Mantenimiento vencido por asociado y lote, en 1 a 30 días, 31 a 60, y 61 o más.',
    answer: raw(z.record(z.string(), z.array(conciliadoRow))),
  }),
  atrasados: endpoint({
    method: 'GET',
    path: '/reporte/pagosatrasados/{tipo}',
    roles: 'ABCF',
    summary: 'Lo vencido de un tipo de cargo por lote; «todos» incluye los intereses moratorios.',
    params: z.object({ tipo: z.enum(TIPOS_ATRASADOS) }),
    // Our addition: only what is overdue by more days than these.
    query: z.object({ masDe: z.coerce.number().int().min(1).max(3_650).optional() }),
    answer: list(vencidoRow),
  }),
  cartera: endpoint({
    method: 'GET',
    path: '/reporte/carteravencida',
    roles: 'ABCF',
    ...{ ...TOLD_READ, work: 'long' },
    summary: 'La cartera vencida por lote, con cómo encontrar a su asociado.',
    answer: list(carteraRow),
  }),
  carteraExcel: endpoint({
    method: 'GET',
    path: '/reporte/carteravencida-to-excel',
    roles: 'ABCF',
    ...TOLD_READ,
    summary: 'La cartera vencida como libro de Excel: por lote y cargo por cargo.',
    answer: file(XLSX),
  }),
  descuentos: endpoint({
    method: 'GET',
    path: '/reporte/decuentoCancelaciones',
    roles: 'ABCF',
    work: 'long',
    summary:
      'Todo lo descontado y condonado (tipo 1), o cargos y pagos cancelados (tipo 2). Lo que se quita de un mes cerrado es un renglón negativo de su día.',
    query: z.object({
      dateIni: optionalDia,
      dateFin: optionalDia,
      tipo: z.enum([DESCUENTO, CANCELACIONES]).default(DESCUENTO),
      clase: z
        .preprocess((value) => (value === '' ? undefined : value), z.enum(CLASES_DESCUENTO).optional())
        .describe('Sólo los descuentos de esta clase.'),
      referencia: optionalText(200),
    }),
    answer: nested(z.array(descuentoRow)),
  }),
};

const mes = z.string().describe('AAAA-MM');
const nombreMonto = z.object({ name: z.string(), monto: amount });
const antiguedad = z.object({ vigente: amount, d30: amount, d60: amount, d90: amount });

const porMes = z.object({
  mes,
  /** What falls due in the month, less what was discounted, condoned or cancelled in it, of any month. */
  facturado: amount,
  /** The month's cash cut-off: money received less what was corrected and paid back. */
  cobrado: amount,
  /** Of what falls due in the month, paid by today: no figure of the month. */
  pagado: amount,
});

/** Deposits that nobody claims, which are owed to whoever paid. */
const porIdentificar = z.object({ depositos: z.number(), monto: amount });
export type PorIdentificar = z.infer<typeof porIdentificar>;

const tableroCobranza = z.object({
  meses: z.array(porMes),
  porVencer: amount,
  vencido: amount,
  lotesVencidos: z.number(),
  fondo: amount,
  porIdentificar,
  antiguedad,
  porTipo: z.array(nombreMonto),
});
export type TableroCobranza = z.infer<typeof tableroCobranza>;

const tableroProyecciones = z.object({
  meses: z.array(
    z.object({
      mes,
      lotes: z.number(),
      facturacion: amount,
      /** Already paid in advance. */
      anticipado: amount,
    }),
  ),
  /** Share (0 to 1) of a month's maintenance that was paid within its month, over the last twelve months that are over. */
  indice: z.number(),
  /** What late payments of earlier months brought in each of them, on average. */
  rezago: z.number(),
  vencido: amount,
});
export type TableroProyecciones = z.infer<typeof tableroProyecciones>;

const tableroPagos = z.object({
  meses: z.array(z.object({ mes, tipos: z.array(nombreMonto) })),
  metodos: z.array(nombreMonto.extend({ pagos: z.number() })),
  cajas: z.array(nombreMonto.extend({ pagos: z.number() })),
  dias: z.array(z.object({ dia: z.number(), monto: amount })),
});
export type TableroPagos = z.infer<typeof tableroPagos>;

const tableroSaldos = z.object({
  fondo: amount,
  lotesConFondo: z.number(),
  porIdentificar,
  porTipo: z.array(z.object({ name: z.string(), porVencer: amount, vencido: amount })),
  antiguedad,
  /** Lots by how many months of maintenance they have overdue; the last one is '12 o más'. */
  porMeses: z.array(z.object({ meses: z.number(), lotes: z.number(), monto: amount })),
  /** What was overdue at the end of each month; of the present one, today. */
  cierres: z.array(z.object({ mes, vencido: amount })),
});
export type TableroSaldos = z.infer<typeof tableroSaldos>;

const tableroEntregas = z.object({
  estados: z.array(z.object({ status: z.string(), lotes: z.number() })),
  tipos: z.array(z.object({ tipo: z.string(), entregados: z.number(), total: z.number() })),
  /** The last 24 months. */
  meses: z.array(z.object({ mes, lotes: z.number() })),
  anios: z.array(z.object({ anio: z.number(), lotes: z.number(), acumulado: z.number() })),
});
export type TableroEntregas = z.infer<typeof tableroEntregas>;

const tableros = { roles: 'ABCDF' } as const;
const ultimos = z.object({ meses: z.coerce.number().int().min(3).max(36).default(12) });

export const tablerosContract = {
  cobranza: endpoint({
    ...tableros,
    method: 'GET',
    path: '/reporte/tablero/cobranza',
    summary: 'Cobranza contra facturación por mes, saldos y antigüedad.',
    query: ultimos,
    answer: data(tableroCobranza),
  }),
  proyecciones: endpoint({
    ...tableros,
    method: 'GET',
    path: '/reporte/tablero/proyecciones',
    summary: 'El mantenimiento de los doce meses que vienen y cuánto de él se cobra de costumbre.',
    answer: data(tableroProyecciones),
  }),
  pagos: endpoint({
    ...tableros,
    method: 'GET',
    path: '/reporte/tablero/pagos',
    summary: 'El dinero del corte de caja por mes y tipo de cargo, método de pago, caja y día del mes.',
    query: ultimos,
    answer: data(tableroPagos),
  }),
  saldos: endpoint({
    ...tableros,
    method: 'GET',
    path: '/reporte/tablero/saldos',
    summary: 'Lo que se debe por tipo, antigüedad y meses, y cómo ha cambiado.',
    answer: data(tableroSaldos),
  }),
  entregas: endpoint({
    ...tableros,
    method: 'GET',
    path: '/reporte/tablero/entregas',
    summary: 'Los lotes entregados por mes y año, y el estado de todos.',
    answer: data(tableroEntregas),
  }),
};
