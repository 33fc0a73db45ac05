import { catalogueHelp, type Helps } from '#platform/help.ts';
import { categoriaEgreso } from '../definitions.ts';

export const egresosHelp: Helps = {
  ...catalogueHelp(
    categoriaEgreso,
    'Son las clases de gasto con que se clasifica lo que sale del banco y se hace el presupuesto.',
  ),
  '/cobranza/egresos': {
    title: '¿Cómo clasifico lo que salió del banco?',
    purpose: 'Es la bandeja de las salidas de las cuentas, con lo que se propone que sea cada una.',
    acts: [
      'Si la propuesta es buena, acéptela con Intro; las flechas pasan a la siguiente.',
      'Si no, diga «Qué es» y «En qué se gastó»; con D se divide.',
      'Lo que pasa de un límite lo aprueba otra persona con «Aprobar».',
      '«Deshacer» devuelve una salida a las que esperan; pide la razón.',
    ],
  },
  '/reportes/egresos': {
    title: '¿En qué se gastó el dinero?',
    purpose: 'Muestra las salidas de las cuentas y cómo se clasificaron, sin cambiar nada.',
    acts: [
      'Elija la «Situación» y la cuenta, o busque por monto, concepto o beneficiario.',
      'Con las flechas se pasa de una a otra.',
      '«Descargar PDF» y «Descargar XLSX» bajan lo que se ve.',
    ],
  },
  '/cobranza/conciliacion': {
    title: '¿Cómo concilio una cuenta de banco?',
    purpose: 'Compara lo que dice el banco con lo registrado en un mes y lista todo lo que los hace distintos.',
    acts: [
      'Elija «Cuenta» y «Mes».',
      'Abra cada diferencia desde su nombre y atiéndala.',
      '«Dar por conciliado» guarda el resultado; si queda diferencia, pide la razón.',
      'La dirección captura el «Saldo inicial» de la cuenta.',
    ],
  },
  '/reportes/conciliacion-bancaria': {
    title: '¿Cuadra el banco con lo registrado?',
    purpose: 'Muestra la conciliación de cada cuenta y mes, con sus diferencias, sin cambiar nada.',
    acts: [
      'Elija «Cuenta» y «Mes».',
      'Cada renglón está en el banco y no en el registro, o al revés.',
      '«Descargar PDF» y «Descargar XLSX» bajan las cifras y sus diferencias.',
    ],
  },
  '/reportes/presupuesto': {
    title: '¿Cómo hago el presupuesto y veo lo gastado?',
    purpose: 'Pone el presupuesto de cada categoría frente a lo que se ha gastado.',
    acts: [
      'Elija «Hasta el mes» para ver lo acumulado.',
      'La dirección lo abre con «Empezar presupuesto de», escribe cada monto en su mes y lo fija con «Aprobar».',
      '«Cambiar» hace otra versión de uno aprobado, con su razón; «Descartar borrador» la tira.',
    ],
  },
};
