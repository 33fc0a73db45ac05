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

/** The first message of each path, in the order of the schema and in its words. */
export function firstByPath(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    errors[path] ??= issue.message;
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
