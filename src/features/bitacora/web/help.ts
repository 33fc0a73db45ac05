import type { Helps } from '#platform/help.ts';

export const bitacoraHelp: Helps = {
  '/admin/bitacora': {
    title: '¿Quién cambió algo y cuándo?',
    purpose: 'Lista cada cambio que se ha hecho, con quién, cuándo, y cómo estaba antes y después.',
    acts: [
      'Busque por «Desde», «Hasta» y «Referencia».',
      'Abra un renglón con Intro para ver los campos que cambiaron.',
      '«Verificar integridad» comprueba que nadie la ha alterado.',
    ],
  },
};
