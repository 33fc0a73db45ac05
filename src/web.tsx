/** The composition root of the page: theme, queries, navigation, router. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fechaInZone } from './core/fecha.ts';
import { registerComunidades } from './features/empresas/web/palette.ts';
import { registerLotes } from './features/inicio/web/palette.ts';
import { registerRecibos } from './features/pagos/web/palette.ts';
import { SignIn } from './features/sesion/web/SignIn.tsx';
import { SCREENS, SECTIONS } from './navigation.ts';
import { screen } from './platform/screen.ts';
import { takeArrival } from './platform/web/arrival.ts';
import { styleNonce, timeZone, useAccent } from './platform/web/identity.ts';
import { lazyPart, NothingFailed, WindowFailed } from './platform/web/kit/part.tsx';
import { ListFilesContext } from './platform/web/kit/table/files.ts';
import { lookOf } from './platform/web/kit/theme.ts';
import { setToday } from './platform/web/kit/today.ts';
import { setDisplayTimeZone } from './ui/time-zone.ts';
import './platform/web/kit/theme.css';
import { NavigationProvider } from './platform/web/navigation.tsx';
import { createQueryClient } from './platform/web/query.ts';
import { AppRouter, RouterProvider } from './platform/web/router.tsx';
import { session } from './platform/web/session.ts';
import { Shell } from './platform/web/shell/Shell.tsx';
import { Loading, NotFound, ScreenFailed } from './platform/web/shell/states.tsx';

const Bell = lazyPart(() => import('./features/notas/web/Bell.tsx'), NothingFailed);
const ListFiles = lazyPart(() => import('./libro/web/ListFiles.tsx'), NothingFailed);
const loadHelp = () => import('./help.tsx');
const Help = lazyPart(loadHelp, WindowFailed);
const Switcher = lazyPart(() => import('./features/empresas/web/Switcher.tsx'), NothingFailed);
const ArrivalScreen = lazyPart(() => import('./features/empresas/web/Arrival.tsx'));
const ChangePassword = lazyPart(() => import('./features/sesion/web/ChangePassword.tsx'), WindowFailed);
const SecondStep = lazyPart(() => import('./features/sesion/web/SecondStep.tsx'));

const hubs = SECTIONS.map((section) =>
  screen({
    path: section.path,
    title: section.title,
    roles: section.roles,
    load: async () => {
      const { HubPage } = await import('./platform/web/shell/HubPage.tsx');
      return { default: () => <HubPage section={section} /> };
    },
  }),
);
const screens = [...SCREENS, ...hubs];

setToday(() => fechaInZone(new Date(), timeZone));
setDisplayTimeZone(timeZone);

registerLotes();
registerRecibos();
registerComunidades();

// Before the router looks at the address.
const arrived = takeArrival();

const queryClient = createQueryClient();
// What one user has read is not shown to the next.
let lastUser = session.get()?.username;
const router = new AppRouter({
  screens,
  accessHome: '/admin/accesos',
  SignIn,
  Shell,
  NotFound,
  Loading,
  ScreenFailed,
  sessionOf: () => {
    const current = session.get();
    if (current?.username !== lastUser) {
      lastUser = current?.username;
      queryClient.clear();
    }
    return current;
  },
});

/** The screens; before them whoever comes from another community is let in. */
function Opened() {
  const [arrival, setArrival] = useState(arrived);
  if (!arrival) return <RouterProvider router={router} />;
  // Until its screen is there: the sign-in page, which would be shown meanwhile, leads home.
  const onDone = (to: string) => void router.navigate(to, { replace: true }).then(() => setArrival(undefined));
  return (
    <Suspense fallback={null}>
      <ArrivalScreen arrival={arrival} onDone={onDone} />
    </Suspense>
  );
}

/** In the community's colour, from the first paint on. */
function Looks({ children }: { children: ReactNode }) {
  const accent = useAccent();
  const look = useMemo(() => lookOf(accent), [accent]);
  return (
    <MantineProvider {...look} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      {children}
    </MantineProvider>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');

createRoot(root).render(
  <StrictMode>
    <Looks>
      <QueryClientProvider client={queryClient}>
        <NavigationProvider
          screens={screens}
          sections={SECTIONS}
          ChangePassword={ChangePassword}
          SecondStep={SecondStep}
          Help={Help}
          loadHelp={loadHelp}
          Bell={Bell}
          Switcher={Switcher}
        >
          <ListFilesContext value={ListFiles}>
            <Opened />
          </ListFilesContext>
        </NavigationProvider>
      </QueryClientProvider>
    </Looks>
  </StrictMode>,
);
