/** The frame of a form: title, summary of errors, fields, buttons, and the guard of unsaved changes. */
import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useBlocker, useNavigate } from '../../router.tsx';
import { BusyButton } from '../BusyButton.tsx';
import { ConfirmDialog } from '../confirm.tsx';
import { focusable, whenFree } from '../focus.ts';
import { KitLink } from '../link.tsx';
import { Notice } from '../page.tsx';
import { useShortcut } from '../shortcuts.tsx';
import classes from './form.module.css';
import { isAbandoned, watchForm } from './unsaved.ts';
import type { KitForm as Form } from './useKitForm.ts';

export interface KitFormProps<V> {
  form: Form<V>;
  /** A heading inside the frame; the screen's own title belongs to Page. */
  title?: ReactNode;
  submitLabel?: string;
  cancelLabel?: string;
  /** One of both shows the cancel button. */
  onCancel?: () => void;
  cancelTo?: string;
  /** Something else of the screen runs: the buttons wait. */
  busy?: boolean;
  /** Disables the submit and says why. */
  disabledReason?: string | undefined;
  /** Further buttons, left of the others. */
  extraActions?: ReactNode;
  /** Off for search bars and the like. */
  guard?: boolean;
  /** The submit destroys: it is red. */
  danger?: boolean;
  /** Without the box around it, for dialogs. */
  plain?: boolean;
  /** What the screen is for: Ctrl+Enter sends it wherever the focus is. */
  everywhere?: boolean;
  /** The submit stands over the whole width of the form, with this after its word. */
  wide?: ReactNode;
  children: ReactNode;
}

const SUBMIT = 'Aceptar';

/** Sends by its button and by Ctrl+Enter, where it may be sent. */
function useSending<V>(
  { form, submitLabel = SUBMIT, disabledReason, everywhere = false }: KitFormProps<V>,
  waiting: boolean,
) {
  const submit = () => {
    if (!waiting && !disabledReason) void form.submit();
  };
  /** A field that reads what was typed when it is left must read it now; it keeps the focus. */
  const submitTyped = () => {
    document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    submit();
  };
  useShortcut('mod+enter', submitLabel, everywhere ? submitTyped : undefined, { group: 'Formulario' });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A form in a dialog is still inside the outer form for React.
    event.stopPropagation();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    submitTyped();
  };
  return { onSubmit, onKeyDown };
}

function Cancel<V>({ form, cancelLabel = 'Cancelar', cancelTo, onCancel }: KitFormProps<V>) {
  if (cancelTo)
    return (
      <Button variant="default" component={KitLink} to={cancelTo}>
        {cancelLabel}
      </Button>
    );
  if (!onCancel) return null;
  const cancel = async () => {
    if (await form.forget()) onCancel();
  };
  return (
    <Button variant="default" onClick={cancel}>
      {cancelLabel}
    </Button>
  );
}

function Actions<V>(props: KitFormProps<V> & { waiting: boolean }) {
  const { form, waiting, submitLabel = SUBMIT, disabledReason, extraActions, danger, wide } = props;
  const reasonId = `${form.id}-reason`;
  return (
    <div className={classes.actions} data-wide={wide !== undefined || undefined} data-no-print>
      {extraActions}
      {disabledReason ? (
        <span id={reasonId} className={classes.reason}>
          {disabledReason}
        </span>
      ) : null}
      <Cancel {...props} />
      <BusyButton
        type="submit"
        color={danger ? 'red' : undefined}
        loading={waiting}
        disabled={disabledReason !== undefined}
        aria-describedby={disabledReason ? reasonId : undefined}
      >
        {submitLabel}
        {wide ? <span aria-hidden="true">{wide}</span> : null}
        {wide === undefined ? null : (
          <span aria-hidden="true">
            <kbd>Ctrl ↵</kbd>
          </span>
        )}
      </BusyButton>
    </div>
  );
}

export function KitForm<V>(props: KitFormProps<V>) {
  const { form, title, busy, guard = true, plain, children } = props;
  const waiting = form.submitting || busy === true;
  const { onSubmit, onKeyDown } = useSending(props, waiting);

  // No field is left to be typed into or sent by a key that was meant for what is done.
  if (form.draftNews?.kind === 'done') return <SentBefore form={form} reciboId={form.draftNews.reciboId} />;
  return (
    <>
      <form
        id={form.id}
        className={plain ? classes.plain : classes.form}
        noValidate
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        aria-busy={waiting || undefined}
      >
        {title ? <h2 className={classes.title}>{title}</h2> : null}
        <DraftNotice form={form} />
        <ErrorSummary form={form} />
        {children}
        <Actions {...props} waiting={waiting} />
      </form>
      {guard ? (
        <UnsavedGuard hasUnsaved={form.hasUnsaved} isUnanswered={form.isUnanswered} forget={form.forget} />
      ) : null}
    </>
  );
}

const UNKNOWN = 'Se envió y no se sabe si se cobró;';

