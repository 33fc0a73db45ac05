/** What keeps the product from starting, or a tool from working, and a person can remove: told in a sentence, never a stack. */

import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import pg from 'pg';
import { orden } from './orden.ts';
import { isErrno } from './process-identity.ts';

/** The message is for whoever started the program: Spanish, and it says what to do. */
export class Obstacle extends Error {}

const WORDS_OF_THE_SYSTEM: Readonly<Record<string, string>> = {
  ENOSPC: 'el disco está lleno.',
  EDQUOT: 'se agotó la cuota de disco.',
  EACCES: 'falta el permiso.',
  EPERM: 'falta el permiso.',
  EROFS: 'el sistema de archivos es de sólo lectura.',
  ENOTDIR: 'una parte de la dirección es un archivo, no una carpeta.',
  EEXIST: 'ya existe, y no es una carpeta.',
  EISDIR: 'es una carpeta, no un archivo.',
  EFTYPE: 'no es un archivo.',
  ENOENT: 'no existe.',
  EIO: 'el disco falla.',
  EBUSY: 'está en uso, o es un punto de montaje.',
  EXDEV: 'queda en otro disco.',
  ENOTEMPTY: 'la carpeta no está vacía.',
  ENAMETOOLONG: 'el nombre es demasiado largo.',
  ELOOP: 'sus enlaces dan vueltas.',
  ETXTBSY: 'está en uso.',
  ESTALE: 'el disco de red ya no lo reconoce.',
  EPIPE: 'nadie lee ya la salida.',
  EMFILE: 'el sistema no deja abrir más archivos.',
  ENFILE: 'el sistema no deja abrir más archivos.',
};

/** The system's words for an error, for the end of a Spanish sentence. */
export function reason(error: unknown): string {
  return wordsOf(error) ?? (error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function wordsOf(error: unknown): string | undefined {
  return WORDS_OF_THE_SYSTEM[codeOf(error) ?? ''];
}

/** Refuses a folder that is there and cannot be written to: a file of its name, a link to what went away. */
export function requireUsableFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  try {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is no folder`), { code: 'EEXIST' });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Obstacle(
      `No se puede usar la carpeta ${path}: ${reason(error)} Devuelva a su lugar la carpeta o el disco, o restaure un respaldo en otra: PORTON_DATA=/otra/carpeta ${orden('restore ARCHIVO')}.`,
    );
  }
}

const UNREACHABLE = 'no responde. Revise que el equipo esté encendido y al alcance, y que PostgreSQL esté en marcha.';
const LOST = 'cerró la conexión. Revise que siga en marcha e intente de nuevo.';
const UNTRUSTED =
  'presenta un certificado que este equipo no reconoce. Indique el de su autoridad con sslrootcert=/ruta/ca.pem en la dirección, o corrija el certificado.';

const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no acepta conexiones. Revise el equipo y el puerto, y que PostgreSQL esté en marcha.',
  ENOTFOUND: 'no se encuentra: ese nombre de equipo no existe. Revise la dirección.',
  EAI_AGAIN: 'no se encuentra: no se pudo averiguar la dirección de ese equipo. Revise el nombre y la red.',
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ECONNRESET: LOST,
  EPIPE: LOST,
  '08P01': 'no acepta lo que Portón pide al conectarse. Indique PostgreSQL mismo: un PgBouncer entre los dos no sirve.',
  '28P01': 'no acepta ese usuario con esa contraseña. Corríjalos en la dirección.',
  '28000': 'no admite a ese usuario desde este equipo. Revise el usuario, y el acceso en pg_hba.conf.',
  '3D000': 'no tiene esa base de datos. Créela o corrija el nombre en la dirección.',
  '55000': 'no admite conexiones a esa base de datos. Cree una para Portón y nómbrela en la dirección.',
  '42501': 'no da a ese usuario los derechos que hacen falta. Revise «La base de datos» en README.md.',
  '42704': 'no tiene un rol o un objeto que hace falta. Revise «La base de datos» en README.md.',
  '53100': 'se quedó sin disco. Libere espacio en su equipo e intente de nuevo.',
  '53300': 'no admite más conexiones. Cierre otras o aumente max_connections.',
  '55P03': 'tiene ocupado por otro programa lo que hace falta. Espere a que termine o deténgalo, y repita la orden.',
  '57P01': LOST,
  '57P02': LOST,
  '57P03': 'está arrancando o deteniéndose. Espere un momento e intente de nuevo.',
  '25006': 'es una réplica de sólo lectura. Indique la base de datos principal.',
  '58P01': 'no encuentra uno de sus archivos. Si están dañados, restaure un respaldo en una instalación nueva.',
  '58030': 'no puede leer o escribir sus archivos. Revise su disco.',
  XX001: 'tiene datos dañados. Restaure un respaldo en una instalación nueva.',
  XX002: 'tiene un índice dañado. Restaure un respaldo en una instalación nueva.',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
};

/** What the driver says without a code. */
const DRIVER_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/i, 'no ofrece TLS. Quite sslmode de la dirección, o actívelo en el servidor (ssl = on).'],
  [/SSL|TLS|certificate/i, 'no pudo establecer TLS. Revise sslmode y los certificados de la dirección.'],
  [/timeout expired|timeout exceeded|Query read timeout/i, UNREACHABLE],
  [/password must be a/i, 'pide una contraseña, y la dirección no la lleva.'],
  [/Connection terminated|connection is closed|not queryable/i, LOST],
  [
    /Invalid URL|parse/i,
    'no se puede nombrar así. Revise la dirección; los signos de la contraseña se escriben como %40.',
  ],
];

/** What is wrong with a database that could not be used, to follow its name; undefined for an error of another kind. */
export function databaseFault(error: unknown): string | undefined {
  const known = CONNECTION_FAULTS[codeOf(error) ?? ''];
  if (known) return error instanceof pg.DatabaseError ? `${known} Dijo PostgreSQL: ${error.message}` : known;
  if (error instanceof pg.DatabaseError || !(error instanceof Error) || codeOf(error) !== undefined) return undefined;
  return DRIVER_FAULTS.find(([said]) => said.test(error.message))?.[1];
}

/** As databaseFault, of an error that came while a database was being tried: whatever it is, the address led to it. */
export function connectionFault(error: unknown): string {
  return databaseFault(error) ?? `no se pudo usar. Revise la dirección. Dijo: ${reason(error)}`;
}

/** The sentence for an error that a person can do something about; undefined for a fault of the program, whose stack is needed. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Obstacle) return error.message;
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return `El puerto ya está en uso. Detenga el otro programa o elija otro con PORT=3001 ${orden('start')}`;
  }
  if (code === 'EADDRNOTAVAIL') return 'PORTON_HOST nombra una dirección que este equipo no tiene.';
  if (isErrno(error, 'EACCES') && 'syscall' in error && error.syscall === 'listen') {
    return `Este usuario no puede abrir ese puerto. Elija uno mayor que 1023 con PORT=3000 ${orden('start')}`;
  }
  const fault = databaseFault(error);
  if (fault) return `La base de datos ${fault}`;
  const words = wordsOf(error);
  if (!words || !(error instanceof Error)) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return path ? `No se puede usar ${path}: ${words}` : `No se puede continuar: ${words}`;
}
