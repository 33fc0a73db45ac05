-- Whether money of a method is handed over at the desk: such money is never found late. Its key does not tell: cash is paid in
-- at the bank too, and cheques and cards are taken at the office.
ALTER TABLE metodo_pago ADD en_caja boolean NOT NULL DEFAULT false;
UPDATE metodo_pago m SET en_caja = true
WHERE m.name ILIKE '%oficina%' OR m.name NOT ILIKE '%banco%' AND EXISTS (
  SELECT FROM forma_pago_cfdi f WHERE f.id = m.forma_pago_cfdi_id AND f.forma_pago = '01');

-- What a fund paid back by the bank left no register, and is in the cut-off by its method.
ALTER TABLE fondo_movimiento DROP CONSTRAINT fondo_movimiento_salida;
ALTER TABLE fondo_movimiento ADD CONSTRAINT fondo_movimiento_salida CHECK (
  (caja_id IS NULL OR metodo_pago_id IS NOT NULL) AND (metodo_pago_id IS NULL OR tipo = 'reembolso')
);
