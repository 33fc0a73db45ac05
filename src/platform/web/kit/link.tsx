/** Links inside the page, whose address may carry a query: `<KitLink to="/catalogos/banco/value?id=3">`. */
import { type ComponentPropsWithRef, type MouseEvent, useRef } from 'react';
import { useRouter } from '../router.tsx';

export interface ExternalLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'rel'> {
  address: string;
}

/** A link out of the product, in a new tab that learns nothing of where it was opened. */
export function ExternalLink({ address, ...rest }: ExternalLinkProps) {
  return <a {...rest} href={address} target="_blank" rel="noopener noreferrer" />;
}

export interface KitLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
}

/**
 * Who rests on a link for so long, with pointer or keys, will open it: its screen is loaded by then. Not at once: the first link of
 * a menu has the focus as it opens, and the browser would look for twenty files before it draws it.
 */
const INTENT_MS = 50;

/** A click that the browser knows better: a new tab or window, a download, another button. */
const isTheBrowsers = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !['', '_self'].includes(currentTarget.target);

export function KitLink({
  to,
  onClick,
  onMouseEnter,
  onMouseLeave,
  onFocus,
  onBlur,
  onTouchStart,
  ...rest
}: KitLinkProps) {
  const router = useRouter();
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  const preload = () => router.preload(to);
  const linger = () => {
    clearTimeout(intent.current);
    intent.current = setTimeout(preload, INTENT_MS);
  };
  return (
    <a
      aria-current={to.split('?', 1)[0] === router.location().pathname ? 'page' : undefined}
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isTheBrowsers(event)) return;
        event.preventDefault();
        void router.navigate(to);
      }}
      onMouseEnter={(event) => {
        onMouseEnter?.(event);
        linger();
      }}
      onMouseLeave={(event) => {
        onMouseLeave?.(event);
        clearTimeout(intent.current);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        linger();
      }}
      onBlur={(event) => {
        onBlur?.(event);
        clearTimeout(intent.current);
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        preload();
      }}
    />
  );
}
