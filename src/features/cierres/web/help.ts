import type { Helps } from '#platform/help.ts';

export const cierresHelp: Helps = {
  '/cobranza/turnos': {
    title: '¿Cómo abro mi turno de caja?',
    purpose: 'Lista los turnos de cada caja: cuál está abierto y cómo salieron los firmados.',
    acts: [
      'Pulse «Abrir turno», elija «Caja» y escriba el «Efectivo con que abre».',
      'Abra un turno con Intro para contarlo y firmarlo.',
      'Con «Cobrar solo con turno abierto» la administración lo hace obligatorio.',
    ],
  },
  '/cobranza/turnos/{id}': {
    title: '¿Cómo cuento y firmo mi turno?',
    purpose: 'Cuenta la caja sin ver lo esperado, después lo compara y lo firma.',
    acts: [
      'Escriba cuántas piezas hay de cada billete y moneda y lo de los otros métodos; pulse «Guardar conteo».',
      'Compare «Esperado» y «Contado»; «Contar de nuevo» repite el conteo.',
      'Explique la diferencia, si la hay, escriba su contraseña y pulse «Firmar».',
      '«Descargar PDF» da el corte del turno.',
    ],
    from: '/cobranza/turnos',
  },
  '/cobranza/periodos': {
    title: '¿Qué meses están cerrados y cuál sigue?',
    purpose: 'Lista los meses cerrados y el que sigue, con sus cifras de este momento.',
    acts: [
      'El cierre se hace en «Fin de mes», desde su botón.',
      'Abra un mes cerrado con Intro para comprobar que nada ha cambiado en él.',
    ],
  },
  '/reportes/fin-de-mes': {
    title: '¿Cómo cierro el mes?',
    purpose: 'Dice qué falta antes de cerrar un mes, lo cierra y guarda sus archivos.',
    acts: [
      'Atienda cada punto abierto desde su renglón, o escriba por qué se cierra así.',
      'La dirección lo cierra con el botón del final. No se puede deshacer.',
      'Cerrado, «Descargar ZIP» baja sus archivos y «Publicar» publica el informe.',
      '«Verificar» comprueba que el mes sigue como se cerró.',
    ],
  },
};
