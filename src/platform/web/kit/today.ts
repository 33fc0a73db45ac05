/**
 * Today, as 'YYYY-MM-DD'. It is the browser's own date until the shell says whose day counts (the community's time zone,
 * or the set clock of a test).
 */
let provider = (): string => {
  const now = new Date();
  const two = (n: number) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

export function setToday(next: () => string): void {
  provider = next;
}

export function today(): string {
  return provider();
}

/** The first day of today's month, which is how a field of a month holds it. */
export function thisMonth(): string {
  return `${today().slice(0, 7)}-01`;
}
