-- Statements that are mailed bear a link to the page of whoever they go to.
ALTER TABLE configuracion_residencial ADD COLUMN enlace_en_estado boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN configuracion_residencial.enlace_en_estado IS 'A mailed statement bears a link to its owner''s page.';
