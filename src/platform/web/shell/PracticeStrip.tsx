/** What tells a practice from its community on every screen, in words and colour, and on every page that is printed of it. */
import type { CSSProperties } from 'react';
import { SIN_VALOR } from '#core/residenciales.ts';
import { PRACTICE_COLOURS } from '#ui/colours.ts';
import { isPractice } from '../identity.ts';

const HEIGHT = '1.5rem';

export const SHELL_BELOW_STRIP = { '--shell-header': `calc(3rem + ${HEIGHT})` } as CSSProperties;
export const HEADER_BELOW_STRIP: CSSProperties = { paddingBlockStart: HEIGHT };

const STRIP: CSSProperties = {
  position: 'fixed',
  inset: '0 0 auto',
  // Over the header, under what opens over a screen.
  zIndex: 150,
  height: HEIGHT,
  paddingInline: '0.5rem',
  overflow: 'hidden',
  font: '600 0.8125rem/1.5rem var(--mantine-font-family)',
  textAlign: 'center',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: PRACTICE_COLOURS.letters,
  background: PRACTICE_COLOURS.ground,
  printColorAdjust: 'exact',
};

export function PracticeStrip() {
  if (!isPractice) return null;
  return (
    <aside aria-label="Práctica" style={STRIP}>
      {SIN_VALOR}: lo que haga aquí no cuenta
    </aside>
  );
}
