-- From where an account has signed in before: devices, by the SHA-256 of what they hold in a cookie, and networks. What
-- strangers try elsewhere uses up nothing of theirs.
CREATE TABLE acceso_conocido (
  usuario_id integer NOT NULL REFERENCES usuario (id),
  tipo text NOT NULL CHECK (tipo IN ('equipo', 'red')),
  huella bytea NOT NULL,
  ultimo_at timestamptz NOT NULL,
  PRIMARY KEY (usuario_id, tipo, huella)
);
CREATE INDEX acceso_conocido_ultimo ON acceso_conocido (ultimo_at);

COMMENT ON TABLE intento_acceso IS 'Failed attempts in the current window. Names and networks from outside are spread over a fixed number of keys, so that nobody can make the table grow.';
-- Their keys were others; a window is a quarter of an hour.
DELETE FROM intento_acceso;
CREATE INDEX intento_acceso_ventana ON intento_acceso (ventana_inicia);
