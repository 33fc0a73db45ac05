import type { Helps } from '#platform/help.ts';

export const residentesHelp: Helps = {
  '/datos-contacto/{id}/{idLote}': {
    title: '¿Cómo llamo o escribo a quien vive en un lote?',
    purpose: 'Muestra los teléfonos y correos del asociado, sus inquilinos y su representante legal.',
    acts: [
      'Busque ahí a quien necesita: «Inquilinos» y «Representante legal» tienen su parte.',
      'Los datos se cambian en Operaciones, en la pantalla de cada quien.',
    ],
    from: '/',
  },
  '/operaciones/habitantes/{tipo}': {
    title: '¿Dónde están los asociados y los inquilinos?',
    purpose: 'Lista a los asociados, o a los inquilinos, con sus lotes.',
    acts: ['«Nuevo» da de alta a uno.', 'Abra un renglón con Intro o con «Editar» para cambiar sus datos.'],
    from: '/operaciones',
  },
  '/operaciones/habitantes/{tipo}/value': {
    title: '¿Cómo doy de alta a un asociado o a un inquilino?',
    purpose: 'Guarda el nombre de una persona, sus teléfonos y sus correos.',
    acts: [
      'Escriba «Nombre completo».',
      'En «Teléfono» y «Correo electrónico», «Nuevo» agrega otro; «Enviar factura» hace que sus facturas lleguen a ese correo.',
      'Guarde con «Aceptar» o con Ctrl+Intro. Después elíjala en su lote.',
    ],
    from: '/operaciones',
  },
  '/operaciones/representantelegal': {
    title: '¿Quién representa a un asociado?',
    purpose: 'Lista a los representantes legales y los lotes que representan.',
    acts: ['«Nuevo» da de alta a uno.', 'Abra un renglón con Intro o con «Editar»; «Eliminar» lo quita.'],
  },
  '/operaciones/representantelegal/value': {
    title: '¿Cómo doy de alta a un representante legal?',
    purpose: 'Guarda a un representante, su poder, sus lotes y cómo llamarle.',
    acts: [
      'Escriba «Nombre completo» y «Tipo de poder», y elija cada «Lote».',
      'En «Teléfono» y «Correo electrónico», «Nuevo» agrega otro.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
};
