/** What guards wrote down and was not sent yet: numbered, sent in order, each kept until the server has it. */
import { type Anotacion, REGISTROS_CASETA_MAX } from './contract.ts';

/** As it is kept, and sent. */
export interface Pendiente extends Anotacion {
  numero: number;
  /** By this machine's clock. */
  fechaHoraAcceso: string;
  /** The plate or the card stood in the local list. */
  deLista: boolean;
}

/** Where they are kept: one person's on this machine. */
export interface Almacen {
  /** The next number of this machine, which nobody else gets. */
  next(): Promise<number>;
  put(pendiente: Pendiente): Promise<void>;
  remove(numero: number): Promise<void>;
  all(): Promise<Pendiente[]>;
}

export interface Respuesta {
  rechazados: readonly { numero: number; motivo: string }[];
}

export async function anotar(
  almacen: Almacen,
  anotacion: Anotacion & { deLista: boolean },
  now: Date,
): Promise<Pendiente> {
  const pendiente = { ...anotacion, numero: await almacen.next(), fechaHoraAcceso: now.toISOString() };
  await almacen.put(pendiente);
  return pendiente;
}

/**
 * Sends what is there and what is added meanwhile, some at a time. What the server has is forgotten, however often it had been
 * sent before; what it does not take stays, with its reasons, and is not tried again in this run. Throws what `send` throws.
 */
export async function enviarTodo(
  almacen: Almacen,
  send: (registros: Pendiente[]) => Promise<Respuesta>,
): Promise<Map<number, string>> {
  const rechazados = new Map<number, string>();
  for (;;) {
    const open = (await almacen.all()).filter(({ numero }) => !rechazados.has(numero));
    const batch = open.sort((a, b) => a.numero - b.numero).slice(0, REGISTROS_CASETA_MAX);
    if (batch.length === 0) return rechazados;
    const answer = await send(batch);
    for (const { numero, motivo } of answer.rechazados) rechazados.set(numero, motivo);
    for (const { numero } of batch) if (!rechazados.has(numero)) await almacen.remove(numero);
  }
}
