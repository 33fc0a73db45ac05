/** The small pages of the shell: not found, under construction, loading. */

import { KitLink } from '../kit/link.tsx';
import { EmptyState, ErrorPanel, Page } from '../kit/page.tsx';
import classes from './shell.module.css';

export function Loading() {
  return (
    <p className={classes.loading} role="status">
      Loading...
    </p>
  );
}

export function NotFound() {
  return (
    <Page title="Página no encontrada">
      <EmptyState text="La dirección no existe o su rol no tiene acceso a ella.">
        <KitLink to="/" className={classes.backHome}>
          Volver al inicio
        </KitLink>
      </EmptyState>
    </Page>
  );
}

/** A screen that could not be loaded or drawn; after an update of the server the page asks for files that are gone. */
export function ScreenFailed() {
  return (
    <Page title="No se pudo abrir la pantalla">
      <ErrorPanel
        message="Puede que el programa se haya actualizado o que falle la conexión. Vuelva a cargar la página"
        onRetry={() => location.reload()}
      />
    </Page>
  );
}
