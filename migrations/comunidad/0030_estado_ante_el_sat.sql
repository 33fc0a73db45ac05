-- What the authority last said of a stamped invoice, and when: '' while it was never asked.
ALTER TABLE factura
  ADD COLUMN sat_estado text NOT NULL DEFAULT ''
    CHECK (sat_estado IN ('', 'vigente', 'en_proceso', 'cancelada', 'no_encontrada')),
  ADD COLUMN sat_at timestamptz;
-- Whose turn it is at night.
CREATE INDEX factura_sat ON factura (sat_at NULLS FIRST, id) WHERE estado = 'timbrado' AND sat_estado <> 'cancelada';
-- Cancelled elsewhere, and in force here.
CREATE INDEX factura_fuera ON factura (id) WHERE sat_estado = 'cancelada' AND cancelacion IS NULL;
