-- What is told of a cancellation that waits is counted by the clock, and nobody waits for ever for somebody who tells nothing.
ALTER TABLE cancelacion_factura
  -- Since when nobody tells how the invoice stands: no answer, or not found. Null while the last answer told.
  ADD COLUMN sin_respuesta_at timestamptz,
  -- Since when answers are counted in vigente_veces, or when one last was; null until then, from created_at.
  ADD COLUMN vigente_at timestamptz,
  -- Taken back on the word of whoever looked at the authority's portal: it waits for no answer any more.
  ADD COLUMN retiro_visto boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT retiro_visto OR retiro <> '');
