/** What the reports are asked by: the same for their screens' addresses, the views that are saved, and the server. */
import { fecha, id } from '#platform/codecs.ts';
import type { Guard } from '#platform/roles.ts';
import { z } from '#platform/zod.ts';
import { BUSQUEDA_MAX } from '../recibos/busqueda.ts';
import type { Fechas } from './periodos.ts';

export const ATRASOS = ['30', '60', '90', '100'] as const;
export type Atraso = (typeof ATRASOS)[number];

export const TIPOS_ATRASADOS = [
  'mantenimiento',
  'sancion',
  'cuotaextraordinaria',
  'cuotainicial',
  'cuotainicialproyecto',
  'cuota',
  'todos',
] as const;
export type TipoAtrasado = (typeof TIPOS_ATRASADOS)[number];

/** The kinds of what is given away; our addition. */
export const CLASES_DESCUENTO = ['especial', 'regla', 'descuento', 'condonacion'] as const;
export type ClaseDescuento = (typeof CLASES_DESCUENTO)[number];
export const TODAS_LAS_CLASES = 'todas';

/** Values of `tipo`. */
export const DESCUENTO = '1';
export const CANCELACIONES = '2';

export const ESTADOS_LOTE = ['disponible', 'entregado', 'fusionado', 'inactivo'] as const;
export type EstadoLote = (typeof ESTADOS_LOTE)[number];

export const MOSTRAR_EXCEPCIONES = ['pendientes', 'todas'] as const;

/** 0: all of them. */
const idOrAll = z.number().int().min(0).max(2_147_483_647);
/** '' without a limit. */
const fechaOrNone = z.literal('').or(fecha);

const OUT_OF_ORDER = { path: ['hasta'], message: 'La fecha final no puede ser anterior a la inicial' };
const inOrder = ({ desde, hasta }: { desde: string; hasta: string }) => desde === '' || hasta === '' || desde <= hasta;

interface Declared {
  /** What its file and its sheet are called. */
  titulo: string;
  /** Its screen, whose address has the fields of `filtros`. */
  ruta: string;
  /** Those of its screen. */
  roles: Guard;
  /** How it is asked about time; left out, it tells of today. */
  fechas?: Fechas;
  filtros: z.ZodType;
  /** Views of it can be saved; not where it is of one lot, or of what somebody looks for. */
  vistas: boolean;
}

const ofAll = 'ABCF';

export const REPORTES = {
  'corte-caja': {
    titulo: 'Corte de caja',
    ruta: '/reportes/corte-caja',
    roles: ofAll,
    fechas: 'dias',
    vistas: true,
    filtros: z.object({ caja: idOrAll, metodo: idOrAll, desde: fecha, hasta: fecha }).refine(inOrder, OUT_OF_ORDER),
  },
  sanciones: {
    titulo: 'Reporte por tipo de sanción',
    ruta: '/reportes/sanciones-reportes',
    roles: 'ABCDF',
    fechas: 'meses',
    vistas: true,
    filtros: z.object({ tipo: id, desde: fecha, hasta: fecha }).refine(inOrder, OUT_OF_ORDER),
  },
  'mantenimiento-vencido': {
    titulo: 'Mantenimiento vencido',
    ruta: '/reportes/mantenimiento-vencido',
    roles: ofAll,
    vistas: true,
    filtros: z.object({ dias: z.enum(ATRASOS) }),
  },
  conciliacion: {
    titulo: 'Conciliación',
    ruta: '/reportes/mantenimiento-vencido-conciliacion',
    roles: ofAll,
    vistas: true,
    filtros: z.object({ detalle: z.boolean() }),
  },
  'facturas-canceladas': {
    titulo: 'Facturas canceladas',
    ruta: '/reportes/factura-canceladas',
    roles: ofAll,
    fechas: 'mes',
    vistas: true,
    filtros: z.object({ mes: fecha }),
  },
  'pagos-atrasados': {
    titulo: 'Pagos atrasados',
    ruta: '/reportes/pagos-atrasados',
    roles: ofAll,
    vistas: true,
    filtros: z.object({ tipo: z.enum(TIPOS_ATRASADOS) }),
  },
  'cartera-vencida': {
    titulo: 'Cartera vencida',
    ruta: '/reportes/cartera-vencida',
    roles: ofAll,
    vistas: true,
    filtros: z.object({}),
  },
  gestion: {
    titulo: 'Gestión de cobranza',
    ruta: '/reportes/gestion',
    roles: ofAll,
    fechas: 'dias',
    vistas: true,
    filtros: z.object({ desde: fecha, hasta: fecha }).refine(inOrder, OUT_OF_ORDER),
  },
  'tipo-lote': {
    titulo: 'Tipo de lotes',
    ruta: '/reportes/tipolote',
    roles: ofAll,
    vistas: true,
    filtros: z.object({ estado: z.enum(ESTADOS_LOTE) }),
  },
  descuentos: {
    titulo: 'Descuentos y cancelaciones',
    ruta: '/reportes/descuentos-cancelaciones',
    roles: ofAll,
    fechas: 'dias',
    vistas: true,
    filtros: z
      .object({
        tipo: z.enum([DESCUENTO, CANCELACIONES]),
        clase: z.enum([TODAS_LAS_CLASES, ...CLASES_DESCUENTO]),
        referencia: z.string().trim().max(200),
        desde: fecha,
        hasta: fecha,
      })
      .refine(inOrder, OUT_OF_ORDER),
  },
  excepciones: {
    titulo: 'Excepciones',
    ruta: '/reportes/excepciones',
    roles: 'AB',
    fechas: 'dias',
    vistas: true,
    filtros: z
      .object({ mostrar: z.enum(MOSTRAR_EXCEPCIONES), desde: fechaOrNone, hasta: fechaOrNone })
      .refine(inOrder, OUT_OF_ORDER),
  },
  proyecciones: {
    titulo: 'Proyecciones',
    ruta: '/reportes/proyecciones',
    roles: 'ABCDF',
    vistas: true,
    /** The share that is paid within its month, in percent; -1: what the past says. */
    filtros: z.object({ indice: z.number().min(-1).max(100) }),
  },
  'pagos-lote': {
    titulo: 'Pagos',
    ruta: '/pagos/{id}',
    roles: 'ABC',
    vistas: false,
    filtros: z.object({
      lote: id,
      sinFactura: z.boolean(),
      fecha: z.string().max(10),
      metodo: z.string().max(200),
    }),
  },
  'buscar-pagos': {
    titulo: 'Pagos',
    ruta: '/cobranza/pagos',
    roles: 'ABC',
    vistas: false,
    filtros: z.object({ q: z.string().trim().max(BUSQUEDA_MAX) }),
  },
} as const satisfies Readonly<Record<string, Declared>>;

export type ClaveReporte = keyof typeof REPORTES;
export const CLAVES_REPORTE = Object.keys(REPORTES) as [ClaveReporte, ...ClaveReporte[]];

/** The filter of a report, as its screen has it. */
export type FiltrosDe<K extends ClaveReporte> = z.output<(typeof REPORTES)[K]['filtros']>;

/** What is the same of all of them. */
export const reporteOf = (clave: ClaveReporte): Declared => REPORTES[clave];

/** A report with its filter. */
export type Pedido = { [K in ClaveReporte]: { reporte: K; filtros: FiltrosDe<K> } }[ClaveReporte];

export const pedidoSchema = z.discriminatedUnion(
  'reporte',
  CLAVES_REPORTE.map((clave) => z.object({ reporte: z.literal(clave), filtros: REPORTES[clave].filtros })) as never,
) as unknown as z.ZodType<Pedido, Pedido>;
