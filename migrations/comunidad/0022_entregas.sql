-- Whoever delivers a letter or a message asks its provider without a transaction: until then nobody else takes it.
ALTER TABLE correo_saliente ADD COLUMN arriendo_hasta timestamptz;
ALTER TABLE notificacion_push ADD COLUMN arriendo_hasta timestamptz;
