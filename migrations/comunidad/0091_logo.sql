-- The community's own logo, as it was drawn anew of the file that somebody sent; none: the drawing of its code. It stands here and
-- not among the files: papers are made of it within their transactions, and the sign-in page shows it without a bucket.
ALTER TABLE configuracion_residencial
  ADD COLUMN logo bytea CONSTRAINT configuracion_logo_bytes CHECK (octet_length(logo) <= 131072),
  ADD COLUMN logo_huella text CONSTRAINT configuracion_logo_huella CHECK (logo_huella ~ '^[0-9a-f]{64}$'),
  ADD COLUMN logo_ancho integer CHECK (logo_ancho > 0),
  ADD COLUMN logo_alto integer CHECK (logo_alto > 0),
  ADD CONSTRAINT configuracion_logo CHECK (num_nulls(logo, logo_huella, logo_ancho, logo_alto) IN (0, 4));
COMMENT ON COLUMN configuracion_residencial.logo_huella IS 'SHA-256 of the PNG, in hex: its address.';
