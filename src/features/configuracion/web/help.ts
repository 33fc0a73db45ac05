import type { Helps } from '#platform/help.ts';

export const configuracionHelp: Helps = {
  '/admin/configuracionresidencial': {
    title: '¿Dónde se configura la comunidad?',
    purpose: 'Guarda el nombre de la comunidad, sus códigos ante el banco y las reglas de su administración.',
    acts: [
      '«Límite sin código al fechar pagos» dice desde qué monto un pago con fecha anterior pide código.',
      '«Egresos que aprueba otra persona» y «Impedir que reserven los lotes con adeudo vencido» son otras reglas.',
      '«Roles que entran con segundo factor» dice a quién se le pide.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
};
