/**
 * The last seal of each community's audit log, noted outside the database: a file in the data folder that is its owner's
 * alone. It is what shows that the end of the chain, or all of it, was taken away. It carries a keyed sum of its own.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Obstacle, reason } from './obstacles.ts';
import { giveToOwner, isErrno, readRegular, writeAtomically } from './process-identity.ts';

export interface SealHead {
  orden: number;
  huella: string;
}

const notedSchema = z.object({
  orden: z.number().int().positive(),
  huella: z.string(),
  /** Names the sealing key without telling it. */
  llave: z.string(),
  sinLlaveHasta: z.number().int(),
  /** The note of before was missing when this one was begun: nothing tells how far the chain had come. */
  faltaba: z.boolean().default(false),
  mac: z.string(),
});
export type NotedHead = Omit<z.infer<typeof notedSchema>, 'mac'>;

export interface SealHeads {
  /** The noted head of a community; undefined where none was noted. Throws an Obstacle where the file cannot be read, another error where it is no note. */
  read(schema: string): z.infer<typeof notedSchema> | undefined;
  write(schema: string, head: NotedHead, key: Buffer): void;
  /** Notes that a community begins here, so that a chain without a noted head may be its first. */
  begin(schema: string): void;
  hasBegun(schema: string): boolean;
  /** The schemas that have a noted head. */
  noted(): string[];
  /** Forgets the noted head of a community that is no more. */
  drop(schema: string): void;
  /** Forgets that there was such a community at all: another one of that name begins anew. */
  end(schema: string): void;
  /** Forgets the noted heads of all communities: a restored database has chains of its own. Whether there were any. */
  forget(): boolean;
}

/** A name for a key of 256 random bits, which gives nothing of it away. */
export const nameOfSealingKey = (key: Buffer): string =>
  createHash('sha256').update('porton llave de sello').update(key).digest('hex').slice(0, 32);

function macOf(schema: string, { orden, huella, llave, sinLlaveHasta, faltaba }: NotedHead, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['anotado', schema, orden, huella, llave, sinLlaveHasta, ...(faltaba ? ['faltaba'] : [])]))
    .digest();
}

/** Whether a noted head is as it was written under this key. */
export function isGenuine(schema: string, noted: z.infer<typeof notedSchema>, key: Buffer): boolean {
  const expected = macOf(schema, noted, key);
  const found = Buffer.from(noted.mac, 'hex');
  return found.length === expected.length && timingSafeEqual(found, expected);
}

const HEAD = '.json';
const BEGUN = '.nueva';

/** The noted heads in `<dataDir>/sellos`. */
export function sealHeadsIn(dataDir: string): SealHeads {
  const folder = join(dataDir, 'sellos');
  const fileOf = (schema: string): string => join(folder, `${schema}${HEAD}`);
  const makeFolder = () => {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) giveToOwner(folder, { made });
  };
  return {
    read(schema) {
      let text: string;
      try {
        text = readRegular(fileOf(schema));
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return undefined;
        if (!isErrno(error)) throw error;
        throw new Obstacle(
          `no se puede leer ${fileOf(schema)}: ${reason(error)} Devuelva la carpeta de datos al usuario que corre Portón, con chown -R: sin ese sello nada dice si se quitó el final de la cadena`,
        );
      }
      return notedSchema.parse(JSON.parse(text));
    },
    write(schema, head, key) {
      makeFolder();
      const { orden, huella, llave, sinLlaveHasta, faltaba } = head;
      const mac = macOf(schema, head, key).toString('hex');
      const noted = { orden, huella, llave, sinLlaveHasta, faltaba, mac };
      // Whole or not at all: a process may die here.
      writeAtomically(fileOf(schema), `${JSON.stringify(noted)}\n`, 0o600);
    },
    begin(schema) {
      makeFolder();
      writeAtomically(join(folder, `${schema}${BEGUN}`), '', 0o600);
    },
    hasBegun: (schema) => existsSync(join(folder, `${schema}${BEGUN}`)),
    noted: () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((name) => name.endsWith(HEAD))
        .map((name) => name.slice(0, -HEAD.length)),
    drop(schema) {
      rmSync(fileOf(schema), { force: true });
    },
    end(schema) {
      rmSync(fileOf(schema), { force: true });
      rmSync(join(folder, `${schema}${BEGUN}`), { force: true });
    },
    forget() {
      const found = existsSync(folder);
      rmSync(folder, { recursive: true, force: true });
      return found;
    },
  };
}
