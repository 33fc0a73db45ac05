import type { Helps } from '#platform/help.ts';

export const empresasHelp: Helps = {
  '/empresas': {
    title: '¿Cómo trabajo en varias comunidades sin entrar a cada una?',
    purpose: 'Suma lo de hoy de las comunidades donde tiene cuenta, con lo que cada rol deja ver.',
    acts: [
      '«Unir una cuenta» pide su contraseña de aquí y las señas de la otra.',
      'Cada cifra lo pasa a su pantalla en esa comunidad, con su cuenta y su rol de ahí.',
      '«Separar» deja de unir una cuenta; lo que se abrió por ella termina.',
      'Al cerrar la sesión en una se cierra en todas a las que pasó.',
    ],
  },
};
