/**
 * What this machine keeps of the gate, sealed: the list that guards look things up in without network, for as long as their
 * session lasts, and what they wrote down until the server has it, however long that takes and whoever signs in meanwhile.
 */
import { BACKGROUND_HEADER } from '#platform/background.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { createStore } from '#platform/web/kit/store.ts';
import { changePlain, openSealed, type SealedStore, sealingWorks } from '#platform/web/sealed-store.ts';
import { SESSION_STORE, session } from '#platform/web/session.ts';
import { type Almacen, anotar, enviarTodo, type Pendiente } from '../cola.ts';
import { type Anotacion, accesosContract, type ListaLocal } from '../contract.ts';
import { type Indice, indexOf } from '../lista.ts';
import { casetaNameOf } from '../rules.ts';

const DATABASE = 'porton.caseta';
/** One tab sends, the others are told. */
const LOCK = 'porton.caseta.envio';
const CHANNEL = 'porton.caseta';
const LISTA = 'lista';
const LISTA_EVERY_MS = 60_000;
const SEND_EVERY_MS = 10_000;

const BACKGROUND = { [BACKGROUND_HEADER]: '1' };

const INSECURE =
  'Este navegador no puede guardar datos cifrados, y sin eso no se anotan accesos. Abra Portón por HTTPS y fuera de una ventana privada';
const NOT_SENT = 'No se pudo enviar. Se intenta de nuevo en unos segundos';

interface Guardada {
  marca: string;
  hechaAt: string;
  completa: boolean;
  lista: ListaLocal;
}

export interface Caseta {
  /** Why nothing can be kept here; undefined where it can. */
  impedimento: string | undefined;
  /** 'Caseta N…'; '' until it is known. */
  nombre: string;
  indice: Indice | undefined;
  /** When the list was so; '' without one. */
  hechaAt: string;
  completa: boolean;
  pendientes: readonly Pendiente[];
  /** What the server said of those that it did not take. */
  rechazados: ReadonlyMap<number, string>;
  /** What keeps all of them from being sent, beside the network. */
  problema: string;
  /** So many could not be read any more. */
  descartados: number;
}

const EMPTY: Caseta = {
  ...{ impedimento: sealingWorks() ? undefined : INSECURE, nombre: '', indice: undefined, hechaAt: '' },
  ...{ completa: true, pendientes: [], rechazados: new Map(), problema: '', descartados: 0 },
};

const store = createStore<Caseta>(EMPTY);
const change = (next: Partial<Caseta>) => store.set({ ...store.get(), ...next });

const isOwner = (owner: string): boolean => {
  const now = session.get();
  return now?.username === owner && now.access_token !== '';
};

/** One person's gate on this machine. */
class Guardia {
  readonly #owner: string;
  readonly #news = new BroadcastChannel(CHANNEL);
  #marca = '';
  #stopped = false;

  constructor(owner: string) {
    this.#owner = owner;
    this.#news.onmessage = () => void this.#read();
  }

  stop(): void {
    this.#stopped = true;
    this.#news.close();
  }

  #queue(): Promise<SealedStore> {
    return openSealed(DATABASE, this.#owner);
  }

