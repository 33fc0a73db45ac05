import type { Helps } from '#platform/help.ts';

export const residenteHelp: Helps = {
  '/pagina-residente/{id}': {
    title: '¿Cómo le doy a un residente su página?',
    purpose: 'Da a cada persona de un lote un enlace con que ve cuánto debe y si su pago llegó, sin contraseña.',
    acts: [
      '«Nuevo enlace» lo envía por correo o lo muestra esa vez.',
      '«Revocar» lo cierra en todos los equipos; si se perdió el teléfono, revóquelos todos.',
      '«Ver como residente» abre la página como la ve esa persona; queda en la bitácora.',
      '«Qué ven los inquilinos» dice quién permitió que vean la cuenta; el propietario lo cambia en su página.',
    ],
    from: '/',
  },
};
