/** Everything of the kit that must stand in the page once: <KitHosts/> beside the shell, inside the router. */
import { BusyOverlay } from './busy.tsx';
import { Confirms } from './confirm.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Toasts } from './toast.tsx';

export function KitHosts() {
  return (
    <>
      {/* Mantine opens dropdowns and modals in this node; as a named region it keeps them inside the page's landmarks. */}
      <section aria-label="Listas y ventanas" data-mantine-shared-portal-node="true" data-no-print />
      <Toasts />
      <Confirms />
      <BusyOverlay />
      <Shortcuts />
    </>
  );
}
