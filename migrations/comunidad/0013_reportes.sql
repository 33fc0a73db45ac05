-- What the reports read of a range of days, without the rows themselves: money by day, and what fell due.

CREATE INDEX recibo_dinero ON recibo (fecha_pago) INCLUDE (id, metodo_pago_id, caja_id) WHERE NOT es_fondo;
CREATE INDEX pago_fecha ON pago (fecha_pago) INCLUDE (recibo_id, cargo_id, monto_centavos) WHERE status <> 'cancelado';
-- Of columns that no payment changes, so that updates of a charge stay within its page.
CREATE INDEX cargo_vence ON cargo (vence);
