/** The reports on paper, from the rows that their screens show. */
import { fileSafe, type PdfDocument } from '#documents/definition.ts';
import { type ReportColumn, type ReportMaking, reportDocument } from '#documents/reportes.ts';
import type { lotesContract } from '#features/lotes/contract.ts';
import type { Value } from '#platform/endpoint.ts';
import { NO_INFORMATION } from '#platform/messages.ts';
import { formatFecha, formatMes, nombreMes } from '#ui/format.ts';
import { type Atraso, ESTADOS_SANCION, type SancionRow, type TipoAtrasado, type VencidoRow } from './contract.ts';
import { type Conciliacion, montoOf, sumPesos } from './rules.ts';

interface Pdf {
  name: string;
  document: PdfDocument;
}

function vencidosDocument(title: string, rows: readonly VencidoRow[], emptyText: string, making: ReportMaking) {
  return reportDocument<VencidoRow>(
    {
      title,
      columns: [
        { header: 'Referencia', value: (row) => row.referencia, width: 70 },
        { header: 'Asociado', value: (row) => row.asociado },
        { header: 'Dirección', value: (row) => row.direccion },
        { header: 'Monto', kind: 'money', value: (row) => row.monto },
      ],
      rows,
      emptyText,
      totals: [null, null, null, sumPesos(rows, (row) => row.monto)],
    },
    making,
  );
}

export const VENCIDO_EMPTY = 'No existen datos que mostrar';
export const vencidoTitle = (dias: Atraso) =>
  `Mantenimiento vencido ${dias === '100' ? '90 días y más' : `${dias} días`}`;

export function vencidoPdf(dias: Atraso, rows: readonly VencidoRow[], making: ReportMaking): Pdf {
  return {
    name: 'mantenimiento_vencido.pdf',
    document: vencidosDocument(vencidoTitle(dias), rows, VENCIDO_EMPTY, making),
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
    document: vencidosDocument(atrasadosTitle(tipo), rows, NO_INFORMATION, making),
  };
}

export type LoteRow = Value<typeof lotesContract.byStatus>[number];

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
        columns: [
          { header: 'Referencia', value: (row) => row.referencia, width: 100 },
          { header: 'Dirección', value: (row) => row.direccion },
          { header: 'Asociado', value: (row) => row.residente_name },
        ],
        rows,
        emptyText: NO_INFORMATION,
      },
      making,
    ),
  };
}

export const CONCILIACION_TITLE = 'Conciliación cartera mantenimiento vencido';
export const NOBODY = 'Sin asociado';
export const AMOUNTS = [
  { key: 'treinta', header: '30' },
  { key: 'sesenta', header: '60' },
  { key: 'noventa', header: '90' },
  { key: 'total', header: 'Total' },
] as const;

export function conciliacionPdf(rows: readonly Conciliacion[], detalle: boolean, making: ReportMaking): Pdf {
  const columns: ReportColumn<Conciliacion>[] = [
    { header: 'Asociado', value: (row) => row.asociado || NOBODY },
    ...(detalle ? [{ header: 'Referencia', value: (row: Conciliacion) => row.referencia, width: 80 }] : []),
    ...AMOUNTS.map(({ key, header }) => ({ header, kind: 'money' as const, value: (row: Conciliacion) => row[key] })),
  ];
  const document = reportDocument<Conciliacion>(
    {
      title: CONCILIACION_TITLE,
      columns,
      rows,
      emptyText: NO_INFORMATION,
      totals: [...(detalle ? [null, null] : [null]), ...AMOUNTS.map(({ key }) => sumPesos(rows, (row) => row[key]))],
      printed: 'fecha',
    },
    making,
  );
  return { document, name: 'conciliacion_mantenimiento_vencido.pdf' };
}

export const SANCIONES_EMPTY = 'No hay resultados que mostrar. Seleccione nuevas fechas por favor';
export const HEADERS: Readonly<Record<(typeof ESTADOS_SANCION)[number], string>> = {
  pagado: 'Pagado',
  vigente: 'Vigente',
  condonado: 'Condonado',
  cancelado: 'Cancelado',
  incompleto: 'Incompleto',
};

export const periodoOf = ({ periodo }: SancionRow): string => {
  const [mes, year] = periodo.split('-').map(Number);
  return formatMes(mes ?? 0, year ?? 0);
};

/** 'Noviembre-2026' */
const monthName = (day: string) => `${nombreMes(Number(day.slice(5, 7)))}-${day.slice(0, 4)}`;

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
    name: `reporte_sancion_${fileSafe(tipo)}_${monthName(desde)}_${monthName(hasta)}.pdf`,
    document: reportDocument<SancionRow>(
      {
        title: 'Reporte por tipo de sanción',
        facts: [
          ['Tipo de sanción', tipo],
          ['Rango de fechas', `${formatFecha(desde)} al ${formatFecha(hasta)}`],
        ],
        columns: [
          { header: 'Período', value: periodoOf },
          ...ESTADOS_SANCION.map((status) => ({
            header: HEADERS[status],
            kind: 'money' as const,
            value: (row: SancionRow) => montoOf(row, status),
          })),
        ],
        rows,
        emptyText: SANCIONES_EMPTY,
        totals: [null, ...ESTADOS_SANCION.map((status) => sumPesos(rows, (row) => montoOf(row, status)))],
      },
      making,
    ),
  };
}
