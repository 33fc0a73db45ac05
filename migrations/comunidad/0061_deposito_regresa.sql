-- A receipt by which a deposit was applied to a lot that it was not of is taken back, and the deposit waits in the inbox again.
ALTER TABLE correccion_recibo DROP CONSTRAINT correccion_recibo_tipo_check;
ALTER TABLE correccion_recibo ADD CONSTRAINT correccion_recibo_tipo_check
  CHECK (tipo IN ('metodo', 'lote', 'devuelto', 'deposito'));
