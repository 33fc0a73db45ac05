/** A community's own logo, by its hash: it is shown before there is a session, and never changes under one address. */
import type { PublicPage } from './public-pages.ts';
import { findLogo } from './residencial.ts';

/** Nothing that it holds could run, and nothing may. */
const POLICY = "default-src 'none'; sandbox";

export const logoPage: PublicPage = {
  path: '/logo/*',
  async answer({ rest, read }) {
    const [, huella] = /^([0-9a-f]{64})\.png$/.exec(rest) ?? [];
    const png = huella === undefined ? undefined : await read((tx) => findLogo(tx, huella));
    if (!png) return { status: 404, mime: 'text/plain; charset=utf-8', policy: POLICY, content: 'No existe' };
    return { mime: 'image/png', policy: POLICY, content: png, forEver: true };
  },
  failed: ({ status, message }) => ({ status, mime: 'text/plain; charset=utf-8', policy: POLICY, content: message }),
};
