/** What the screens of the reports share. */
export const BACK = { to: '/reportes', label: 'Volver a Reportes' } as const;
