import type { Helps } from '#platform/help.ts';

export const solicitudesHelp: Helps = {
  '/cobranza/solicitudes': {
    title: '¿Qué enviaron los residentes y qué hago con ello?',
    purpose:
      'Reúne comprobantes de pago, cambios de contacto, facturas que se piden y aclaraciones; nada de ello mueve dinero.',
    acts: [
      'Con las flechas se recorre la lista; Intro acepta y R rechaza.',
      'De un comprobante elija el depósito que es; aplicarlo se hace en «Depósitos».',
      '«Subir comprobante» guarda el que alguien trajo; «Anotar contacto» y «Anotar aclaración», lo que dijo en la oficina.',
      'Mientras una aclaración espera, al lote no se le escribe por cobranza.',
    ],
  },
  '/reportes/solicitudes': {
    title: '¿Qué enviaron los residentes y cómo terminó?',
    purpose: 'Lista lo que se envió, quién decidió y con qué respuesta.',
    acts: ['Elija «Situación» o «Qué es» para ver menos.'],
  },
};
