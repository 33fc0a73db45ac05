/**
 * A part of the page that is loaded when it is first drawn. One that cannot be loaded says so in its own place: what stands
 * around it, and what was typed there, stays.
 */
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { Boundary } from './boundary.tsx';
import { loading } from './loading.ts';
import { ErrorPanel } from './page.tsx';
import { toast } from './toast.tsx';

const NOT_LOADED = 'No se pudo cargar. Revise la conexión y vuelva a intentarlo';

type Failed<P> = ComponentType<P & { onRetry: () => void }>;

const PartFailed = ({ onRetry }: { onRetry: () => void }) => <ErrorPanel message={NOT_LOADED} onRetry={onRetry} />;

/** In the place of a window, which closes. */
export function WindowFailed({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    toast.error(NOT_LOADED, 6);
    onClose();
  }, []);
  return null;
}

/** In the place of what one can do without. */
export const NothingFailed = () => null;

/** @param Failed what stands in its place where it cannot be loaded; by itself a panel that tries again */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Failed: Failed<P> = PartFailed as Failed<P>,
): ComponentType<P> {
  const fresh = () => lazy(() => loading(load));
  let Loaded = fresh();
  /** As long as it stands there nothing is asked for again but by its own button; who comes later asks anew. */
  function InItsPlace(props: P & { onRetry: () => void }) {
    useEffect(
      () => () => {
        Loaded = fresh();
      },
      [],
    );
    return <Failed {...props} />;
  }
  return function Part(props: P) {
    const [{ Now }, setNow] = useState({ Now: Loaded });
    const onRetry = () => {
      Loaded = fresh();
      setNow({ Now: Loaded });
    };
    return (
      <Boundary of={Now} failed={<InItsPlace {...props} onRetry={onRetry} />}>
        <Now {...props} />
      </Boundary>
    );
  };
}
