import type { Helps } from '#platform/help.ts';

export const configuracionHelp: Helps = {
  '/admin/comunidad': {
    title: '¿Cómo se llama la comunidad y en qué dirección responde?',
    purpose: 'Cambia cómo se llama la comunidad, dónde responde, cómo se ve y su zona horaria.',
    acts: [
      'Escriba «Nombre», «Host» o «Color de acento» y guarde con «Aceptar».',
      '«Subir logotipo» pone un SVG o PNG en la página, los documentos y los libros de Excel.',
      'Antes de cambiar el host tenga listos su dominio y su certificado: en la dirección de antes deja de responder.',
      '«Cambiar zona horaria» dice antes lo que significa para cortes, turnos y accesos.',
    ],
  },
  '/admin/configuracionresidencial': {
    title: '¿Dónde se configura la comunidad?',
    purpose: 'Guarda el nombre de la comunidad, sus códigos ante el banco y las reglas de su administración.',
    acts: [
      '«Límite sin código al fechar pagos» dice desde qué monto un pago con fecha anterior pide código.',
      '«Egresos que aprueba otra persona» e «Impedir que reserven los lotes con adeudo vencido» son otras reglas, y «Roles que entran con segundo factor».',
      'Lo de «Página del residente» ahorra hacer enlaces: cada estado que se envía sólo a direcciones del propietario lleva el suyo.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
};
