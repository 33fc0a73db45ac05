/** The paper of a register's shift: what came in by it, what was counted, and who signed. */
import { toCentavos, toPesos } from '#core/money.ts';
import { listing } from '#platform/listing.ts';
import { formatFechaHora, formatMoney } from '#ui/format.ts';
import { fileName, type PdfDocument } from './definition.ts';
import { CORRECCIONES, type ReportMaking, reportDocument, summaryOf } from './reportes.ts';

export interface TurnoLine {
  fecha: string;
  hora: string;
  /** The receipt; null of a refund. */
  recibo: number | null;
  referencia: string;
  asociado: string;
  descripcion: string;
  metodoPago: string;
  /** Pesos; negative where a payment was cancelled. */
  monto: number;
  correccion: boolean;
}

export const TURNO = listing<TurnoLine>([
  { key: 'fecha', header: 'Fecha', kind: 'date', paper: { width: 48 } },
  { key: 'hora', header: 'Hora', paper: { width: 28 } },
  { key: 'recibo', header: 'Recibo', paper: { width: 32 } },
  { key: 'referencia', header: 'Referencia', paper: { width: 58 } },
  { key: 'asociado', header: 'Asociado' },
  { key: 'descripcion', header: 'Descripción' },
  { key: 'metodoPago', header: 'Método de pago', paper: { header: 'Método', width: 62 } },
  { key: 'monto', header: 'Monto', kind: 'money', total: true, paper: { width: 62 } },
]);

interface MetodoDeTurno {
  name: string;
  esperado: number;
  contado: number;
}

const METODOS = listing<MetodoDeTurno>([
  { key: 'name', header: 'Método de pago' },
  { key: 'esperado', header: 'Esperado', kind: 'money', total: true },
  { key: 'contado', header: 'Contado', kind: 'money', total: true },
  {
    ...{ key: 'diferencia', header: 'Diferencia', kind: 'money', total: true },
    value: ({ esperado, contado }) => toPesos(toCentavos(contado) - toCentavos(esperado)),
  },
]);

export interface TurnoPaper {
  id: number;
  caja: string;
  abierto: { usuario: string; fecha: string };
  contadoAt: string;
  fondoInicial: number;
  metodos: readonly MetodoDeTurno[];
  firma: { usuario: string; fecha: string; explicacion: string; huella: string } | null;
  rows: readonly TurnoLine[];
}

/** 'corte_turno_{caja}_{id}.pdf' */
export function turnoFileName({ caja, id }: Pick<TurnoPaper, 'caja' | 'id'>): string {
  return fileName('pdf', 'Corte turno', caja, id);
}

export function turnoDocument(turno: TurnoPaper, making: ReportMaking): PdfDocument {
  const { firma } = turno;
  return reportDocument<TurnoLine>(
    {
      title: 'CORTE DE CAJA POR TURNO',
      subtitle: `Turno ${turno.id} · ${turno.caja}`,
      facts: [
        ['Abierto:', `${formatFechaHora(turno.abierto.fecha)}, ${turno.abierto.usuario}`],
        ['Contado:', formatFechaHora(turno.contadoAt)],
        ['Efectivo inicial:', formatMoney(turno.fondoInicial)],
        ['Firmado:', firma ? `${formatFechaHora(firma.fecha)}, ${firma.usuario}` : 'Sin firmar'],
        ...(firma?.explicacion ? [['Explicación:', firma.explicacion] as const] : []),
        ...(firma ? [['Huella:', firma.huella] as const] : []),
      ],
      summary: summaryOf('Por método de pago', METODOS, turno.metodos),
      list: TURNO,
      rows: turno.rows.filter((row) => !row.correccion),
      block: { title: CORRECCIONES, rows: turno.rows.filter((row) => row.correccion) },
      emptyText: 'El turno no tiene movimientos',
      printed: 'fechaHora',
    },
    making,
  );
}
