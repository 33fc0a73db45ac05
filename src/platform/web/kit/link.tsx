/** Links inside the page whose address may carry a query: `<KitLink to="/catalogos/banco/value?id=3">`. */
import { Link, useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** Splits '/a/b?x=1' into what the router's Link and navigate take. */
export function useSplitTo(): (to: string) => { to: string; search: Record<string, unknown> } {
  const router = useRouter();
  return (to) => {
    const [path = '', query = ''] = to.split('?', 2);
    return { to: path, search: query ? router.options.parseSearch(`?${query}`) : {} };
  };
}

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

export function KitLink({ to, ...rest }: KitLinkProps) {
  const split = useSplitTo();
  // Addresses come from declarations as plain strings, which the router's typed paths cannot know.
  return <Link {...rest} {...(split(to) as { to: '.' })} />;
}
