/** The gate log: its kinds in words, what a device may send, and the rounds that marks make (specification 002, 2.22). */
import type { Fecha } from '#core/fecha.ts';

/** As specification 002, section 4, writes them. */
export const TIPOS = ['entrada', 'salida', 'entradasinsalida', 'EntradaConBloqueo', 'SalidaConBloqueo'] as const;
export type Tipo = (typeof TIPOS)[number];
export const TIPO_LABELS: Record<Tipo, string> = {
  entrada: 'Entrada',
  salida: 'Salida',
  entradasinsalida: 'Entrada Sin Salida',
  EntradaConBloqueo: 'Entrada Con Bloqueo',
  SalidaConBloqueo: 'Salida Con Bloqueo',
};

/** What was stopped at the barrier. */
export const isBloqueo = (tipo: Tipo): boolean => tipo === 'EntradaConBloqueo' || tipo === 'SalidaConBloqueo';

/** Every access goes one of two ways. */
export const SENTIDOS = ['entrada', 'salida'] as const;
export type Sentido = (typeof SENTIDOS)[number];
const SENTIDO_OF: Record<Tipo, Sentido> = {
  entrada: 'entrada',
  salida: 'salida',
  entradasinsalida: 'entrada',
  EntradaConBloqueo: 'entrada',
  SalidaConBloqueo: 'salida',
};
export const sentidoOf = (tipo: Tipo): Sentido => SENTIDO_OF[tipo];
export const tiposOf = (sentido: Sentido): Tipo[] => TIPOS.filter((tipo) => sentidoOf(tipo) === sentido);

/** What a device calls a record that is no access but a place scanned on a guard's round. */
export const RONDIN = 'rondin';

/** As specification 002, section 4, writes them. */
export const TIPOS_VISITA = [
  'regularindefinido',
  'regulardefinido',
  'rentaVac',
  'Trabajador',
  'TrabajadorPermanente',
  'Instantanea',
  'unicoDia',
] as const;
export type TipoVisita = (typeof TIPOS_VISITA)[number];
export const TIPO_VISITA_LABELS: Record<TipoVisita, string> = {
  regularindefinido: 'Regular Indefinido',
  regulardefinido: 'Regular Definido',
  rentaVac: 'Renta Vacacional',
  Trabajador: 'Trabajador',
  TrabajadorPermanente: 'Trabajador Permanente',
  Instantanea: 'Instantánea',
  unicoDia: 'Único Día',
};

/** Who comes without an end, as residents do: known at the gate, and no visit where visits are counted. */
export const TIPO_VISITA_HABITUAL: TipoVisita = 'regularindefinido';
/** What a record is whose device names no kind. */
export const TIPO_VISITA_DEFAULT: TipoVisita = 'unicoDia';

/** A device's clock may be ahead by so much. */
const CLOCK_AHEAD_MAX_MS = 10 * 60_000;

/** A device keeps what it could not send, but no longer; a clock that lost its battery begins in 1970, 2000 or 2010. */
const AGE_MAX_YEARS = 5;

/** Why a record cannot have happened at this instant, or undefined when it can. */
export function refusalOfInstant(registro: string, instant: Date, now: Date): string | undefined {
  const remedy = 'Ajuste el reloj del dispositivo y envíelo de nuevo';
  if (instant.getTime() > now.getTime() + CLOCK_AHEAD_MAX_MS)
    return `La hora del registro «${registro}» es futura. ${remedy}`;
  const earliest = new Date(now);
  earliest.setUTCFullYear(earliest.getUTCFullYear() - AGE_MAX_YEARS);
  if (instant < earliest)
    return `La hora del registro «${registro}» es de hace más de ${AGE_MAX_YEARS} años. ${remedy}`;
  return undefined;
}

/** What of a guard's record does not agree with the server, in the order in which it is told. */
export const CONFLICTOS = ['lote', 'vehiculo', 'tarjeta', 'quitado', 'desconocido', 'dentro', 'reloj'] as const;
export type Conflicto = (typeof CONFLICTOS)[number];
/** In a row of the log, and where there is room for the whole of it. */
export const CONFLICTO_LABELS: Record<Conflicto, string> = {
  lote: 'lote fuera de uso',
  vehiculo: 'vehículo bloqueado',
  tarjeta: 'tarjeta bloqueada',
  quitado: 'ya no registrado',
  desconocido: 'desconocido',
  dentro: 'ya estaba adentro',
  reloj: 'reloj distinto',
};
export const CONFLICTO_REASONS: Record<Conflicto, string> = {
  lote: 'El lote ya estaba inactivo o fusionado.',
  vehiculo: 'Todas las tarjetas del vehículo ya estaban suspendidas o de baja.',
  tarjeta: 'La tarjeta ya estaba suspendida o de baja.',
  quitado: 'La placa o la tarjeta estaba en la lista local y ya no está registrada.',
  desconocido:
    'El lote que se anotó no existe; o no se anotó ni lote ni nombre, y la placa o la tarjeta no está registrada.',
  dentro: 'Un dispositivo ya tenía esa placa adentro.',
  reloj: 'El reloj del equipo difería más de 5 minutos del servidor; revise la hora.',
};

/** A gate's clock may differ from the server's by so much before its hours are doubted. */
const CLOCK_DIFFERENCE_MAX_SECONDS = 5 * 60;

