import type { Helps } from '#platform/help.ts';

export const pagosHelp: Helps = {
  '/mantenimiento/pagar/lote/{id}': {
    title: '¿Cómo cobro el mantenimiento de un lote?',
    purpose: 'Muestra mes por mes lo que debe el lote y registra su pago.',
    acts: [
      'Escriba en «Monto a saldar» lo que paga; «Qué se hará con» esa cantidad dice a qué se aplica antes de cobrar.',
      'Elija «Caja» y «Método pago»; cobre con «Pagar» o con Ctrl+Intro.',
      'Para pagar por adelantado elija el mes en «Hasta».',
      'En «configurar» se dice cuántos intereses moratorios se cobran y su descuento, que pide un código.',
    ],
    from: '/',
  },
  '/pagar-todo/{id}': {
    title: '¿Cómo cobro todo lo que debe un lote?',
    purpose: 'Reúne en una tabla cuanto debe el lote y lo cobra en un solo recibo.',
    acts: [
      'Deje marcado lo que se paga; en «A pagar» puede escribir una parte de cada cosa.',
      '«Aplicar», en la columna «Descuento», descuenta una sanción o una cuota con un código de autorización.',
      'Elija «Caja» y «Método de pago», escriba el «Monto a pagar» y cobre con «Pagar» o con Ctrl+Intro.',
    ],
    from: '/',
  },
  '/pagos/{id}': {
    title: '¿Dónde veo los pagos de un lote y cómo cancelo uno?',
    purpose: 'Lista los recibos del lote, cada uno con los cargos que pagó.',
    acts: [
      'Para ver sus cargos abra el renglón del recibo.',
      'Con los botones del renglón, «Imprimir» da el papel y «Corregir» arregla el recibo completo.',
      'En su menú están «Descargar nota», «Facturar» y «Cancelar pago», que pide un código de autorización.',
      '«Pagos sin facturar» deja sólo los que no tienen factura; con «Reembolsar o trasladar fondo» se devuelve el saldo a favor.',
    ],
    from: '/',
  },
  '/cobranza/pagos': {
    title: '¿Cómo encuentro un pago?',
    purpose: 'Busca un pago de cualquier lote por lo que se sepa de él.',
    acts: [
      'Escriba el monto, la fecha, el folio, la referencia, el nombre o el método; varias palabras se buscan juntas.',
      'Abra el renglón con Intro para ver su recibo, imprimirlo o corregirlo.',
      'Si son demasiados, añada una palabra, el día o el monto.',
    ],
  },
  '/recibo/{id}': {
    title: '¿Cómo corrijo un pago?',
    purpose: 'Muestra un recibo, a qué se aplicó y sus documentos.',
    acts: [
      '«Corregir», o la tecla C, arregla el recibo completo: «Método de pago o caja equivocados», «Pago en otro lote» o «Transferencia o cheque devuelto». Pide un código de autorización y el motivo.',
      '«Imprimir», o la tecla P, da el recibo en papel; «Descargar nota», en PDF.',
      '«Facturar ahora» hace la factura de lo que no la tiene; «Enviar por WhatsApp» abre el mensajero con el texto y un enlace.',
    ],
    from: '/cobranza/pagos',
  },
};
