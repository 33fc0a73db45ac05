import type { Helps } from '#platform/help.ts';

export const accesosHelp: Helps = {
  '/admin/accesos': {
    title: '¿Cómo registro y busco quién entró y salió?',
    purpose: 'Es la bitácora de la caseta; lo nuevo aparece solo.',
    acts: [
      'Para anotar a quien pasa pulse «Registrar», entrada o salida.',
      'Busque por nombre, placa o lote; «Más filtros» busca por lo demás.',
      'Pase de uno a otro con J y K, o con las flechas, y abra uno con Intro para ver sus fotos.',
      'Sin red se sigue registrando con la lista guardada en el equipo; se envía sola al volver la red.',
    ],
  },
  '/admin/accesos/estadisticas': {
    title: '¿Cuánta gente entra, a qué horas y a dónde?',
    purpose: 'Suma los accesos de unos días por hora, punto, lote y tipo de visita.',
    acts: ['Elija «Desde» y «Hasta».', 'Pase sobre una barra para ver su cifra.'],
  },
  '/admin/rondines': {
    title: '¿Los guardias hicieron sus rondines?',
    purpose: 'Muestra los rondines de unos días y qué puntos faltó visitar en cada uno.',
    acts: ['Elija «Desde» y «Hasta».', 'En la lista, «Estado» dice qué puntos quedaron sin visitar.'],
  },
  '/admin/accesos/dispositivos': {
    title: '¿Cómo conecto un equipo de la caseta?',
    purpose: 'Da a cada equipo la clave con que envía los accesos.',
    acts: [
      '«Nuevo» crea uno; copie su clave con «Copiar»: no se vuelve a mostrar.',
      'El lápiz del renglón cambia su nombre o su «Punto de acceso».',
      'Si un equipo se pierde, revoque su clave desde su renglón.',
    ],
  },
};
