-- The community's own accent colour; none: the product's.
ALTER TABLE configuracion_residencial
  ADD COLUMN color_acento text CONSTRAINT configuracion_color CHECK (color_acento ~ '^#[0-9a-f]{6}$');