  #almacen(queue: SealedStore): Almacen {
    return {
      next: () => changePlain<number>(DATABASE, 'numero', (last) => (last ?? 0) + 1),
      put: (pendiente) => queue.write(String(pendiente.numero), pendiente),
      remove: (numero) => queue.remove(String(numero)),
      all: () => this.#all(queue),
    };
  }

  /** What waits; what of it was thrown away is told, whoever came upon it. */
  async #all(queue: SealedStore): Promise<Pendiente[]> {
    const { values, thrown } = await queue.all();
    if (thrown > 0 && !this.#stopped) change({ descartados: store.get().descartados + thrown });
    return [...values.values()] as Pendiente[];
  }

  #equipo(): Promise<string> {
    return changePlain<string>(DATABASE, 'equipo', (known) => known ?? crypto.randomUUID());
  }

  #tell(): void {
    if (!this.#stopped) this.#news.postMessage('');
  }

  /** What is kept, shown. */
  async #read(): Promise<void> {
    const [all, equipo] = await Promise.all([this.#queue().then((queue) => this.#all(queue)), this.#equipo()]);
    if (this.#stopped) return;
    change({ pendientes: all.sort((a, b) => b.numero - a.numero), nombre: casetaNameOf(equipo) });
  }

  async begin(): Promise<void> {
    await this.#read();
    const kept = (await (await openSealed(SESSION_STORE, this.#owner)).read(LISTA)) as Guardada | undefined;
    if (kept && !this.#stopped) this.#show(kept);
  }

  #show({ marca, hechaAt, completa, lista }: Guardada): void {
    this.#marca = marca;
    change({ hechaAt, completa, indice: indexOf(lista) });
  }

  /** Asks whether the list is still so, and keeps what became of it. */
  async refresh(): Promise<void> {
    const query = { marca: this.#marca };
    const found = await call(accesosContract.listaLocal, { query, headers: BACKGROUND });
    if (this.#stopped || !isOwner(this.#owner)) return;
    const sealed = await openSealed(SESSION_STORE, this.#owner);
    const lista = found.lista ?? ((await sealed.read(LISTA)) as Guardada | undefined)?.lista;
    if (this.#stopped) return;
    if (!lista) {
      // It was thrown away meanwhile: the next answer brings it whole.
      this.#marca = '';
      return;
    }
    const kept = { ...found, lista };
    if (found.lista) this.#show(kept);
    else change({ hechaAt: found.hechaAt });
    await sealed.write(LISTA, kept, () => isOwner(this.#owner));
  }

  async write(anotacion: Anotacion & { deLista: boolean }): Promise<void> {
    await anotar(this.#almacen(await this.#queue()), anotacion, new Date());
    await this.#read();
    this.#tell();
  }

  async discard(numero: number): Promise<void> {
    await (await this.#queue()).remove(String(numero));
    await this.#read();
    this.#tell();
  }

  /** Sends what waits, unless another tab is at it. `background`: nobody asked for it, and it keeps no session alive. */
  async send(background: boolean): Promise<void> {
    if (!navigator.onLine) return;
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock || this.#stopped) return;
      const [queue, equipo] = await Promise.all([this.#queue(), this.#equipo()]);
      try {
        const rechazados = await enviarTodo(this.#almacen(queue), async (registros) => {
          // Another person's name would stand under what this one wrote down.
          if (this.#stopped || !isOwner(this.#owner)) throw new Error('another session');
          const body = { equipo, reloj: new Date().toISOString(), registros };
          return call(accesosContract.registrarCaseta, { body, ...(background && { headers: BACKGROUND }) });
        });
        if (!this.#stopped) change({ rechazados, problema: '' });
      } catch (error) {
        if (!this.#stopped) change({ problema: messageOf(error, NOT_SENT) });
      }
    });
    await this.#read();
    this.#tell();
  }
}

let current: Guardia | undefined;

/** What is tried again by itself fails in silence; that nothing can be kept is said. */
const quietly = (work: Promise<void> | undefined): void => void work?.catch(() => undefined);

export const caseta = {
  use: store.use,

  /** For as long as the gate's screen is open; gives the function that ends it. */
  start(owner: string): () => void {
    store.set(EMPTY);
    if (EMPTY.impedimento) return () => undefined;
    const guardia = new Guardia(owner);
    current = guardia;
    const send = () => {
      if (store.get().pendientes.length > 0) quietly(guardia.send(true));
    };
    guardia.begin().then(
      () => {
        quietly(guardia.refresh());
        send();
      },
      // A private window, or a full disk.
      () => change({ impedimento: INSECURE }),
    );
    const timers = [setInterval(() => quietly(guardia.refresh()), LISTA_EVERY_MS), setInterval(send, SEND_EVERY_MS)];
    return () => {
      for (const timer of timers) clearInterval(timer);
      guardia.stop();
      if (current === guardia) current = undefined;
      store.set(EMPTY);
    };
  },

  /** The network is back. */
  resume(): void {
    if (store.get().pendientes.length > 0) quietly(current?.send(true));
    quietly(current?.refresh());
  },

  /** Keeps it, then sends it where it can be. Rejects where it could not be kept. */
  async anotar(anotacion: Anotacion & { deLista: boolean }): Promise<void> {
    if (!current) throw new Error(INSECURE);
    await current.write(anotacion);
    quietly(current.send(false));
  },

  quitar: (numero: number): void => quietly(current?.discard(numero)),
};
