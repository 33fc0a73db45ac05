import { screen } from '#platform/screen.ts';

export const vehiculosScreens = [
  screen({
    path: '/operaciones/vehiculos',
    title: 'Vehículos',
    roles: 'ABCD',
    load: () => import('./VehiculoList.tsx'),
  }),
  screen({
    path: '/operaciones/vehiculos/value',
    title: 'Vehículo, formulario',
    roles: 'ABCD',
    load: () => import('./VehiculoForm.tsx'),
  }),
  screen({
    path: '/operaciones/tarjeta-acceso',
    title: 'Tarjetas de acceso',
    roles: 'ABCD',
    load: () => import('./TarjetaList.tsx'),
  }),
  screen({
    path: '/operaciones/tarjeta-acceso/value',
    title: 'Tarjeta de acceso, formulario',
    roles: 'ABCD',
    load: () => import('./TarjetaForm.tsx'),
  }),
];
