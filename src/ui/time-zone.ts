/** The zone whose wall clock is shown where none is given; apart from the formats, which come with the first screen. */
let shown: string | undefined;

/** Undefined is the host's own. */
export const displayTimeZone = (): string | undefined => shown;

/** Makes every date-time read in the community's zone, whatever the browser's is. */
export function setDisplayTimeZone(timeZone: string): void {
  shown = timeZone;
}
