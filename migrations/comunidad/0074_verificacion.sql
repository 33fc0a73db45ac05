-- The keys that papers are signed by. The newest signs; all of them verify, so that a paper outlives the key of its day.
CREATE TABLE verificacion_llave (
  id integer PRIMARY KEY CHECK (id BETWEEN 1 AND 9999),
  publica bytea NOT NULL CHECK (length(publica) = 32),
  -- PKCS #8, sealed for the purpose 'verificacion'.
  privada bytea NOT NULL,
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);
