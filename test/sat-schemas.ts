/** Where the tax authority's schemas are, for the tests that hold documents against them. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasXsd, validateXsd } from '#cfdi/server/xsd.ts';
import { SCHEMAS_FOLDER } from '../scripts/esquemas.ts';

const CANDIDATES = [process.env.PORTON_ESQUEMAS_SAT, SCHEMAS_FOLDER, join(import.meta.dirname, '../../shared/sat')];

export const SCHEMAS = CANDIDATES.find((folder) => folder !== undefined && hasXsd(folder)) ?? '';
/** Why the tests that need them are left out, in their titles. */
export const WITHOUT_SCHEMAS =
  SCHEMAS === '' ? " (left out: the authority's schemas are not here, `npm run esquemas` gets them)" : '';

/**
 * Holds the documents that a file's tests come across against the schemas, wherever those are. `told`, called last in the file,
 * is the test that says so, or that it was left out.
 */
export function heldAgainstSchemas() {
  let held = 0;
  return {
    hold(bytes: Buffer): void {
      if (SCHEMAS === '') return;
      held += 1;
      expect(validateXsd(bytes, SCHEMAS)).toEqual([]);
    },
    told(): void {
      it.skipIf(SCHEMAS === '')(
        `every document read above is valid by the authority's schemas${WITHOUT_SCHEMAS}`,
        () => {
          expect(held).toBeGreaterThan(0);
        },
      );
    },
  };
}
