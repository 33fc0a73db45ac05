/** Rights over one's own data and their terms: LFPDPPP of 20 March 2025. What is decided where it is silent: ADR 56. */
import { counted } from '#core/counted.ts';
import type { Fecha } from '#core/fecha.ts';
import { addHabiles, habilesUntil } from '#core/habiles.ts';

export const DERECHOS = ['acceso', 'rectificacion', 'cancelacion', 'oposicion'] as const;
export type Derecho = (typeof DERECHOS)[number];

export const DERECHO: Readonly<Record<Derecho, string>> = {
  acceso: 'Acceso',
  rectificacion: 'Rectificación',
  cancelacion: 'Cancelación',
  oposicion: 'Oposición',
};

export const VIAS = ['oficina', 'pagina'] as const;
export type Via = (typeof VIAS)[number];
export const VIA: Readonly<Record<Via, string>> = { oficina: 'la oficina', pagina: 'la página del residente' };

/** Working days to answer, and from the answer on to do what was granted; the law lets the first be doubled once. */
export const RESPONDER_DIAS = 20;
export const CUMPLIR_DIAS = 15;

export const responderHasta = (recibida: Fecha): Fecha => addHabiles(recibida, RESPONDER_DIAS);
export const prorrogada = (hasta: Fecha): Fecha => addHabiles(hasta, RESPONDER_DIAS);
export const cumplirHasta = (respondida: Fecha): Fecha => addHabiles(respondida, CUMPLIR_DIAS);

export const ESTADOS = ['por_responder', 'por_cumplir', 'cumplida', 'negada'] as const;
export type Estado = (typeof ESTADOS)[number];

export const ESTADO: Readonly<Record<Estado, string>> = {
  por_responder: 'por responder',
  por_cumplir: 'por cumplir',
  cumplida: 'cumplida',
  negada: 'no procedió',
};

export interface Plazos {
  responderHasta: Fecha;
  cumplirHasta: Fecha | null;
  procede: boolean | null;
  cumplida: Fecha | null;
}

export function estadoOf({ procede, cumplida }: Pick<Plazos, 'procede' | 'cumplida'>): Estado {
  if (procede === null) return 'por_responder';
  if (!procede) return 'negada';
  return cumplida === null ? 'por_cumplir' : 'cumplida';
}

/** The day until which something is to be done; null where nothing is. */
export function limiteOf(plazos: Plazos): Fecha | null {
  const estado = estadoOf(plazos);
  if (estado === 'por_responder') return plazos.responderHasta;
  return estado === 'por_cumplir' ? plazos.cumplirHasta : null;
}

/** Working days left until then, negative past it; null where nothing is to be done. */
export function diasOf(plazos: Plazos, today: Fecha): number | null {
  const limite = limiteOf(plazos);
  return limite === null ? null : habilesUntil(today, limite);
}

export function diasEnPalabras(dias: number): string {
  if (dias === 0) return 'vence hoy';
  const cuantos = counted(Math.abs(dias), 'día hábil', 'días hábiles');
  return dias < 0 ? `venció hace ${cuantos}` : `quedan ${cuantos}`;
}

/** Of one person, from their own page. */
const ABIERTAS_MAX = 5;

export function refusalOfOtra(abiertas: number): string | undefined {
  return abiertas < ABIERTAS_MAX
    ? undefined
    : `Ya tiene ${ABIERTAS_MAX} solicitudes abiertas. Espere la respuesta, o llame a la administración`;
}

/** Why a request may not be dated so. */
export function refusalOfRecibida(recibida: Fecha, today: Fecha): string | undefined {
  return recibida > today ? 'La fecha es futura. Elija la de hoy o una anterior' : undefined;
}

/** What is kept of somebody whose other data are let go of, and by what duty. */
export interface Conservado {
  que: string;
  porque: string;
  cuantos: number;
}

/** What stands against letting go, of whom there is still something that needs the data. */
export interface Lazos {
  /** Lots that the person owns or rents now. */
  lotes: readonly string[];
}

/** Why the contact data cannot be let go of now; undefined where they can. */
export function impedimentoDe({ lotes }: Lazos): string | undefined {
  if (lotes.length === 0) return undefined;
  return `Es residente de ${lotes.join(', ')}: sus datos hacen falta para esa relación. Sólo se pueden bloquear o suprimir cuando deje de serlo`;
}

/** '1 teléfono y 2 correos'. */
export function contados(telefonos: number, correos: number): string {
  return `${counted(telefonos, 'teléfono')} y ${counted(correos, 'correo')}`;
}

/** Years that the tax law has books and their documents kept (CFF, art. 30). */
export const FISCAL_YEARS = 5;

/**
 * Until when a name is kept of whoever was of a lot until that day: what the tax law has kept, counted from the return of that
 * year, which is due by the end of March. Fees are claimed for no longer (CCF, art. 1162). Null where they were never of one.
 */
export function nombreHasta(ultimo: Fecha | null): Fecha | null {
  return ultimo === null ? null : `${Number(ultimo.slice(0, 4)) + 1 + FISCAL_YEARS}-03-31`;
}

/** Whether no duty keeps it any more. */
export const nombreVencido = (hasta: Fecha | null, today: Fecha): boolean => hasta === null || hasta < today;

/** The text that every community starts from; what stands in brackets is the community's to write. */
export function plantillaDeAviso(residencial: string): string {
  const quien = residencial || '[nombre de la comunidad]';
  return `AVISO DE PRIVACIDAD INTEGRAL

1. Quién es responsable de sus datos
${quien}, con domicilio en [calle, número, colonia, municipio, estado y código postal], es responsable del tratamiento de sus datos personales conforme a la Ley Federal de Protección de Datos Personales en Posesión de los Particulares (DOF, 20 de marzo de 2025).

2. Qué datos tratamos
Nombre, teléfonos y correos; los lotes de los que es propietario, inquilino o representante; sus vehículos y tarjetas de acceso; sus entradas y salidas; sus cargos, pagos y facturas, con los datos fiscales que nos dé; sus reservas y lo que nos escriba. No pedimos datos sensibles.

3. Para qué los necesitamos
Para cobrar y aplicar las cuotas, emitir recibos y facturas, cuidar los accesos, convocar a asambleas, atender lo que nos pida y cumplir la ley. Sin ellos no podemos prestarle el servicio.

4. Para qué más los usaríamos, si usted quiere
Las finalidades optativas se le preguntan por separado y puede decir que no a cada una, ahora o después, sin que cambie el servicio.

5. A quién se los damos
Al SAT y a quien timbra las facturas, a los bancos en que paga y a la autoridad que los pida con fundamento. A nadie más sin su consentimiento.

6. Sus derechos
Puede pedir acceso, rectificación o cancelación de sus datos, u oponerse a su uso, y revocar su consentimiento: en la oficina de la administración, en [correo de la administración] o en la página del residente. Respondemos en 20 días hábiles y, si procede, lo cumplimos en los 15 siguientes. Lo que la ley obliga a conservar, como los comprobantes fiscales, se bloquea y no se borra antes de tiempo. Si no está conforme, puede acudir a la Secretaría Anticorrupción y Buen Gobierno.

7. Cómo sabrá de los cambios
La versión vigente está en la oficina y en la página del residente, con su fecha. Si cambia, se le pide aceptarla de nuevo.`;
}
