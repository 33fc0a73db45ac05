/**
 * Checks documents against the authority's schemas, where a folder has them (`all.xsd` imports the rest by relative paths).
 * They are not part of the product.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XmlValidateError, XsdValidator, xmlRegisterInputProvider } from 'libxml2-wasm';
import { withDocument } from './xml.ts';

const ENTRY = 'all.xsd';
const folders = new Set<string>();
const validators = new Map<string, XsdValidator>();
let registered = false;

const pathOf = (name: string): string => (name.startsWith('file://') ? fileURLToPath(name) : name);

/** libxml2 reads files through this alone, and only below folders of schemas. */
function registerProvider(): void {
  if (registered) return;
  registered = true;
  xmlRegisterInputProvider({
    match: (name) => {
      const path = resolve(pathOf(name));
      return [...folders].some((folder) => path.startsWith(folder + sep)) && existsSync(path);
    },
    open: (name) => openSync(pathOf(name), 'r'),
    read: (fd, buffer) => readSync(fd, buffer, 0, buffer.byteLength, null),
    close: (fd) => {
      closeSync(fd);
      return true;
    },
  });
}

function validatorOf(folder: string): XsdValidator {
  const known = validators.get(folder);
  if (known) return known;
  folders.add(folder);
  registerProvider();
  const path = join(folder, ENTRY);
  const schema = XmlDocument.fromBuffer(readFileSync(path), { url: path });
  try {
    const validator = XsdValidator.fromDoc(schema);
    validators.set(folder, validator);
    return validator;
  } finally {
    schema.dispose();
  }
}

/** Whether a folder has the schemas. */
export function hasXsd(folder: string): boolean {
  return existsSync(join(folder, ENTRY));
}

/**
 * What a document breaks of the schemas; none: it is valid.
 * @param folder that of `all.xsd`; see `hasXsd`
 * @throws XmlFault on what is not XML
 */
export function validateXsd(xml: Uint8Array, folder: string): string[] {
  const validator = validatorOf(resolve(folder));
  return withDocument(xml, (document) => {
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim());
      throw error;
    }
  });
}
