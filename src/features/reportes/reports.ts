/** The reports as they leave, on paper and as workbooks, from the rows that their screens show. */
import { monthName, monthOf } from '#core/period.ts';
import { fileName, fileSafe } from '#documents/definition.ts';
import type { NamedReport } from '#documents/reportes.ts';
import { type Atraso, CANCELACIONES, DESCUENTO, type FiltrosDe, type TipoAtrasado } from '#libro/reportes/filtros.ts';
import { NO_INFORMATION } from '#platform/messages.ts';
import { formatFecha, formatNumber } from '#ui/format.ts';
import type { CarteraRow, DescuentoRow, SancionRow, VencidoRow } from './contract.ts';
import {
  ANTIGUEDAD,
  type AntiguedadRow,
  CANCELADOS,
  CARTERA,
  CONCILIACION,
  CONCILIACION_DETALLE,
  DESCUENTOS,
  LOTES,
  type LoteRow,
  PROYECCIONES,
  type ProyeccionRow,
  SANCIONES,
  VENCIDOS,
} from './listings.ts';
import { CLASES, type Conciliacion } from './rules.ts';

export const VENCIDO_EMPTY = 'No existen datos que mostrar';
export const vencidoTitle = (dias: Atraso) =>
  `Mantenimiento vencido ${dias === '100' ? '90 días y más' : `${dias} días`}`;

export const vencidoReport = (dias: Atraso, rows: readonly VencidoRow[]): NamedReport<VencidoRow> => ({
  name: 'mantenimiento_vencido.pdf',
  report: { title: vencidoTitle(dias), list: VENCIDOS, rows, emptyText: VENCIDO_EMPTY },
});

export const ATRASADOS: Readonly<Record<TipoAtrasado, string>> = {
  mantenimiento: 'Mantenimiento',
  sancion: 'Sanción',
  cuotaextraordinaria: 'Cuota extraordinaria',
  cuotainicial: 'Cuota Inicial',
  cuotainicialproyecto: 'Cuota Inicial Proyecto',
  cuota: 'Otras Cuotas',
  todos: 'Todos',
};
export const atrasadosTitle = (tipo: TipoAtrasado, masDe = 0) =>
  `Pagos atrasados${masDe > 0 ? ` más de ${masDe} días` : ''}: ${ATRASADOS[tipo]}`;

export const atrasadosReport = (
  tipo: TipoAtrasado,
  rows: readonly VencidoRow[],
  masDe = 0,
): NamedReport<VencidoRow> => ({
  name: `pagos_atrasados_${tipo}.pdf`,
  report: { title: atrasadosTitle(tipo, masDe), list: VENCIDOS, rows, emptyText: NO_INFORMATION },
});

/** @param hoy the civil date that the file is named by */
export const lotesReport = (
  estado: string,
  { rows, hoy }: { rows: readonly LoteRow[]; hoy: string },
): NamedReport<LoteRow> => ({
  name: `lotes_${estado}_${formatFecha(hoy)}.pdf`,
  report: { title: `Lote ${estado}`, fontSize: 14, list: LOTES, rows, emptyText: NO_INFORMATION },
});

export const CONCILIACION_TITLE = 'Conciliación cartera mantenimiento vencido';
export const conciliacionReport = (rows: readonly Conciliacion[], detalle: boolean): NamedReport<Conciliacion> => ({
  name: 'conciliacion_mantenimiento_vencido.pdf',
  report: {
    title: CONCILIACION_TITLE,
    list: detalle ? CONCILIACION_DETALLE : CONCILIACION,
    rows,
    emptyText: NO_INFORMATION,
    printed: 'fecha',
  },
});

export const SANCIONES_EMPTY = 'No hay resultados que mostrar. Seleccione nuevas fechas por favor';
/** 'Noviembre-2026' */
const titled = (day: string) => `${monthName(monthOf(day))}-${monthOf(day).year}`;

export interface SancionesAsked {
  tipo: string;
  /** Civil dates, both included. */
  desde: string;
  hasta: string;
}

export const sancionesReport = (
  { tipo, desde, hasta }: SancionesAsked,
  rows: readonly SancionRow[],
): NamedReport<SancionRow> => ({
  name: `reporte_sancion_${fileSafe(tipo)}_${titled(desde)}_${titled(hasta)}.pdf`,
  report: {
    title: 'Reporte por tipo de sanción',
    facts: [
      ['Tipo de sanción', tipo],
      ['Rango de fechas', `${formatFecha(desde)} al ${formatFecha(hasta)}`],
    ],
    list: SANCIONES,
    rows,
    emptyText: SANCIONES_EMPTY,
  },
});

export const CARTERA_EMPTY = 'Ningún lote debe nada vencido';
export const carteraReport = (rows: readonly CarteraRow[], hoy: string): NamedReport<CarteraRow> => ({
  name: fileName('pdf', 'Cartera vencida'),
  report: {
    title: 'Cartera vencida',
    subtitle: `Al ${formatFecha(hoy)}`,
    list: CARTERA,
    rows,
    emptyText: CARTERA_EMPTY,
    landscape: true,
  },
});

export const TIPOS_DESCUENTO = { [DESCUENTO]: 'Descuento', [CANCELACIONES]: 'Cancelaciones' } as const;

export function descuentosReport(
  { tipo, clase, referencia, desde, hasta }: FiltrosDe<'descuentos'>,
  rows: readonly DescuentoRow[],
): NamedReport<DescuentoRow> {
  const isDiscount = tipo === DESCUENTO;
  return {
    name: fileName('pdf', isDiscount ? 'Descuentos' : 'Cancelaciones', formatFecha(desde), formatFecha(hasta)),
    report: {
      title: isDiscount ? 'Descuentos' : 'Cancelaciones',
      subtitle: `Del ${formatFecha(desde)} al ${formatFecha(hasta)}`,
      facts: [
        ...(isDiscount && clase !== 'todas' ? [['Clase', CLASES[clase]] as const] : []),
        ...(referencia === '' ? [] : [['Referencia', referencia] as const]),
      ],
      list: isDiscount ? DESCUENTOS : CANCELADOS,
      rows,
      emptyText: NO_INFORMATION,
      landscape: true,
    },
  };
}

export const proyeccionesReport = (rows: readonly ProyeccionRow[], indice: number): NamedReport<ProyeccionRow> => ({
  name: fileName('pdf', 'Proyecciones'),
  report: {
    title: 'Proyecciones de los próximos 12 meses',
    facts: [['Índice de cobranza en el mes', `${formatNumber(Math.round(indice * 1000) / 10)}%`]],
    list: PROYECCIONES,
    rows,
    emptyText: NO_INFORMATION,
  },
});

/** @param hasta the day at whose end it was owed */
export const antiguedadReport = (rows: readonly AntiguedadRow[], hasta: string): NamedReport<AntiguedadRow> => ({
  name: fileName('pdf', 'Antigüedad', formatFecha(hasta)),
  report: {
    title: 'Antigüedad de saldos',
    subtitle: `Al ${formatFecha(hasta)}`,
    landscape: true,
    list: ANTIGUEDAD,
    rows,
    emptyText: 'Nadie debía',
  },
});
