import type { Helps } from '#platform/help.ts';

export const excepcionesHelp: Helps = {
  '/reportes/excepciones': {
    title: '¿Qué se perdonó, canceló o devolvió que deba revisar?',
    purpose: 'Reúne condonaciones, cancelaciones, reembolsos y fechas distintas, para que la dirección las revise.',
    acts: [
      'En «Mostrar» elija «Por revisar» o «Todas»; «Desde» y «Hasta» acotan los días.',
      'Abra un renglón con Intro para ver su recibo o su estado de cuenta.',
      'Quien dirige elige renglones y pulsa «Marcar revisadas»; no se puede deshacer.',
    ],
  },
};
