/**
 * The blocking overlay, for the moments when money or a fiscal document moves. It takes the page from the first instant,
 * so that a second click finds nothing, but is only seen after 150 ms, so that a quick answer does not flicker.
 */
import { useEffect, useRef, useState } from 'react';
import { BUSY } from '../../messages.ts';
import classes from './busy.module.css';
import { Dialog } from './dialog.tsx';
import { holdFocus } from './focus.ts';
import { createStore } from './store.ts';

const VISIBLE_AFTER_MS = 150;
const VISIBLE_MIN_MS = 250;

const running = createStore(0);

/**
 * Blocks the page until the work is over and returns what it returns. A function is called at once; while other blocking
 * work runs it is called all the same (the page, not the caller, is what is locked).
 */
export async function withBusy<T>(work: PromiseLike<T> | (() => PromiseLike<T> | T)): Promise<T> {
  running.set(running.get() + 1);
  try {
    return await (typeof work === 'function' ? work() : work);
  } finally {
    running.set(running.get() - 1);
  }
}

/** Whether blocking work is running: shortcuts stand still meanwhile. */
export function isBusy(): boolean {
  return running.get() > 0;
}

/** Mount once, in the shell. */
export function BusyOverlay() {
  const busy = running.use() > 0;
  const [visible, setVisible] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (busy === visible) return;
    const wait = busy ? VISIBLE_AFTER_MS : Math.max(0, shownAt.current + VISIBLE_MIN_MS - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setVisible(busy);
    }, wait);
    return () => clearTimeout(timer);
  }, [busy, visible]);

  const shown = busy || visible;
  useEffect(() => holdFocus(shown), [shown]);

  if (!shown) return null;
  return (
    <Dialog
      label="Procesando"
      role="alertdialog"
      className={visible ? `${classes.overlay} ${classes.visible}` : classes.overlay}
      busy={busy}
    >
      <div role="status" className={classes.status}>
        <span className={classes.ring} aria-hidden="true" />
        <p className={classes.text}>{BUSY}</p>
      </div>
    </Dialog>
  );
}
