-- The account with the provider stands in the way of every stamp: since when, until when nobody asks again, and why.
ALTER TABLE timbrado
  ADD COLUMN detenido_at timestamptz,
  ADD COLUMN detenido_hasta timestamptz,
  ADD COLUMN detenido_mensaje text NOT NULL DEFAULT '',
  ADD CHECK ((detenido_at IS NULL) = (detenido_hasta IS NULL));

ALTER TABLE cancelacion_factura
  -- The code of the last answer: EstatusUUID, or the provider's own.
  ADD COLUMN codigo text NOT NULL DEFAULT '',
  -- How often in a row the authority said that the invoice stands, untouched, after it had been asked to cancel it.
  ADD COLUMN vigente_veces integer NOT NULL DEFAULT 0 CHECK (vigente_veces >= 0),
  -- Why somebody takes the request back, which waits for the authority to say that the invoice still stands; '' where nobody does.
  ADD COLUMN retiro text NOT NULL DEFAULT '';