/** Who was out of use by what the server knew: it should have been stopped. */
const BLOQUEOS: readonly Conflicto[] = ['lote', 'vehiculo', 'tarjeta'];
export const isBloqueado = (conflicto: Conflicto): boolean => BLOQUEOS.includes(conflicto);

/** What is known of who passes: by the server, or by the list that the gate has. */
export interface Conocido {
  nombre: string;
  referencia: string;
  loteRegistrado: boolean;
  placaRegistrada: boolean;
  tarjetaRegistrada: boolean;
}

/** Somebody of whom nobody knows anything: for a lot that there is none of, or neither for a lot nor under a name. */
export const isDesconocido = ({ nombre, referencia, loteRegistrado, ...known }: Conocido): boolean =>
  referencia === '' ? nombre === '' && !known.placaRegistrada && !known.tarjetaRegistrada : !loteRegistrado;

/** What the server knows of a record that a guard wrote down. */
export interface Hechos extends Conocido {
  deLista: boolean;
  tipo: Sentido;
  placas: string;
  tarjeta: string;
  /** Whether lot, card and every card of the vehicle were out of use before the record's moment. */
  loteBloqueado: boolean;
  tarjetaBloqueada: boolean;
  vehiculoBloqueado: boolean;
  /** What a device last saw of the plate within the day before, where it did. */
  ultimo: Tipo | null;
}

/** What does not agree. Nothing of it is refused: the gate has let somebody through, and that is to be told. */
export function conflictosOf(hechos: Hechos, desfaseSegundos: number): Conflicto[] {
  const { deLista, placas, tarjeta, ultimo } = hechos;
  const gone = (placas !== '' && !hechos.placaRegistrada) || (tarjeta !== '' && !hechos.tarjetaRegistrada);
  const inside = ultimo !== null && sentidoOf(ultimo) === 'entrada' && !isBloqueo(ultimo);
  const holds: Record<Conflicto, boolean> = {
    lote: hechos.loteBloqueado,
    vehiculo: hechos.vehiculoBloqueado,
    tarjeta: hechos.tarjetaBloqueada,
    quitado: deLista && gone,
    desconocido: isDesconocido(hechos),
    dentro: hechos.tipo === 'entrada' && inside,
    reloj: Math.abs(desfaseSegundos) > CLOCK_DIFFERENCE_MAX_SECONDS,
  };
  return CONFLICTOS.filter((conflicto) => holds[conflicto]);
}

/** What a gate's browser is called by the number that it gave itself. */
export const casetaNameOf = (equipo: string): string => `Caseta N${equipo.slice(0, 6).toUpperCase()}`;

export const STATISTICS_DAYS = 30;
const STATISTICS_DAYS_MAX = 92;

/** Why statistics are not made of these days, or undefined when they are. */
export function refusalOfPeriod(desde: Fecha, hasta: Fecha): string | undefined {
  if (hasta < desde) return 'La fecha final es anterior a la inicial. Corrija el periodo';
  const days = (Date.parse(hasta) - Date.parse(desde)) / 86_400_000 + 1;
  return days > STATISTICS_DAYS_MAX ? `Elija un periodo de ${STATISTICS_DAYS_MAX} días como máximo` : undefined;
}

/** A guard who scans nothing for so long has ended his round. */
export const ROUND_PAUSE_MINUTES = 45;

export interface Marca {
  /** Milliseconds since 1970. */
  instante: number;
  guardia: string;
  punto: string;
}

export interface Rondin {
  guardia: string;
  inicio: number;
  fin: number;
  /** The places that were scanned, each once. */
  puntos: string[];
}

/**
 * The rounds that marks make, the latest first: of one guard, each at most ROUND_PAUSE_MINUTES after the one before. Where a
 * round comes back to where it began it ends, and the next one begins with that mark.
 */
export function rondinesOf(marcas: readonly Marca[]): Rondin[] {
  const open = new Map<string, Rondin>();
  const rounds: Rondin[] = [];
  for (const { instante, guardia, punto } of [...marcas].sort((a, b) => a.instante - b.instante)) {
    const current = open.get(guardia);
    const returned = current !== undefined && current.puntos.length > 1 && current.puntos[0] === punto;
    if (current && !returned && instante - current.fin <= ROUND_PAUSE_MINUTES * 60_000) {
      current.fin = instante;
      if (!current.puntos.includes(punto)) current.puntos.push(punto);
      continue;
    }
    const started = { guardia, inicio: instante, fin: instante, puntos: [punto] };
    open.set(guardia, started);
    rounds.push(started);
  }
  return rounds.sort((a, b) => b.inicio - a.inicio);
}

/** What one field finds: a plate, a lot by its reference, or else a name. */
const REFERENCIA = /^(?:[a-zñ]{1,3}\d{1,3}[-\s]*[a-zñ]{1,2}\d{1,3}|[a-zñ]-\d{2}-\d{2})$/i;
const PLACA = /^(?=.*\d)(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/i;

export interface Buscado {
  nombre: string;
  placa: string;
  referencia: string;
}

/** By what a text is searched for: 'M07-L03' is a lot, 'UKM-82-14' a plate, 'Íñigo Peña' a name. The text stays as written. */
export function buscadoOf(text: string): Buscado {
  const wanted = text.trim();
  const none = { nombre: '', placa: '', referencia: '' };
  if (REFERENCIA.test(wanted)) return { ...none, referencia: text };
  if (PLACA.test(wanted)) return { ...none, placa: text };
  return { ...none, nombre: text };
}
