/** What the database refuses, in Spanish: the last line of defence behind the checks of schemas and handlers. */
import pg from 'pg';
import { Malformed, Refusal, Unavailable } from './errors.ts';

/** The database does not answer, or no longer does. */
export const OUTAGE = 'La base de datos no responde. Espere unos segundos e intente de nuevo';

/** It answers, and lets nobody write: a standby, or a setting. */
export const READ_ONLY =
  'La base de datos sólo admite lectura; no se guardó nada. Intente más tarde o avise a quien administra el servidor';
/** What a write is told there. In a transaction that was opened for reading it is a fault of ours. */
export const READ_ONLY_TRANSACTION = '25006';

const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
const NOT_NULL = '23502';
/** Somebody else holds it, for longer than one waits. */
export const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
/** A server that stops or starts, or has no room: classes 08, 53 and 57, and a transaction that idled for too long. */
const OUT_OF_SERVICE = /^(08|53|57|25P03)/;
/** Class 22: a value that its column cannot hold. */
const DATA_EXCEPTION = /^22/;

/** The constraint that a unique violation names, or undefined for any other error. */
export function uniqueConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === UNIQUE ? error.constraint : undefined;
}

/** Does a write; one that a constraint named here refuses is refused in its words. */
export async function refusing<T>(words: Readonly<Record<string, string>>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const said = error instanceof pg.DatabaseError && error.constraint ? words[error.constraint] : undefined;
    throw said === undefined ? error : new Refusal(said);
  }
}

export function isForeignKeyViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === FOREIGN_KEY;
}

/** What was to be written is dated in a month that was closed after that had been decided. */
export function isClosedSince(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'periodo_cerrado';
}

/** Whether a row cannot be kept for what is in it, whenever that is tried. */
export function isUnfit(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return DATA_EXCEPTION.test(error.code) || (error.code === CHECK && !isClosedSince(error));
}

/** What whoever asked is told of an error of the database; undefined when the error is none of it, or a fault of ours. */
export function refusalOf(error: unknown): Refusal | Malformed | Unavailable | undefined {
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
      if (isClosedSince(error)) {
        return new Refusal(
          'El periodo de esa fecha se cerró mientras se guardaba; no se guardó nada. Envíelo otra vez con la misma fecha',
        );
      }
      return new Refusal('Algún dato está fuera de lo permitido. Revise el formulario e intente de nuevo');
    case LOCK_NOT_AVAILABLE:
      return new Unavailable(
        'Otra operación usa los mismos datos y no ha terminado; no se guardó nada. Espere un momento e intente de nuevo',
        { cause: error },
      );
    case QUERY_CANCELED:
      return new Unavailable(
        'La operación tardó más de lo permitido y se detuvo; no se guardó nada. Pida un periodo más corto o intente más tarde',
        { cause: error },
      );
    default:
      if (error.code && DATA_EXCEPTION.test(error.code)) {
        return new Malformed([], 'Algún dato está fuera de lo permitido. Revise el formulario e intente de nuevo');
      }
      return error.code && OUT_OF_SERVICE.test(error.code) ? new Unavailable(OUTAGE, { cause: error }) : undefined;
  }
}
