/** What the thread does with a bank's file: its statements, or what its columns seem to be. */
import { Refusal } from '#platform/server/errors.ts';
import type { Disposicion } from '../lectura/disposicion.ts';
import type { EstadoDeCuenta, Rechazado } from '../lectura/estado.ts';
import { type Declarado, leerEstado, type Pedido, type Reconocido, reconocer } from '../lectura/leer.ts';

/** More faults than these make no sentence. */
const TOLD = 4;

function refused({ rechazo, fallas }: Rechazado): Refusal {
  return new Refusal([rechazo, ...fallas.slice(1, TOLD).map(({ mensaje }) => mensaje)].join('. '));
}

/** By the declared columns, unless the file is one of the two standards. */
async function pedidoDe(bytes: Uint8Array, disposicion: Disposicion): Promise<Pedido | undefined> {
  const { formato } = await reconocerColumnas(bytes);
  return formato === 'camt053' || formato === 'mt940' ? undefined : { formato: 'columnas', disposicion };
}

/** @param columnas as somebody declared them for the account; the two standards and the banks known by their columns need none */
export async function leerEstados(bytes: Uint8Array, columnas: Disposicion | null): Promise<EstadoDeCuenta[]> {
  const read = await leerEstado(bytes, columnas === null ? undefined : await pedidoDe(bytes, columnas));
  if ('rechazo' in read) throw refused(read);
  return read.estado;
}

export async function reconocerColumnas(bytes: Uint8Array, declarado?: Declarado): Promise<Reconocido> {
  const known = await reconocer(bytes, declarado);
  if ('rechazo' in known) throw refused(known);
  return known;
}
