-- What takes the place of an invoice that fell with one of its payments is kept as that of a global one that a lot left: then it
-- is no lot's. `mensaje` is why a part could not be drafted, of either.
ALTER TABLE salida_global ALTER COLUMN lote_id DROP NOT NULL;
