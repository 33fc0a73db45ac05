-- Figures of closed months go by the day that each row was booked on.

-- What was taken off charges since a day, without the table; in place of the same for most of the kinds.
DROP INDEX ajuste_fecha;
CREATE INDEX ajuste_fecha ON ajuste (fecha) INCLUDE (cargo_id, monto_centavos);
-- Charges that count from the day they were made, since they had fallen due by then.
CREATE INDEX cargo_tardio ON cargo (fecha) WHERE fecha > vence;

-- As a set: asked by the row, each of the many corrections of open days would be looked up.
CREATE VIEW recibo_de_correccion AS
SELECT n.id FROM recibo n
WHERE n.corrige_id IN (
  SELECT p.recibo_id FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id WHERE x.dia_cerrado
  UNION ALL
  SELECT v.recibo_id FROM fondo_movimiento v WHERE v.tipo = 'cancelacion' AND v.dia_cerrado);
COMMENT ON VIEW recibo_de_correccion IS 'Receipts that took the place of one whose day was closed by then: corrections of that day, and no further payments.';

CREATE OR REPLACE VIEW pago_recibido AS
SELECT p.fecha_contable AS fecha, coalesce(m.name, 'Fondo') AS metodo_pago,
  CASE c.tipo WHEN 'interes' THEN 'intereses_moratorios' ELSE c.tipo END AS tipo, p.monto_centavos
FROM pago p
JOIN recibo r ON r.id = p.recibo_id
JOIN cargo c ON c.id = p.cargo_id
LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
WHERE (p.status <> 'cancelado' OR EXISTS (SELECT FROM pago_cancelacion x WHERE x.pago_id = p.id AND x.dia_cerrado))
  AND r.id NOT IN (SELECT id FROM recibo_de_correccion);
DROP FUNCTION libro_corrige_dia_cerrado(integer);
