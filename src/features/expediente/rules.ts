/** What a packet needs and whether a lot has it; and that late interest is simple. Pure. Source: dominio.md#packets. */
import { counted } from '#core/counted.ts';
import type { Fecha } from '#core/fecha.ts';
import { interestAmount } from '#core/interest.ts';
import type { Centavos } from '#core/money.ts';
import { toPesos } from '#core/money.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

/** How it is told whether a lot has a document: by its books, or by a PDF of the community or of the lot. */
export const PRUEBAS = [
  'cuotas',
  'intereses',
  'requerimientos',
  'sin_convenio',
  'propietario',
  'comunidad',
  'lote',
] as const;
export type Prueba = (typeof PRUEBAS)[number];

export const PRUEBA_LABELS: Readonly<Record<Prueba, string>> = {
  cuotas: 'Cuotas vencidas en los libros',
  intereses: 'Intereses comprobados en los libros',
  requerimientos: 'Requerimientos entregados',
  sin_convenio: 'Ningún convenio vigente',
  propietario: 'Propietario registrado',
  comunidad: 'Un PDF para toda la comunidad',
  lote: 'Un PDF de cada lote',
};

/** Of what is counted, at least so many are asked for. */
export const CON_MINIMO: readonly Prueba[] = ['cuotas', 'requerimientos'];
/** A document that somebody uploads. */
export const CON_PDF: readonly Prueba[] = ['comunidad', 'lote'];

export const folioOf = (folio: number): string => `EJ-${String(folio).padStart(5, '0')}`;

export interface InteresAsentado {
  base: Centavos;
  porcentaje: number;
  factor: number;
  monto: Centavos;
  /** Kind of the charge that it is on, and what that came to. */
  baseTipo: string;
  baseMonto: Centavos;
}

/** Interest is on no interest, nor on more than its charge. What is otherwise is a fault of the books, and no packet says it. */
export const isSimple = ({ baseTipo, base, baseMonto }: InteresAsentado): boolean =>
  baseTipo !== 'interes' && base <= baseMonto;

/** base × porcentaje × factor / 1200. */
export const isProved = ({ base, porcentaje, factor, monto }: InteresAsentado): boolean =>
  interestAmount(base, porcentaje, factor) === monto;

/** What is known of a lot and its documents. */
export interface Hechos {
  cuotasVencidas: number;
  extraordinariasVencidas: number;
  /** Entries of late interest, those whose arithmetic gives another amount, and what is still to be generated. */
  intereses: number;
  sinComprobar: number;
  porGenerar: Centavos;
  /** The days on which a letter was handed over or left by mail. */
  entregas: readonly Fecha[];
  convenioVigente: string;
  asociado: string;
  /** By what they prove, the name of its PDF. */
  documentos: ReadonlyMap<number, string>;
}

export interface Requerido {
  id: number;
  prueba: Prueba;
  minimo: number;
}

export interface Cumplimiento {
  cumple: boolean;
  porque: string;
  /** What the office does about it, which the packet does not say. */
  remedio?: string;
}

function cuotas({ minimo }: Requerido, { cuotasVencidas, extraordinariasVencidas }: Hechos): Cumplimiento {
  const vencidas = counted(cuotasVencidas, 'cuota ordinaria vencida', 'cuotas ordinarias vencidas');
  const otras =
    extraordinariasVencidas === 0
      ? ''
      : ` y ${counted(extraordinariasVencidas, 'extraordinaria vencida', 'extraordinarias vencidas')}`;
  const cumple = cuotasVencidas >= minimo || extraordinariasVencidas > 0;
  return { cumple, porque: `Tiene ${vencidas}${otras}${cumple ? '' : `; se piden ${minimo} o una extraordinaria`}` };
}

function intereses(_: Requerido, { intereses: asientos, sinComprobar, porGenerar }: Hechos): Cumplimiento {
  if (porGenerar > 0) {
    const porque = `Faltan por generar ${formatMoney(toPesos(porGenerar))} de intereses`;
    return { cumple: false, porque, remedio: 'Genérelos en Cobranza' };
  }
  if (sinComprobar > 0) {
    const porque = `La aritmética de ${counted(sinComprobar, 'asiento', 'asientos')} da otro monto`;
    return { cumple: false, porque, remedio: 'El expediente dice cuáles' };
  }
  return {
    cumple: true,
    porque:
      asientos === 0 ? 'No tiene intereses' : `${counted(asientos, 'asiento comprobado', 'asientos comprobados')}`,
  };
}

function requerimientos({ minimo }: Requerido, { entregas }: Hechos): Cumplimiento {
  const last = entregas.at(-1);
  const cumple = entregas.length >= minimo;
  if (last === undefined) return { cumple, porque: 'No se ha entregado ninguno' };
  const entregados = counted(entregas.length, 'entregado', 'entregados');
  return {
    cumple,
    porque: `${entregados}, el último el ${formatFecha(last)}${cumple ? '' : `; se piden ${minimo}`}`,
  };
}

const CUMPLE: Readonly<Record<Prueba, (requerido: Requerido, hechos: Hechos) => Cumplimiento>> = {
  cuotas,
  intereses,
  requerimientos,
  sin_convenio: (_, { convenioVigente }) =>
    convenioVigente === ''
      ? { cumple: true, porque: 'No tiene convenio vigente' }
      : { cumple: false, porque: `El convenio ${convenioVigente} está vigente` },
  propietario: (_, { asociado }) =>
    asociado === ''
      ? { cumple: false, porque: 'El lote no tiene un propietario registrado' }
      : { cumple: true, porque: asociado },
  comunidad: ({ id }, { documentos }) => pdfOf(documentos.get(id), 'Súbalo en la lista de requisitos'),
  lote: ({ id }, { documentos }) => pdfOf(documentos.get(id), 'Súbalo en este lote'),
};

const pdfOf = (nombre: string | undefined, remedio: string): Cumplimiento =>
  nombre === undefined ? { cumple: false, porque: 'No se ha subido', remedio } : { cumple: true, porque: nombre };

export const cumplimientoDe = (requerido: Requerido, hechos: Hechos): Cumplimiento =>
  CUMPLE[requerido.prueba](requerido, hechos);

/** Why no packet of a lot can be issued now; '' where one can. What the checklist lacks does not keep it from that. */
export function impedimentoOf({
  adeudo,
  asociado,
  nuevo,
}: {
  adeudo: Centavos;
  asociado: string;
  /** Of a lot that has one: whether anything came after it. */
  nuevo: boolean;
}): string {
  if (asociado === '')
    return 'El lote no tiene un propietario registrado. Elija a su asociado en el formulario del lote';
  if (!nuevo) return 'Nada ha cambiado desde el último expediente del lote. Descárguelo de nuevo: es idéntico';
  return adeudo > 0 ? '' : 'El lote no debe nada: no hay qué reclamar';
}
