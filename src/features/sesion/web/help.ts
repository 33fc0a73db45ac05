import type { Helps } from '#platform/help.ts';

export const sesionHelp: Helps = {
  '/mi-cuenta': {
    title: '¿Cómo cambio mi contraseña o activo el segundo factor?',
    purpose: 'Reúne lo de su propia cuenta: contraseña, segundo factor, llaves de acceso y sesiones abiertas.',
    acts: [
      '«Cambiar contraseña» pide la de ahora y la nueva dos veces.',
      'En «Segundo factor» lo activa con su teléfono; guarde los códigos de recuperación.',
      '«Agregar llave» deja entrar con la huella, el rostro o el PIN de este equipo, tras su contraseña.',
      'En «Sesiones abiertas» termina una desde su renglón, o todas con «Cerrar las demás».',
    ],
  },
};
