import type { Helps } from '#platform/help.ts';

export const practicaHelp: Helps = {
  '/admin/practica': {
    title: '¿Dónde aprende quien empieza, sin tocar lo real?',
    purpose:
      'Hace una copia de la comunidad para practicar: mismas personas y adeudos, sin correos ni teléfonos de verdad, y nada sale de ella.',
    acts: [
      '«Crear la práctica» la copia; tarda de segundos a minutos y se puede seguir trabajando.',
      'Se entra por su dirección, con el mismo usuario, contraseña y código de segundo factor.',
      '«Empezar de nuevo» la hace otra vez, con los datos de hoy.',
      '«Quitar» la borra con todo lo que se hizo en ella.',
    ],
  },
};
