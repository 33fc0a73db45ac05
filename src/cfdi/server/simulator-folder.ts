/** What the simulator keeps on the disk: its certificate, what it stamped, by key and by bytes, and what was cancelled of it. */
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToOwner } from '#platform/server/process-identity.ts';
import type { XmlElement } from '../xml.ts';
import { makeTestCertificate } from './certificate.ts';
import { readTimbre, TimbreFault } from './timbre.ts';
import { parseXml } from './xml.ts';

/** Valid for the schema and nobody's: a company of the year 1901 or 2001 that certifies nothing. */
export const RFC_SIMULADOR = 'SIM010101AAA';
export const LEYENDA_SIMULADOR = 'SIN VALIDEZ FISCAL';

export interface Signer {
  key: KeyObject;
  numero: string;
}

/** What became of a document after it was stamped. */
export interface Cancelacion {
  estado: 'en_proceso' | 'cancelado' | 'rechazado';
  motivo: string;
  fecha: string;
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** A UUID of the key alone, so that the same key never names two documents. Version 8 (RFC 9562): made by a hash of ours. */
export function uuidOf(key: string): string {
  const bytes = sha256(`porton.simulador.${key}`).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    .join('-')
    .toUpperCase();
}

const UUID = /^[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}$/;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

let partials = 0;

/** Writes a file that is whole or not there, and on the disk. */
async function writeDurably(
  folder: string,
  name: string,
  bytes: Uint8Array | string,
  { replace }: { replace: boolean },
): Promise<boolean> {
  partials += 1;
  const partial = join(folder, `.${name}.${process.pid}.${partials}.parcial`);
  const handle = await open(partial, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    giveToOwner(partial);
    if (replace) {
      await rename(partial, join(folder, name));
    } else {
      // Unlike a rename, a link never takes the place of what somebody else wrote meanwhile.
      await link(partial, join(folder, name));
      await unlink(partial);
    }
  } catch (error) {
    await rm(partial, { force: true });
    if (!replace && hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  await syncFolder(folder);
  return true;
}

function isSame(kept: Buffer, xml: Buffer): boolean {
  try {
    readTimbre(kept, xml);
    return true;
  } catch (error) {
    if (error instanceof TimbreFault) return false;
    throw error;
  }
}

export class SimulatorFolder {
  readonly #folder: string;
  readonly #ahora: () => Date;
  readonly #elsewhere: (uuid: string) => Promise<Uint8Array | undefined>;
  readonly #timbres: string;
  readonly #bytes: string;
  readonly #cancelaciones: string;
  #signer: Promise<Signer> | undefined;

  constructor(
    folder: string,
    ahora: () => Date,
    elsewhere: (uuid: string) => Promise<Uint8Array | undefined> = async () => undefined,
  ) {
    this.#folder = folder;
    this.#elsewhere = elsewhere;
    this.#ahora = ahora;
    this.#timbres = join(folder, 'timbres');
    this.#bytes = join(folder, 'bytes');
    this.#cancelaciones = join(folder, 'cancelaciones');
  }

  /** Its own certificate: one per folder, whoever comes first. */
  async #makeSigner(): Promise<Signer> {
    for (const path of [this.#timbres, this.#bytes, this.#cancelaciones]) {
      const made = await mkdir(path, { recursive: true, mode: 0o700 });
      if (made !== undefined) giveToOwner(path, { made });
    }
    const name = 'sello.json';
    let kept = await readIfThere(join(this.#folder, name));
    if (kept === undefined) {
      const { cer, llave, contrasena } = await makeTestCertificate({
        rfc: RFC_SIMULADOR,
        nombre: `SIMULADOR ${LEYENDA_SIMULADOR}`,
        ahora: this.#ahora(),
      });
      const text = { cer: cer.toString('base64'), llave: llave.toString('base64'), contrasena };
      await writeDurably(this.#folder, name, JSON.stringify(text), { replace: false });
      kept = await readFile(join(this.#folder, name));
    }
    const { cer, llave, contrasena } = JSON.parse(kept.toString('utf8')) as Record<string, string>;
    const { serialNumber } = new X509Certificate(Buffer.from(cer ?? '', 'base64'));
    return {
      key: createPrivateKey({
        key: Buffer.from(llave ?? '', 'base64'),
        format: 'der',
        type: 'pkcs8',
        passphrase: contrasena,
      }),
      numero: Buffer.from(serialNumber, 'hex').toString('latin1'),
    };
  }

  signer(): Promise<Signer> {
    this.#signer ??= this.#makeSigner().catch((error: unknown) => {
      this.#signer = undefined;
      throw error;
    });
    return this.#signer;
  }

  /** The document that a key or the same bytes were stamped as. */
  async find(key: string, xml: Buffer): Promise<Buffer | 'other' | undefined> {
    const byKey = await readIfThere(join(this.#timbres, `${uuidOf(key)}.xml`));
    if (byKey) return isSame(byKey, xml) ? byKey : 'other';
    return readIfThere(join(this.#bytes, `${sha256(xml).toString('hex')}.xml`));
  }

  /** Keeps what a key was stamped as; false where another was quicker. */
  async keep(uuid: string, xml: Buffer, stamped: Buffer): Promise<boolean> {
    if (!(await writeDurably(this.#timbres, `${uuid}.xml`, stamped, { replace: false }))) return false;
    // Finds the same bytes under another key. It may be missing after a crash; the key still finds the document.
    const byBytes = join(this.#bytes, `${sha256(xml).toString('hex')}.xml`);
    await link(join(this.#timbres, `${uuid}.xml`), byBytes).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    return true;
  }

  async findDocument(uuid: string): Promise<XmlElement | undefined> {
    const upper = uuid.toUpperCase();
    if (!UUID.test(upper)) return undefined;
    const kept = (await readIfThere(join(this.#timbres, `${upper}.xml`))) ?? (await this.#elsewhere(upper));
    return kept && parseXml(Buffer.from(kept));
  }

  async findCancelacion(uuid: string): Promise<Cancelacion | undefined> {
    const kept = await readIfThere(join(this.#cancelaciones, `${uuid.toUpperCase()}.json`));
    return kept && (JSON.parse(kept.toString('utf8')) as Cancelacion);
  }

  async writeCancelacion(uuid: string, cancelacion: Cancelacion): Promise<void> {
    await writeDurably(this.#cancelaciones, `${uuid.toUpperCase()}.json`, JSON.stringify(cancelacion), {
      replace: true,
    });
  }
}

/** Forgets all that was stamped and cancelled below a folder, which may be in use: its folders and its certificate stay. */
export async function emptySimulator(folder: string): Promise<void> {
  for (const name of ['timbres', 'bytes', 'cancelaciones']) {
    const path = join(folder, name);
    const files = await readdir(path).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
    for (const file of files) await rm(join(path, file), { force: true });
  }
}
