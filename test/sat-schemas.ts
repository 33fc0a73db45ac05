/** Where the tax authority's schemas are, for the tests that hold documents against them. */
import { join } from 'node:path';
import { hasXsd } from '#cfdi/server/xsd.ts';
import { SCHEMAS_FOLDER } from '../scripts/esquemas.ts';

const CANDIDATES = [process.env.PORTON_ESQUEMAS_SAT, SCHEMAS_FOLDER, join(import.meta.dirname, '../../shared/sat')];

export const SCHEMAS = CANDIDATES.find((folder) => folder !== undefined && hasXsd(folder)) ?? '';
/** Why the tests that need them are left out, in their titles. */
export const WITHOUT_SCHEMAS =
  SCHEMAS === '' ? " (left out: the authority's schemas are not here, `npm run esquemas` gets them)" : '';
