import type { Helps } from '#platform/help.ts';

export const importacionHelp: Helps = {
  '/operaciones/importar-registro': {
    title: '¿Cómo paso mi comunidad desde Excel?',
    purpose: 'Lee un libro con lotes, residentes y saldos; lo revisa y, sin fallas, lo guarda completo.',
    acts: [
      '«Descargar plantilla» da el libro que se llena.',
      'Elija el suyo y se revisa; «Fallas del libro» dice hoja y fila de lo que hay que corregir.',
      'Compare los totales con los suyos y pulse «Aplicar».',
    ],
  },
};
