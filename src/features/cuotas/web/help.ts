import type { Help, Helps } from '#platform/help.ts';

const PAGAR = 'Elija «Caja» y «Método de pago»; cobre con «Pagar» o con Ctrl+Intro.';

/** Paying the charge of a fee. */
const pagar = (what: string, more: readonly string[]): Help => ({
  title: `¿Cómo cobro ${what}?`,
  purpose: `Muestra qué se debe de ${what} y registra su pago.`,
  acts: ['Escriba el «Monto a pagar»; puede ser una parte.', PAGAR, ...more],
  from: '/',
});

/** The screens of fees that are defined once and charged to many lots. */
const definida = (path: string, what: string, more: { form?: string; list: string; porLote: string }): Helps => ({
  [path]: {
    title: `¿Cómo creo ${what} y veo quién la debe?`,
    purpose: `Lista cada ${what.replace('una ', '')} que se ha definido, con su monto por tipo de lote.`,
    acts: [
      '«Nueva» define otra; «Editar» cambia la del renglón.',
      '«Cuotas generadas», o «Ver los cargos de» en el renglón, dice a quién se cobró.',
      more.list,
    ],
  },
  [`${path}/value`]: {
    title: `¿Qué se llena al crear ${what}?`,
    purpose: `Define ${what}: su nombre y cuánto paga cada tipo de lote. Todavía no cobra a nadie.`,
    acts: [
      'Escriba «Nombre», «Cuota condominal», «Cuota habitacional», «Cuota comercial» y «Descripción».',
      ...(more.form === undefined ? [] : [more.form]),
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
  [`${path}-generadas`]: {
    title: `¿A quién se cobró ${what} y quién no la ha pagado?`,
    purpose: 'Muestra los cargos de una cuota por tipo de lote y por estado.',
    acts: [
      'Elija la cuota en «Tipo cuota» y el estado: «Vigente» no tiene pagos, «Incompleto» tiene una parte.',
      '«Pagar», en el renglón, cobra ese cargo.',
      '«Nueva» la genera a muchos lotes; «Nueva por lote», a uno.',
    ],
  },
  [`${path}-generadas/nuevo`]: {
    title: `¿Cómo cobro ${what} a muchos lotes?`,
    purpose: 'Genera el cargo a todos los lotes entregados de los tipos que elija.',
    acts: [
      'Elija «Tipo cuota» y marque «Lote condominal», «Lote habitacional» o «Lote comercial».',
      'Lea «Qué se generará»: cuántos cargos, por cuánto y a quién no.',
      'Genere con «Aceptar» o con Ctrl+Intro. A quien ya la tiene no se le repite.',
    ],
  },
  [`${path}-generadas/nuevoporlote`]: {
    title: `¿Cómo cobro ${what} a un solo lote?`,
    purpose: 'Genera el cargo de una cuota a un lote.',
    acts: [more.porLote, 'Genere con «Aceptar» o con Ctrl+Intro.'],
  },
});

export const cuotasHelp: Helps = {
  '/pagar-cuota-inicial/{id}': pagar('una cuota inicial', [
    'Va en pesos enteros: primero los intereses moratorios, y lo que sobra queda a favor del lote. En «Configurar» se dice cuántos intereses se cobran.',
  ]),
  '/pagar-cuota-extraordinaria/{id}': pagar('una cuota extraordinaria', ['«Atrás» deja el cobro sin hacerlo.']),
  '/pagar-cuota-inicial-proyecto/{id}': pagar('una cuota de revisión de proyecto', [
    '«Atrás» deja el cobro sin hacerlo.',
  ]),
  '/pagar-cuota/{id}': pagar('una cuota', ['«Aplicar descuento» pide un porcentaje y un código de autorización.']),
  '/generar-cuota/{id}': {
    title: '¿Cómo cargo otra cuota a un lote?',
    purpose: 'Genera al lote una cuota de las que están en el catálogo y pasa a cobrarla.',
    acts: [
      'Elija el «Tipo»; el «Costo» es el del catálogo y puede cambiarlo.',
      'En «Descripción» diga de qué es.',
      'Guarde con «Aceptar» o con Ctrl+Intro; se abre su cobro. Si no se paga ahora, queda en las deudas del lote.',
    ],
    from: '/',
  },
  ...definida('/admin/cuota-extraordinaria', 'una cuota extraordinaria', {
    list: 'Para cobrarla a los lotes genérela desde «Cuotas generadas».',
    porLote: 'Elija «Tipo cuota» y el «Lote».',
  }),
  ...definida('/admin/cuota-inicial', 'una cuota inicial', {
    list: '«Estado» dice si está activa: sólo esas se generan.',
    form: 'Marque «Activa» para que se pueda generar.',
    porLote: 'Elija el «Lote» y el «Tipo cuota inicial»; después se abre su cobro.',
  }),
  '/admin/cuota-inicial-proyecto': {
    title: '¿Cómo cobro la revisión de un proyecto?',
    purpose: 'Lista las cuotas de revisión de proyecto que se han cargado a los lotes.',
    acts: ['«Nueva» carga una a un lote.', '«Pagar», en el renglón, la cobra.'],
  },
  '/admin/cuota-inicial-proyecto/value': {
    title: '¿Cómo cargo una revisión de proyecto a un lote?',
    purpose: 'Carga a un lote la cuota por revisar su proyecto.',
    acts: ['Elija el «Lote» y escriba el «Monto».', 'Guarde con «Aceptar» o con Ctrl+Intro.'],
  },
};
