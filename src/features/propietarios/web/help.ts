import type { Helps } from '#platform/help.ts';

export const propietariosHelp: Helps = {
  '/propietarios/{id}': {
    title: '¿De quién es un lote y de quién fue?',
    purpose: 'Muestra el propietario actual, los anteriores y las constancias de no adeudo del lote.',
    acts: [
      '«Estado de cuenta», en cada renglón, muestra la cuenta de ese propietario.',
      '«Expedir constancia» la hace y la baja, si el lote no debe nada.',
      '«Cambio de propietario» registra una venta; «Deshacer la venta…» la retira mientras se puede.',
    ],
    from: '/',
  },
  '/cambio-propietario/{id}': {
    title: '¿Cómo registro la venta de una casa?',
    purpose:
      'Cambia el dueño de un lote que se vende, en una sola pantalla, de la fecha de la venta a la confirmación.',
    acts: [
      'Escriba la «Fecha de la venta» y quién se queda con el adeudo y el saldo a favor.',
      'Elija a quien compra en «Ya registrado en Asociados», o escriba su nombre.',
      'Quite la marca a lo que no termina y lea «6. Lo que se hará».',
      'Escriba la referencia del lote y pulse «Registrar la venta».',
    ],
    from: '/',
  },
  '/operaciones/no-adeudo': {
    title: '¿Cómo sé si una constancia de no adeudo es buena?',
    purpose: 'Lista todas las constancias de no adeudo, que se encuentran por su folio.',
    acts: [
      'Busque el folio que trae el papel y pulse «Verificar» en el menú de su renglón.',
      'Se expiden en el lote, en «Propietarios».',
      'La dirección cambia cuántos días valen, con el botón de arriba.',
    ],
  },
};
