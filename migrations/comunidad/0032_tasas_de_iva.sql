-- The border's rate of VAT, and zero.
ALTER TABLE tratamiento_fiscal DROP CONSTRAINT tratamiento_fiscal_tratamiento_check;
ALTER TABLE tratamiento_fiscal
  ADD CHECK (tratamiento IN ('recibo', 'no_objeto', 'exento', 'iva16', 'iva8', 'iva0'));
ALTER TABLE factura_concepto DROP CONSTRAINT factura_concepto_tratamiento_check;
ALTER TABLE factura_concepto ADD CHECK (tratamiento IN ('no_objeto', 'exento', 'iva16', 'iva8', 'iva0'));
