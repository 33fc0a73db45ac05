-- What a payment of a lot without tax data gets: an invoice to the default receiver, or a place in the month's global one.
ALTER TABLE receptor_datos_fiscales
  ADD COLUMN sin_datos text NOT NULL DEFAULT 'factura' CHECK (sin_datos IN ('factura', 'global'));

-- A lot that asks for its own invoice after the month's global one: what takes its place once that one is cancelled.
CREATE TABLE salida_global (
  cancelacion_id integer PRIMARY KEY REFERENCES cancelacion_factura (id),
  lote_id integer NOT NULL REFERENCES lote (id),
  -- Of the other payments, and of the lot's; missing until then, and where there is nothing to invoice.
  global_id integer REFERENCES factura (id),
  factura_id integer REFERENCES factura (id),
  -- Why the lot's own invoice could not be drafted.
  mensaje text NOT NULL DEFAULT ''
);
