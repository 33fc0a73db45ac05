/** Payments that are still without an invoice though somebody meant one: for what waits at home, and the list of a month's end. */
import { sql } from 'kysely';

/**
 * Invoices that were refused, or ran out, and of which a payment is still without one, as id, monto, created_at; complements are
 * told apart.
 */
export const REFUSED = sql`
    SELECT f.id, f.total_centavos AS monto, f.created_at FROM factura f
    WHERE f.estado IN ('rechazado', 'vencido') AND f.tipo <> 'pago' AND EXISTS (
      SELECT FROM factura_concepto k JOIN pago p ON p.id = k.pago_id
      WHERE k.factura_id = f.id AND p.status = 'recibido'
        AND NOT EXISTS (SELECT FROM factura_concepto o WHERE o.pago_id = k.pago_id AND o.viva))
    -- Of those that were tried again, only the last one.
    AND NOT EXISTS (
      SELECT FROM factura_concepto k JOIN factura_concepto o ON o.pago_id = k.pago_id JOIN factura g ON g.id = o.factura_id
      WHERE k.factura_id = f.id AND g.id > f.id AND g.estado IN ('rechazado', 'vencido'))`;

/** Payments whose invoice fell, and of which nobody could draft another, as id, monto, created_at. */
export const TO_REDO = sql`
    SELECT p.id, p.monto_centavos AS monto, x.created_at
    FROM salida_global s JOIN cancelacion_factura x ON x.id = s.cancelacion_id
    JOIN factura_concepto k ON k.factura_id = x.factura_id JOIN pago p ON p.id = k.pago_id
    WHERE s.mensaje <> '' AND p.status = 'recibido' AND NOT EXISTS (
      -- Another that was refused since is told as such, and of one that fell later it is that one's to tell.
      SELECT FROM factura_concepto o WHERE o.pago_id = p.id AND (o.viva OR o.factura_id > k.factura_id))`;
