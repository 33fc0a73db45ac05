/** What the database refuses, in Spanish: the last line of defence behind the checks of schemas and handlers. */
import pg from 'pg';
import { Malformed, Refusal } from './errors.ts';

const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
const NOT_NULL = '23502';
/** Class 22: a value that its column cannot hold. */
const DATA_EXCEPTION = /^22/;

/** The constraint that a unique violation names, or undefined for any other error. */
export function uniqueConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === UNIQUE ? error.constraint : undefined;
}

export function isForeignKeyViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === FOREIGN_KEY;
}

/** The refusal behind a constraint violation; undefined when the error is not one. */
export function refusalOf(error: unknown): Refusal | Malformed | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  switch (error.code) {
    case UNIQUE:
      return new Refusal('Ya existe un registro con esos datos. Revise los campos que no pueden repetirse');
    case FOREIGN_KEY:
      return new Refusal(
        'La acción usa un registro que no existe o que está en uso. Actualice la página e intente de nuevo',
      );
    case CHECK:
    case NOT_NULL:
      if (error.constraint === 'periodo_cerrado') {
        return new Refusal('El periodo de esa fecha está cerrado. Use una fecha posterior a su cierre');
      }
      return new Refusal('Algún dato está fuera de lo permitido. Revise el formulario e intente de nuevo');
    default:
      return error.code && DATA_EXCEPTION.test(error.code)
        ? new Malformed([], 'Algún dato está fuera de lo permitido. Revise el formulario e intente de nuevo')
        : undefined;
  }
}
