import type { Helps } from '#platform/help.ts';

export const appResidentesHelp: Helps = {
  '/admin/usuarios-app': {
    title: '¿Quién usa la app y cómo le envío un aviso?',
    purpose: 'Lista a los residentes que usan la app en su teléfono.',
    acts: [
      '«Nuevo» da de alta a uno; «Editar» cambia sus datos o su estado.',
      'Marque a uno o a varios y pulse «Enviar notificación» para escribirles.',
      '«Eliminar», en el menú del renglón, lo quita.',
    ],
  },
  '/admin/usuarios-app/value': {
    title: '¿Cómo doy la app a un residente?',
    purpose: 'Guarda a un residente que usa la app y su lote.',
    acts: [
      'Escriba «Nombre», «Correo electrónico» y «Teléfono».',
      'Elija en «Seleccionar lote» el suyo y, en «Estado», si puede entrar.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
};
