/** The demo community's own test certificate, made at its first start; nothing that it seals has fiscal value. */
import { makeTestCertificate, readCertificate } from '#cfdi/server/certificate.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { loadEmisor } from './server/draft.ts';

const YEAR_MS = 365 * 86_400_000;

/** Valid from two years before `ahora`, so that the invoices of the months before can be sealed too, to two years after. */
export async function loadCertificateDemo(
  tx: Tx,
  { secrets, ahora }: { secrets: Secrets; ahora: Date },
): Promise<void> {
  const emisor = await loadEmisor(tx);
  if (!emisor) throw new Error('the demo has no issuer');
  const files = await makeTestCertificate({
    rfc: emisor.rfc,
    nombre: emisor.nombre,
    ahora: new Date(ahora.getTime() - 2 * YEAR_MS),
  });
  const made = readCertificate({ ...files, rfcEmisor: emisor.rfc, ahora });
  await tx
    .insertInto('certificado')
    .values({
      numero: made.numero,
      rfc: made.rfc,
      nombre: made.nombre,
      valido_desde: made.validoDesde,
      valido_hasta: made.validoHasta,
      certificado: made.certificado,
      llave: await secrets.seal(tx, 'certificado', made.llave),
      de_prueba: true,
      created_at: ahora,
    })
    .execute();
  await tx.updateTable('emisor').set({ numero_certificado: made.numero }).execute();
}
