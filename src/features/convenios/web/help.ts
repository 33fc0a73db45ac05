import type { Helps } from '#platform/help.ts';

export const conveniosHelp: Helps = {
  '/cobranza/convenios': {
    title: '¿Qué convenios de pago hay y cómo van?',
    purpose: 'Lista los convenios con su estado, lo pagado y la parcialidad que sigue.',
    acts: [
      'El folio abre el convenio con sus parcialidades.',
      '«Reglas…» dice con cuántos días de tolerancia se rompen, cuándo se avisa y si los pagos van primero a ellos.',
    ],
  },
  '/reportes/convenios': {
    title: '¿Cuánto se ha convenido y cuánto se ha pagado de ello?',
    purpose: 'Lista los convenios de pago con sus sumas, para leerlos o llevarlos en un archivo.',
    acts: ['Ordene por «Estado» para ver juntos los rotos, o por «Siguiente» los que vencen antes.'],
  },
  '/cobranza/convenios/lote/{id}': {
    title: '¿Tiene convenio este lote?',
    purpose: 'Muestra el convenio vigente del lote y los anteriores.',
    acts: ['El folio abre el convenio.', '«Nuevo convenio» firma otro, si el lote no tiene uno vigente.'],
    from: '/',
  },
  '/cobranza/convenios/nuevo/{id}': {
    title: '¿Cómo firmo un convenio?',
    purpose: 'Reparte en parcialidades lo vencido de un lote y muestra lo que resulta antes de firmarlo.',
    acts: [
      'Quite la marca a lo que no se conviene; «¿Y si se paga de otra forma?» compara hasta tres formas y usa una.',
      'En «2. Lo que se perdona» diga qué se condona y qué pasa con el interés; lleva código.',
      'Diga la «Primera parcialidad» y cuántas son; cada fecha y monto se pueden cambiar.',
      '«Firmar convenio» lo guarda; ahí se baja su PDF.',
    ],
    from: '/',
  },
  '/cobranza/convenios/{id}': {
    title: '¿Cómo va un convenio?',
    purpose: 'Muestra sus parcialidades, los adeudos que comprende y lo que pasó con él.',
    acts: [
      '«Descargar PDF» baja el papel que se firma; «Subir copia firmada…» guarda el que ya se firmó.',
      '«Cancelar convenio…» lo deja sin efecto: lo condonado se debe de nuevo.',
    ],
    from: '/cobranza/convenios',
  },
};
