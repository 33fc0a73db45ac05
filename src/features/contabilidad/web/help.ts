import type { Helps } from '#platform/help.ts';

export const contabilidadHelp: Helps = {
  '/reportes/contabilidad': {
    title: '¿Cómo hago las pólizas para el contador?',
    purpose: 'Hace las pólizas de un periodo con los movimientos registrados, y dice a qué cuenta va cada cosa.',
    acts: [
      'Elija «Desde», «Hasta» y si va una por día o una por mes.',
      'Si falta alguna cuenta, la dirección la asigna en «Cuentas y equivalencias».',
      '«Descargar XLSX» y «Descargar para CONTPAQi» bajan los archivos.',
      'El concepto de una póliza la abre renglón por renglón.',
    ],
  },
  '/reportes/contabilidad/poliza': {
    title: '¿Qué renglones tiene una póliza?',
    purpose: 'Muestra una póliza renglón por renglón, con sus cuentas, cargos y abonos.',
    acts: ['Pase de página abajo si tiene muchos.', 'La flecha de arriba vuelve a las pólizas del periodo.'],
    from: '/reportes/contabilidad',
  },
};
