-- Where money of a fund that was paid back left from. Without a register it left by none: by a bank transfer, say.
ALTER TABLE fondo_movimiento
  ADD caja_id integer REFERENCES caja (id),
  ADD metodo_pago_id integer REFERENCES metodo_pago (id),
  ADD CONSTRAINT fondo_movimiento_salida CHECK (
    (caja_id IS NULL) = (metodo_pago_id IS NULL) AND (caja_id IS NULL OR tipo = 'reembolso')
  );
