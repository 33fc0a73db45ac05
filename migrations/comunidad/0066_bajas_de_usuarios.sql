-- Somebody leaves the office: why, what of theirs ended, and who goes on with what they had.
CREATE TABLE usuario_baja (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  usuario_id integer NOT NULL REFERENCES usuario (id),
  recibe_usuario_id integer REFERENCES usuario (id),
  razon text NOT NULL CHECK (btrim(razon) <> ''),
  -- In words.
  terminado json NOT NULL,
  hizo_usuario_id integer NOT NULL REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  CHECK (recibe_usuario_id <> usuario_id),
  CHECK (hizo_usuario_id <> usuario_id)
);
CREATE INDEX usuario_baja_usuario ON usuario_baja (usuario_id, id);

-- A shift of whoever may not sign in any more is counted by two: the second one, beside whoever signs.
ALTER TABLE turno_firma
  ADD COLUMN testigo_usuario_id integer REFERENCES usuario (id),
  ADD CHECK (testigo_usuario_id <> usuario_id);
