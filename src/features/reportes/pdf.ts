/** The reports on paper, from the rows that their screens show. */
import { monthName, monthOf } from '#core/period.ts';
import { fileSafe, type PdfDocument } from '#documents/definition.ts';
import { type ReportMaking, reportDocument } from '#documents/reportes.ts';
import { NO_INFORMATION } from '#platform/messages.ts';
import { formatFecha } from '#ui/format.ts';
import type { Atraso, SancionRow, TipoAtrasado, VencidoRow } from './contract.ts';
import { CONCILIACION, CONCILIACION_DETALLE, LOTES, type LoteRow, SANCIONES, VENCIDOS } from './listings.ts';
import type { Conciliacion } from './rules.ts';

interface Pdf {
  name: string;
  document: PdfDocument;
}

export const VENCIDO_EMPTY = 'No existen datos que mostrar';
export const vencidoTitle = (dias: Atraso) =>
  `Mantenimiento vencido ${dias === '100' ? '90 días y más' : `${dias} días`}`;

export function vencidoPdf(dias: Atraso, rows: readonly VencidoRow[], making: ReportMaking): Pdf {
  return {
    name: 'mantenimiento_vencido.pdf',
    document: reportDocument({ title: vencidoTitle(dias), list: VENCIDOS, rows, emptyText: VENCIDO_EMPTY }, making),
  };
}

export const ATRASADOS: Readonly<Record<TipoAtrasado, string>> = {
  mantenimiento: 'Mantenimiento',
  sancion: 'Sanción',
  cuotaextraordinaria: 'Cuota extraordinaria',
  cuotainicial: 'Cuota Inicial',
  cuotainicialproyecto: 'Cuota Inicial Proyecto',
  cuota: 'Otras Cuotas',
  todos: 'Todos',
};
export const atrasadosTitle = (tipo: TipoAtrasado) => `Pagos atrasados: ${ATRASADOS[tipo]}`;

export function atrasadosPdf(tipo: TipoAtrasado, rows: readonly VencidoRow[], making: ReportMaking): Pdf {
  return {
    name: `pagos_atrasados_${tipo}.pdf`,
    document: reportDocument({ title: atrasadosTitle(tipo), list: VENCIDOS, rows, emptyText: NO_INFORMATION }, making),
  };
}

/** @param hoy the civil date that the file is named by */
export function lotesPdf(
  estado: string,
  { rows, hoy }: { rows: readonly LoteRow[]; hoy: string },
  making: ReportMaking,
): Pdf {
  return {
    name: `lotes_${estado}_${formatFecha(hoy)}.pdf`,
    document: reportDocument<LoteRow>(
      {
        title: `Lote ${estado}`,
        fontSize: 14,
        list: LOTES,
        rows,
        emptyText: NO_INFORMATION,
      },
      making,
    ),
  };
}

export const CONCILIACION_TITLE = 'Conciliación cartera mantenimiento vencido';
export function conciliacionPdf(rows: readonly Conciliacion[], detalle: boolean, making: ReportMaking): Pdf {
  const document = reportDocument<Conciliacion>(
    {
      title: CONCILIACION_TITLE,
      list: detalle ? CONCILIACION_DETALLE : CONCILIACION,
      rows,
      emptyText: NO_INFORMATION,
      printed: 'fecha',
    },
    making,
  );
  return { document, name: 'conciliacion_mantenimiento_vencido.pdf' };
}

export const SANCIONES_EMPTY = 'No hay resultados que mostrar. Seleccione nuevas fechas por favor';
/** 'Noviembre-2026' */
const titled = (day: string) => `${monthName(monthOf(day))}-${monthOf(day).year}`;

export interface SancionesAsked {
  tipo: string;
  /** Civil dates, both included. */
  desde: string;
  hasta: string;
}

export function sancionesPdf(
  { tipo, desde, hasta }: SancionesAsked,
  rows: readonly SancionRow[],
  making: ReportMaking,
): Pdf {
  return {
    name: `reporte_sancion_${fileSafe(tipo)}_${titled(desde)}_${titled(hasta)}.pdf`,
    document: reportDocument<SancionRow>(
      {
        title: 'Reporte por tipo de sanción',
        facts: [
          ['Tipo de sanción', tipo],
          ['Rango de fechas', `${formatFecha(desde)} al ${formatFecha(hasta)}`],
        ],
        list: SANCIONES,
        rows,
        emptyText: SANCIONES_EMPTY,
      },
      making,
    ),
  };
}
