import type { Help, Helps } from '#platform/help.ts';

const condonar = (title: string, what: string, button: string): Help => ({
  title,
  purpose: `Perdona ${what}, entera o en parte, con un código de autorización.`,
  acts: [
    'Escriba el código, el «Porcentaje» y la «Razón»; con 100 no queda nada por pagar.',
    'Revise «Se condona» y «Queda por pagar» antes de seguir.',
    `Condone con «${button}» o con Ctrl+Intro. Queda en la bitácora.`,
  ],
  from: '/',
});

const cancelar = (title: string, what: string, button: string): Help => ({
  title,
  purpose: `Cancela lo que se debe de ${what}, con un código de autorización.`,
  acts: [
    'Escriba el código y la «Razón».',
    'Revise «Se cancela»; lo que ya se había pagado o descontado queda como está.',
    `Cancele con «${button}» o con Ctrl+Intro; «Atrás» vuelve a las deudas del lote.`,
  ],
  from: '/',
});

export const sancionesHelp: Helps = {
  '/generar-sancion/{id}': {
    title: '¿Cómo pongo una multa a un lote?',
    purpose: 'Registra una multa del lote, con su foto.',
    acts: [
      'Escriba el «Folio» y elija el «Tipo»; el «Costo» es el de ese tipo y puede cambiarlo.',
      'En «Descripción» diga qué pasó y añada la imagen.',
      'Guarde con «Aceptar» o con Ctrl+Intro: el lote la debe desde ese momento.',
    ],
    from: '/',
  },
  '/pagar-sancion/{id}': {
    title: '¿Cómo cobro una multa?',
    purpose: 'Muestra la multa, lo que se ha pagado de ella, y registra su pago.',
    acts: [
      'Escriba el «Monto a pagar»; puede ser una parte.',
      'Elija «Caja» y «Método de pago»; cobre con «Pagar» o con Ctrl+Intro.',
      '«Aplicar descuento» pide un porcentaje y un código de autorización.',
      '«Atrás» vuelve a las deudas del lote.',
    ],
    from: '/',
  },
  '/condonar/deuda/{id}': condonar('¿Cómo condono una multa?', 'una multa', 'Condonar deuda'),
  '/condonar/cuota/{id}': condonar('¿Cómo condono una cuota?', 'una cuota', 'Condonar cuota'),
  '/cancelar/deuda/{id}': cancelar('¿Cómo cancelo una multa?', 'una multa', 'Cancelar deuda'),
  '/cancelar/cuota/{id}': cancelar('¿Cómo cancelo una cuota?', 'una cuota', 'Cancelar cuota'),
};
