import type { Helps } from '#platform/help.ts';

export const notasHelp: Helps = {
  '/nota/{id}': {
    title: '¿Cómo dejo una nota en un lote?',
    purpose: 'Guarda lo que conviene saber de un lote y lista lo que ya se anotó.',
    acts: ['Escriba la «Descripción» y pulse «Salvar».', 'En «Lista de notas» están las anteriores.'],
    from: '/',
  },
  '/alerta/{id}': {
    title: '¿Cómo hago que se me recuerde algo de un lote?',
    purpose: 'Guarda un recordatorio de un lote, que aparece en la campana desde su día.',
    acts: [
      'Elija la «Fecha recordatorio», escriba la «Descripción» y pulse «Salvar».',
      'En «Lista de alertas», «Retirar» la quita de la campana y «Reactivar» la devuelve.',
    ],
    from: '/',
  },
};
