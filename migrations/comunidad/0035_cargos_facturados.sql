-- An invoice of charges, before they are paid (PPD). What pays such a charge stands on complements, whose lines name it.
ALTER TABLE factura_concepto ADD COLUMN cargo_id integer REFERENCES cargo (id);
ALTER TABLE factura_concepto ADD CHECK (pago_id IS NULL OR cargo_id IS NULL);
-- A charge stands on one live invoice, whoever asks at the same time.
CREATE UNIQUE INDEX uq_factura_concepto_cargo ON factura_concepto (cargo_id) WHERE viva AND cargo_id IS NOT NULL;
