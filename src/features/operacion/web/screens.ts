import { screen } from '#platform/screen.ts';
import type { ScreenComponent } from '#platform/web/router.tsx';

export const operacionScreens = [
  screen<ScreenComponent>({
    path: '/admin/operacion',
    title: 'Operación del sistema',
    roles: 'A',
    keywords: 'estado trabajos versiones servidor',
  }),
];
