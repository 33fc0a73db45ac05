/** Invoices written straight into the tables: for what a test needs to exist and does not test. */
import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { insertMonth, SCHEMA } from './ledger.ts';

type Row = Record<string, string | number | null | Date | Buffer>;

async function insert(app: TestApp, table: string, row: Row): Promise<number> {
  const columns = Object.keys(row);
  const [inserted] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return inserted?.id ?? 0;
}

export interface FacturaInsertada {
  id: number;
  uuid: string;
}

let lastFolio = 900_000;

/** A concept as the table has it; amounts in centavos. */
export interface ConceptoInsertado {
  pagoId?: number;
  tipo?: string;
  descripcion?: string;
  importe: number;
}

/**
 * A stamped invoice with its concepts and its XML; `changes` are columns of the table.
 * Without `estado` it is stamped, by the simulator, as folio 900,001 and on of the series 'T'.
 */
export async function insertFactura(
  app: TestApp,
  conceptos: readonly ConceptoInsertado[],
  changes: Row = {},
): Promise<FacturaInsertada> {
  const uuid = randomUUID();
  const total = conceptos.reduce((sum, { importe }) => sum + importe, 0);
  const stamped = (changes.estado ?? 'timbrado') === 'timbrado';
  const sello = 'U2VsbG8gZGlnaXRhbCBkZSBwcnVlYmE='.repeat(8);
  const id = await insert(app, 'factura', {
    clave: randomUUID(),
    tipo: 'ingreso',
    estado: 'timbrado',
    serie: 'T',
    emisor_rfc: 'EKU9003173C9',
    emisor_nombre: 'ESCUELA KEMPER URGATE',
    emisor_regimen: '601',
    emisor_direccion: 'Paseo de los Encinos 1',
    lugar_expedicion: '42501',
    receptor_rfc: 'FUNK671228PH6',
    receptor_nombre: 'KARLA FUENTE NOLASCO',
    receptor_cp: '01160',
    receptor_regimen: '605',
    receptor_direccion: 'Calle Ñandú 14, Centro',
    uso_cfdi: 'S01',
    metodo_pago: 'PUE',
    forma_pago: '03',
    subtotal_centavos: total,
    total_centavos: total,
    proveedor: 'simulador',
    created_at: '2026-11-20T18:00:00Z',
    ...(stamped && {
      folio: ++lastFolio,
      uuid,
      fecha_emision: '2026-11-20T12:00:00',
      fecha_certificacion: '2026-11-20T12:00:03',
      csd_sat: '30001000000500003456',
      sello,
      sello_sat: sello,
      cadena_tfd: `||1.1|${uuid.toUpperCase()}|2026-11-20T12:00:03|SPR190613I52|${sello}|30001000000500003456||`,
    }),
    ...changes,
  });
  for (const [index, concepto] of conceptos.entries()) {
    await insert(app, 'factura_concepto', {
      factura_id: id,
      numero: index + 1,
      pago_id: concepto.pagoId ?? null,
      tipo: concepto.tipo ?? 'mantenimiento',
      descripcion: concepto.descripcion ?? `Mantenimiento ${index + 1} - 2026`,
      clave_producto_servicio: '80131801',
      clave_unidad: 'E48',
      unidad: 'Servicio',
      importe_centavos: concepto.importe,
      tratamiento: 'no_objeto',
    });
  }
  if (stamped) {
    const xml = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><cfdi:Comprobante Folio="${id}" Nombre="Ñandú"/>`,
      'utf8',
    );
    await app.query(
      `INSERT INTO ${SCHEMA}.factura_documento (factura_id, clase, contenido, huella, created_at)
       VALUES ($1, 'timbrado', $2, sha256($2), now())`,
      [id, xml],
    );
  }
  return { id, uuid };
}

/** Cancels an invoice as the provider's confirmation does. */
export async function cancelInserted(
  app: TestApp,
  { id }: FacturaInsertada,
  { motivo = '02', fecha = '2026-11-21T17:00:00Z' }: { motivo?: string; fecha?: string } = {},
): Promise<void> {
  await app.query(
    `INSERT INTO ${SCHEMA}.cancelacion_factura
       (factura_id, motivo, folio_sustitucion, razon, tipo_motivo_cancelacion_id, tipo_relacion_factura_id, estado, fecha, created_at)
     SELECT $1, $2, CASE WHEN $2 = '01' THEN gen_random_uuid() END, 'Se capturó dos veces', m.id, r.id, 'cancelada', $3::date, $3
     FROM ${SCHEMA}.tipo_motivo_cancelacion m, ${SCHEMA}.tipo_relacion_factura r
     WHERE m.clave = $2 AND r.clave = '04'`,
    [id, motivo, fecha],
  );
  await app.query(`UPDATE ${SCHEMA}.factura SET cancelacion = 'cancelado', fecha_cancelada = $2 WHERE id = $1`, [
    id,
    fecha,
  ]);
}

/** A payment in November of a month of maintenance, written straight into the ledger; centavos. */
export async function insertPago(
  app: TestApp,
  loteId: number,
  { mes = 11, monto = 50_000, cuenta = '1234' }: { mes?: number; monto?: number; cuenta?: string } = {},
): Promise<number> {
  const cargo = await insertMonth(app, loteId, 2026, mes, monto);
  const [row] = await app.query<{ id: number }>(
    `WITH r AS (
       INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, no_cuenta, total_centavos, created_at)
       SELECT $1, $2, (SELECT min(id) FROM ${SCHEMA}.caja), m.id, $3, $4, now()
       FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
       WHERE f.forma_pago = '03' LIMIT 1
       RETURNING id
     )
     INSERT INTO ${SCHEMA}.pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
     SELECT r.id, $5, $4, $2, now() FROM r RETURNING id`,
    [loteId, '2026-11-10', cuenta, monto, cargo],
  );
  return row?.id ?? 0;
}
