/** What a message by WhatsApp says, and the address that opens the messenger with it. */
import { telefonoInternacional } from '#core/telefono.ts';
import { DATOS, refusalOfDatos } from '#libro/letters.ts';
import { placeholdersIn } from '#platform/placeholders.ts';

export const QUE_SE_ENVIA = ['recibo', 'estado', 'carta'] as const;
export type QueSeEnvia = (typeof QUE_SE_ENVIA)[number];

const CARTA = { name: 'carta', label: 'Texto de la carta' } as const;

/** What a message can tell besides what every letter can. */
const DATOS_WHATSAPP = [
  ...DATOS,
  { name: 'nombre', label: 'Nombre de quien lo recibe' },
  { name: 'documento', label: 'El recibo con su monto, el estado de cuenta o el título de la carta' },
  { name: 'enlace', label: 'Enlace a su página' },
] as const;

/** The places of each text; a letter alone has a text of its own. */
export const datosDeTexto = (que: QueSeEnvia): readonly { name: string; label: string }[] =>
  que === 'carta' ? [...DATOS_WHATSAPP, CARTA] : DATOS_WHATSAPP;

/** Why a text cannot be a message's; undefined where it can. */
export function refusalOfTexto(que: QueSeEnvia, texto: string): string | undefined {
  const unknown = refusalOfDatos(texto, datosDeTexto(que));
  if (unknown) return unknown;
  return placeholdersIn(texto).includes('enlace')
    ? undefined
    : 'Falta {{enlace}}, con que el residente abre su página. Escríbalo donde deba ir';
}

/** A longer one is cut by browsers or by the messenger, some sooner than others. */
export const MENSAJE_MAX = 2_000;

export const refusalOfMensaje = (texto: string): string | undefined =>
  texto.length <= MENSAJE_MAX
    ? undefined
    : `El texto tiene ${texto.length} caracteres y WhatsApp admite ${MENSAJE_MAX}. Envíelo por correo, o acorte el texto`;

/** Why a number on file cannot be written to. */
export const SIN_FORMA_INTERNACIONAL =
  'Ese teléfono no existe: ningún número de México empieza con 0 o 1. Corríjalo en los datos de la persona';

/**
 * The address that opens the messenger.
 * @param telefono '' where the contact is chosen there
 * @return undefined where the number is none
 */
export function whatsappUrl(telefono: string, texto: string): string | undefined {
  const number = telefono === '' ? '' : telefonoInternacional(telefono);
  return number === undefined ? undefined : `https://wa.me/${number}?text=${encodeURIComponent(texto)}`;
}