const NEWS = {
  restored: 'Se recuperó lo que había escrito; no se ha cobrado nada.',
  unanswered: `${UNKNOWN} se pregunta al servidor…`,
  asked: `${UNKNOWN} se pregunta al servidor… Hasta ahora no consta; si lo envía de nuevo no se cobra dos veces.`,
  unreachable: `${UNKNOWN} el servidor no responde y se le sigue preguntando. Lo que envió se conserva.`,
};

const LEAVE_UNKNOWN = `${UNKNOWN} al salir se pregunta al servidor. Si no se ha cobrado se descarta; si ya se cobró se queda aquí para ver el recibo.`;

/** That what is shown was typed before the page was loaded again, or sent without an answer. */
function DraftNotice<V>({ form }: { form: Form<V> }) {
  const news = form.draftNews;
  if (!news || news.kind === 'done') return null;
  return (
    <Notice role="status">
      {NEWS[news.kind]}{' '}
      <Button variant="default" size="compact-sm" onClick={() => void form.discard()}>
        Descartar
      </Button>
    </Notice>
  );
}

/** In place of the form: what had been sent without an answer was done. */
function SentBefore<V>({ form, reciboId }: { form: Form<V>; reciboId: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => whenFree(() => box.current?.focus()), []);
  return (
    <div ref={box} tabIndex={-1} className={classes.sentBefore}>
      <Notice role="status">
        Lo que había enviado antes sí quedó registrado. No lo envíe otra vez.{' '}
        {reciboId === null ? null : <KitLink to={`/recibo/${reciboId}`}>Ver recibo {reciboId}</KitLink>}
      </Notice>
      <Button variant="default" onClick={form.another}>
        Capturar otro
      </Button>
    </div>
  );
}

/** The failed fields in the order of the screen, each a link to its field, in the words that stand there. */
function ErrorSummary<V>({ form }: { form: Form<V> }) {
  const box = useRef<HTMLDivElement>(null);
  const { failures } = form;
  useEffect(() => {
    if (failures > 0) whenFree(() => box.current?.focus());
  }, [failures]);

  if (failures === 0) return null;
  const lines = Object.entries(form.errors)
    .map(([path, message]) => ({
      path,
      message,
      label: form.labelOf(path),
      field: document.getElementById(form.idOf(path)),
    }))
    .sort((a, b) => {
      if (!a.field || !b.field) return Number(!a.field) - Number(!b.field);
      return a.field.compareDocumentPosition(b.field) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    });
  if (lines.length === 0) return null;
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <p className={classes.summaryTitle}>
        {lines.length === 1 ? 'Revise un campo antes de continuar' : `Revise ${lines.length} campos antes de continuar`}
      </p>
      <ul>
        {lines.map(({ path, message, label, field }) => (
          <li key={path}>
            {field ? (
              <a
                href={`#${form.idOf(path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(form.idOf(path));
                }}
              >
                {label && !message.startsWith(label) ? `${label}: ${message}` : message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusField(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.scrollIntoView({ block: 'center' });
  focusable(element)?.focus({ preventScroll: true });
}

/**
 * Asks before unsaved changes are left, inside the page and when the page itself is closed; a session that ends meanwhile is
 * renewed over them. A screen that keeps what is typed by itself draws this alone.
 */
export function UnsavedGuard({
  hasUnsaved,
  isUnanswered,
  forget,
}: Pick<Form<unknown>, 'hasUnsaved'> & Partial<Pick<Form<unknown>, 'isUnanswered' | 'forget'>>) {
  const latest = useRef(hasUnsaved);
  const leaving = useRef(false);
  useEffect(() => {
    latest.current = hasUnsaved;
  });
  useEffect(() => watchForm(() => latest.current()), []);
  const asked = useBlocker({
    // A change of tab or filter keeps the form; another path or another record does not.
    shouldBlock: (from, to) =>
      !isAbandoned() && hasUnsaved() && (from.pathname !== to.pathname || idIn(from.search) !== idIn(to.search)),
    beforeUnload: () => !isAbandoned() && hasUnsaved(),
  });
  if (!asked) return null;
  const answer = async (leave: boolean) => {
    if (leaving.current) return;
    leaving.current = true;
    try {
      asked.answer(leave && (await (forget?.() ?? true)));
    } finally {
      leaving.current = false;
    }
  };
  return (
    <ConfirmDialog
      title="Hay cambios sin guardar"
      text={isUnanswered?.() ? LEAVE_UNKNOWN : '¿Salir sin guardar?'}
      cancelLabel="Seguir editando"
      confirmLabel="Salir sin guardar"
      danger
      onAnswer={(leave) => void answer(leave)}
    />
  );
}

const idIn = (search: string): string | null => new URLSearchParams(search).get('id');

/** A function that goes to an address which may carry a query, for after a save. */
export function useGoTo(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => void navigate(to);
}

/** Fields in even columns that fold on narrow screens; a field of a row of its own goes in <FullWidth>. */
export function Fields({ children, columns = 2 }: { children: ReactNode; columns?: 1 | 2 | 3 | 'pairs' }) {
  return (
    <div className={classes.fields} data-columns={columns}>
      {children}
    </div>
  );
}

export function FullWidth({ children }: { children: ReactNode }) {
  return (
    <div className={classes.full} data-full>
      {children}
    </div>
  );
}
