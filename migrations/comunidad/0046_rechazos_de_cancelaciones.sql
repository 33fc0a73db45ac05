-- A refusal that the authority still shows may be of an earlier request: a request knows what was shown before it, and whether it
-- was seen in process since.
ALTER TABLE factura ADD COLUMN sat_rechazada boolean NOT NULL DEFAULT false;
ALTER TABLE cancelacion_factura
  ADD COLUMN rechazo_previo boolean NOT NULL DEFAULT false,
  ADD COLUMN proceso_visto boolean NOT NULL DEFAULT false;
-- What a receiver has refused until now is shown as refused until the next request.
UPDATE factura SET sat_rechazada = true
WHERE cancelacion IS NULL AND id IN (
  SELECT factura_id FROM cancelacion_factura
  WHERE estado = 'rechazada' AND mensaje LIKE 'El receptor rechazó la cancelación%');
