import { folioOf } from '#libro/convenios/rules.ts';
import type { Freno } from '#libro/server/frenos.ts';
import { formatFecha } from '#ui/format.ts';
import { listVigentes } from './repository.ts';

/** Whoever has an agreement in force is not written to; once it is broken the ladder goes on. */
export const convenioFreno: Freno = async (tx, lotes) => {
  const rows = await listVigentes(tx, lotes);
  return new Map(
    rows.map(({ loteId, folio, fecha }) => [loteId, `Tiene el convenio ${folioOf(folio)}, del ${formatFecha(fecha)}`]),
  );
};
