-- What becomes of a receipt once the provider has cancelled the invoice that it stands on. Until then its payments are locked;
-- refused, they are as before.
CREATE TABLE correccion_recibo (
  cancelacion_id integer PRIMARY KEY REFERENCES cancelacion_factura (id),
  recibo_id integer NOT NULL REFERENCES recibo (id),
  -- metodo: of the method or register; lote: paid on the wrong lot; devuelto: taken back by the bank.
  tipo text NOT NULL CHECK (tipo IN ('metodo', 'lote', 'devuelto')),
  metodo_pago_id integer REFERENCES metodo_pago (id),
  caja_id integer REFERENCES caja (id),
  no_cuenta text,
  lote_id integer REFERENCES lote (id),
  -- no_aplicada: the invoice is cancelled, but the ledger no longer allowed the correction; `mensaje` says why.
  estado text NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'aplicada', 'no_aplicada')),
  mensaje text NOT NULL DEFAULT '',
  CHECK ((tipo = 'metodo') = (metodo_pago_id IS NOT NULL AND caja_id IS NOT NULL AND no_cuenta IS NOT NULL)),
  CHECK ((tipo = 'lote') = (lote_id IS NOT NULL))
);
CREATE INDEX correccion_recibo_recibo ON correccion_recibo (recibo_id);

CREATE FUNCTION correccion_recibo_pedida() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE pago SET status = 'en_cancelacion' WHERE recibo_id = NEW.recibo_id AND status = 'recibido';
  RETURN NULL;
END $$;
CREATE TRIGGER correccion_recibo_pedida AFTER INSERT ON correccion_recibo
  FOR EACH ROW EXECUTE FUNCTION correccion_recibo_pedida();

-- Refused by the provider, or no longer possible in the ledger: the payments stand again.
CREATE OR REPLACE FUNCTION cancelacion_factura_estado() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  correccion correccion_recibo%ROWTYPE;
BEGIN
  UPDATE pago SET status = CASE WHEN NEW.estado = 'rechazada' THEN 'recibido' ELSE 'en_cancelacion' END
  WHERE id = NEW.pago_id AND status IN ('recibido', 'en_cancelacion');
  SELECT * INTO correccion FROM correccion_recibo WHERE cancelacion_id = NEW.id;
  IF FOUND AND (NEW.estado = 'rechazada' OR NEW.estado = 'cancelada' AND correccion.estado = 'no_aplicada') THEN
    UPDATE pago SET status = 'recibido' WHERE recibo_id = correccion.recibo_id AND status = 'en_cancelacion';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER cancelacion_factura_estado ON cancelacion_factura;
CREATE TRIGGER cancelacion_factura_estado AFTER INSERT OR UPDATE OF estado ON cancelacion_factura
  FOR EACH ROW EXECUTE FUNCTION cancelacion_factura_estado();

-- What a payment settled of an invoice by tax treatment, in centavos: {"iva16": 11600, "exento": 5000}; they add up to it.
-- Complements of before have one treatment and no parts.
ALTER TABLE complemento_documento ADD COLUMN partes jsonb;
