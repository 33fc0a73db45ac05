-- The residential configuration: one row.
CREATE TABLE configuracion_residencial (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  nombre_residencial text NOT NULL DEFAULT '',
  residencial text NOT NULL,
  nombre_corto_cr text NOT NULL DEFAULT '',
  codigo_residencial_cr text NOT NULL DEFAULT '',
  codigo_residencial_entidad_cr text NOT NULL DEFAULT '',
  codigo_residencial_nombre_cr text NOT NULL DEFAULT '',
  codigo_web_transfer_residencial_cr text NOT NULL DEFAULT '',
  codigo_web_transfer_corto_residencial_cr text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now()
);
