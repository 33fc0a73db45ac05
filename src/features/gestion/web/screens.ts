import { screen } from '#platform/screen.ts';

export const gestionScreens = [
  screen({
    path: '/cobranza/gestion',
    title: 'Gestión de cobranza',
    roles: 'ABC',
    keywords: 'morosos recordatorios cartas avisos',
    load: () => import('./Propuesta.tsx'),
  }),
  screen({
    path: '/cobranza/gestion/pasos',
    title: 'Pasos de la gestión',
    roles: 'ABC',
    load: () => import('./Pasos.tsx'),
  }),
  screen({
    path: '/cobranza/gestion/pasos/value',
    title: 'Editar paso',
    roles: 'AB',
    load: () => import('./PasoForm.tsx'),
  }),
  screen({
    path: '/cobranza/gestion/whatsapp',
    title: 'Textos para WhatsApp',
    roles: 'AB',
    keywords: 'mensajes celular',
    load: () => import('./TextosWhatsapp.tsx'),
  }),
  screen({
    path: '/cobranza/gestion/corridas',
    title: 'Corridas de la gestión',
    roles: 'ABC',
    load: () => import('./Corridas.tsx'),
  }),
  screen({
    path: '/cobranza/gestion/corridas/{id}',
    title: 'Corrida de la gestión',
    roles: 'ABC',
    load: () => import('./Corrida.tsx'),
  }),
  screen({
    path: '/cobranza/gestion/por-hacer',
    title: 'Por hacer en cobranza',
    roles: 'ABC',
    keywords: 'promesas tareas cartas',
    load: () => import('./PorHacer.tsx'),
  }),
  screen({
    path: '/gestion/{id}',
    title: 'Gestión de cobranza del lote',
    roles: 'ABC',
    load: () => import('./GestionDeLote.tsx'),
  }),
  // Whoever audits looks at the figures and decides nothing.
  screen({
    path: '/reportes/gestion',
    title: 'Gestión de cobranza',
    roles: 'ABCF',
    load: () => import('./Reporte.tsx'),
  }),
];
