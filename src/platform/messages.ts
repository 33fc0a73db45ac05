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
