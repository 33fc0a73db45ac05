-- The line of an invoice that a credit note's line takes back: its treatment, and what is left of it.
ALTER TABLE factura_concepto ADD COLUMN acredita_concepto_id integer REFERENCES factura_concepto (id);
CREATE INDEX factura_concepto_acredita ON factura_concepto (acredita_concepto_id) WHERE acredita_concepto_id IS NOT NULL;
-- Notes of before name their treatment: it is known which line is meant where the invoice has one of it.
UPDATE factura_concepto n SET acredita_concepto_id = k.id
FROM factura e, factura_concepto k
WHERE e.id = n.factura_id AND e.tipo = 'egreso' AND k.factura_id = e.acredita_id AND k.tratamiento = n.tratamiento
  AND NOT EXISTS (
    SELECT FROM factura_concepto o WHERE o.factura_id = k.factura_id AND o.tratamiento = k.tratamiento AND o.id <> k.id);
