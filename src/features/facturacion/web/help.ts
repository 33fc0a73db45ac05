import type { Helps } from '#platform/help.ts';

export const facturacionHelp: Helps = {
  '/cobranza/facturas': {
    title: '¿Cómo encuentro, envío o cancelo una factura?',
    purpose: 'Lista las facturas, los complementos y las notas de crédito, con lo que se hace con ellos.',
    acts: [
      'Busque por «Desde», «Hasta» y el folio o la referencia del lote.',
      'El menú del renglón tiene «Descargar XML», «Enviar por correo electrónico» y «Cancelar factura».',
      'Marque varias para «Descargar en ZIP» o «Enviar por correo» de una vez.',
      '«Descargar un mes» baja todas las del mes, con sus acuses.',
    ],
  },
  '/factura/{id}': {
    title: '¿Qué puedo hacer con una factura?',
    purpose: 'Muestra la factura completa, en qué va y su estado ante el SAT.',
    acts: [
      '«PDF», «XML» y «Enviar por correo electrónico» la entregan.',
      '«Sustituir» hace otra de los mismos pagos con los datos fiscales de hoy; después cancele ésta.',
      '«Cancelar factura» pide un código de autorización y un motivo; «Nota de crédito» resta una parte.',
      '«Consultar en el SAT» pregunta cómo está ahí.',
    ],
    from: '/cobranza/facturas',
  },
  '/factura-generada/{id}': {
    title: '¿Qué sigue después de cobrar o de hacer una factura?',
    purpose: 'Muestra el recibo y la factura recién hechos.',
    acts: [
      '«Imprimir», o la tecla P, da el recibo en papel.',
      '«Enviar por correo electrónico» y «Descargar PDF» entregan la factura.',
      '«Siguiente lote», o la tecla N, busca el que sigue.',
      'Si falta timbrar la factura, la pantalla lo dice y cambia sola.',
    ],
    from: '/cobranza/facturas',
  },
  '/cobranza/generarfactura': {
    title: '¿Cómo facturo pagos que no tienen factura?',
    purpose: 'Junta en una factura pagos de un lote que se hicieron desde una misma cuenta.',
    acts: [
      'Elija el «Lote» y, en «No Cuenta», la cuenta con que pagó.',
      'Quite con la cruz los que no van; «Volver a incluir todos» los devuelve.',
      'Pulse «Facturar», revise las claves y termine con «Aceptar».',
    ],
  },
  '/cobranza/factura-global': {
    title: '¿Cómo hago la factura global del mes?',
    purpose: 'Factura al público en general los pagos de un mes de los que nadie pidió factura.',
    acts: [
      'Elija el mes y deje marcados en «Incluir» los que van.',
      'Pulse «Facturar» y confirme: después ya no se facturan a nombre de cada asociado.',
      'Si un lote la pide más tarde, se saca de la global desde la factura misma.',
    ],
  },
  '/cobranza/complementos-pendientes': {
    title: '¿Cómo emito los complementos de pago que faltan?',
    purpose: 'Reúne lo que falta de las facturas que se pagan después (PPD).',
    acts: [
      'Deje marcados los pagos listos y pulse «Emitir complementos»; «Situación» dice por qué uno espera.',
      '«Facturar cargos» hace las facturas PPD de lo que aún se debe.',
      '«Complementos por corregir» aparece sólo si hay; «Qué hacer» lo explica.',
    ],
  },
};
