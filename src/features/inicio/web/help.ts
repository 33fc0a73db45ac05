import type { Helps } from '#platform/help.ts';

export const inicioHelp: Helps = {
  '/': {
    title: '¿Por dónde empiezo?',
    purpose: 'Es el inicio: se busca un lote, y según su rol se ve lo que espera y cómo va la cobranza.',
    acts: [
      'Escriba un nombre en el buscador, o pulse la tecla /; «Avanzada» busca por referencia, manzana, calle o lote.',
      'Ctrl+K, en cualquier pantalla, abre un lote, otra pantalla o su ayuda.',
      'Lo que dice «Por atender» lleva a donde se resuelve.',
    ],
  },
  '/search': {
    title: '¿Qué puedo hacer con un lote que encontré?',
    purpose: 'Muestra los lotes encontrados: de quién son, dónde están y cuánto deben.',
    acts: [
      'Pase de uno a otro con las flechas y abra «Acciones» con Intro: pagar, estado de cuenta, deudas y lo demás que su rol puede.',
      '«Otros» dice qué se debe además del mantenimiento.',
      'Si salen demasiados, escriba algo más.',
    ],
  },
};
