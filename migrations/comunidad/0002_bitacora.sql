-- The audit log: rows are only ever inserted (permisos.sql). The sealer chains them in (xid, id) order, so that an
-- edited, deleted or reordered row is found; its watermark lives in a table of its own.
CREATE TABLE bitacora (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL,
  usuario_id integer,
  usuario text NOT NULL,
  referencia text NOT NULL DEFAULT '',
  status text NOT NULL CHECK (status IN ('creado', 'cancelado', 'eliminado', 'actualizado')),
  nota text NOT NULL DEFAULT '',
  entidad text NOT NULL,
  entidad_id text,
  antes jsonb,
  despues jsonb,
  request_id text
);
CREATE INDEX bitacora_orden ON bitacora (xid, id);
CREATE INDEX bitacora_created_at ON bitacora (created_at DESC, id DESC);
CREATE INDEX bitacora_referencia ON bitacora USING gin (ext.clave(referencia) ext.gin_trgm_ops);

CREATE TABLE bitacora_sello (
  orden bigint PRIMARY KEY,
  bitacora_id bigint NOT NULL UNIQUE,
  huella bytea NOT NULL,
  sellado_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN bitacora_sello.huella IS 'SHA-256 of the previous huella and the row''s canonical text.';

CREATE TABLE bitacora_corte (
  unico boolean PRIMARY KEY DEFAULT true CHECK (unico),
  xid xid8 NOT NULL,
  id bigint NOT NULL
);
INSERT INTO bitacora_corte (xid, id) VALUES ('0', 0);
