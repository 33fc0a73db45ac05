/**
 * A modal on the browser's own <dialog>: it starts at the element with `data-autofocus` (a field's `autoFocus`), else at its
 * first field, else at itself. It makes the rest of the page inert, holds and gives back the focus, and needs
 * neither a portal nor an injected style. For short questions; a form is a FormModal.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { CloseIcon } from './close-icon.tsx';
import classes from './dialog.module.css';
import { currentOpener, isFocusFree, returnFocus, startOf, whenFree } from './focus.ts';
import { Toasts } from './toast.tsx';

export interface DialogProps {
  /** Visible heading, which names the dialog. Without it give `label`. */
  title?: ReactNode;
  label?: string;
  /** Asked by Escape, the backdrop and the close button. Left out, the dialog cannot be dismissed. */
  onClose?: () => void;
  /** `alertdialog` for questions that interrupt. */
  role?: 'dialog' | 'alertdialog';
  width?: string;
  /** Shows the close button beside the title. */
  closeButton?: boolean;
  className?: string;
  describedBy?: string;
  busy?: boolean;
  children: ReactNode;
}

/** Opens it while it is mounted, and gives the focus back. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = currentOpener();
    if (!dialog.open) dialog.showModal();
    // The browser would take the first button, which is the one that closes.
    startOf(dialog).focus({ preventScroll: true });
    // Closing before the element leaves the page is what makes the browser give the focus back.
    return () => {
      dialog.close();
      // To nothing where the opener has gone, and to what goes a moment later where the dialog asked whether to delete it.
      whenFree(() => {
        if (opener && (isFocusFree() || document.activeElement === opener.element)) returnFocus(opener);
      });
    };
  }, []);
  return ref;
}

interface HeadProps extends Pick<DialogProps, 'title' | 'closeButton'> {
  titleId: string;
  onClose: () => void;
}

function Head({ title, titleId, closeButton, onClose }: HeadProps) {
  return (
    <div className={classes.head}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {closeButton ? (
        <button type="button" className={classes.close} aria-label="Cerrar" onClick={onClose}>
          <CloseIcon />
        </button>
      ) : null}
    </div>
  );
}

/** Open while mounted. */
export function Dialog(props: DialogProps) {
  const { title, label, onClose, role, width, closeButton, className, describedBy, busy, children } = props;
  const ref = useModal();
  const titleId = useId();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  const close = () => latest.current?.();

  const onKeyDown = (event: KeyboardEvent) => {
    // While it is busy no key leads anywhere, not even to the browser's own bars.
    if (busy) event.preventDefault();
    // A key that is still held from what opened the dialog must not press anything in it.
    if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    // For React a form that the dialog was opened from is still around it, and this is no submit of that one.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.stopPropagation();
    if (event.key !== 'Escape') return;
    // The browser closes a dialog by itself on a second Escape; refusing the key keeps the decision here.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    close();
  };

  return (
    <dialog
      ref={ref}
      role={role}
      className={className ? `${classes.dialog} ${className}` : classes.dialog}
      style={width ? { width } : undefined}
      aria-labelledby={title ? titleId : undefined}
      aria-label={title ? undefined : label}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      // An Escape pressed here must not also close a Mantine modal underneath, which listens on the window.
      onFocusCapture={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
      onMouseDown={(event) => {
        if (event.target === ref.current) close();
      }}
    >
      <div className={classes.content}>
        {title ? <Head title={title} titleId={titleId} closeButton={closeButton} onClose={close} /> : null}
        {children}
      </div>
      <Toasts />
    </dialog>
  );
}

/** The row of buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
