import type { Helps } from '#platform/help.ts';

export const autorizacionHelp: Helps = {
  '/codigo-autorizacion': {
    title: '¿Qué es un código de autorización y cómo doy uno?',
    purpose: 'Lista sus códigos: quien conoce uno autoriza con él descuentos, condonaciones y cancelaciones.',
    acts: [
      '«Nuevo» hace otro, si su rol puede.',
      'El interruptor de «Activo» lo detiene o lo vuelve a activar.',
      '«Editar» muestra en qué se ha usado. Cada operación gasta un uso.',
    ],
  },
  '/codigo-autorizacion/value': {
    title: '¿Cómo creo un código de autorización?',
    purpose: 'Guarda un código y cuántas veces sirve, y muestra en qué se ha usado.',
    acts: [
      'Escriba el «Código» y cuántos «Usos» tiene.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
      'En «Usos del código» está quién lo usó, para qué y por cuánto.',
    ],
  },
};
