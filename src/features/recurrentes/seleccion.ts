/** What of a previewed file will be applied: what is ready, and what somebody has said yes to; pure. */
import type { FilaImportada, Propuesta } from './contract.ts';

/** What somebody chose for a row, by its number in the file. */
export interface Eleccion {
  aplicar: boolean;
  /** The lot that was taken for a reference that nobody has. */
  propuesta?: Propuesta | undefined;
}

export interface Vista {
  fila: FilaImportada;
  /** What is shown and paid: the row's own, or the chosen proposal's. */
  cobro: FilaImportada | Propuesta;
  /** The lot; null while there is none. */
  loteId: number | null;
  aplicar: boolean;
  /** Its application needs a yes, and has it. */
  confirmado: boolean;
}

/** Only what is certain is applied unless somebody chooses. */
export function vistaDe(fila: FilaImportada, eleccion: Eleccion | undefined): Vista {
  const propuesta = fila.estado === 'sin_lote' ? eleccion?.propuesta : undefined;
  const cobro = propuesta ?? fila;
  const aplicar = cobro.id !== null && (eleccion?.aplicar ?? fila.estado === 'listo');
  return { fila, cobro, loteId: cobro.id, aplicar, confirmado: aplicar && fila.estado !== 'listo' };
}

export const FILTROS = ['todos', 'listo', 'pregunta', 'sin_lote', 'aplicado', 'rechazado'] as const;
export type Filtro = (typeof FILTROS)[number];

export const NOMBRES: Readonly<Record<Filtro, string>> = {
  todos: 'Todos',
  listo: 'Listos',
  pregunta: 'Por confirmar',
  sin_lote: 'Sin lote',
  aplicado: 'Ya aplicados',
  rechazado: 'Rechazados',
};

export function cuentas(filas: readonly FilaImportada[]): Record<Filtro, number> {
  const of = (filtro: Filtro) => filas.filter(({ estado }) => estado === filtro).length;
  return {
    todos: filas.length,
    listo: of('listo'),
    pregunta: of('pregunta'),
    sin_lote: of('sin_lote'),
    aplicado: of('aplicado'),
    rechazado: of('rechazado'),
  };
}

/** The list that the server is sent. */
export function porAplicar(vistas: readonly Vista[]) {
  return vistas.flatMap(({ fila, cobro, loteId, aplicar, confirmado }) =>
    aplicar && loteId !== null
      ? [
          {
            id: loteId,
            referencia: fila.referencia,
            montoDepositado: fila.montoDepositado,
            fechaPago: fila.fechaPago,
            periodoMtto: cobro.periodoMtto,
            montoPagar: cobro.montoPagar,
            montoPagarDcto: cobro.montoPagarDcto,
            deudaMoratoria: cobro.deudaMoratoria,
            observacion: fila.observacion,
            nota: cobro.nota,
            numero: cobro.numero,
            confirmado,
          },
        ]
      : [],
  );
}
