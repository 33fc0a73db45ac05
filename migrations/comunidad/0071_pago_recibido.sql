-- What was received by kind of charge, which the home counts, looks at the payments of its days and at nothing that grows with
-- years: the receipts of all years were read for their method, which nobody asks of it.
DROP VIEW pago_recibido;
CREATE VIEW pago_recibido AS
SELECT p.fecha_contable AS fecha, CASE c.tipo WHEN 'interes' THEN 'intereses_moratorios' ELSE c.tipo END AS tipo,
  p.monto_centavos
FROM pago p
JOIN cargo c ON c.id = p.cargo_id
WHERE (p.status <> 'cancelado' OR EXISTS (SELECT FROM pago_cancelacion x WHERE x.pago_id = p.id AND x.dia_cerrado))
  AND p.recibo_id NOT IN (SELECT id FROM recibo_de_correccion);
COMMENT ON VIEW pago_recibido IS 'One row per payment, by its booking date. What was cancelled once its day was closed stays; what took its place is none.';
