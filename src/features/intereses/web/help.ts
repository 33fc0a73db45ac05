import type { Helps } from '#platform/help.ts';

export const interesesHelp: Helps = {
  '/admin/tiie': {
    title: '¿Dónde registro la TIIE de cada mes?',
    purpose: 'Lista las tasas con que se calculan los intereses moratorios.',
    acts: ['«Nueva» registra otra.', 'Abra un renglón con Intro o con «Editar» para corregirla.'],
  },
  '/admin/tiie/value': {
    title: '¿Cómo registro una TIIE?',
    purpose: 'Guarda la tasa de un mes, con que se calculan los intereses moratorios.',
    acts: [
      'Elija el «Período» y escriba el «Porcentaje».',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
      'Los intereses se ponen al día solos en la noche, o en «Intereses moratorios» cuando usted lo pida.',
    ],
  },
  '/admin/intereses-moratorios': {
    title: '¿Cómo se generan los intereses moratorios?',
    purpose: 'Genera los intereses de lo vencido y muestra los de cada cargo de un lote.',
    acts: [
      'Se generan solos cada noche; «Generar» lo hace ahora, y repetirlo no cobra dos veces.',
      'En «Consulta por lote» elija uno para ver el interés de cada cargo.',
      'El importe con punteado se abre y dice cómo se calculó.',
    ],
  },
};
