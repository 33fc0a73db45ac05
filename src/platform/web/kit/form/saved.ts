/** What a form shows after a save that stays on its screen, pure. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The values with every piece that the schema gave back in the same kind: a text for a text, a list for as long a list. */
function merged(values: unknown, made: unknown): unknown {
  if (Array.isArray(values)) {
    return Array.isArray(made) && made.length === values.length
      ? values.map((value, at) => merged(value, made[at]))
      : values;
  }
  if (isRecord(values)) {
    if (!isRecord(made)) return values;
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, merged(value, made[name])]));
  }
  const isPlain = typeof values === 'string' || typeof values === 'number' || typeof values === 'boolean';
  return isPlain && typeof made === typeof values ? made : values;
}

/** Both are values of a form: text, numbers, records, lists; anything else (a file) is equal to itself only. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && isSame(a[name], b[name]));
}

/**
 * The values as they were saved: what `parse` made of them (trimmed texts and the like) wherever that is of the same kind.
 * A schema that turns values into others of the same kind (pesos into centavos) would turn them again at the next save:
 * then, and where nothing changes, the values themselves come back, the same object.
 */
export function asSaved<V>(values: V, made: unknown, parse: (values: V) => unknown): V {
  const next = merged(values, made) as V;
  return !isSame(next, values) && isSame(parse(next), made) ? next : values;
}
