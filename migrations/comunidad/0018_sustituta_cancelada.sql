-- A substitute that was cancelled no longer stands: its original may be substituted anew. One that waits for its cancellation
-- does, since the receptor may still refuse it.
DROP INDEX uq_factura_sustituye;
CREATE UNIQUE INDEX uq_factura_sustituye ON factura (sustituye_id) WHERE status NOT IN ('rechazada', 'cancelada');
