import type { Helps } from '#platform/help.ts';

export const mantenimientoHelp: Helps = {
  '/mantenimiento/lote/{id}': {
    title: '¿Qué meses de mantenimiento tiene un lote?',
    purpose: 'Lista los meses de un lote, cada uno con su estado y lo que se debe de él.',
    acts: [
      'Marque «Solo deudas» para ver sólo los que debe.',
      'El ojo del renglón abre el detalle del mes.',
      '«Pagar Mantenimiento» abre su cobro.',
    ],
    from: '/',
  },
  '/pago/mantenimiento/{id}': {
    title: '¿Cómo se pagó un mes de mantenimiento?',
    purpose: 'Muestra un mes de un lote: su total, lo que se le descontó y sus pagos.',
    acts: ['El «Monto» con punteado se abre y dice qué lo suma.', '«Pagar Mantenimiento» aparece si todavía se debe.'],
    from: '/',
  },
  '/admin/mantenimiento': {
    title: '¿Cuánto se cobra de mantenimiento a cada tipo de lote?',
    purpose: 'Lista las cuotas ordinarias de mantenimiento, con su día de pago.',
    acts: ['«Nuevo» define otra cuota.', 'Abra un renglón con Intro o con «Editar» para cambiarla.'],
  },
  '/admin/mantenimiento/value': {
    title: '¿Cómo defino una cuota de mantenimiento?',
    purpose: 'Dice cuánto paga al mes un tipo de lote, hasta qué día y con qué descuentos.',
    acts: [
      'Escriba «Nombre», «Tipo de lote», «Cuota» y «Día de corte».',
      'Con «Válido desde (m²)» sólo la pagan los lotes de esa superficie o más.',
      'Elija las reglas de descuento que la reducen.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
  '/admin/mantenimientos-generados': {
    title: '¿Quién debe el mantenimiento de un mes?',
    purpose: 'Cuenta los mantenimientos de un mes por estado y lista los lotes.',
    acts: [
      'Elija el mes arriba y el estado: «Vigente» no tiene pagos, «Incompleto» tiene una parte.',
      '«Pagar», en el renglón, abre el cobro del lote.',
      '«Nuevo» genera el mes a todos los lotes.',
    ],
  },
  '/admin/mantenimientos-generados/nuevo': {
    title: '¿Cómo genero el mantenimiento del mes?',
    purpose: 'Crea el cargo de un mes a todos los lotes que pagan mantenimiento.',
    acts: [
      'Elija el «Período» y lea cuántos se crearán y por cuánto.',
      'Genere con «Aceptar» o con Ctrl+Intro; los que ya existen no se repiten.',
      'En «Generaciones», «Deshacer» anula una de la que nada se ha pagado.',
    ],
  },
  '/mantenimientos/generarperiodo': {
    title: '¿Cómo genero meses de mantenimiento a un solo lote?',
    purpose: 'Crea los meses que elija a un lote, por ejemplo los que le faltan desde su entrega.',
    acts: [
      'Elija el «Lote», la «Fecha Inicial» y la «Fecha final».',
      'En «Mantenimientos a generar» se ve qué meses ya existen.',
      'Termine con «Generar Mantenimientos».',
    ],
  },
};
