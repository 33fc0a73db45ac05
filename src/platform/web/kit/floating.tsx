/** What opens over the page at a field or a button, in the browser's own top layer; it keeps there while the page moves. */
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import classes from './floating.module.css';

/** That of the anchor which what floats keeps to; `both`: it is as wide. */
export type Edge = 'left' | 'right' | 'both';

const GAP = 4;

/** Under the anchor, its edge on the anchor's; over it where there is no room below; not seen where the anchor is not. */
function place(floating: HTMLElement, anchor: HTMLElement, edge: Edge): void {
  const at = anchor.getBoundingClientRect();
  const { style } = floating;
  if (edge === 'both') style.width = `${at.width}px`;
  const { offsetWidth, offsetHeight } = floating;
  const below = at.bottom + GAP;
  const left = edge === 'right' ? at.right - offsetWidth : Math.min(at.left, innerWidth - GAP - offsetWidth);
  style.top = `${below + offsetHeight <= innerHeight ? below : Math.max(GAP, at.top - GAP - offsetHeight)}px`;
  style.left = `${Math.max(GAP, left)}px`;
  style.visibility = at.bottom < 0 || at.top > innerHeight ? 'hidden' : '';
}

/** Shows it and keeps it in its place; gives what ends the keeping. */
export function float(floating: HTMLElement, anchor: HTMLElement, edge: Edge): () => void {
  const put = () => place(floating, anchor, edge);
  const moved = ({ target }: Event) => {
    if (!(target instanceof Node && floating.contains(target))) put();
  };
  floating.showPopover();
  put();
  const resized = new ResizeObserver(put);
  resized.observe(floating);
  resized.observe(anchor);
  addEventListener('scroll', moved, { capture: true, passive: true });
  addEventListener('resize', put);
  return () => {
    resized.disconnect();
    removeEventListener('scroll', moved, { capture: true });
    removeEventListener('resize', put);
  };
}

interface FloatingProps extends ComponentProps<'div'> {
  anchor: RefObject<HTMLElement | null>;
  edge: Edge;
  /** Asked by a press anywhere but in it and in its anchor's box, and by Escape in it: then the focus is to go on from the anchor. */
  onClose?: (byKey: boolean) => void;
}

/** Open while mounted. */
export function Floating({ anchor, edge, onClose, className, ...rest }: FloatingProps) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (own.current && anchor.current) return float(own.current, anchor.current, edge);
  }, [anchor, edge]);
  const pressed = useEffectEvent(({ target }: Event) => {
    const ours = [own.current, anchor.current?.parentElement];
    if (!ours.some((box) => box?.contains(target as Node))) onClose?.(false);
  });
  useEffect(() => {
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onClose) return;
    event.stopPropagation();
    onClose(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it is its owner says
    <div
      {...rest}
      ref={own}
      popover="manual"
      className={`${classes.floating} ${className ?? ''}`}
      onKeyDown={onKeyDown}
      // Its Escape must not also close a Mantine modal around it, which listens on the window.
      onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
    />
  );
}
