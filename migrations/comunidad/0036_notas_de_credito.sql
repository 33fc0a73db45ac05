-- A credit note takes back a part of an invoice that may not be cancelled any more.
ALTER TABLE factura DROP CONSTRAINT factura_tipo_check;
ALTER TABLE factura ADD CONSTRAINT factura_tipo_check CHECK (tipo IN ('ingreso', 'global', 'pago', 'egreso'));
ALTER TABLE factura ADD COLUMN acredita_id integer REFERENCES factura (id);
ALTER TABLE factura ADD CONSTRAINT factura_acredita_check CHECK ((tipo = 'egreso') = (acredita_id IS NOT NULL));
CREATE INDEX factura_acredita ON factura (acredita_id) WHERE acredita_id IS NOT NULL;
