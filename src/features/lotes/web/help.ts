import type { Helps } from '#platform/help.ts';

export const lotesHelp: Helps = {
  '/operaciones/lote/{type_lote}': {
    title: '¿Dónde están los lotes y cómo doy de alta uno?',
    purpose: 'Lista los lotes de un tipo y cuenta los de cada uno.',
    acts: [
      '«Nuevo» da de alta uno.',
      '«Editar», en el renglón, lo cambia.',
      'Marque varios para «Enviar correo» a sus asociados.',
    ],
    from: '/operaciones',
  },
  '/operaciones/lote/{type_lote}/value': {
    title: '¿Qué se captura de un lote?',
    purpose: 'Guarda los datos de un lote, quién vive en él y sus papeles.',
    acts: [
      'En General escriba «Referencia», «Calle», «Manzana» y «Superficie (m²)», y elija «Estado».',
      '«Fecha de entrega» y «Fecha inicio de pagos» deciden desde cuándo paga.',
      'Elija el «Asociado» y los inquilinos; una venta se registra en Propietarios del lote.',
      'Guarde con «Aceptar» o con Ctrl+Intro; las pestañas guardan juntas.',
    ],
    from: '/operaciones',
  },
  '/catalogos/fusionarlotes': {
    title: '¿Cómo junto varios lotes en uno?',
    purpose: 'Une lotes a uno de referencia, que se queda con lo que debían y pagaron.',
    acts: [
      'Busque cada lote y agréguelo con «Seleccionar».',
      'Elija en la lista cuál es el «Lote referencia».',
      'Pulse «Aceptar», lea qué pasa de un lote a otro y confirme con «Fusionar».',
    ],
  },
  '/catalogos/inactivarlote': {
    title: '¿Cómo dejo de cobrar a un lote?',
    purpose: 'Pone un lote fuera de uso, o lo regresa.',
    acts: [
      'Busque el «Lote».',
      '«Inactivar lote» dice antes qué debe y quién vive en él; deja de generarle cargos.',
      '«Activar lote» lo regresa al estado que tenía.',
    ],
  },
};
