import type { Helps } from '#platform/help.ts';

export const vehiculosHelp: Helps = {
  '/operaciones/vehiculos': {
    title: '¿De quién es un vehículo?',
    purpose: 'Lista los vehículos de la comunidad con su lote y su asociado.',
    acts: ['Busque la placa.', '«Nuevo» da de alta uno; «Editar» lo cambia.'],
  },
  '/operaciones/vehiculos/value': {
    title: '¿Cómo doy de alta un vehículo?',
    purpose: 'Guarda un vehículo y el lote al que pertenece.',
    acts: [
      'Escriba «Placa», «Marca», «Modelo» y «Color», y elija el «Residente».',
      'Guarde con «Aceptar» o con Ctrl+Intro; después dele su tarjeta de acceso.',
    ],
  },
  '/operaciones/tarjeta-acceso': {
    title: '¿Cómo suspendo o doy de baja una tarjeta de acceso?',
    purpose: 'Lista las tarjetas que abren la pluma, cada una con su vehículo y su estado.',
    acts: [
      'Marque una o varias y pulse «Suspender» o «Dar de baja».',
      '«Nuevo» da de alta una.',
      'Abra un renglón con Intro o con «Editar» para activarla otra vez.',
    ],
  },
  '/operaciones/tarjeta-acceso/value': {
    title: '¿Cómo doy una tarjeta de acceso a un vehículo?',
    purpose: 'Guarda una tarjeta, su estado y el vehículo al que abre.',
    acts: [
      'Escriba el «Número», elija el «Estado» y, en «Residente», el vehículo por su placa, lote o asociado.',
      'Guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
};
