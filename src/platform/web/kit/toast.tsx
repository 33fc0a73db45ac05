/**
 * Messages that pass: `toast.success('Acción exitosa')`. The durations are the specification's, exact; the pointer or the
 * keyboard focus on a message holds it.
 */
import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { ACTION_FAILED } from '../../messages.ts';
import { isRefusal, SessionEnded } from '../api.ts';
import { CloseIcon } from './close-icon.tsx';
import { createStore } from './store.ts';
import classes from './toast.module.css';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

interface Message {
  id: number;
  kind: ToastKind;
  text: string;
}

const STACK_LIMIT = 5;
const messages = createStore<readonly Message[]>([]);
/** What is left of a message's time, in milliseconds: it goes on where a dialog opens or closes. */
const timeLeft = new Map<number, number>();
/** The mounted regions; the messages are in the last, since an open dialog makes everything around it unreachable. */
const regions = createStore<readonly string[]>([]);
let lastId = 0;

function show(kind: ToastKind, text: string, seconds: number): () => void {
  const id = ++lastId;
  timeLeft.set(id, seconds * 1000);
  messages.set([...messages.get(), { id, kind, text }].slice(-STACK_LIMIT));
  return () => dismiss(id);
}

function dismiss(id: number): void {
  timeLeft.delete(id);
  messages.set(messages.get().filter((message) => message.id !== id));
}

/** Each call returns a function that takes the message away early. Durations in seconds. */
export const toast = {
  success: (text: string, seconds = 2) => show('success', text, seconds),
  info: (text: string, seconds = 8) => show('info', text, seconds),
  warning: (text: string, seconds = 8) => show('warning', text, seconds),
  error: (text: string, seconds = 3) => show('error', text, seconds),
  /** Why something was not done: a refusal in the server's own words, anything else in those given. */
  failure: (
    error: unknown,
    text = ACTION_FAILED,
    seconds = 3,
    refusal: { kind?: ToastKind; seconds?: number } = {},
  ) => {
    if (error instanceof SessionEnded) return;
    if (isRefusal(error)) show(refusal.kind ?? 'info', error.message, refusal.seconds ?? 8);
    else show('error', text, seconds);
  },
  /** Takes all messages away, as the end of a session does. */
  clear: () => {
    timeLeft.clear();
    messages.set([]);
  },
};

/** Tells once, each time that something which loads by itself begins to fail. */
export function useFailureToast(failed: boolean, text: string, seconds: number): void {
  useEffect(() => {
    if (failed) toast.error(text, seconds);
  }, [failed, text, seconds]);
}

/**
 * Where the messages appear: in the shell, and in every dialog. The two regions must exist before the first message to be
 * read.
 */
export function Toasts() {
  const id = useId();
  useLayoutEffect(() => {
    regions.set([...regions.get(), id]);
    return () => regions.set(regions.get().filter((other) => other !== id));
  }, [id]);
  const isLast = regions.use().at(-1) === id;
  const messagesNow = messages.use();
  const all = isLast ? messagesNow : [];
  return (
    <section className={classes.region} aria-label={isLast ? 'Avisos' : undefined} data-no-print>
      <div className={classes.stack} aria-live="assertive">
        {all.map((message) => (message.kind === 'error' ? <Toast key={message.id} message={message} /> : null))}
      </div>
      <div className={classes.stack} aria-live="polite">
        {all.map((message) => (message.kind === 'error' ? null : <Toast key={message.id} message={message} />))}
      </div>
    </section>
  );
}

const SIGNS: Record<ToastKind, string> = {
  success: 'M3 7.5l3 3 5.5-6.5',
  info: 'M7 6.2v4.3M7 3.4v.2',
  warning: 'M7 3v5M7 10.6v.2',
  error: 'M4 4l6 6M10 4l-6 6',
};

function Toast({ message }: { message: Message }) {
  const { id, kind, text } = message;
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const since = performance.now();
    const left = timeLeft.get(id) ?? 0;
    const timer = setTimeout(() => dismiss(id), left);
    return () => {
      clearTimeout(timer);
      if (timeLeft.has(id)) timeLeft.set(id, left - (performance.now() - since));
    };
  }, [held, id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the message; all of it is reachable without
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.sign} aria-hidden="true">
        <svg width="14" height="14" viewBox="0 0 14 14" focusable="false" aria-hidden="true">
          <path d={SIGNS[kind]} stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" fill="none" />
        </svg>
      </span>
      <p className={classes.text}>{text}</p>
      <button type="button" className={classes.close} aria-label="Cerrar" onClick={() => dismiss(id)}>
        <CloseIcon />
      </button>
    </div>
  );
}
