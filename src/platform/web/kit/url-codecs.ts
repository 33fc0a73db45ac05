/** How values stand in the address, pure. A value at its default is left out; what cannot be read counts as the default. */

export interface Codec<T> {
  /** From what stands in the address (any JSON value, or undefined). Never throws. */
  read(raw: unknown): T;
  /** To the address; undefined leaves the parameter out. */
  write(value: T): string | number | undefined;
}

function textOf(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;
}

export function textParam(fallback = ''): Codec<string> {
  return { read: (raw) => textOf(raw) ?? fallback, write: (value) => (value === fallback ? undefined : value) };
}

export function intParam(fallback: number, min = 0): Codec<number> {
  return {
    read: (raw) => {
      const n = Number(textOf(raw) || Number.NaN);
      return Number.isInteger(n) && n >= min ? n : fallback;
    },
    write: (value) => (value === fallback ? undefined : value),
  };
}

export function boolParam(fallback = false): Codec<boolean> {
  return {
    read: (raw) => {
      const text = textOf(raw);
      return text === undefined ? fallback : text === '1' || text === 'true';
    },
    write: (value) => (value === fallback ? undefined : value ? 1 : 0),
  };
}

/** One of a fixed list, as tabs and states are. */
export function oneOfParam<const T extends string>(options: readonly T[], fallback: NoInfer<T>): Codec<T> {
  return {
    read: (raw) => options.find((option) => option === textOf(raw)) ?? fallback,
    write: (value) => (value === fallback ? undefined : value),
  };
}

/** 'YYYY-MM-DD', or '' when absent. */
export function dateParam(fallback = ''): Codec<string> {
  return {
    read: (raw) => {
      const text = textOf(raw) ?? '';
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : fallback;
    },
    write: (value) => (value === fallback ? undefined : value),
  };
}
