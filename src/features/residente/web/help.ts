import type { Helps } from '#platform/help.ts';

export const residenteHelp: Helps = {
  '/pagina-residente/{id}': {
    title: '¿Cómo le doy a un residente su página?',
    purpose:
      'Da a cada persona de un lote un enlace con que ve cuánto debe, cómo pagarlo y si su pago llegó, sin usuario ni contraseña.',
    acts: [
      '«Nuevo enlace» lo envía por correo, o lo da como código QR o para copiarlo; sólo se muestra esa vez.',
      '«Revocar» lo cierra en todos los equipos: úselo si se perdió o lo tiene alguien más.',
      '«Ver como residente» abre la página como la ve esa persona; queda en la bitácora.',
    ],
    from: '/',
  },
};
