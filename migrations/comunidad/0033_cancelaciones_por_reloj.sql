-- What is told of a cancellation that waits is counted by the clock, and nobody waits for ever for somebody who tells nothing.
ALTER TABLE cancelacion_factura
  -- Since when nobody tells how the invoice stands: no answer, or not found. Null while the last answer told.
  ADD COLUMN sin_respuesta_at timestamptz,
  -- When an answer was last counted in vigente_veces.
  ADD COLUMN vigente_at timestamptz,
  -- Taken back on the word of whoever looked at the authority's portal: it waits for no answer any more.
  ADD COLUMN retiro_visto boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT retiro_visto OR retiro <> '');
