import type { CSSProperties } from 'react';

/**
 * For `rowStyle`: a row of a colour, which it keeps under the pointer and in focus, and so does what stays in view at its right.
 * @param edge the colour of a bar at its left
 */
export const rowTint = (colour: string, edge = ''): CSSProperties =>
  ({
    background: colour,
    '--kit-ground': colour,
    ...(edge && { '--kit-edge': edge, boxShadow: 'inset 3px 0 var(--kit-edge)' }),
  }) as CSSProperties;
