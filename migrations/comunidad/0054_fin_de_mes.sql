-- The end of a month: its list as it was when it was closed, what is frozen with it, and who was sent what. Source:
-- dominio.md#month-end.

-- A point of the list; one that was open was passed over for a reason.
CREATE TABLE periodo_punto (
  periodo_id integer NOT NULL REFERENCES periodo_cierre (id),
  punto text NOT NULL,
  estado text NOT NULL CHECK (estado IN ('hecho', 'abierto', 'no_aplica')),
  cantidad integer NOT NULL CHECK (cantidad >= 0),
  detalle text NOT NULL,
  motivo text NOT NULL DEFAULT '',
  PRIMARY KEY (periodo_id, punto),
  CHECK ((estado = 'abierto') = (btrim(motivo) <> ''))
);

-- What is to be frozen of a closed month, read in the closing's own transaction; until the files are made of it.
CREATE TABLE periodo_congelado (
  periodo_id integer PRIMARY KEY REFERENCES periodo_cierre (id),
  leido_at timestamptz NOT NULL,
  datos json,
  -- Where whoever asked had the product open: letters link to it.
  origen text NOT NULL DEFAULT '',
  usuario_id integer REFERENCES usuario (id),
  intentos integer NOT NULL DEFAULT 0,
  proximo_intento timestamptz NOT NULL,
  error text NOT NULL DEFAULT '',
  hecho_at timestamptz,
  CHECK ((hecho_at IS NULL) = (datos IS NOT NULL))
);
CREATE INDEX periodo_congelado_pendiente ON periodo_congelado (proximo_intento) WHERE hecho_at IS NULL;

-- The frozen bytes: the ZIP of the month, and the report to the owners.
CREATE TABLE periodo_archivo (
  periodo_id integer NOT NULL REFERENCES periodo_congelado (periodo_id),
  clase text NOT NULL CHECK (clase IN ('paquete', 'informe')),
  nombre text NOT NULL,
  huella bytea NOT NULL CHECK (length(huella) = 32),
  contenido bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (periodo_id, clase)
);

-- To whom the ZIP goes: treasurer and auditor.
CREATE TABLE periodo_destinatario (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  usuario_id integer UNIQUE REFERENCES usuario (id),
  correo text UNIQUE,
  CHECK (num_nonnulls(usuario_id, correo) = 1)
);

CREATE TABLE periodo_envio (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  periodo_id integer NOT NULL REFERENCES periodo_congelado (periodo_id),
  para text[] NOT NULL CHECK (cardinality(para) > 0),
  -- Heavier than a letter may be it goes as a link.
  adjunto boolean NOT NULL,
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX periodo_envio_periodo ON periodo_envio (periodo_id, id);
ALTER TABLE correo_saliente ADD COLUMN periodo_envio_id integer REFERENCES periodo_envio (id);
CREATE INDEX correo_saliente_periodo ON correo_saliente (periodo_envio_id) WHERE periodo_envio_id IS NOT NULL;

-- The report to the owners: one letter to an address, with a link of its own, whose opening is noted.
CREATE TABLE periodo_informe (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  periodo_id integer NOT NULL REFERENCES periodo_congelado (periodo_id),
  lote_id integer NOT NULL REFERENCES lote (id),
  correo text NOT NULL,
  -- SHA-256 of the token in the link.
  token bytea NOT NULL CHECK (length(token) = 32),
  vence timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  abierto_at timestamptz,
  aperturas integer NOT NULL DEFAULT 0,
  CHECK ((abierto_at IS NULL) = (aperturas = 0))
);
CREATE UNIQUE INDEX uq_periodo_informe_correo ON periodo_informe (periodo_id, lower(correo));
CREATE UNIQUE INDEX uq_periodo_informe_token ON periodo_informe (token);
CREATE INDEX periodo_informe_lote ON periodo_informe (lote_id);

-- Where it was posted for the residents.
CREATE TABLE periodo_publicado (
  periodo_id integer PRIMARY KEY REFERENCES periodo_congelado (periodo_id),
  newsletter_id integer REFERENCES newsletter (id) ON DELETE SET NULL,
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX periodo_publicado_newsletter ON periodo_publicado (newsletter_id) WHERE newsletter_id IS NOT NULL;
