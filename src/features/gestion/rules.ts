/** The ladder of collection: which step is a lot's turn, and why. Source: dominio.md#ladder. */
import { addDays, daysBetween, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { DATOS, refusalOfDatos } from '#libro/letters.ts';
import { formatNumber } from '#ui/format.ts';

export const EDADES = ['100', '30', '60', '90'] as const;
export type Edad = (typeof EDADES)[number];
export const EDAD_LABELS: Readonly<Record<Edad, string>> = {
  '100': 'Todo lo vencido',
  '30': 'De 1 a 30 días',
  '60': 'De 31 a 60 días',
  '90': 'Más de 60 días',
};

export const DESTINATARIOS = ['asociado', 'inquilino', 'representante'] as const;
export type Destinatario = (typeof DESTINATARIOS)[number];
export const DESTINATARIO_LABELS: Readonly<Record<Destinatario | 'app' | 'oficina', string>> = {
  asociado: 'Propietario',
  inquilino: 'Inquilino',
  representante: 'Representante legal',
  app: 'App del lote',
  oficina: 'Administración',
};

export const MEDIOS = ['correo', 'push', 'carta', 'tarea'] as const;
export type Medio = (typeof MEDIOS)[number];
export const MEDIO_LABELS: Readonly<Record<Medio, string>> = {
  correo: 'Correo electrónico',
  push: 'Mensaje a la app',
  carta: 'Carta en PDF',
  tarea: 'Tarea para una persona',
};

/** What a letter of the ladder can tell besides what every letter can. */
export const DATOS_GESTION = [
  ...DATOS,
  { name: 'vencido_desde', label: 'Día desde que se debe' },
  { name: 'dias_vencido', label: 'Días de atraso' },
] as const;
export type DatoGestion = (typeof DATOS_GESTION)[number]['name'];

export interface Paso {
  id: number;
  orden: number;
  name: string;
  activo: boolean;
  dias: number;
  saldo: Centavos;
  edad: Edad;
  espera: number;
  destinatarios: readonly Destinatario[];
  medios: readonly Medio[];
  pagoDias: number;
}

/** What is known of a lot that owes something overdue. */
export interface Atraso {
  /** The cut-off of its oldest overdue debt: with another one its ladder begins anew. */
  desde: Fecha;
  /** What is overdue, by age. */
  vencido: Readonly<Record<Edad, Centavos>>;
  /** The last step that went out for this debt, and its day. */
  ultimo: { orden: number; fecha: Fecha } | null;
  ultimoPago: Fecha | null;
}

const isDue = (paso: Paso, { desde, vencido, ultimo }: Atraso, on: Fecha): boolean =>
  addDays(desde, paso.dias) <= on &&
  vencido[paso.edad] > paso.saldo &&
  // Two on one day are one too many, also where the next one waits for none.
  (ultimo === null || (ultimo.fecha < on && addDays(ultimo.fecha, paso.espera) <= on));

/** The steps after the last one that are switched on and due, in their order. */
const debidos = <P extends Paso>(pasos: readonly P[], atraso: Atraso, on: Fecha): P[] =>
  pasos
    .filter((paso) => paso.activo && paso.orden > (atraso.ultimo?.orden ?? 0) && isDue(paso, atraso, on))
    .toSorted((a, b) => a.orden - b.orden);

/**
 * The step whose turn it is: the first that is due. One at a time, so that nobody gets a formal letter who could be reminded; one
 * that reaches nobody of the lot is passed over for the next that does, so that who has no mail is not left without the letter.
 */
export function pasoDe<P extends Paso>(
  pasos: readonly P[],
  atraso: Atraso,
  on: Fecha,
  llega: (paso: P) => boolean = () => true,
): { paso: P; saltados: P[] } | undefined {
  const due = debidos(pasos, atraso, on);
  const place = Math.max(0, due.findIndex(llega));
  const paso = due[place];
  return paso && { paso, saltados: due.slice(0, place) };
}

/** Why a payment stops the step; undefined where it does not. */
export function frenoDePago(paso: Paso, { ultimoPago }: Atraso, on: Fecha): string | undefined {
  if (paso.pagoDias === 0 || ultimoPago === null || addDays(ultimoPago, paso.pagoDias) < on) return undefined;
  return 'Pagó hace poco';
}

export const diasDeAtraso = (desde: Fecha, on: Fecha): number => daysBetween(desde, on);

/** The reason why a step is proposed, in words; `saltados` are the names of those that reach nobody. */
export function porque({
  dias,
  ultimo,
  saltados,
}: {
  dias: number;
  ultimo: string;
  saltados: readonly string[];
}): string {
  const atraso = dias === 1 ? '1 día de atraso' : `${formatNumber(dias)} días de atraso`;
  const despues = ultimo === '' ? '' : `, después de «${ultimo}»`;
  const sin = saltados.length === 0 ? '' : `. No tiene a dónde llegarle «${saltados.join('» ni «')}»`;
  return `${atraso}${despues}${sin}`;
}

interface Escrito {
  destinatarios: readonly string[];
  medios: readonly string[];
  titulo: string;
  cuerpo: string;
}

/** What is wrong with a step, each at its field. */
export function faultsOfPaso({ destinatarios, medios, titulo, cuerpo }: Escrito): { path: string; message: string }[] {
  const nobody = destinatarios.length === 0 && medios.some((medio) => medio === 'correo' || medio === 'carta');
  const unknown = { titulo: refusalOfDatos(titulo, DATOS_GESTION), cuerpo: refusalOfDatos(cuerpo, DATOS_GESTION) };
  return [
    ...(medios.length === 0
      ? [{ path: 'medios', message: 'El paso no escribiría a nadie. Elija por lo menos un medio' }]
      : []),
    ...(nobody
      ? [{ path: 'destinatarios', message: 'El paso no escribiría a nadie. Elija a quién va el correo o la carta' }]
      : []),
    ...(unknown.titulo ? [{ path: 'titulo', message: unknown.titulo }] : []),
    ...(unknown.cuerpo ? [{ path: 'cuerpo', message: unknown.cuerpo }] : []),
  ];
}

/** How long letters of an approved run wait before they leave. */
export const MINUTOS_PARA_RETIRAR = 10;

export const SUCESOS = ['llamada', 'visita', 'promesa', 'respuesta'] as const;
export type TipoSuceso = (typeof SUCESOS)[number];
export const SUCESO_LABELS: Readonly<Record<TipoSuceso, string>> = {
  llamada: 'Llamada',
  visita: 'Visita',
  promesa: 'Promesa de pago',
  respuesta: 'Respuesta del residente',
};

/** What is paid within these days after a step counts as recovered by it, unless another one went out before. */
export const DIAS_DE_RECUPERACION = 30;

/** For how long a promise that was not kept is told among what is to be done. */
export const DIAS_DE_PROMESAS = 14;

export type EstadoPromesa = 'vigente' | 'cumplida' | 'rota';

/** What became of a promise: kept with what was paid until its day, broken once that is over. */
export function estadoDePromesa(
  { fecha, monto, pagado }: { fecha: Fecha; monto: Centavos; pagado: Centavos },
  on: Fecha,
): EstadoPromesa {
  if (pagado >= monto) return 'cumplida';
  return fecha < on ? 'rota' : 'vigente';
}

export interface Prometido {
  id: number;
  /** From when on what is paid counts for it, and until when. */
  fecha: Fecha;
  hasta: Fecha;
  monto: Centavos;
}

/**
 * What was paid for each promise of one lot: each peso counts once, for the promise that is due first of those that run on its day.
 * What is paid beyond them counts for none.
 */
export function pagadoPorPromesa(
  promesas: readonly Prometido[],
  pagos: readonly { fecha: Fecha; monto: Centavos }[],
): Map<number, Centavos> {
  const inTurn = promesas.toSorted((a, b) => (a.hasta === b.hasta ? a.id - b.id : a.hasta < b.hasta ? -1 : 1));
  const pagado = new Map(inTurn.map(({ id }) => [id, 0]));
  for (const pago of pagos.toSorted((a, b) => (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0))) {
    let left = pago.monto;
    for (const { id, fecha, hasta, monto } of inTurn) {
      if (pago.fecha < fecha || pago.fecha > hasta) continue;
      const before = pagado.get(id) ?? 0;
      const part = Math.min(left, monto - before);
      pagado.set(id, before + part);
      left -= part;
    }
  }
  return pagado;
}

/** For how many days at most a promise may hold the ladder: longer is an agreement, or a pause that the administration decides. */
const PROMESA_DIAS_MAX = 60;

const BEFORE_TODAY = 'La fecha no puede ser anterior a hoy. Elija la de hoy o una posterior';

/** Why nothing can be held until this day. */
export const refusalOfHasta = (hasta: Fecha, today: Fecha): string | undefined =>
  hasta < today ? BEFORE_TODAY : undefined;

/** Why a payment cannot be promised for this day. */
export const refusalOfPromesa = (hasta: Fecha, today: Fecha): string | undefined =>
  hasta > addDays(today, PROMESA_DIAS_MAX)
    ? `Una promesa es a ${PROMESA_DIAS_MAX} días como máximo. Para más tiempo firme un convenio o pida una pausa a la administración`
    : refusalOfHasta(hasta, today);

/** Why something cannot have happened on this day. */
export const refusalOfSuceso = (fecha: Fecha, today: Fecha): string | undefined =>
  fecha > today ? 'La fecha es futura. Elija la de hoy o una anterior' : undefined;

/** Whom a lot has of one kind: their names, and the addresses that they can be written to. */
export interface Contacto {
  nombre: string;
  correos: readonly string[];
}

export interface EnvioPrevisto {
  medio: Medio;
  destinatario: Destinatario | 'app' | 'oficina';
  nombre: string;
  correos: readonly string[];
}

/** What a step sends for a lot, as far as there is somebody; nothing where it reaches nobody. */
export function enviosDe(
  { medios, destinatarios }: Pick<Paso, 'medios' | 'destinatarios'>,
  contactos: Partial<Record<Destinatario, Contacto>>,
  conTelefono: boolean,
): EnvioPrevisto[] {
  const people = destinatarios.flatMap((destinatario) => {
    const contacto = contactos[destinatario];
    return contacto ? [{ destinatario, ...contacto }] : [];
  });
  return medios.flatMap((medio): EnvioPrevisto[] => {
    if (medio === 'correo') return people.filter(({ correos }) => correos.length > 0).map((one) => ({ medio, ...one }));
    if (medio === 'carta') return people.map((one) => ({ medio, ...one, correos: [] }));
    if (medio === 'tarea') return [{ medio, destinatario: 'oficina', nombre: '', correos: [] }];
    return conTelefono ? [{ medio, destinatario: 'app', nombre: '', correos: [] }] : [];
  });
}

export const SIN_DESTINO = 'No hay a quién escribir: el lote no tiene correo ni app';

const PUSH_CHARACTERS_MAX = 300;

/** The text of a letter as a telephone shows it: its first sentences, without the salutation. */
export function enTelefono(texto: string): string {
  const paragraphs = texto.split(/\n+/).filter((line) => line.trim() !== '');
  const body = (paragraphs.length > 1 ? paragraphs.slice(1, 2) : paragraphs).join(' ').trim();
  return body.length <= PUSH_CHARACTERS_MAX ? body : `${body.slice(0, PUSH_CHARACTERS_MAX - 1).trimEnd()}…`;
}
