import type { Helps } from '#platform/help.ts';

export const operacionHelp: Helps = {
  '/admin/operacion': {
    title: '¿El sistema está funcionando bien?',
    purpose: 'Muestra cómo están el servidor, la base de datos, la bitácora y los trabajos de fondo.',
    acts: [
      'Arriba dice «Todo en orden» o «Requiere atención», y por qué.',
      'Se actualiza sola cada 5 segundos.',
      'En «Trabajos de fondo», lo que está en cola se hace solo.',
    ],
  },
};
