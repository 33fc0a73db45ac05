/**
 * zod with Portón's settings: contracts import `z` from here and nowhere else, so that every validation message is
 * Spanish and the words at a field are the same in the browser and on the server.
 */
import * as z from 'zod';
import { REQUIRED } from './messages.ts';

const TYPE_NAMES: Record<string, string> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'sí o no',
  array: 'una lista',
  object: 'un objeto',
};

function message(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined || issue.input === null || issue.input === '') return REQUIRED;
      return `Se esperaba ${TYPE_NAMES[issue.expected] ?? 'otro tipo de dato'}`;
    }
    case 'too_small':
      if (issue.origin === 'string') {
        return issue.input === '' ? REQUIRED : `Debe tener al menos ${issue.minimum} caracteres`;
      }
      if (issue.origin === 'array') return `Debe tener al menos ${issue.minimum} elementos`;
      return `Debe ser ${issue.inclusive === false ? 'mayor que' : 'al menos'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `Debe tener como máximo ${issue.maximum} caracteres`;
      if (issue.origin === 'array') return `Debe tener como máximo ${issue.maximum} elementos`;
      return `Debe ser ${issue.inclusive === false ? 'menor que' : 'como máximo'} ${issue.maximum}`;
    case 'invalid_value':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? REQUIRED
        : 'Elija una de las opciones';
    case 'invalid_format':
      return issue.format === 'email' ? 'Email Inválido' : 'El formato no es válido';
    default:
      return 'El valor no es válido';
  }
}

// The compiled validators of zod use `new Function`, which the page's content security policy forbids.
z.config({ customError: message, jitless: 'document' in globalThis });

export { z };

/** One fault of a request or form: where (dotted path) and what to do. */
export interface Fault {
  path: string;
  message: string;
}

/** The faults of a zod error, the first of each path. */
export function faultsOf(error: z.ZodError): Fault[] {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    if (!faults.has(path)) faults.set(path, issue.message);
  }
  return [...faults].map(([path, text]) => ({ path, message: text }));
}
