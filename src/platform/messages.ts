/** Messages that several screens and the server share, word for word from the error catalogues (section 8). */

export const ACTION_DONE = 'Acción exitosa';
export const ACTION_FAILED = 'No se puede ejecutar la acción. Intente más tarde';
export const SERVER_ERROR_RETRY = 'Ocurrió un error en el servidor. Intente otra vez';
export const SERVER_ERROR_ADMIN = 'Ocurrió un error en el servidor. Intente más tarde o contacte con el administrador';
export const LOGIN_FAILED = 'Usuario o Contraseña incorrecta / Usuario no activo';
export const REQUIRED = 'Campo Requerido';
export const NO_INFORMATION = 'No hay información disponible';
export const NO_VALUES = 'No existen valores a mostrar';
export const BUSY = 'Por favor espere, estamos procesando la petición...';
export const DELETED = 'Eliminado correctamente';
/** The gate log, purchase orders. */
export const LIST_FAILED = 'No se puede obtener la información en este momento. Intente más tarde';

const MIB = 1024 * 1024;

/** Bytes as people tell them, never less than there are: '25 MB', '64 kB'. */
function inMegabytes(bytes: number): string {
  const [size, unit] = bytes < MIB ? [bytes / 1024, 'kB'] : [bytes / MIB, 'MB'];
  return `${Math.ceil(size * 10) / 10} ${unit}`;
}

export interface UploadLimit {
  bytesMax: number;
  /** What to do with a larger file. */
  instead?: string | undefined;
}

/** Of a file that is larger than what is taken: told before it is sent, and to whoever sends it all the same. */
export const fileTooLarge = ({ bytesMax, instead }: UploadLimit, bytes?: number): string =>
  `${bytes === undefined ? 'El archivo es demasiado grande' : `El archivo mide ${inMegabytes(bytes)}`}: se reciben de hasta ${inMegabytes(bytesMax)}. ${instead ?? 'Redúzcalo, o elija otro'}`;

export const requestTooLarge = (bytesMax: number): string =>
  `La petición es demasiado grande: se reciben de hasta ${inMegabytes(bytesMax)}`;
