import type { Helps } from '#platform/help.ts';

export const bancosHelp: Helps = {
  '/cobranza/depositos': {
    title: '¿Cómo aplico los depósitos que llegaron al banco?',
    purpose: 'Es la bandeja de lo que recibió el banco, con el lote que se propone para cada depósito.',
    acts: [
      'Revise la propuesta y aplique con Intro; las flechas pasan al siguiente.',
      'Para otro lote pulse B; para repartirlo, «Dividir» o D.',
      'Lo que nadie reclama se aparta con «Por identificar» o P.',
      '«Capturar depósito» escribe uno que no trae el banco; «Buscar lotes de nuevo» repite las propuestas.',
    ],
  },
  '/reportes/depositos': {
    title: '¿Qué fue de cada depósito del banco?',
    purpose: 'Muestra los depósitos y a qué lotes y recibos se aplicaron, sin cambiar nada.',
    acts: [
      'Elija la «Situación» y la cuenta, o busque por monto, referencia o quien pagó.',
      'Con las flechas se pasa de uno a otro; el recibo abre desde su número.',
      '«Descargar PDF» y «Descargar XLSX» bajan lo que se ve.',
    ],
  },
  '/cobranza/bancos': {
    title: '¿Dónde están las cuentas de banco y sus estados?',
    purpose: 'Lista las cuentas de banco, su saldo conocido y los depósitos por atender de cada una.',
    acts: [
      'Abra una cuenta con Intro para tomar su archivo de movimientos.',
      'El número de «Por atender» lleva a sus depósitos.',
      'La dirección la da de alta con «Nueva cuenta» y, en su menú, abre «CLABE de los lotes» y «Avisos de depósitos».',
    ],
  },
  '/cobranza/bancos/value': {
    title: '¿Cómo doy de alta una cuenta de banco?',
    purpose: 'Dice qué caja es una cuenta de banco y cómo se leen sus archivos.',
    acts: [
      'Elija la «Caja» y, si no es transferencia, el «Método de sus depósitos».',
      'Si el archivo de su banco no se lee solo, diga qué columna es cuál.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
  '/cobranza/bancos/{id}/estados': {
    title: '¿Cómo tomo el archivo de movimientos del banco?',
    purpose: 'Lee el archivo que se descarga del banco y guarda sus movimientos nuevos.',
    acts: [
      'Pulse «Elegir archivo» y revise la «Vista previa».',
      'Tómelo con el botón que dice cuántos movimientos nuevos trae; los que ya estaban no se repiten.',
      'Si fue un error, la flecha de su renglón lo retira, mientras nada se haya hecho con él.',
    ],
    from: '/cobranza/bancos',
  },
  '/cobranza/bancos/{id}/clabes': {
    title: '¿Cómo doy a cada lote su propia CLABE?',
    purpose: 'Guarda las CLABE que dio el proveedor y dice de qué lote es cada una.',
    acts: [
      '«Agregar CLABE» añade un rango o una lista.',
      '«Asignar a todos los lotes» da la siguiente libre a cada lote que no tiene.',
      'El eslabón roto del renglón la libera; esa no se da nunca a otro lote.',
    ],
    from: '/cobranza/bancos',
  },
  '/cobranza/bancos/{id}/avisos': {
    title: '¿Cómo hago que los depósitos lleguen al momento?',
    purpose: 'Conecta la cuenta con quien avisa de sus depósitos en cuanto llegan.',
    acts: [
      'Elija «Quién avisa», escriba sus claves y guarde con «Aceptar».',
      '«Probar la conexión» dice si funciona.',
      'En «Lo que ha avisado» está cada aviso y qué fue de él.',
    ],
    from: '/cobranza/bancos',
  },
};
