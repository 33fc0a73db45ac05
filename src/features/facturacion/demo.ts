/** The demo community's own test certificate and its invoices, made at its first start; none of it has fiscal value. */
import { sql } from 'kysely';
import { makeTestCertificate, readCertificate } from '#cfdi/server/certificate.ts';
import { type Fecha, instantInZone } from '#core/fecha.ts';
import { SetClock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { type DbPool, inTx, type Tx } from '#platform/server/db.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { findEmisor } from './server/borrador/repository.ts';
import { requestCancellation } from './server/cancelacion/request.ts';
import { createInvoicing, pacsIn } from './server/invoicing.ts';
import { findFacturaForUpdate } from './server/repository.ts';

const YEAR_MS = 365 * 86_400_000;
const HOUR_MS = 3_600_000;

/** Valid from two years before `ahora`, so that the invoices of the months before can be sealed too, to two years after. */
export async function loadCertificateDemo(
  tx: Tx,
  { secrets, ahora }: { secrets: Secrets; ahora: Date },
): Promise<void> {
  const emisor = await findEmisor(tx);
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

/** How the demo's invoices are made: by the product's own pipeline, on a clock that is set to each payment's day. */
export interface InvoiceDemo {
  pool: DbPool;
  community: Community;
  secrets: Secrets;
  /** Of the simulators, by community. */
  folder: string;
  hoy: Fecha;
}

const INVOICES = 80;
const DAYS = 75;
/** One of so many is cancelled some days later. */
const CANCELLED_EVERY = 13;

/** Invoices payments of the last months of a new demo community, most of lots with tax data, and cancels a few. */
export async function invoiceDemo({ pool, community, secrets, folder, hoy }: InvoiceDemo): Promise<void> {
  const clock = new SetClock(instantInZone(`${hoy}T12:00:00`, community.timeZone));
  const silent = () => undefined;
  const invoicing = createInvoicing({
    pool,
    clock,
    secrets,
    pacsOf: pacsIn(folder, clock),
    log: { info: silent, warn: silent, error: silent },
  });
  const within = <T>(work: (tx: Tx) => Promise<T>) => inTx(pool, { schema: community.schema }, work);
  const receipts = await within(async (tx) => {
    const { rows } = await sql<{ loteId: number; fecha: Fecha; usuarioId: number | null; pagoIds: number[] }>`
      SELECT r.lote_id AS "loteId", r.fecha_pago AS fecha, r.usuario_id AS "usuarioId", array_agg(p.id ORDER BY p.id) AS "pagoIds"
      FROM recibo r
      JOIN pago p ON p.recibo_id = r.id AND p.status = 'recibido'
      LEFT JOIN datos_fiscales d ON d.lote_id = r.lote_id
      WHERE r.fecha_pago BETWEEN ${hoy}::date - ${DAYS}::int AND ${hoy}::date - 1 AND (d.id IS NOT NULL OR r.id % 5 = 0)
      GROUP BY r.id ORDER BY r.fecha_pago DESC, r.id DESC LIMIT ${INVOICES}`.execute(tx);
    return rows.reverse();
  });
  const at = (fecha: Fecha, minute: number): Date => {
    const time = `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
    return instantInZone(`${fecha}T${time}`, community.timeZone);
  };
  let number = 0;
  for (const { loteId, fecha, usuarioId, pagoIds } of receipts) {
    number += 1;
    clock.set(at(fecha, (number * 7) % 480));
    const stamp = { usuarioId, now: clock.now(), today: fecha };
    const [draft] = await within((tx) => invoicing.drafts(tx, [{ loteId, pagoIds }], stamp));
    if (!draft || !('facturaId' in draft)) continue;
    await invoicing.settle(community, draft.facturaId, performance.now() + 10_000);
    if (number % CANCELLED_EVERY !== 0) continue;
    clock.advance(2 * HOUR_MS);
    const cancelacionId = await within(async (tx) => {
      const row = await findFacturaForUpdate(tx, draft.facturaId);
      if (row?.estado !== 'timbrado') return undefined;
      const { rows } = await sql<{ motivo: number; relacion: number; codigo: number | null }>`
        SELECT (SELECT id FROM tipo_motivo_cancelacion WHERE clave = '02') AS motivo,
          (SELECT min(id) FROM tipo_relacion_factura) AS relacion, (SELECT min(id) FROM codigo_autorizacion) AS codigo`.execute(
        tx,
      );
      const [ids] = rows;
      if (!ids) return undefined;
      return requestCancellation(
        tx,
        row,
        {
          pagoId: null,
          conPagos: false,
          razon: 'El residente pidió la factura con otros datos',
          tipoMotivoCancelacionId: ids.motivo,
          tipoRelacionFacturaId: ids.relacion,
          folioSustitucion: undefined,
          codigoId: ids.codigo,
        },
        { ...stamp, now: clock.now() },
      );
    });
    if (cancelacionId !== undefined) {
      await invoicing.settleCancellation(community, cancelacionId, performance.now() + 10_000);
    }
  }
  await invoicing.stop();
}
