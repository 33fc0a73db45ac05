-- Receipts are found by what somebody knows of them: what was received, and the words of their reference.
CREATE INDEX recibo_total ON recibo (total_centavos);
CREATE INDEX recibo_referencia_texto ON recibo USING gin (ext.clave(referencia) ext.gin_trgm_ops) WHERE referencia <> '';
