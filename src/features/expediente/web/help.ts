import type { Helps } from '#platform/help.ts';

export const expedienteHelp: Helps = {
  '/cobranza/expedientes': {
    title: '¿Qué expedientes se han expedido?',
    purpose: 'Lista los expedientes que se entregan al abogado, y los suplementos de lo que pasó después.',
    acts: [
      'El lote abre su expediente, donde se expide el siguiente.',
      '«Requisitos» abre la lista que edita el abogado.',
      'El menú de cada renglón comprueba que el archivo es el que se expidió.',
    ],
  },
  '/cobranza/expedientes/requisitos': {
    title: '¿Qué se pide para demandar?',
    purpose: 'Es la lista del abogado: cada documento, quién lo firma, con qué condición y de dónde sale.',
    acts: [
      '«Nuevo requisito» agrega uno; su menú lo cambia o lo quita.',
      'Suba el PDF de lo que es de la comunidad: actas, reglamento, poder.',
      '«Lo confirmó el abogado…» anota su nombre. Lo que se cambia vuelve a quedar por confirmar.',
    ],
  },
  '/cobranza/expedientes/lote/{id}': {
    title: '¿Está completo el expediente de este lote?',
    purpose: 'Dice de cada requisito si el lote lo tiene y por qué.',
    acts: [
      'Suba el PDF de lo que es de este lote.',
      '«Expedir expediente» lo guarda como está y baja su PDF. Lo que falte queda dicho en él.',
      'Lo que pase después va en un suplemento: el expediente no cambia.',
    ],
    from: '/',
  },
  '/reportes/expedientes': {
    title: '¿Cuántos expedientes se han entregado al abogado?',
    purpose: 'Lista los expedientes y suplementos expedidos, para leerlos o llevarlos en un archivo.',
    acts: ['Ordene por «Debía» para ver primero los mayores.'],
  },
};
