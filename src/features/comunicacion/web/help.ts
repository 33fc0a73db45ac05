import type { Helps } from '#platform/help.ts';

export const comunicacionHelp: Helps = {
  '/admin/correo-campanas': {
    title: '¿Cómo escribo un correo para muchos lotes?',
    purpose: 'Lista los correos de campaña, que se escriben una vez y se envían a los lotes.',
    acts: [
      '«Nuevo» escribe otro; «Editar» lo cambia.',
      'El avión del renglón lo envía a varios lotes.',
      '«Envíos» muestra qué fue de lo enviado.',
    ],
  },
  '/admin/correo-campanas/value': {
    title: '¿Cómo se escribe un correo de campaña?',
    purpose: 'Guarda el texto de un correo y muestra cómo llegará.',
    acts: [
      'Escriba «Nombre» y «Título», que es el asunto; «Usar plantilla» pone su texto.',
      '«Sólo a quien aceptó» lo limita a quienes dijeron que sí a una finalidad optativa.',
      'Cada {{dato}} se llena con lo del lote a que llega; con «Con los datos de un lote» se ve antes de guardar.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
  '/admin/correos': {
    title: '¿Salió un correo y a quién le llegó?',
    purpose: 'Lista los correos que salieron, los que esperan y los que fallaron.',
    acts: [
      'Busque en «Destinatario, asunto o lote», o elija el «Estado».',
      'Abra un renglón con Intro para leerlo con sus archivos.',
      'Ahí, «Reintentar» vuelve a enviar uno que falló.',
    ],
  },
  '/admin/correo-campanas/enviar': {
    title: '¿Cómo envío un correo a muchos lotes?',
    purpose: 'Envía un correo de campaña a los lotes que elija y dice a cuántos llega.',
    acts: [
      'Elija el «Correo de campaña» y, en «Para», a quiénes.',
      'Lea a cuántos lotes llega, y cuáles no tienen correo o no dieron permiso.',
      'Pulse «Enviar» y confirme: lo enviado no se puede detener.',
    ],
  },
  '/admin/correo-campanas/envios': {
    title: '¿Qué fue de un envío a varios lotes?',
    purpose: 'Lista los envíos y, de cada uno, el correo de cada lote.',
    acts: ['Abra un envío con Intro para ver lote por lote si salió.', '«Enviar a varios lotes» hace otro.'],
  },
  '/admin/newsletter': {
    title: '¿Cómo escribo un boletín?',
    purpose: 'Lista los boletines, con su imagen y su texto.',
    acts: ['«Nuevo» escribe otro.', '«Editar» y «Eliminar» están en el renglón.', 'Busque en «Buscar por nombre».'],
  },
  '/admin/newsletter/value': {
    title: '¿Qué lleva un boletín?',
    purpose: 'Guarda un boletín: su nombre, su imagen y su texto.',
    acts: ['Escriba «Nombre», añada la «Imagen» y la «Descripción».', 'Guarde con «Aceptar» o con Ctrl+Intro.'],
  },
  '/admin/plantillas': {
    title: '¿Cómo cambio el texto con que salen los correos?',
    purpose: 'Lista los textos con que empiezan los correos de campaña y con que salen algunos documentos.',
    acts: [
      '«Nueva» escribe otra; «Editar» y «Eliminar» están en el renglón.',
      'Bajo el título se dice qué nombre debe llevar la de cada documento.',
    ],
  },
  '/admin/plantillas/value': {
    title: '¿Cómo se escribe una plantilla?',
    purpose: 'Guarda un texto que se usa en muchos correos.',
    acts: [
      'Escriba «Nombre» y «Contenido»; cada {{dato}} se llena con lo del lote a que llega.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
};
