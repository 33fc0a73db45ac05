/** The paper of a register's shift: what came in by it, what was counted, and who signed. */
import { formatFecha, formatFechaHora, formatMoney } from '#ui/format.ts';
import { fileSafe, type PdfDocument } from './definition.ts';
import { correctionsBlock, lastOfSeven, type ReportMaking, reportDocument } from './reportes.ts';

export interface TurnoLine {
  fecha: string;
  hora: string;
  referencia: string;
  asociado: string;
  descripcion: string;
  metodoPago: string;
  /** Pesos; negative where a payment was cancelled. */
  monto: number;
  correccion: boolean;
}

export interface TurnoPaper {
  id: number;
  caja: string;
  abierto: { usuario: string; fecha: string };
  contadoAt: string;
  fondoInicial: number;
  metodos: readonly { name: string; esperado: number; contado: number }[];
  firma: { usuario: string; fecha: string; explicacion: string; huella: string } | null;
  rows: readonly TurnoLine[];
  /** Pesos, of the rows. */
  total: number;
}

/** 'corte_turno_{caja}_{id}.pdf' */
export function turnoFileName({ caja, id }: Pick<TurnoPaper, 'caja' | 'id'>): string {
  return `corte_turno_${fileSafe(caja)}_${id}.pdf`;
}

export function turnoDocument(turno: TurnoPaper, making: ReportMaking): PdfDocument {
  const { firma } = turno;
  const corrections = turno.rows.filter((row) => row.correccion);
  return reportDocument<TurnoLine>(
    {
      title: 'CORTE DE CAJA POR TURNO',
      subtitle: `Turno ${turno.id} · ${turno.caja}`,
      facts: [
        ['Abierto:', `${formatFechaHora(turno.abierto.fecha)}, ${turno.abierto.usuario}`],
        ['Contado:', formatFechaHora(turno.contadoAt)],
        ['Efectivo inicial:', formatMoney(turno.fondoInicial)],
        ...turno.metodos.map(
          ({ name, esperado, contado }) =>
            [
              `${name}:`,
              `esperado ${formatMoney(esperado)}, contado ${formatMoney(contado)}, diferencia ${formatMoney(contado - esperado)}`,
            ] as const,
        ),
        ['Firmado:', firma ? `${formatFechaHora(firma.fecha)}, ${firma.usuario}` : 'Sin firmar'],
        ...(firma?.explicacion ? [['Explicación:', firma.explicacion] as const] : []),
        ...(firma ? [['Huella:', firma.huella] as const] : []),
      ],
      columns: [
        { header: 'Fecha', value: (row) => formatFecha(row.fecha), width: 48 },
        { header: 'Hora', value: (row) => row.hora, width: 28 },
        { header: 'Referencia', value: (row) => row.referencia, width: 58 },
        { header: 'Asociado', value: (row) => row.asociado },
        { header: 'Descripción', value: (row) => row.descripcion },
        { header: 'Método', value: (row) => row.metodoPago, width: 62 },
        { header: 'Monto', kind: 'money', value: (row) => row.monto, width: 62 },
      ],
      rows: turno.rows.filter((row) => !row.correccion),
      ...(corrections.length > 0 && {
        block: correctionsBlock(corrections, { total: turno.total, amountOf: ({ monto }) => monto }),
      }),
      emptyText: 'El turno no tiene movimientos',
      totals: lastOfSeven(turno.total),
      printed: 'fechaHora',
    },
    making,
  );
}
