import type { Helps } from '#platform/help.ts';

export const descuentosHelp: Helps = {
  '/catalogos/descuento-especial': {
    title: '¿Qué lotes tienen un descuento especial?',
    purpose: 'Lista los lotes con un porcentaje propio de descuento en su mantenimiento.',
    acts: [
      '«Nuevo» da uno a un lote; «Editar» lo cambia.',
      '«Eliminar» lo quita: antes dice qué vuelve a deberse, y pide el motivo.',
    ],
  },
  '/catalogos/descuento-especial/value': {
    title: '¿Cómo doy un descuento especial a un lote?',
    purpose: 'Fija el porcentaje que se descuenta del mantenimiento de un lote, en lugar de las reglas.',
    acts: [
      'Escriba el «Descuento especial», elija el «Lote» y diga el «Motivo».',
      'Lea lo que cambia en su deuda antes de guardar.',
      'Guarde con «Aceptar» o con Ctrl+Intro. Queda en la bitácora.',
    ],
  },
  '/cancelaciones/cancelardeuda': {
    title: '¿Cómo cancelo un mantenimiento o una cuota de proyecto que no se debe?',
    purpose: 'Cancela, cargo por cargo, lo que debe un lote de mantenimiento o de cuota inicial de proyecto.',
    acts: [
      'Elija «Tipo deuda» y «Lote», y pulse «Seleccionar».',
      'Pulse «Cancelar» en el renglón; escriba el código de autorización y el «Motivo».',
      'Termine con «Cancelar deuda»; lo ya pagado queda como está.',
    ],
  },
};
