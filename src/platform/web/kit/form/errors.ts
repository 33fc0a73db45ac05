/** From what zod or the server says to one sentence per field, pure. */

export interface FieldError {
  /** 'nombre', 'telefonoList.0.numero'; '' for the form as a whole. */
  path: string;
  message: string;
}

/** As much of a zod issue as is needed, so that forms do not pull zod in by themselves. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
}

export function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = values;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const ENGLISH = /^(Invalid|Too (small|big)|Expected|Unrecognized|Required$)/;

/** The library's own words, which no user should read, in Spanish. Messages that the schema gives stay as they are. */
function inSpanish(issue: Issue, value: unknown): string {
  if (!ENGLISH.test(issue.message)) return issue.message;
  return value === undefined || value === null || value === '' ? 'Campo requerido' : 'El valor no es válido';
}

/** The first message of each path, in the order of the schema. */
export function firstByPath(issues: readonly Issue[], values: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    errors[path] ??= inSpanish(issue, valueAt(values, issue.path));
  }
  return errors;
}

/** The field errors that a refused call carries, or undefined when it carries none. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] | undefined {
  if (typeof error !== 'object' || error === null || !('errors' in error) || !Array.isArray(error.errors))
    return undefined;
  const found = error.errors.filter(
    (entry): entry is FieldError =>
      typeof entry === 'object' &&
      entry !== null &&
      typeof entry.path === 'string' &&
      typeof entry.message === 'string',
  );
  return found.length > 0 ? found : undefined;
}
