import type { Helps } from '#platform/help.ts';

export const recurrentesHelp: Helps = {
  '/cobranza/cargos-recurrentes': {
    title: '¿Cómo hago el archivo del banco para cobrar a tarjetas?',
    purpose: 'Lista los lotes que pagan con cargo a su tarjeta y hace el archivo que pide el banco.',
    acts: [
      'Elija la tarjeta y la fecha.',
      'Quite con el bote de basura los que no van esta vez.',
      '«Generar XLSX» baja el archivo con los números completos; cada vez queda en la bitácora.',
    ],
  },
  '/cobranza/importar-pagos': {
    title: '¿Cómo registro de una vez los depósitos del banco?',
    purpose: 'Lee un archivo de depósitos, dice a qué lote va cada uno y aplica lo que usted marque.',
    acts: [
      '«Descargar ejemplo» muestra cómo se llena el archivo; elíjalo y pulse «Importar XLS».',
      'Revise la «Nota» de cada renglón y marque «Aplicar» en los que deban cobrarse.',
      'Elija «Caja» y «Método de pago», y termine con «Aplicar pagos».',
      'Importar otra vez el mismo archivo no cobra dos veces.',
    ],
  },
};
