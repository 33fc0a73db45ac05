import type { Helps } from '#platform/help.ts';

export const importacionHelp: Helps = {
  '/operaciones/importar-registro': {
    title: '¿Cómo paso mi comunidad desde Excel o desde otro sistema?',
    purpose:
      'Lee un libro con lotes, residentes, saldos y lo demás del sistema anterior; lo revisa y, sin fallas, lo guarda completo.',
    acts: [
      '«Descargar plantilla» da el libro que se llena; también sirve el de otro sistema: diga qué es cada columna, y el siguiente igual se lee solo.',
      '«Fallas del libro» dice hoja y fila de lo que hay que corregir.',
      'Compare los totales con los suyos y pulse «Aplicar».',
      'Mientras no haya recibos, en «Libros aplicados» se retira completo.',
    ],
  },
  '/reportes/sistema-anterior': {
    title: '¿Debe cada lote lo mismo que en el sistema anterior?',
    purpose: 'Compara lo que cada lote debe según el libro del sistema anterior y según Portón.',
    acts: [
      'Elija el libro y pulse «Comparar»; repítalo cuantas veces haga falta mientras trabajan los dos sistemas.',
      '«Diferencias por lote» se descarga en PDF y XLSX.',
      'Quien aprueba pulsa «Aceptar los saldos» y escribe el nombre de quien lleva la tesorería: desde entonces no se retira ningún libro.',
    ],
  },
};
