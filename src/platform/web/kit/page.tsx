/** The frame of every screen and the small states that all screens share. */
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { productName } from '../identity.ts';
import { KitLink } from './link.tsx';
import classes from './page.module.css';

export interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** Buttons at the right of the title; the main one last. */
  actions?: ReactNode;
  /** Where the arrow before the title leads. */
  back?: { to: string; label: string };
  /** `narrow` keeps a form's lines short; tables take the whole width. */
  width?: 'full' | 'narrow';
  children?: ReactNode;
}

interface LeadPlace {
  slot: HTMLElement | null;
  setTitled: (titled: boolean) => void;
}

const Lead = createContext<LeadPlace>({ slot: null, setTitled: () => undefined });

/**
 * Stands over the title of the page, in view however far it is scrolled: whose the page is, and where else he is told of.
 * `titled`: says by itself which screen this is, so that the title is only read.
 */
export function PageLead({ titled, children }: { titled: boolean; children: ReactNode }) {
  const { slot, setTitled } = useContext(Lead);
  useLayoutEffect(() => {
    setTitled(titled);
    return () => setTitled(false);
  }, [titled, setTitled]);
  return slot ? createPortal(<div data-titled={titled || undefined}>{children}</div>, slot) : null;
}

export function Page({ title, subtitle, actions, back, width = 'full', children }: PageProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [titled, setTitled] = useState(false);
  const lead = useMemo(() => ({ slot, setTitled }), [slot]);
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title]);
  // Focusable so that the shell can bring a screen reader here after a change of screen.
  const heading = (
    <h1 className={classes.title} tabIndex={-1} data-page-title>
      {title}
    </h1>
  );
  return (
    <div className={classes.page} data-width={width}>
      <div className={classes.lead}>
        {/* Before what it is of: from here the figures of a lot are the next to be reached by keyboard. */}
        {titled ? heading : null}
        <div ref={setSlot} />
      </div>
      <header className={classes.head}>
        <div className={classes.heading}>
          {back ? (
            <KitLink to={back.to} className={classes.back} aria-label={back.label} title={back.label} data-no-print>
              <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
                <path d="M11 4L6 9l5 5" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" fill="none" />
              </svg>
            </KitLink>
          ) : null}
          <div>
            {titled ? null : heading}
            {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
          </div>
        </div>
        {actions ? (
          <div className={classes.actions} data-no-print>
            {actions}
          </div>
        ) : null}
      </header>
      <Lead value={lead}>{children}</Lead>
    </div>
  );
}

/** A quiet box that groups part of a screen. */
export function Panel({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel}>
      {title || actions ? (
        <div className={classes.panelHead}>
          {title ? <h2 className={classes.panelTitle}>{title}</h2> : <span />}
          {actions ? (
            <div className={classes.actions} data-no-print>
              {actions}
            </div>
          ) : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}

export type Tone = 'green' | 'red' | 'amber' | 'blue' | 'violet' | 'gray';

/** A state in words on its colour; the words always say it without the colour. */
export function StatusBadge({ color, label }: { color: Tone; label: string }) {
  return (
    <span className={classes.badge} data-tone={color}>
      {label}
    </span>
  );
}

/** What has to be known before going on, within the page; `role` says how soon it is read out. */
export function Notice({ role = 'note', children }: { role?: 'note' | 'status' | 'alert'; children: ReactNode }) {
  return (
    <p className={classes.notice} role={role}>
      {children}
    </p>
  );
}

/** Grey lines in the place of what is loading; read as 'Cargando…'. */
export function Skeletons({ lines = 4, label = 'Cargando…' }: { lines?: number; label?: string }) {
  return (
    <div className={classes.skeletons} role="status" data-loading="">
      <span className="kit-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <span key={line} className={classes.skeleton} style={{ width: `${88 - ((line * 23) % 45)}%` }} />
      ))}
    </div>
  );
}

/** Keeps in its place and out of sight what would be pushed about by what still loads above it. */
export function Settled({ when, children }: { when: boolean; children: ReactNode }) {
  return <div style={{ display: 'contents', visibility: when ? undefined : 'hidden' }}>{children}</div>;
}

export function ErrorPanel({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className={classes.error} role="alert">
      <p>{message}</p>
      {onRetry ? (
        <button type="button" className={classes.retry} onClick={onRetry}>
          Reintentar
        </button>
      ) : null}
    </div>
  );
}

export function EmptyState({
  text,
  hint,
  children,
}: {
  text: string;
  hint?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true" focusable="false" className={classes.gate}>
        <path
          d="M6 34V14c0-5 6-8 14-8s14 3 14 8v20M6 34h28M13 34V10M20 34V6M27 34V10M6 22h28"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      <p>{text}</p>
      {hint === undefined ? null : <p className={classes.hint}>{hint}</p>}
      {children}
    </div>
  );
}
