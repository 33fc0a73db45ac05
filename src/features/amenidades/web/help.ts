import type { Help, Helps } from '#platform/help.ts';

const agenda = (title: string): Help => ({
  title,
  purpose: 'Dice de quién es una amenidad, qué lugares tiene, qué días y horas abre y con qué reglas.',
  acts: [
    'Elija «Amenidad», a qué lotes es y, en «Variaciones», escriba sus lugares.',
    'Diga «Horario General», «Días disponibles», «Duración» y «Aforo máximo».',
    'Marque las «Reglas» que se aplican y la «Ventana de reserva».',
    'Guarde con «Aceptar» o con Ctrl+Intro.',
  ],
});

export const amenidadesHelp: Helps = {
  '/admin/reglas-amenidades': {
    title: '¿Qué reglas tienen las reservas?',
    purpose: 'Lista las reglas que las agendas pueden aplicar.',
    acts: ['«Nuevo» agrega otra.', 'Abra un renglón con Intro o con «Editar» para cambiarla.'],
  },
  '/admin/reglas-amenidades/value': {
    title: '¿Cómo creo una regla de amenidad?',
    purpose: 'Guarda una regla; su número se escribe en cada agenda que la aplica.',
    acts: [
      'Escriba el «Nombre» y elija la «Categoría».',
      'Quite la marca de «Activa» si ya no se usa.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
  '/admin/crear-agenda': agenda('¿Cómo abro una amenidad para que se reserve?'),
  '/admin/editar-agenda/{id}': {
    ...agenda('¿Cómo cambio los horarios de una amenidad?'),
    from: '/admin/ver-agenda',
  },
  '/admin/ver-agenda': {
    title: '¿Qué días y horas abre cada amenidad?',
    purpose: 'Lista las agendas: sus lugares, días, horario y aforo.',
    acts: [
      'Elija si son las generales o las de un lote condominal.',
      '«Editar» cambia la del renglón; «Crear agenda» hace otra.',
    ],
  },
  '/admin/crear-reserva': {
    title: '¿Cómo reservo una amenidad?',
    purpose: 'Muestra los horarios libres de un día y reserva lugares en uno.',
    acts: [
      'Elija la «Fecha» y la «Amenidad».',
      'Pulse «Reservar» en el horario.',
      'Diga cuántos lugares y agregue a cada persona; termine con «Aceptar».',
    ],
  },
  '/admin/amenidades': {
    title: '¿Qué amenidades hay?',
    purpose: 'Lista los tipos de amenidad, como alberca o cancha.',
    acts: ['«Nuevo» agrega otro.', 'Abra un renglón con Intro o con «Editar» para cambiarlo.'],
  },
  '/admin/amenidades/value': {
    title: '¿Cómo agrego una amenidad?',
    purpose: 'Guarda un tipo de amenidad con su icono y su foto.',
    acts: [
      'Escriba el «Nombre» y añada «Icono» y «Foto».',
      'Quite la marca de «Activa» si ya no se usa.',
      'Guarde con «Aceptar» o con Ctrl+Intro; después haga su agenda.',
    ],
  },
  '/admin/amenidad/ver-reserva': {
    title: '¿Quién reservó y cómo elimino una reserva?',
    purpose: 'Lista las reservas de un periodo, o las de un lote en un día.',
    acts: [
      'Elija «Desde» y «Hasta»; en «Tipo de búsqueda», «Lote y Fecha» busca las de un lote.',
      '«Eliminar» quita una que todavía no tiene entrada.',
      '«Ver calendario» las muestra por día, semana y mes.',
    ],
  },
  '/admin/amenidad/calendario': {
    title: '¿Qué está reservado y qué está libre?',
    purpose: 'Muestra las reservas por día, semana y mes.',
    acts: [
      'Elija «Día», «Semana» o «Mes»; las flechas pasan al siguiente y «Hoy» vuelve.',
      '«Amenidad», «Lote» y «Estado» dejan ver menos.',
      'Pulse una reserva para verla, o un lugar libre para reservarlo.',
    ],
  },
};
