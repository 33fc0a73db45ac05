import type { Helps } from '#platform/help.ts';

export const gestionHelp: Helps = {
  '/cobranza/gestion': {
    title: '¿A quién le escribo hoy por lo que debe?',
    purpose: 'Muestra a quién se propone escribir, por qué y con qué texto; nada sale sin aprobarse.',
    acts: [
      'Abra un renglón para leer su texto y a quién llega.',
      'Elija lotes y use «Quitar de la propuesta», con la razón.',
      '«Aprobar» pone en camino lo demás; «Proponer de nuevo» la rehace con lo que se debe ahora.',
      'Abajo están los que algo detiene, y por qué.',
    ],
  },
  '/cobranza/gestion/pasos': {
    title: '¿Cuándo y cómo se escribe a quien debe?',
    purpose: 'Lista los pasos, del recordatorio al convenio o el abogado, con cuándo y a quién.',
    acts: ['«Encender todos» los pone a trabajar; «Apagar todos» los detiene.', 'El lápiz de un renglón lo cambia.'],
  },
  '/cobranza/gestion/pasos/value': {
    title: '¿Cómo cambio un paso?',
    from: '/cobranza/gestion/pasos',
    purpose: 'Dice cuándo toca el paso, a quién, por qué medio y con qué texto.',
    acts: [
      'Escriba «Días después del corte» y, si hace falta, desde qué saldo.',
      'Elija «Por qué medio» y «A quién».',
      'En «Texto» inserte los datos del lote.',
    ],
  },
  '/cobranza/gestion/whatsapp': {
    title: '¿Qué dice lo que se envía por WhatsApp?',
    from: '/cobranza/gestion/pasos',
    purpose: 'Son los textos con que se envían un recibo, un estado de cuenta o una carta.',
    acts: [
      'Escriba cada texto; «Insertar dato» pone lo que se llena con lo del lote.',
      'Deje siempre {{enlace}}: es la página de quien lo recibe.',
    ],
  },
  '/cobranza/gestion/por-hacer': {
    title: '¿Qué me toca hacer hoy en cobranza?',
    purpose: 'Junta las promesas que vencen o no se cumplieron, las cartas por entregar y las tareas.',
    acts: [
      'La palomita de un renglón lo da por hecho, con lo que resultó.',
      'El globo de un renglón envía la carta por WhatsApp.',
      'La referencia abre la gestión del lote.',
    ],
  },
  '/gestion/{id}': {
    title: '¿Qué se le ha dicho a este lote?',
    from: '/cobranza/gestion/por-hacer',
    purpose: 'Muestra todo lo enviado, dicho y pagado, lo más reciente primero.',
    acts: [
      '«Anotar» guarda una llamada, una visita, una promesa o una respuesta.',
      '«Poner en pausa» detiene los pasos hasta un día; «Dejar reservar» quita el bloqueo de amenidades.',
      'La flecha de un renglón retira lo que se anotó o se dio por hecho por error.',
      'El globo de un renglón envía la carta por WhatsApp, con un enlace a la página del residente.',
    ],
  },
  '/reportes/gestion': {
    title: '¿Sirve escribirles a los que deben?',
    purpose: 'Dice cuántos lotes están en cada paso hoy y cuánto se pagó después de cada uno.',
    acts: ['Elija «Enviado desde» y «Hasta».', '«Descargar PDF» y «Descargar XLSX» bajan las cifras.'],
  },
  '/cobranza/gestion/corridas': {
    title: '¿Qué se ha enviado?',
    purpose: 'Lista las corridas aprobadas, con cuántos lotes, correos, cartas y tareas.',
    acts: ['Abra una para ver qué fue de cada envío.'],
  },
  '/cobranza/gestion/corridas/{id}': {
    title: '¿Qué fue de cada carta?',
    from: '/cobranza/gestion/corridas',
    purpose: 'Muestra cada lote de la corrida, con lo que se le envió y en qué quedó.',
    acts: [
      '«Descargar PDF» imprime las cartas.',
      '«Retirar corrida» la deshace mientras nada haya salido.',
      'Abra un renglón para leer su texto.',
    ],
  },
};
