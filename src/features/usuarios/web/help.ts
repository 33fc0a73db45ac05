import type { Helps } from '#platform/help.ts';

export const usuariosHelp: Helps = {
  '/admin/usuario': {
    title: '¿Quién entra a Portón, y con qué rol?',
    purpose: 'Lista las cuentas con que se entra a Portón, cada una con su rol.',
    acts: [
      'Marque una o varias y pulse «Desactivar»: ya no entran y se cierran sus sesiones.',
      '«Nuevo» da de alta una cuenta.',
      'Abra un renglón con Intro o con «Editar» para cambiar su rol o su contraseña.',
    ],
  },
  '/admin/usuario/value': {
    title: '¿Cómo doy de alta a una persona de la oficina?',
    purpose: 'Guarda una cuenta: quién es, con qué usuario entra y qué rol tiene.',
    acts: [
      'Escriba «Nombre», «Apellidos», «Correo electrónico», «Usuario» y «Contraseña», y elija el «Rol».',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
      'De una cuenta que ya existe, «Restablecer contraseña» le da otra y «Quitar segundo factor» sirve a quien perdió su teléfono.',
      'Quien deja la oficina: «Dar de baja».',
    ],
  },
  '/admin/usuario/baja': {
    title: '¿Cómo dejo de dar entrada a alguien que ya no trabaja aquí?',
    purpose:
      'Deja a alguien sin contraseña, sesiones, equipos, códigos y segundo factor, y entrega lo suyo a otra persona. Lo que hizo conserva su nombre.',
    acts: [
      'Lea «Termina ahora» y «Se entrega»; elija «Quién sigue con lo suyo» si lo pide, escriba el «Motivo» y pulse «Dar de baja».',
      'Si dejó un turno abierto, ábralo desde aquí: se cuenta y firma entre dos.',
      'Debajo está lo que hizo en los últimos 30 días.',
    ],
  },
  '/admin/role': {
    title: '¿Qué roles hay?',
    purpose: 'Lista los ocho roles del producto, que no cambian, y los que se hayan agregado.',
    acts: [
      '«Nuevo» agrega uno; un rol propio no abre ninguna pantalla.',
      'Abra un renglón con Intro o con «Editar» para cambiar su nombre.',
    ],
  },
  '/admin/role/value': {
    title: '¿Cómo agrego un rol?',
    purpose: 'Guarda el nombre de un rol. Los permisos son los de los ocho roles del producto.',
    acts: ['Escriba el «Nombre».', 'Guarde con «Aceptar» o con Ctrl+Intro.'],
  },
};
